// Signing in, ended sessions, invitations, the search, and the first rooms of a house, in a browser.
import type { Page, Request } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { CHROMIUM } from './chart/chromium.ts';
import { useDesk } from './desk.ts';

const PASSWORD = 'nine doors and a bell';

/** Reads a QR code from a bitmap of it. */
async function readCode(page: Page, selector: string): Promise<string> {
  const png = (await page.locator(selector).screenshot()).toString('base64');
  const viewer = await page.context().newPage();
  const { width, height, bytes } = await viewer.evaluate(async (encoded) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width: bitmap.width, height: bitmap.height, bytes: [...data] };
  }, png);
  await viewer.close();
  return decodeQr({ width, height, data: new Uint8Array(bytes) });
}

describe.skipIf(CHROMIUM === null)('the desk', () => {
  const desk = useDesk();

  let people = 0;
  /** Invites somebody with a role at the house of the tests, or at another property. */
  const invite = async (role = 'owner', hotelId?: number) => {
    people += 1;
    const where = hotelId === undefined ? { all_properties: true } : { hotel_ids: [hotelId] };
    const name = `Person ${people}`;
    const { user_id: userId, link } = await desk.send('POST', '/operator/users', { name, role, ...where });
    return { userId, name, path: new URL(link).pathname + new URL(link).hash };
  };
  /** Opens a page in which somebody with a password has signed in. */
  const signedIn = async () => {
    const person = await invite();
    const page = await desk.open(person.path, { role: null });
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: person.name }).waitFor();
    return { page, person };
  };
  /** Ends the sessions of a person while the change of the password is on its way. */
  const endSessionAtPassword = (page: Page, userId: number) =>
    page.route(
      '**/session/password',
      async (route) => {
        await desk.send('DELETE', `/operator/users/${userId}/sessions`);
        await route.continue();
      },
      { times: 1 },
    );
  const signInWith = async (page: Page, password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };
  test('makes no change as somebody who signed in meanwhile in the same browser', async () => {
    const { page } = await signedIn();
    const other = await invite();
    const open = new Set<Request>();
    page.on('request', (request) => void open.add(request));
    page.on('requestfinished', (request) => void open.delete(request));
    page.on('requestfailed', (request) => void open.delete(request));
    await page.goto(`${desk.url}/desk/account`);
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    expect(await page.locator('main .btn.primary').count(), 'one filled button').toBe(1);
    await page.getByLabel('New password').fill('a password of the first person');
    await page.getByLabel('Present password').fill(PASSWORD);
    // The page does not know of it yet: it reads nothing until it has sent what was typed.
    const sent = Promise.withResolvers<void>();
    await page.route(/\/(api|session)\b/, async (route) => {
      open.delete(route.request());
      if (route.request().method() === 'GET') await sent.promise;
      await route.continue();
    });
    const reads = () =>
      [...open].map((request) => request.url()).filter((url) => !url.includes('/api/events/'));
    await expect.poll(reads).toEqual([]);
    const secret = other.path.slice(other.path.indexOf('#') + 1);
    const headers = { origin: desk.url };
    const used = await page.request.post(`${desk.url}/session`, { data: { secret }, headers });
    const answer = page.waitForResponse(`${desk.url}/session/password`);
    await page.keyboard.press('Enter');
    expect([used.status(), (await answer).status()]).toEqual([200, 409]);
    sent.resolve();
    await page.getByText('Your last change was not made').waitFor();
    await page.getByRole('button', { name: other.name }).waitFor();
    const signedInNow = await page.request.get(`${desk.url}/session`);
    expect(await signedInNow.json()).toMatchObject({ name: other.name, has_password: false });
    await page.context().close();
  });

  test('is entered by a link once, then by a password, and comes back to the address that was wanted', async () => {
    const { page, person } = await signedIn();
    await page.getByRole('button', { name: person.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${desk.url}/desk/calendar`);
    await signInWith(page, 'not this one');
    await page.getByText('Name or password is wrong').waitFor();
    await expectAccessible(page);
    await signInWith(page, PASSWORD);
    await page.getByRole('button', { name: person.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/calendar');
    await page.goto(`${desk.url}/desk/parts`);
    await page.goto(desk.url + person.path);
    await page.getByText('This link is no longer valid').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  test('asks to sign in above the screen when the session ends, and goes on where it was', async () => {
    const { page, person } = await signedIn();
    await page.goto(`${desk.url}/desk/account`);
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.getByLabel('New password').fill('ten doors and no bell');
    await endSessionAtPassword(page, person.userId);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    // The dialog may be there before the click, because the stream of changes has ended too: the button is then behind it.
    await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
    await dialog.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    // The change that was refused is made after all.
    await page.getByText('The password is changed').waitFor();
    expect(await dialog.isVisible()).toBe(false);
    await page.locator('.live:not(.late)').waitFor();
    await page.context().close();
  });

  test('asks for no second sign-in when a refusal of the ended session comes after the first', async () => {
    const { page, person } = await signedIn();
    await page.goto(`${desk.url}/desk/account`);
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.getByLabel('New password').fill('ten doors and no bell');
    await page.locator('.live .num').waitFor();
    const [isRefused, isSignedIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    await page.route('**/api/events/**', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      isRefused.resolve();
      await isSignedIn.promise;
      await route.fulfill({ response });
    });
    await endSessionAtPassword(page, person.userId);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await isRefused.promise;
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('The password is changed').waitFor();
    isSignedIn.resolve();
    await page.locator('.live .num').waitFor();
    expect(await dialog.isVisible()).toBe(false);
    await page.context().close();
  });

  test('makes an invitation that signs somebody else in with the role', async () => {
    const page = await desk.open('/desk/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Rosa of the second floor');
    await page.getByRole('radio', { name: 'Housekeeping' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.locator('.made-link').textContent();
    await expectAccessible(page);
    await page.getByText('A phone cannot open this link').waitFor();
    // No code that no phone can follow.
    expect(await page.locator('svg.qr').count()).toBe(0);
    // As on a connection that is not encrypted.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.paper').innerText()).toContain(link!);
    expect(await page.locator('.paper svg.qr').count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    const phone = await desk.open(new URL(link!).pathname + new URL(link!).hash, { role: null });
    await phone.getByRole('button', { name: 'Go on without a password' }).click();
    await phone.getByRole('navigation').getByRole('link', { name: 'Housekeeping' }).waitFor();
    expect(await phone.getByRole('navigation').getByRole('link', { name: 'People' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByText('Rosa of the second floor').waitFor();
    await expectAccessible(page);
    await Promise.all([page.context().close(), phone.context().close()]);
  });

  test('shows a link that a phone can open as a code, on the screen and on paper', async () => {
    const page = await desk.open('/desk/people');
    await page.route('**/operator/users', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(desk.url, 'https://desk.lindenhof.example');
      return route.fulfill({ response: answer, body: text });
    });
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Jan of the night');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.locator('.made-link').textContent();
    expect(link).toMatch(/^https:\/\/desk\.lindenhof\.example\//);
    expect(await readCode(page, '.link-code svg.qr')).toBe(link);
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await readCode(page, '.paper svg.qr')).toBe(link);
    await page.context().close();
  });

  test('finds a guest by some letters without accents, and opens the stay with Enter', async () => {
    const page = await desk.open('/desk');
    await page.locator('.live:not(.late)').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('novak');
    await page.getByRole('option', { name: /Novák/ }).first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/stay=\d+/);
    await page.context().close();
  });

  test('keeps what is typed while the search is still being loaded', async () => {
    const page = await desk.open('/desk');
    await page.locator('.live:not(.late)').waitFor();
    const { promise: typed, resolve: load } = Promise.withResolvers<void>();
    await page.route('**/Palette-*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    // The first two letters are keys of the screen, too.
    await page.keyboard.type('nox');
    await page.keyboard.press('Backspace');
    load();
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('vak');
    expect(await field.inputValue()).toBe('novak');
    await page.getByRole('option', { name: /Novák/ }).first().waitFor();
    await page.context().close();
  });

  test('does by the search what the person may do: with whom is asked, and Backspace leads back', async () => {
    const page = await desk.open('/desk');
    await page.locator('.live:not(.late)').waitFor();
    const say = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find or do' }).fill(text);
    };
    await say('check in');
    await page.getByRole('option', { name: 'Check in …' }).click();
    await page.getByRole('option', { name: /Gallagher/ }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Backspace');
    await page.getByRole('combobox', { name: 'Find or do' }).fill('move to');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Move to date …' }).fill('24.12.2026');
    await page.keyboard.press('Enter');
    await page.waitForURL(/day=2026-12-24/);
    await say('access for');
    await page.getByRole('option', { name: /Access for programs.*Settings/ }).click();
    await page.waitForURL(/settings\?section=tokens/);
    await say('balances');
    // The next search opens, however soon it follows.
    await Promise.all(['Enter', 'Control+k'].map((key) => page.keyboard.press(key)));
    await page.waitForURL(/reports\?report=balances/);
    await page.getByRole('combobox', { name: 'Find or do' }).fill('clean 101');
    await page.keyboard.press('Enter');
    await page.getByText('101 is clean').waitFor();
    await say('check out jov');
    await page.keyboard.press('Enter');
    await page.getByText(/Jovanović.*checked out/).waitFor();
    await say('dark theme');
    await page.keyboard.press('Enter');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    const cleaner = await desk.open('/desk/housekeeping', { role: 'housekeeping' });
    await cleaner.getByRole('navigation').getByRole('link', { name: 'Housekeeping' }).waitFor();
    await cleaner.keyboard.press('Control+k');
    await cleaner.getByRole('option', { name: 'Close a room for tonight …' }).waitFor();
    expect(await cleaner.getByRole('option', { name: /Check in|New stay/ }).count()).toBe(0);
    await Promise.all([page.context().close(), cleaner.context().close()]);
  });

  test('says in the rail how much waits on a screen, and its labels fit in every language', async () => {
    const page = await desk.open('/desk');
    await page.getByRole('link', { name: /^Housekeeping, \d+ to clean$/ }).waitFor();
    await page.getByRole('link', { name: /^Inbox, 2 without an answer$/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Rates', exact: true }).locator('.nav-count').count()).toBe(
      0,
    );
    for (const language of ['English', 'Deutsch', 'Português', 'Español']) {
      await page.getByRole('button', { name: 'Maria Thoma' }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
      const wide = () =>
        page
          .locator('.rail a.nav > span:not(.nav-count)')
          .evaluateAll((labels) =>
            labels
              .filter((label) => label.scrollWidth > label.parentElement!.clientWidth)
              .map((label) => label.textContent),
          );
      expect(await wide()).toEqual([]);
    }
    await page.context().close();
  });

  test('sets up the rooms of a new house, keeping what is saved when a later line is refused', async () => {
    const house = { name: 'Casa Nova', currency: 'EUR', timezone: 'Europe/Lisbon' };
    const { hotel_id: hotelId } = await desk.send('POST', '/operator/properties', house);
    const page = await desk.open((await invite('owner', hotelId)).path, { role: null });
    await page.getByRole('button', { name: 'Go on without a password' }).click();
    await page.waitForURL(/\/desk\/setup$/);
    const line = (place: number, label: RegExp) => page.locator('.setup-room').nth(place).getByLabel(label);
    const fill = async (place: number, kind: string, numbers: string, price: string, weekend: string) => {
      await line(place, /Kind/).fill(kind);
      await line(place, /Numbers/).fill(numbers);
      await line(place, /A night/).fill(price);
      await line(place, /Fri and Sat/).fill(weekend);
    };
    await fill(0, 'Double', '101-103', '90', '120');
    // Unit 103 is taken by then.
    await fill(1, 'Suite', '103', '200', '');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await page.getByRole('alert').waitFor();
    await line(1, /Numbers/).fill('201');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await page.getByText('Your house is ready.').waitFor();
    await expectAccessible(page);
    const rooms = await desk.send('GET', `/operator/properties/${hotelId}/rooms`);
    expect(rooms.map((room: { name: string; units: number }) => [room.name, room.units])).toEqual([
      ['Double', 3],
      ['Suite', 1],
    ]);
    await page.context().close();
  });
});
