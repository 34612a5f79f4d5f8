// Rates and reports in a browser: prices typed, sent and taken back; the reports of a month; axe on both.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

describe.skipIf(CHROMIUM === null)('rates and reports', () => {
  const desk = useDesk();
  const priceOf = async (room: string, date: string) => {
    const path = `/api/availability/${desk.house.token}?room_id=${desk.house.rooms[room]}`;
    const [night] = await desk.send('GET', `${path}&fromdate=${date}&todate=${date}`);
    return night.price;
  };
  test('a price that is typed is previewed, sent, and taken back', async () => {
    const page = await desk.open('/desk/rates');
    await page.getByRole('gridcell', { name: 'Double, Thu 11 Jun: €124' }).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('+10%');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Not sent yet' }).getByText('2 nights').waitFor();
    expect(await priceOf('Double', '2026-06-11')).toBe(124);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => priceOf('Double', '2026-06-11')).toBe(136);
    await page.getByRole('gridcell', { name: 'Double, Fri 12 Jun: €163' }).waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => priceOf('Double', '2026-06-12')).toBe(148);
    await page.getByRole('gridcell', { name: 'Double, Fri 12 Jun: €148' }).waitFor();
    await page.context().close();
  });

  test.each([
    '/desk/rates',
    '/desk/reports',
  ])('%s: axe finds no violation, in both themes and sizes', async (address) => {
    for (const viewport of [undefined, PHONE]) {
      const page = await desk.open(address, viewport ? { viewport, hasTouch: true } : {});
      await page.locator('.rate-grid, .rate-form, .report-table').first().waitFor();
      await expectAccessible(page);
      await page.context().close();
    }
  });

  test('reports show occupancy, pickup and balances', async () => {
    const page = await desk.open('/desk/reports');
    await page.locator('.figures').getByText('Nights sold').waitFor();
    await page.getByLabel('Pickup since').fill('2026-06-01T00:00');
    await page.getByRole('columnheader', { name: 'Pickup, nights' }).waitFor();
    await page.getByRole('button', { name: 'Balances' }).click();
    await page.getByRole('button', { name: 'Gallagher' }).waitFor();
    await page.context().close();
  });
});
