// The calendar in Chromium: what can be done with stays by mouse and keyboard, what is said before a drop, and how soon others see it.
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';
import { dateOf } from './house.ts';

const COLUMN = 56;

describe.skipIf(CHROMIUM === null)('the calendar', () => {
  const desk = useDesk();
  let page: Page;
  beforeEach(async () => {
    page = await desk.open('/desk/calendar');
    await page.locator('.bar').first().waitFor();
  });
  afterEach(() => page.context().close());

  const barOf = (name: string, within: Page = page): Locator =>
    within.getByRole('gridcell', { name: new RegExp(`^${name}, `) });
  const rowOf = async (unit: string): Promise<{ x: number; y: number }> => {
    const box = (await page.getByRole('rowheader', { name: new RegExp(`^${unit}(:|$)`) }).boundingBox())!;
    return { x: box.x + box.width, y: box.y + box.height / 2 };
  };
  /** The middle of the night of a day; the calendar begins with the ninth. */
  const nightAt = async (unit: string, day: number) => {
    const { x, y } = await rowOf(unit);
    return { x: x + (day - 9 + 1) * COLUMN, y };
  };
  const unitOf = async (name: string): Promise<string | null> => (await desk.bookingOf(name)).unit;
  /** Presses the stay in its first night and drags it to a night of a unit, without releasing it. */
  const drag = async (name: string, unit: string, day: number) => {
    const box = (await barOf(name).boundingBox())!;
    await page.mouse.move(box.x + COLUMN / 2 - 2, box.y + box.height / 2);
    await page.mouse.down();
    const to = await nightAt(unit, day);
    await page.mouse.move(to.x, to.y, { steps: 8 });
  };
  const card = () => page.locator('.tape-drag-card');

  test('shows every unit, and who is in it', async () => {
    await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(19);
    const bar = barOf('Gallagher');
    expect(await bar.getAttribute('aria-label')).toBe(
      'Gallagher, Booking.com, Thu 11 Jun to Mon 15 Jun, To check in',
    );
    const [row, box] = [await rowOf('301'), (await bar.boundingBox())!];
    expect(Math.abs(box.y + box.height / 2 - row.y)).toBeLessThan(2);
  });

  test('opens a stay with a click', async () => {
    await barOf('Sato').click();
    await expect.poll(() => page.url()).toContain(`stay=${desk.house.stays['Sato']!.orderId}`);
  });

  test('moves a stay to another unit with the mouse, and back with undo', async () => {
    await drag('Costa', '204', 17);
    await expect.poll(() => card().textContent()).toContain('203 → 204 · 2 nights');
    await expect.poll(() => card().textContent()).toContain('Same price');
    await page.mouse.up();
    await expect.poll(() => unitOf('Costa')).toBe('204');
    await expect
      .poll(async () => {
        const [row, box] = [await rowOf('204'), (await barOf('Costa').boundingBox())!];
        return Math.abs(box.y + box.height / 2 - row.y) < 2;
      })
      .toBe(true);
    await page.keyboard.press('Control+z');
    await expect.poll(() => unitOf('Costa')).toBe('203');
  });

  test('moves a stay with the keyboard, and reads what it means', async () => {
    await barOf('Bianchi').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('[aria-live=assertive]').textContent()).toContain('302 → 303');
    await page.keyboard.press('Escape');
    expect(await card().count()).toBe(0);
    await page.keyboard.press(']');
    await expect.poll(() => card().textContent()).toContain('+€186');
    await page.keyboard.press(' ');
    await expect
      .poll(() => barOf('Bianchi').getAttribute('aria-label'))
      .toBe('Bianchi, Direct, Sun 14 Jun to Thu 18 Jun, To come');
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => barOf('Bianchi').getAttribute('aria-label'))
      .toBe('Bianchi, Direct, Sun 14 Jun to Wed 17 Jun, To come');
  });

  test('lets a guest of an OTA stay longer than the OTA knows', async () => {
    await barOf('Doyle').focus();
    await page.keyboard.press('m');
    await page.keyboard.press(']');
    await expect.poll(() => card().textContent()).toMatch(/\+€/);
    await page.keyboard.press(' ');
    const label = () => barOf('Doyle').getAttribute('aria-label');
    await expect.poll(label).toBe('Doyle, Booking.com, Thu 18 Jun to Wed 24 Jun, To come');
    await page.keyboard.press('Control+z');
    await expect.poll(label).toBe('Doyle, Booking.com, Thu 18 Jun to Tue 23 Jun, To come');
  });

  test.each([
    ['Booking.com has sold', 'Doyle', '303', 20],
    ['Dvořák is there, Wed 17 Jun to Mon 22 Jun', 'Costa', '205', 17],
    ['Closed, Mon 15 Jun to Sat 20 Jun', 'Visser', '304', 18],
    ['These nights are over', 'Bianchi', '302', 9],
    ['No arrivals on Sat 20 Jun', 'Hughes', '101', 20],
  ])('says before the drop why not: %s', async (reason, name, unit, day) => {
    const before = await unitOf(name);
    const label = await barOf(name).getAttribute('aria-label');
    await drag(name, unit, day);
    await expect.poll(() => card().textContent()).toContain(reason);
    expect(await page.locator('[aria-live=assertive]').textContent()).toContain(reason);
    await page.mouse.up();
    await expect.poll(() => page.locator('.toast').textContent()).toContain(reason);
    expect(await unitOf(name)).toBe(before);
    expect(await barOf(name).getAttribute('aria-label')).toBe(label);
  });

  test('exchanges the units of two stays with the same nights', async () => {
    const { rooms, units, token } = desk.house;
    const night = { room_id: rooms['Double'], checkin: dateOf(25), checkout: dateOf(26), price: 124 };
    const book = (name: string, unit: string) =>
      desk.send('POST', `/api/bookings/${token}`, { ...night, name, unit_id: units[unit] });
    const [one, other] = [await book('Uno', '102'), await book('Dos', '104')];
    await expect.poll(() => barOf('Dos').count()).toBe(1);
    await drag('Uno', other.unit, 25);
    await expect.poll(() => card().textContent()).toContain('Changes rooms with Dos');
    await page.mouse.up();
    await expect
      .poll(async () => (await desk.send('GET', `/api/bookings/${token}?order_id=${one.order_id}`))[0].unit)
      .toBe(other.unit);
  });

  test('draws nights, and books or closes them', async () => {
    const [from, to] = [await nightAt('204', 19), await nightAt('204', 21)];
    const draw = async () => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    };
    await draw();
    await page.getByRole('menuitem', { name: 'Book a stay · 3 nights' }).click();
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toContain('checkin=2026-06-19&checkout=2026-06-22');
    await page.goBack();
    await draw();
    await page.getByRole('menuitem', { name: 'Close: out of order' }).click();
    const closure = page.getByRole('gridcell', { name: /^Fri 19 Jun to Sun 21 Jun, Closed/ });
    await expect.poll(() => closure.count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => closure.count()).toBe(0);
  });

  test('a closed room says why, and is changed and opened again with a click on it', async () => {
    await desk.send('POST', `/api/closures/${desk.house.token}`, {
      unit_id: desk.house.units['204'],
      kind: 'out_of_order',
      fromdate: dateOf(19),
      todate: dateOf(20),
    });
    const closure = page.getByRole('gridcell', { name: /Fri 19 Jun to Sat 20 Jun/ });
    await closure.click();
    const drawer = page.locator('dialog.drawer');
    await drawer.getByLabel('Why').fill('Water damage');
    await drawer.getByLabel('Last night').fill(dateOf(18));
    await drawer.getByLabel('How').focus();
    await drawer.getByText('The last night cannot be before the first').waitFor();
    await drawer.getByLabel('Last night').fill(dateOf(21));
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('gridcell', { name: /Fri 19 Jun to Sun 21 Jun, .*Water damage/ }).waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await closure.waitFor();
    await closure.click();
    await drawer.getByRole('button', { name: 'Open again' }).click();
    await expect.poll(() => closure.count()).toBe(0);
  });

  test('a closure that a colleague changes while it is open keeps both changes, and asks about the same one', async () => {
    const closed = await desk.send('POST', `/api/closures/${desk.house.token}`, {
      unit_id: desk.house.units['204'],
      kind: 'out_of_order',
      fromdate: dateOf(19),
      todate: dateOf(20),
    });
    const path = `/api/closures/${desk.house.token}?closure_id=${closed.closure_id}`;
    const now = async () => (await desk.send('GET', path))[0];
    await page.getByRole('gridcell', { name: /Fri 19 Jun to Sat 20 Jun/ }).click();
    const drawer = page.locator('dialog.drawer');
    await drawer.getByLabel('Why').fill('Paint');
    await desk.send('PATCH', path, { todate: dateOf(21), reason: 'Pipes' });
    const choice = drawer.getByRole('alert');
    await choice.getByText('Pipes').waitFor();
    expect(await drawer.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true);
    await choice.getByRole('button', { name: 'Keep mine' }).click();
    await drawer.getByRole('button', { name: 'Change' }).click();
    await expect.poll(async () => (await now()).reason).toBe('Paint');
    expect((await now()).todate).toBe(dateOf(21));
    await desk.send('DELETE', path);
  });

  test('the night that was chosen is that of the new stay', async () => {
    const { x, y } = await nightAt('204', 19);
    await page.mouse.click(x, y);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Book a stay' }).first().click();
    const form = page.locator('.new-stay');
    expect(await form.getByLabel('Arrival').inputValue()).toBe(dateOf(19));
    await expect.poll(() => form.getByLabel('Number').inputValue()).toBe(String(desk.house.units['204']));
  });

  test('splits a stay with the keyboard', async () => {
    const { token, stays } = desk.house;
    await barOf('Santoro').focus();
    await page.keyboard.press('s');
    for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => card().textContent()).toContain('Christodoulou is there');
    await page.keyboard.press('Escape');
    await barOf('Weber').focus();
    await page.keyboard.press('s');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => card().textContent()).toContain('Anderssen is there');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => card().textContent()).toContain('106 → 104');
    await page.keyboard.press('Escape');
    await barOf('Moretti').focus();
    for (const key of ['s', 'ArrowUp', 'ArrowUp', ' ']) await page.keyboard.press(key);
    const parts = async () =>
      (await desk.send('GET', `/api/bookings/${token}?order_id=${stays['Moretti']!.orderId}`))[0].unit_nights;
    await expect
      .poll(async () => (await parts())?.map(({ unit }: { unit: string }) => unit))
      .toEqual(['304', '302']);
    await page.keyboard.press('Control+z');
    await expect.poll(parts).toBe(null);
  });

  test('gives a stay the best room with one key', async () => {
    await barOf('Kovačević').focus();
    await page.keyboard.press('a');
    await expect.poll(() => unitOf('Kovačević')).toBe('303');
    await page.keyboard.press('Control+z');
    await expect.poll(() => unitOf('Kovačević')).toBe(null);
  });

  test('shows further days at the end of those that it has, and a date that is chosen', async () => {
    const chart = page.locator('.tape');
    const corner = page.locator('.tape-corner');
    await chart.evaluate((element) => element.scrollTo(99_999, 0));
    await expect
      .poll(() => chart.evaluate((element) => element.scrollWidth - element.scrollLeft - element.clientWidth))
      .toBeGreaterThan(20 * COLUMN);
    await expect.poll(() => corner.textContent()).toContain('July 2026');
    await page.getByLabel('Go to a date').fill('2026-12-24');
    await expect.poll(() => corner.textContent()).toContain('December 2026');
    await expect.poll(() => page.locator('.tape-rate:not(:empty)').count()).toBeGreaterThan(20);
    await page
      .getByRole('link', { name: /^Today/ })
      .first()
      .click();
    await expect.poll(() => page.locator('.stay-row', { hasText: 'Gallagher' }).count()).toBe(1);
    await page.goBack();
    await page.getByLabel('Go to a date').fill('2026-12-24');
    await expect.poll(() => corner.textContent()).toContain('December 2026');
    await page.getByRole('button', { name: 'Today' }).click();
    await expect.poll(() => corner.textContent()).toContain('June 2026');
    await expect.poll(() => barOf('Gallagher').count()).toBe(1);
  });

  test('is left, as the rates are, while it still scrolls', async () => {
    const rates = page.getByRole('link', { name: /^Rates/ });
    await rates.click();
    await page.locator('.rate-grid').waitFor();
    const leave = async (grid: string, link: Locator) => {
      const target = (await link.elementHandle())!;
      await page.locator(grid).evaluate((element, next) => {
        element.scrollLeft += 300;
        (next as HTMLElement).click();
      }, target);
    };
    await leave('.rate-grid', page.getByRole('link', { name: /^Calendar/ }));
    await page.locator('.bar').first().waitFor();
    await leave('.tape', rates);
    // What fails in a page fails the tests at their end.
    await page.locator('.rate-grid').waitFor();
  });

  test('has a menu of what can be done with a stay', async () => {
    await barOf('Sato').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move' }).click();
    await card().waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => card().textContent()).toContain('103 → 104');
    await page.keyboard.press('Escape');
  });

  test('sets the condition of a unit from the menu of its name', async () => {
    const condition = async () =>
      (await desk.send('GET', `/api/units/${desk.house.token}`)).find(
        (one: { name: string }) => one.name === '101',
      ).condition;
    expect(await condition()).toBe('dirty');
    await page.getByRole('rowheader', { name: '101: to clean' }).click();
    await page.getByRole('menuitemradio', { name: 'Clean', exact: true }).click();
    await expect.poll(condition).toBe('clean');
    await expect.poll(() => page.getByRole('rowheader', { name: '101', exact: true }).count()).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(condition).toBe('dirty');
  });

  test('shows what others do without being loaded again', async () => {
    const other = await desk.open('/desk/calendar', { role: 'desk' });
    await barOf('Petrović', other).focus();
    await other.keyboard.press(']');
    await other.keyboard.press('Escape');
    await barOf('Greco', other).focus();
    await other.keyboard.press(']');
    await other.keyboard.press(' ');
    await expect.poll(() => barOf('Greco').getAttribute('aria-label')).toContain('Wed 24 Jun to Mon 29 Jun');
    await other.context().close();
  });

  test('runs nothing that stands in names, and keeps its form', async () => {
    const { token, rooms } = desk.house;
    const nights = { room_id: rooms['Double'], checkin: dateOf(25), checkout: dateOf(27), price: 100 };
    const names = [
      '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>',
      'שלום עולם مرحبا بالعالم',
      '👩‍👩‍👧‍👦🏳️‍🌈 Zoë',
    ];
    for (const name of names) {
      const { order_id: orderId } = await desk.send('POST', `/api/bookings/${token}`, { ...nights, name });
      const bar = page.locator(`[data-bar="stay-${orderId}-0"]`);
      await expect.poll(() => bar.textContent()).toBe(name);
      expect((await bar.boundingBox())!.height).toBe(22);
      await desk.send('DELETE', `/api/bookings/${token}?order_id=${orderId}&date=${dateOf(25)}`);
    }
    const long = `${'W'.repeat(199)}`;
    await desk.send('POST', `/api/bookings/${token}`, { ...nights, name: long });
    await expect.poll(() => page.locator('.bar', { hasText: long.slice(0, 50) }).count()).toBe(1);
    expect(
      await page.evaluate(() => [Reflect.get(globalThis, 'ran'), document.documentElement.scrollWidth]),
    ).toEqual([undefined, 1_440]);
  });

  test('has no violation of WCAG 2.2 AA that axe finds, in both themes, while a stay is dragged', async () => {
    await drag('Costa', '204', 17);
    await card().waitFor();
    await expectAccessible(page);
  });

  test('changes nothing for somebody who may only look', async () => {
    const other = await desk.open('/desk/calendar', { role: 'read' });
    await other.locator('.bar').first().waitFor();
    expect(await other.locator('.bar.drags').count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Book a stay' }).count()).toBe(0);
    await other.context().close();
  });
});
