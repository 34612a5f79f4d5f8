// The second factor in a browser: turned on with an app, asked for after the password, replaced by a recovery code, and turned off.
import { describe, expect, test } from 'vitest';
import { codeAt } from '../api/totp.ts';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { PHONE, useDesk } from './desk.ts';

const PASSWORD = 'nine doors and a bell';

describe.skipIf(CHROMIUM === null)('the second factor', () => {
  const desk = useDesk();

  test('is turned on with an app, asked for after the password, and turned off', async () => {
    const person = { name: 'Greta Berg', role: 'owner', all_properties: true };
    const { link } = await desk.send('POST', '/operator/users', person);
    const { pathname, hash } = new URL(link);
    const page = await desk.open(pathname + hash, { role: null });
    const menu = page.getByRole('button', { name: 'Greta Berg' });
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await menu.waitFor();

    await page.goto(`${desk.url}/desk/account`);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) });
    await section.getByLabel('Password, to begin').fill(PASSWORD);
    await section.getByRole('button', { name: 'Begin' }).click();
    await section.locator('svg.qr').waitFor();
    const secret = (await section.locator('code').textContent())!.replaceAll(' ', '');
    await expectAccessible(page);
    await section.getByLabel('Code of the app').fill('000000');
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByText('This code is wrong').waitFor();
    await section.getByLabel('Code of the app').fill(codeAt(secret, desk.now()));
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.locator('.recovery-codes').waitFor();
    const codes = await section.locator('.recovery-codes code').allTextContents();
    expect(new Set(codes).size).toBe(10);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await section.getByText('10 recovery codes are left').waitFor();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code', { exact: true }).fill(codes[0]!);
    await page.keyboard.press('Enter');
    await menu.waitFor();

    await page.goto(`${desk.url}/desk/account`);
    await section.getByText('9 recovery codes are left').waitFor();
    await section.getByLabel('Code of the app').fill(codes[1]!);
    await section.getByLabel('Your password, to turn it off').fill(PASSWORD);
    await section.getByRole('button', { name: 'Turn off' }).click();
    await section.getByRole('button', { name: 'Begin' }).waitFor();
    await page.context().close();
  });

  test('whose codes did not arrive asks for new ones, and not where another device has them', async () => {
    const begin = async (name: string) => {
      const person = { name, role: 'owner', all_properties: true };
      const { link } = await desk.send('POST', '/operator/users', person);
      const { pathname, hash } = new URL(link);
      const page = await desk.open(pathname + hash, { role: null });
      await page.getByLabel('New password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name }).waitFor();
      await page.goto(`${desk.url}/desk/account`);
      const section = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) });
      await section.getByLabel('Password, to begin').fill(PASSWORD);
      return { page, section, areLost: section.getByText('recovery codes did not arrive') };
    };
    const lost = await begin('Ada Moor');
    await lost.section.getByRole('button', { name: 'Begin' }).click();
    const secret = (await lost.section.locator('code').textContent())!.replaceAll(' ', '');
    await lost.page.route('**/session/second-factor', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await lost.section.getByLabel('Code of the app').fill(codeAt(secret, desk.now()));
    await lost.section.getByRole('button', { name: 'Turn on' }).click();
    await lost.areLost.waitFor();
    await lost.section.getByLabel('Code of the app').fill(codeAt(secret, desk.now().add({ seconds: 30 })));
    await lost.section.getByRole('button', { name: 'New recovery codes' }).click();
    await lost.section.getByRole('button', { name: 'I have kept them' }).click();
    await lost.section.getByText('10 recovery codes are left').waitFor();
    expect(await lost.areLost.count()).toBe(0);
    await lost.page.context().close();

    const other = await begin('Ben Moor');
    const post = (path: string, data: object) =>
      other.page.request.post(`${desk.url}/session/second-factor${path}`, {
        data,
        headers: { origin: desk.url },
      });
    const made = await (await post('/secret', { current_password: PASSWORD })).json();
    expect((await post('', { code: codeAt(made.secret, desk.now()) })).status()).toBe(200);
    await other.section.getByRole('button', { name: 'Begin' }).click();
    await other.section.getByText('10 recovery codes are left').waitFor();
    expect(await other.areLost.count()).toBe(0);
    await other.page.context().close();
  });

  test('is taken away by an owner from who has lost the phone', async () => {
    const person = { name: 'Rui Sá', role: 'desk', all_properties: true };
    const { link } = await desk.send('POST', '/operator/users', person);
    const { pathname, hash } = new URL(link);
    const own = await desk.open(pathname + hash, { role: null });
    await own.getByLabel('New password').fill(PASSWORD);
    await own.keyboard.press('Enter');
    await own.getByRole('button', { name: 'Rui Sá' }).waitFor();
    const post = (path: string, data: object) =>
      own.request.post(`${desk.url}/session/second-factor${path}`, { data, headers: { origin: desk.url } });
    const { secret } = await (await post('/secret', { current_password: PASSWORD })).json();
    expect((await post('', { code: codeAt(secret, desk.now()) })).status()).toBe(200);
    await own.context().close();
    const page = await desk.open('/desk/people');
    const line = page.locator('.person', { hasText: 'Rui Sá' });
    const about = line.locator('p.t12');
    await expect.poll(() => about.textContent()).toContain('second factor');
    await line.getByRole('button', { name: 'More for Rui Sá' }).click();
    await page.getByRole('menuitem', { name: 'Take the second factor away' }).click();
    await line.getByText('The password alone then opens everything').waitFor();
    await line.getByRole('button', { name: 'Take the second factor away' }).click();
    await page.getByText('Rui Sá signs in without codes').waitFor();
    await expect.poll(() => about.textContent()).not.toContain('second factor');
    await page.context().close();
  });
});
