// Limits on guessing passwords, links and codes: whoever guesses is stopped, and nobody else is.
import { describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { type Browser, LOCAL_PAGE, openBrowser, PASSWORD, PIN, setPin, signedIn } from './people.ts';

const api = useApi();
/** An address that many browsers have, such as that of a proxy that is not known as one. */
const SHARED = '203.0.113.80';
const atSharedAddress = () => openBrowser(api, LOCAL_PAGE, SHARED);
const withPassword = (browser: Browser, name: string, password = PASSWORD) =>
  browser.request('POST', '/session', { name, password });
const withLink = (browser: Browser) => browser.request('POST', '/session', { secret: 'x'.repeat(43) });

async function person() {
  const { hotelId } = await api.property();
  return signedIn(api, 'desk', [hotelId]);
}

test('passwords and links are stopped after 20 wrong ones of an address, each kind by itself', async () => {
  const { name } = await person();
  const browser = openBrowser(api);
  const guesses = await Promise.all(
    Array.from({ length: 24 }, (_, i) => withPassword(browser, name, `guess ${i}`)),
  );
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
  const refused = await withPassword(browser, name);
  expectProblem(refused, 429, 'rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  const links = [];
  for (let i = 0; i < 21; i += 1) links.push((await withLink(browser)).status);
  expect(links).toEqual([...Array(20).fill(400), 429]);
  expect((await withPassword(openBrowser(api), name)).status).toBe(200);
});

test('successes are not counted', async () => {
  const { name } = await person();
  const browser = openBrowser(api);
  for (let i = 0; i < 25; i += 1) expect((await withPassword(browser, name)).status).toBe(200);
});

// Each guess costs a hash that is slow on purpose.
test('one name from many addresses is stopped after 100 failures, known or not, but for the device of the person', async () => {
  const { name, browser: own } = await person();
  for (const guessed of [name, 'Nobody at all']) {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const browser = openBrowser(api);
      for (let n = 0; n < 10; n += 1) statuses.push((await withPassword(browser, guessed, 'a guess')).status);
    }
    expect(statuses).toEqual(Array(100).fill(401));
    expectProblem(await withPassword(openBrowser(api), guessed.toUpperCase()), 429, 'rate_limited');
  }
  await own.request('DELETE', '/session');
  expect((await withPassword(own, ` ${name.toUpperCase()} `)).status).toBe(200);
});

test('the present password over a session that somebody left open is counted, for its person alone', async () => {
  const { hotelId } = await api.property();
  const one = await signedIn(api, 'desk', [hotelId]);
  const change = (browser: Browser, current_password: string) =>
    browser.request('POST', '/session/password', { current_password, new_password: 'another password' });
  for (let i = 0; i < 20; i += 1)
    expectProblem(await change(one.browser, `guess ${i}`), 400, 'wrong_password');
  expectProblem(await change(one.browser, PASSWORD), 429, 'rate_limited');
  const other = await signedIn(api, 'desk', [hotelId]);
  expect((await change(other.browser, PASSWORD)).status).toBe(200);
});

describe('wrong passwords of others at the same address', () => {
  const guess = async (name: string, times: number) => {
    const neighbour = atSharedAddress();
    for (let i = 0; i < times; i += 1) await withPassword(neighbour, name, `guess ${i}`);
  };

  test('shut out no device on which somebody signed in before, link, PIN or confirmation', async () => {
    const { hotelId } = await api.property();
    const { name, userId } = await signedIn(api, 'desk', [hotelId]);
    const device = atSharedAddress();
    expect((await withPassword(device, name)).status).toBe(200);
    await setPin(device);
    await device.request('POST', '/session/screen');
    await guess(name, 20);
    expectProblem(await withPassword(atSharedAddress(), name), 429, 'rate_limited');
    const wrong = { current_password: 'a guess', new_password: 'another password' };
    expectProblem(await device.request('POST', '/session/password', wrong), 400, 'wrong_password');
    await device.request('POST', '/session/screen/lock');
    const pin = { user_id: userId, pin: PIN };
    expect((await device.request('POST', '/session/screen/switch', pin)).status).toBe(200);
    await device.request('DELETE', '/session');
    expect((await withPassword(device, name)).status).toBe(200);
    expectProblem(await withLink(atSharedAddress()), 400, 'link_not_valid');
  });

  test('a known device has 20 of its own', async () => {
    const { name, browser } = await person();
    for (let i = 0; i < 20; i += 1)
      expectProblem(await withPassword(browser, name, `guess ${i}`), 401, 'sign_in_refused');
    expectProblem(await withPassword(browser, name), 429, 'rate_limited');
    expect((await withPassword(openBrowser(api), name)).status).toBe(200);
  });

  test('a device is not known by a cookie that is not from here, altered, or sent without https', async () => {
    const { name, browser } = await person();
    const known = browser.cookies.get('innwire-device')!;
    const altered = `${known.slice(0, -3)}${known.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    await guess(name, 20);
    for (const value of [altered, 'A'.repeat(200), 'x', `${known}; innwire-device=${known}`]) {
      const posing = atSharedAddress();
      posing.cookies.set('innwire-device', value);
      expectProblem(await withPassword(posing, name), 429, 'rate_limited');
    }
    const network = openBrowser(
      api,
      { host: '192.168.1.10:3000', origin: 'https://192.168.1.10:3000' },
      SHARED,
    );
    network.cookies.set('innwire-device', known);
    expectProblem(await withPassword(network, name), 429, 'rate_limited');
  });

  test('what the cookie says is encrypted', async () => {
    const { hotelId } = await api.property();
    const { name, browser } = await signedIn(api, 'desk', [hotelId]);
    const cookie = browser.cookies.get('innwire-device')!;
    const text = Buffer.from(cookie, 'base64url').toString('latin1').toLowerCase();
    expect(text).not.toContain(name.toLowerCase());
  });
});
