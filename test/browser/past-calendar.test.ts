// The calendar as it was at a moment of the past, in Chromium: what was where, that nothing can be changed, and what is different now.
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';
import { dateOf } from './house.ts';

const COLUMN = 56;

describe.skipIf(CHROMIUM === null)('the calendar of the past', () => {
  const desk = useDesk();
  let page: Page;
  const patch = (name: string, body: object) => {
    const { token, stays } = desk.house;
    return desk.send('PATCH', `/api/bookings/${token}?order_id=${stays[name]!.orderId}`, body);
  };
  /** Within the last hour one stay was moved, one cancelled, one booked. */
  beforeAll(async () => {
    const { token, rooms, units, stays } = desk.house;
    await patch('Costa', { unit_id: units['204'] });
    await desk.send(
      'DELETE',
      `/api/bookings/${token}?order_id=${stays['Hughes']!.orderId}&date=${dateOf(19)}`,
    );
    const stay = {
      room_id: rooms['Double'],
      unit_id: units['103'],
      checkin: dateOf(14),
      checkout: dateOf(15),
    };
    await desk.send('POST', `/api/bookings/${token}`, { ...stay, name: 'Newman', price: 120 });
  });
  beforeEach(async () => {
    page = await desk.open('/desk/calendar');
    await page.locator('.bar').first().waitFor();
  });
  afterEach(() => page.context().close());

  const barsOf = (name: string): Locator => page.getByRole('gridcell', { name: new RegExp(`^${name}, `) });
  /** Returns the name of the row in which a bar lies; the chart may be painted again meanwhile. */
  const rowOf = async (found: Locator): Promise<string> => {
    const y = ((await found.boundingBox())?.y ?? -99) + 11;
    for (const head of await page.getByRole('rowheader').all()) {
      const box = (await head.boundingBox())!;
      if (y >= box.y && y < box.y + box.height) return (await head.getAttribute('title'))!;
    }
    return 'none';
  };
  const toPast = async (choice = 'An hour ago') => {
    await page.getByRole('button', { name: 'At another moment' }).click();
    await page.getByRole('menuitem', { name: choice }).click();
    await page.getByText('The calendar as it was on').waitFor();
    await barsOf('Costa').first().waitFor();
  };

  test('shows a moved stay where it was, beneath a line that says so, and comes back', async () => {
    await expect.poll(() => rowOf(barsOf('Costa'))).toBe('204');
    await toPast();
    expect(new URL(page.url()).searchParams.get('as_of')).toMatch(/Z$/);
    await expect.poll(() => rowOf(barsOf('Costa'))).toBe('203');
    expect(await barsOf('Hughes').count()).toBe(1);
    expect(await barsOf('Newman').count()).toBe(0);
    await expect
      .poll(() => page.locator('.past-bar').textContent())
      .toMatch(/as it was on Thu,? 11 Jun 2026, \d\d:\d\d – nothing can be changed here/);
    // What was not kept is not shown.
    expect(await page.locator('.tape-row.rates').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => page.locator('.tape-row.rates').count()).toBeGreaterThan(0);
    await expect.poll(() => rowOf(barsOf('Costa'))).toBe('204');
    expect(page.url()).not.toContain('as_of');
  });

  test('cannot be changed by mouse or keyboard', async () => {
    await patch('Bianchi', { notes: 'quiet' });
    await toPast();
    await expect.poll(() => rowOf(barsOf('Costa'))).toBe('203');
    const box = (await barsOf('Costa').boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 20 + 2 * COLUMN, box.y + 40, { steps: 6 });
    expect(await page.locator('.tape-drag-card, .tape-drag-target').count()).toBe(0);
    await page.mouse.up();
    await expect.poll(() => rowOf(barsOf('Costa'))).toBe('203');
    await barsOf('Costa').click({ button: 'right' });
    expect(await page.getByRole('menu').filter({ visible: true }).count()).toBe(0);
    await barsOf('Costa').focus();
    for (const key of ['m', ']', 's', 'a', 'n', 'Control+z']) await page.keyboard.press(key);
    expect(await page.locator('.tape-drag-card, dialog[open]').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Book a stay' }).count()).toBe(0);
    expect((await desk.bookingOf('Costa')).unit).toBe('204');
  });

  test('compared with now, says in words what came, went and was moved', async () => {
    await toPast();
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await expect
      .poll(() => page.locator('.past-sums').textContent())
      .toContain('1 came · 1 gone · 1 moved · −2 nights');
    const named = async (name: string) =>
      Promise.all(
        (await barsOf(name).all()).map(async (one) => [
          await rowOf(one),
          await one.getAttribute('aria-label'),
        ]),
      );
    expect((await named('Costa')).toSorted()).toEqual([
      ['203', 'Costa, Airbnb, Wed 17 Jun to Fri 19 Jun, Was here, and was moved since'],
      ['204', 'Costa, Airbnb, Wed 17 Jun to Fri 19 Jun, Moved here since then'],
    ]);
    expect(await named('Hughes')).toEqual([
      ['101', 'Hughes, Direct, Fri 19 Jun to Mon 22 Jun, Gone from these days since then'],
    ]);
    expect(await named('Newman')).toEqual([
      ['103', 'Newman, Direct, Sun 14 Jun to Mon 15 Jun, New since then'],
    ]);
    await expectAccessible(page);
  });

  test('shows the facts of a stay at that moment, and leads to the stay as it is', async () => {
    await toPast();
    await barsOf('Costa').click();
    const card = page.getByRole('dialog', { name: 'Costa' });
    await expect.poll(() => card.textContent()).toContain('203');
    expect(await card.textContent()).toContain('As it was on Thu 11 Jun 2026');
    expect(await card.getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Open as it is now' }).click();
    await expect.poll(() => page.url()).toContain(`stay=${desk.house.stays['Costa']!.orderId}`);
    expect(page.url()).not.toContain('as_of');
  });

  test('is not live, and the calendar beneath it is', async () => {
    await toPast();
    const { token, rooms } = desk.house;
    const before = await page.locator('.live').textContent();
    const stay = { room_id: rooms['Family'], checkin: dateOf(24), checkout: dateOf(25) };
    const made = await desk.send('POST', `/api/bookings/${token}`, { ...stay, name: 'Later', price: 99 });
    // The copy beneath has the new stay.
    await expect.poll(() => page.locator('.live').textContent()).not.toBe(before);
    expect(await barsOf('Later').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => barsOf('Later').count()).toBe(1);
    await desk.send('DELETE', `/api/bookings/${token}?order_id=${made.order_id}&date=${dateOf(24)}`);
  });

  test('is reached from a change of the log, from the search, and by any date and time', async () => {
    await page.goto(`${desk.url}/desk/log?kinds=stays`);
    await page.locator('.log-change', { hasText: 'Costa' }).first().waitFor();
    const entry = page.locator('.log-line', { hasText: /^Costa: .*203 → 204/ }).first();
    await entry.getByRole('button', { name: 'Calendar just before this change' }).click();
    await page.getByText('The calendar as it was on').waitFor();
    await expect.poll(() => rowOf(barsOf('Costa').first())).toBe('203');
    // The moment has more than the minutes of the field: to go through the field does not change it.
    const address = page.url();
    const field = page.getByLabel('Date and time at the property');
    await field.focus();
    await field.blur();
    expect(page.url()).toBe(address);
    // What is typed stays while the house goes on.
    await field.fill('2026-06-05T09:00');
    const before = await page.locator('.live').textContent();
    await patch('Bianchi', { notes: 'a window seat' });
    await expect.poll(() => page.locator('.live').textContent()).not.toBe(before);
    expect(await field.inputValue()).toBe('2026-06-05T09:00');
    await field.press('Enter');
    await page.getByText('Fri 5 Jun 2026, 09:00').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${desk.url}/desk`);
    await page.getByRole('heading', { name: 'Arrivals' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('another moment');
    await page.getByRole('option', { name: /Calendar at another moment/ }).click();
    await page.getByRole('option', { name: /A week ago/ }).click();
    await page.getByText('The calendar as it was on Thu 4 Jun 2026').waitFor();
  });

  test('says why a moment cannot be shown', async () => {
    const reasonAt = async (moment: string, reason: string) => {
      await page.goto(`${desk.url}/desk/calendar?as_of=${moment}`);
      await page.getByText(reason).waitFor();
    };
    await reasonAt('2030-01-01T00:00:00Z', 'That moment is still to come: choose an earlier one.');
    await reasonAt(
      '2001-01-01T00:00:00Z',
      'The house did not exist here at that moment: choose a later one.',
    );
    await page.getByRole('button', { name: 'Back to now' }).click();
    await barsOf('Costa').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'At another moment' }).click();
    await page.getByRole('menuitem', { name: 'A week ago' }).click();
    await page.getByText('The past is on the server only').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The past is on the server only').waitFor({ state: 'detached' });
    await barsOf('Costa').waitFor();
  });

  test('is usable on a phone', async () => {
    await page.context().close();
    page = await desk.open('/desk/calendar', { viewport: PHONE, hasTouch: true });
    await page.locator('.bar').first().waitFor();
    await toPast();
    await page.getByRole('button', { name: 'Compare with now' }).click();
    await page.locator('.past-sums').waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide).toBe(false);
    await expectAccessible(page);
  });
});
