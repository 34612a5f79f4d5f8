// Rates and reports in a browser: prices typed, sent and taken back; the reports of a month; axe on both.
import type { Page } from 'playwright-core';
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

  test('Escape leaves a field first, then drops what is not sent, which Undo brings back', async () => {
    const page = await desk.open('/desk/rates');
    const pending = page.getByRole('region', { name: 'Not sent yet' });
    await page.getByRole('gridcell', { name: 'Double, Sat 13 Jun: €148' }).click();
    await page.keyboard.type('150');
    await page.keyboard.press('Enter');
    await page.getByLabel('Price').fill('160');
    await page.keyboard.press('Escape');
    await pending.getByText('Esc once more drops what is not sent').waitFor();
    expect(await page.getByLabel('Price').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await pending.waitFor({ state: 'hidden' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('gridcell', { name: 'Double, Sat 13 Jun: €150' }).waitFor();
    await page.getByLabel('Min. nights').fill('3');
    await page.keyboard.press('Escape');
    await pending.getByText('1 night, ').waitFor();
    await page.context().close();
  });

  test('moving by weeks keeps what is selected, and the bar names what is not in sight', async () => {
    const page = await desk.open('/desk/rates');
    const pending = page.getByRole('region', { name: 'Not sent yet' });
    await page.getByRole('gridcell', { name: 'Family, Mon 15 Jun: €186' }).click();
    for (let week = 0; week < 3; week += 1) await page.getByRole('button', { name: 'Week after' }).click();
    await page.getByRole('toolbar').getByText('Mon 15 Jun').waitFor();
    await page.getByRole('toolbar').getByLabel('Price').fill('190');
    await page.keyboard.press('Enter');
    await pending.getByText('1 of them not in sight: Family, Mon 15 Jun').waitFor();
    await pending.getByRole('button', { name: 'Show all' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show: Family, Mon 15 Jun' }).click();
    await page.getByRole('gridcell', { name: 'Family, Mon 15 Jun: €190' }).waitFor();
    await pending.getByText('not in sight').waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('what is not sent survives a new load, and says which values others have changed since', async () => {
    const page = await desk.open('/desk/rates');
    const pending = page.getByRole('region', { name: 'Not sent yet' });
    await page.getByRole('gridcell', { name: 'Apartment, Mon 15 Jun: €214' }).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('220');
    await page.keyboard.press('Enter');
    await pending.getByText('2 nights').waitFor();
    await expect.poll(() => keptDrafts(page)).toBe(1);
    await desk.send('POST', `/api/availability/${desk.house.token}`, [
      { room_id: desk.house.rooms['Apartment'], date: '2026-06-15', price: 230 },
    ]);
    await page.reload();
    await pending.getByText('Set before this page was loaded').waitFor();
    await pending.getByText('1 night has got another value since').waitFor();
    await pending.getByRole('button', { name: 'Send' }).click();
    const asking = page.getByRole('dialog', { name: 'Send this?' });
    await asking.getByText('was €214, is now €230, you set €220').waitFor();
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Keep theirs' }).click();
    await asking.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => priceOf('Apartment', '2026-06-16')).toBe(220);
    expect(await priceOf('Apartment', '2026-06-15')).toBe(230);
    await expect.poll(() => keptDrafts(page)).toBe(0);
    await page.context().close();
  });

  test('a form sets a range of nights, and a price far from what it was is asked about', async () => {
    const page = await desk.open('/desk/rates');
    await page.getByRole('gridcell', { name: 'Double, Mon 15 Jun: €118' }).click();
    await page.getByRole('button', { name: 'Range' }).click();
    const form = page.getByRole('dialog', { name: 'Set a range of nights' });
    expect(await form.getByLabel('From').inputValue()).toBe('2026-06-15');
    await form.getByLabel('To', { exact: true }).fill('2026-06-17');
    await form.getByLabel('Price').fill('1');
    await form.getByLabel('Max. nights').fill('7');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: 'Double, Wed 17 Jun: €1', exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    const asking = page.getByRole('dialog', { name: 'Send this?' });
    await asking.getByText('3 prices are 0').waitFor();
    await asking.getByText('Double, Wed 17 Jun').waitFor();
    await asking.getByRole('button', { name: 'Back' }).click();
    expect(await priceOf('Double', '2026-06-17')).toBe(118);
    await page.keyboard.press('Control+Enter');
    await asking.getByRole('button', { name: 'Send all the same' }).click();
    await expect.poll(() => priceOf('Double', '2026-06-17')).toBe(1);
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

/** Counts what the device keeps of what was begun and not sent. */
function keptDrafts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('innwire');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const count = db.transaction('drafts').objectStore('drafts').count();
          count.onsuccess = () => {
            db.close();
            resolve(count.result);
          };
        };
      }),
  );
}
