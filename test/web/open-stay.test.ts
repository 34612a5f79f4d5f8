// The address of the drawer of a stay.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayOfDate } from '../../web/days.ts';
import { goTo, place, placeOf } from '../../web/router.ts';
import { closeStay, openNewStay, openStay, openStayOf } from '../../web/shell/open-stay.ts';

const opened = (address: string) => openStayOf(placeOf(address));

/** The browser's address and history, as far as the desk uses them. */
function stubBrowser(): void {
  const entries = ['/desk/calendar'];
  const at = () => new URL(entries.at(-1)!, 'http://desk');
  vi.stubGlobal('location', {
    get pathname() {
      return at().pathname;
    },
    get search() {
      return at().search;
    },
  });
  vi.stubGlobal('history', {
    pushState: (_data: null, _title: string, address: string) => entries.push(address),
    replaceState: (_data: null, _title: string, address: string) => entries.splice(-1, 1, address),
    back: () => {
      entries.pop();
      goTo(entries.at(-1)!, { replace: true });
    },
  });
}

afterAll(() => {
  vi.unstubAllGlobals();
});

beforeEach(() => {
  stubBrowser();
  goTo('/desk/calendar?unit=7', { replace: true });
});

describe('the drawer of a stay', () => {
  test('is open where the address names one', () => {
    expect(opened('/desk/calendar?unit=7&stay=10001')).toEqual({ orderId: 10001 });
    expect(opened('/desk/calendar?unit=7')).toBeNull();
  });

  test.each(['abc', '-1', '0', '1.5', ''])('is closed for what is no booking: %s', (id) => {
    expect(opened(`/desk?stay=${id}`)).toBeNull();
  });

  test('opens and closes above the screen, which keeps its own address', () => {
    openStay(10001);
    expect(openStayOf(place())).toEqual({ orderId: 10001 });
    expect(place().query.get('unit')).toBe('7');
    openStay(10002);
    expect(openStayOf(place())).toEqual({ orderId: 10002 });
    closeStay();
    expect(place().path).toBe('/desk/calendar');
    expect(String(place().query)).toBe('unit=7');
  });

  test('closes where it was opened by its address', () => {
    goTo('/desk/calendar?stay=10001', { replace: true });
    closeStay();
    expect(openStayOf(place())).toBeNull();
    closeStay();
    expect(place().path).toBe('/desk/calendar');
  });

  test('books a stay of which some is known, or nothing', () => {
    const known = {
      from: dayOfDate('2026-06-11'),
      until: dayOfDate('2026-06-15'),
      roomId: 1001,
      unitId: 7,
      name: 'Ada & Charles',
    };
    openNewStay(known);
    expect(openStayOf(place())).toEqual({ newStay: known });
    openNewStay();
    expect(openStayOf(place())).toEqual({ newStay: {} });
    expect(opened('/desk?new=checkin%3Dsoon')).toEqual({ newStay: {} });
  });
});
