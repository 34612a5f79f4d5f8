// Rates and reports in a browser: prices typed, sent and taken back; the reports of a month; axe on both.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { isTitleWhole, PHONE, useDesk } from './desk.ts';

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
      expect(await isTitleWhole(page), `the title of ${address} is not cut`).toBe(true);
      await page.context().close();
    }
  });

  test('reports show occupancy, pickup and balances', async () => {
    const page = await desk.open('/desk/reports');
    await page.locator('.figures').getByText('Nights sold').waitFor();
    await page.getByLabel('Pickup since').fill('2026-06-01T00:00');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Pickup, nights' }).waitFor();
    await page.getByRole('button', { name: 'Balances' }).click();
    await page.getByRole('button', { name: 'Gallagher' }).waitFor();
    await page.context().close();
  });

  test('pasted cells that cannot be read are counted beside the preview', async () => {
    const page = await desk.open('/desk/rates');
    await page.getByRole('gridcell', { name: 'Double, Thu 11 Jun: €124' }).click();
    await page.locator('.rate-grid').evaluate((grid) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1,250.00\t1.250\tn/a');
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const pending = page.getByRole('region', { name: 'Not sent yet' });
    await pending.getByText('2 nights').waitFor();
    await pending.getByText('1 pasted cell could not be read').waitFor();
    await page.getByRole('gridcell', { name: 'Double, Fri 12 Jun: €1,250' }).waitFor();
    await page.context().close();
  });

  test('a screen in which an error occurs says so, and is loaded again', async () => {
    const page = await desk.open('/desk/today');
    // The error of this page is no failure of the test.
    page.removeAllListeners('pageerror');
    const thrown = page.waitForEvent('pageerror');
    await page.route('**/api/reports/**', (route) => route.fulfill({ json: {} }));
    await page.getByRole('link', { name: 'Reports' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'This screen cannot be shown' });
    await failed.getByText('Changes that are not sent yet are kept.').waitFor();
    await thrown;
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Today' }).click();
    await failed.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Reports' }).click();
    await failed.waitFor();
    await page.unroute('**/api/reports/**');
    await failed.getByRole('button', { name: 'Load again' }).click();
    await page.locator('.figures').getByText('Nights sold').waitFor();
    await page.context().close();
  });
});
