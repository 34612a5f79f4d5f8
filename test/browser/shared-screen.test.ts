// A screen that several people share, in a browser: a PIN is chosen, people switch, and the screen locks.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

const PASSWORD = 'nine doors and a bell';
const PIN = '2580';

describe.skipIf(CHROMIUM === null)('a shared screen', () => {
  const desk = useDesk();

  const invite = async (name: string, role: string) => {
    const { link } = await desk.send('POST', '/operator/users', { name, role, all_properties: true });
    return new URL(link).pathname + new URL(link).hash;
  };
  const choosePassword = async (page: Page, name: string) => {
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name }).waitFor();
  };
  const choosePin = async (page: Page) => {
    await page.goto(`${desk.url}/desk/account`);
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save the PIN' }).click();
    await page.getByText('The PIN is saved').waitFor();
  };
  const typePin = async (page: Page, pin: string) => {
    await page.getByLabel(/^PIN of/).fill(pin);
    await page.keyboard.press('Enter');
  };

  test('is taken over with a PIN, and shows nothing that the next person may not see', async () => {
    const page = await desk.open(await invite('Greta Berg', 'owner'), { role: null });
    await choosePassword(page, 'Greta Berg');
    await choosePin(page);
    await page.getByRole('button', { name: 'Share this screen' }).click();
    await page.getByRole('button', { name: 'Share it no longer' }).waitFor();
    await page.getByLabel('Lock without use').selectOption('5');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1_440, height: 900 });

    await page.goto(desk.url + (await invite('Lena Vogt', 'housekeeping')));
    await choosePassword(page, 'Lena Vogt');
    await choosePin(page);
    await page.goto(`${desk.url}/desk/housekeeping`);
    await page.getByRole('button', { name: 'Lena Vogt' }).click();
    await page.getByRole('menuitem', { name: 'Greta Berg' }).click();
    await expectAccessible(page);
    await typePin(page, '9081');
    await page.getByText('4 tries are left').waitFor();
    await typePin(page, PIN);
    await page.getByRole('button', { name: 'Greta Berg' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/housekeeping');

    await page.goto(`${desk.url}/desk/inbox`);
    const second = await page.context().newPage();
    await second.goto(`${desk.url}/desk/calendar`);
    await second.getByRole('button', { name: 'Greta Berg' }).waitFor();
    await page.getByRole('button', { name: 'Greta Berg' }).click();
    await page.getByRole('menuitem', { name: 'Lena Vogt' }).click();
    await typePin(page, PIN);
    await page.getByRole('button', { name: 'Lena Vogt' }).waitFor();
    // Conversations are not for housekeeping; nor is the calendar in the other tab.
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Lena Vogt' }).waitFor();
      await tab.waitForURL(/\/desk\/housekeeping/);
      expect(await tab.getByRole('link', { name: 'Inbox' }).count()).toBe(0);
    }
    await second.close();

    // A lock that the server cannot hear of is not undone by loading the page again, and is delivered later.
    await page.goto(`${desk.url}/desk`);
    await page.getByRole('button', { name: 'Lena Vogt' }).waitFor();
    await page.route('**/session/screen/lock', (route) => route.abort());
    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
    await page.unroute('**/session/screen/lock');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('innwire.locked'))).toBeNull();
    await page.reload();
    await page.getByRole('button', { name: 'Lena Vogt' }).click();
    await typePin(page, PIN);
    await page.getByRole('navigation').first().waitFor();

    await page.goto(`${desk.url}/desk/people`);
    await page.waitForURL(/\/desk\/housekeeping/);
    await page.getByRole('button', { name: 'Lena Vogt' }).waitFor();

    await page.keyboard.press('Control+Shift+L');
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.reload();
    await page.getByRole('button', { name: 'Greta Berg' }).click();
    for (let i = 0; i < 4; i += 1) {
      await typePin(page, `908${i}`);
      await page.getByText(/left/).waitFor();
      await page.getByLabel(/^PIN of/).fill('');
    }
    await typePin(page, '9085');
    await page.getByText('Too many wrong PINs').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Greta Berg' }).waitFor();

    await page.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() + 5 * 60_000;
    });
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
    await page.context().close();
  });

  test('keeps no answer of the server in the browser, for whoever comes next', async () => {
    const page = await desk.open(await invite('Ida Holm', 'owner'), { role: null });
    await choosePassword(page, 'Ida Holm');
    for (const screen of ['inbox', 'stays', 'guests', 'reports', 'settings', 'log']) {
      await page.goto(`${desk.url}/desk/${screen}`);
      await page.getByRole('button', { name: 'Ida Holm' }).waitFor();
      const answered = await page.waitForFunction(() => {
        const resources = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
        const reads = resources.filter(({ pathname }) => /^\/(api|operator|session)\b/.test(pathname));
        return reads.length > 1 && [...new Set(reads.map(({ href }) => href))];
      });
      const kept = await answered.evaluate(async (reads) => {
        const isKept = (url: string) =>
          fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
            ({ ok }) => ok,
            () => false,
          );
        const found = await Promise.all((reads || []).map(async (url) => ((await isKept(url)) ? url : null)));
        return found.filter((url) => url !== null);
      });
      expect(kept, screen).toEqual([]);
    }
    await page.context().close();
  });
});
