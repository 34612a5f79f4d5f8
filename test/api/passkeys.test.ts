// Passkeys: adding, using and removing them, and every way in which one is refused.
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { makePasskey, type TestPasskey } from './authenticator.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type Browser, HTTPS_PAGE, invite, openBrowser, PASSWORD, signedIn } from './people.ts';

const api = useApi();
const ORIGIN = HTTPS_PAGE.origin;
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  api.baseUrl = ORIGIN;
});

const begin = async (browser: Browser) =>
  (await browser.request('POST', '/session/passkeys/options', { current_password: PASSWORD })).body.options;
const challenge = async (browser: Browser) =>
  (await browser.request('POST', '/session/passkeys/sign-in-options')).body.options;
const signIn = (browser: Browser, passkey: string) => browser.request('POST', '/session', { passkey });
const add = (browser: Browser, credential: string, name = 'My phone') =>
  browser.request('POST', '/session/passkeys', { name, credential });

async function withPasskey() {
  const { hotelId } = await api.property();
  const person = await signedIn(api, 'desk', [hotelId], HTTPS_PAGE);
  const { passkey, credential } = makePasskey(await begin(person.browser), ORIGIN);
  const added = await add(person.browser, credential);
  expect(added.status, added.text).toBe(200);
  return { ...person, hotelId, passkey, passkeyId: added.body[0].passkey_id as number };
}

test('a passkey signs in without a name, and its device is listed so', async () => {
  const { passkey, userId, browser } = await withPasskey();
  const other = openBrowser(api, HTTPS_PAGE);
  const answer = await signIn(other, passkey.get(await challenge(other)));
  expect(answer.body.user_id, answer.text).toBe(userId);
  expect([answer.headers['set-cookie']].flat()[0]).toMatch(/^__Host-innwire=/);
  const devices = (await browser.get('/session/devices')).body;
  expect(devices.map((one: any) => one.began_with).toSorted()).toEqual(['link', 'passkey']);
  expect((await browser.get('/session/passkeys')).body).toMatchObject([
    { name: 'My phone', is_synced: false, last_used_at: expect.stringMatching(/^2026-06-15T10:00/) },
  ]);
});

test('what a browser is asked for: a name of this desk, a person who is verified, no key twice', async () => {
  const { browser, passkey } = await withPasskey();
  expect(await begin(browser)).toMatchObject({
    rp: { id: 'pms.example.com', name: 'innwire' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: passkey.id }],
  });
  expect(await challenge(browser)).toMatchObject({ rpId: 'pms.example.com', userVerification: 'required' });
});

describe('signing in is refused', () => {
  const refused = async (
    make: (passkey: TestPasskey, browser: Browser) => Promise<string> | string,
  ): Promise<void> => {
    const { passkey } = await withPasskey();
    const browser = openBrowser(api, HTTPS_PAGE);
    const credential = await make(passkey, browser);
    const answer = await signIn(browser, credential);
    expectProblem(answer, 400, 'passkey_refused');
    expect(browser.cookies.size).toBe(0);
  };

  test.each([
    ['signed for a page of another server', { origin: 'https://evil.example' }],
    ['signed for another host of the same domain', { origin: 'https://evil.pms.example.com' }],
    ['signed for another port', { origin: 'https://pms.example.com:8443' }],
    ['signed for another name', { rpId: 'example.com' }],
    ['of a device that did not verify the person', { isVerified: false }],
    ['with another person', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
  ])('%s', (_, deviation) =>
    refused(async (passkey, browser) => passkey.get(await challenge(browser), deviation)));

  test('also when the request names the other server as host and origin', async () => {
    const { passkey } = await withPasskey();
    const evil = { host: 'evil.example', origin: 'https://evil.example' };
    const relay = openBrowser(api, evil);
    const options = await challenge(relay);
    expect(options.rpId).toBe('pms.example.com');
    expectProblem(await signIn(relay, passkey.get(options, { origin: evil.origin })), 400, 'passkey_refused');
  });

  test('with a challenge that nobody made', () =>
    refused((passkey) => passkey.get({ challenge: 'c29tZSBjaGFsbGVuZ2U' })));

  test('with a challenge that is too old', () =>
    refused(async (passkey, browser) => {
      const options = await challenge(browser);
      api.clock = api.clock!.add({ minutes: 6 });
      return passkey.get(options);
    }));

  test('with a challenge to add a passkey', async () => {
    const { passkey, browser } = await withPasskey();
    const options = await begin(browser);
    expectProblem(await signIn(browser, passkey.get(options)), 400, 'passkey_refused');
  });

  test('with a signature of another key', () =>
    refused(async (passkey, browser) => {
      const other = await withPasskey();
      const options = await challenge(browser);
      const [own, foreign] = [passkey, other.passkey].map((one) => JSON.parse(one.get(options)));
      return JSON.stringify({ ...own, response: { ...own.response, signature: foreign.response.signature } });
    }));

  test('with a key of another person under the own id', () =>
    refused(async (passkey, browser) => {
      const other = await withPasskey();
      const own = JSON.parse(passkey.get(await challenge(browser)));
      return JSON.stringify({ ...own, id: other.passkey.id, rawId: other.passkey.id });
    }));

  test.each([
    ['{x'],
    ['null'],
    ['{}'],
    ['{"id":"\\u0000","response":{"clientDataJSON":"e30"}}'],
    ['[1]'],
  ])('with %s', (credential) => refused(() => credential));

  test('with one that was removed, or whose person was', async () => {
    const { passkey, passkeyId, browser } = await withPasskey();
    await browser.request('DELETE', `/session/passkeys/${passkeyId}`);
    expectProblem(await signIn(browser, passkey.get(await challenge(browser))), 400, 'passkey_refused');
    const other = await withPasskey();
    await api.operator('DELETE', `/users/${other.userId}`);
    const page = openBrowser(api, HTTPS_PAGE);
    expectProblem(await signIn(page, other.passkey.get(await challenge(page))), 400, 'passkey_refused');
  });

  test('beside a name, a password or a link', async () => {
    const browser = openBrowser(api, HTTPS_PAGE);
    const answer = await browser.request('POST', '/session', { passkey: '{}', name: 'Maria', password: 'x' });
    expectProblem(answer, 400, 'invalid_data', ['passkey']);
  });
});

describe('a challenge', () => {
  test('is used once, also by ten requests at the same time', async () => {
    const { passkey } = await withPasskey();
    const browser = openBrowser(api, HTTPS_PAGE);
    const credential = passkey.get(await challenge(browser));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signIn(openBrowser(api, HTTPS_PAGE), credential)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectProblem(await signIn(browser, credential), 400, 'passkey_refused');
  });

  test('is used up by a failure, too', async () => {
    const { passkey } = await withPasskey();
    const browser = openBrowser(api, HTTPS_PAGE);
    const options = await challenge(browser);
    await signIn(browser, passkey.get(options, { origin: 'https://evil.example' }));
    expectProblem(await signIn(browser, passkey.get(options)), 400, 'passkey_refused');
  });

  test('is not made without end for one address', async () => {
    const browser = openBrowser(api, HTTPS_PAGE);
    let last = 200;
    for (let i = 0; i < 301 && last === 200; i += 1)
      last = (await browser.request('POST', '/session/passkeys/sign-in-options')).status;
    expect(last).toBe(429);
  });
});

test('a device that counts is refused when its counter does not go up: there is a copy of the key', async () => {
  const { passkey } = await withPasskey();
  const page = () => openBrowser(api, HTTPS_PAGE);
  const use = async (counter: number) => {
    const browser = page();
    return (await signIn(browser, passkey.get(await challenge(browser), { counter }))).status;
  };
  expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([200, 400, 400, 200]);
  const browser = page();
  const two = [await challenge(browser), await challenge(browser)].map((options) =>
    passkey.get(options, { counter: 9 }),
  );
  const answers = await Promise.all(two.map((one) => signIn(page(), one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('a device that does not count signs in again and again', async () => {
  const { passkey } = await withPasskey();
  for (let i = 0; i < 3; i += 1) {
    const browser = openBrowser(api, HTTPS_PAGE);
    expect((await signIn(browser, passkey.get(await challenge(browser), { counter: 0 }))).status).toBe(200);
  }
});

describe('adding is refused', () => {
  test.each([
    ['made for a page of another server', { origin: 'https://evil.example' }],
    ['made for another name', { rpId: 'example.com' }],
    ['by a device that did not verify the person', { isVerified: false }],
  ])('%s', async (_, deviation) => {
    const { browser } = await withPasskey();
    const { credential } = makePasskey(await begin(browser), ORIGIN, deviation);
    expectProblem(await add(browser, credential), 400, 'passkey_refused');
    expect((await browser.get('/session/passkeys')).body).toHaveLength(1);
  });

  test('without the password, from another page, and in a session other than the one that began it', async () => {
    const { hotelId } = await api.property();
    const one = await signedIn(api, 'desk', [hotelId], HTTPS_PAGE);
    const other = await signedIn(api, 'owner', [hotelId], HTTPS_PAGE);
    const without = await one.browser.request('POST', '/session/passkeys/options', {});
    expectProblem(without, 400, 'wrong_password');
    const { credential } = makePasskey(await begin(one.browser), ORIGIN);
    expectProblem(await add(other.browser, credential), 400, 'passkey_refused');
    expect((await other.browser.get('/session/passkeys')).body).toEqual([]);
    const evil = { origin: 'https://evil.example' };
    const foreign = await one.browser.request('POST', '/session/passkeys', { name: 'x', credential }, evil);
    expectProblem(foreign, 403, 'foreign_page');
  });

  test('a key that another person has added', async () => {
    const { browser, passkey, hotelId } = await withPasskey();
    const other = await signedIn(api, 'desk', [hotelId], HTTPS_PAGE);
    const { credential } = makePasskey(await begin(other.browser), ORIGIN, { id: passkey.id });
    expectProblem(await add(other.browser, credential), 400, 'passkey_refused');
    expect((await browser.get('/session/passkeys')).body).toHaveLength(1);
  });

  test('where the desk has neither https nor a name', async () => {
    const { browser } = await withPasskey();
    for (const baseUrl of ['http://pms.example.com', 'https://192.0.2.7', 'https://[2001:db8::7]']) {
      api.baseUrl = baseUrl;
      const answer = await browser.request('POST', '/session/passkeys/sign-in-options');
      expectProblem(answer, 400, 'passkeys_not_possible');
    }
    api.baseUrl = 'http://127.0.0.1:3000';
    expect((await challenge(browser)).rpId).toBe('localhost');
  });
});

describe('a passkey of a person', () => {
  test('is renamed and removed by that person only', async () => {
    const { browser, passkeyId, hotelId } = await withPasskey();
    const other = await signedIn(api, 'owner', [hotelId], HTTPS_PAGE);
    const path = `/session/passkeys/${passkeyId}`;
    const before = await fingerprint(api.db);
    expectProblem(await other.browser.request('PATCH', path, { name: 'Mine' }), 404, 'not_found');
    expectProblem(await other.browser.request('DELETE', path), 404, 'not_found');
    expect(await fingerprint(api.db)).toBe(before);
    expect((await browser.request('PATCH', path, { name: ' Phone ' })).body[0].name).toBe('Phone');
    expect((await browser.request('DELETE', path)).body).toEqual([]);
  });

  test('stays if it is the only way to sign in, also when two are removed at once', async () => {
    const { hotelId } = await api.property();
    const { secret } = await invite(api, 'desk', [hotelId]);
    const browser = openBrowser(api, HTTPS_PAGE);
    await browser.request('POST', '/session', { secret });
    for (const name of ['one', 'two'])
      await add(browser, makePasskey(await begin(browser), ORIGIN).credential, name);
    const ids = (await browser.get('/session/passkeys')).body.map((one: any) => one.passkey_id);
    const answers = await Promise.all(
      ids.map((id: number) => browser.request('DELETE', `/session/passkeys/${id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expectProblem(answers.find(({ status }) => status === 400)!, 400, 'last_sign_in_way');
    expect((await browser.get('/session/passkeys')).body).toHaveLength(1);
  });

  test('signs in also at an address from which others tried wrong passwords', async () => {
    const { name, passkey } = await withPasskey();
    const atAddress = () => openBrowser(api, HTTPS_PAGE, '203.0.113.81');
    const guess = () => atAddress().request('POST', '/session', { name, password: 'a guess' });
    for (let i = 0; i < 20; i += 1) expectProblem(await guess(), 401, 'sign_in_refused');
    expectProblem(await guess(), 429, 'rate_limited');
    const browser = atAddress();
    expect((await signIn(browser, passkey.get(await challenge(browser)))).status).toBe(200);
  });

  test('outlives a new password, which ends the sessions', async () => {
    const { browser, passkey } = await withPasskey();
    const device = openBrowser(api, HTTPS_PAGE);
    await signIn(device, passkey.get(await challenge(device)));
    const change = { current_password: PASSWORD, new_password: 'ten doors and no bell' };
    expect((await browser.request('POST', '/session/password', change)).status).toBe(200);
    expectProblem(await device.get('/session'), 401, 'not_signed_in');
    expect((await signIn(device, passkey.get(await challenge(device)))).status).toBe(200);
  });

  test('is seen by the owners of the house, who take all away: sessions end, and the password still signs in', async () => {
    const { hotelId, passkey, passkeyId, userId, name, browser } = await withPasskey();
    const owner = await signedIn(api, 'owner', [hotelId], HTTPS_PAGE);
    const device = openBrowser(api, HTTPS_PAGE);
    await signIn(device, passkey.get(await challenge(device)));
    const listed = (await owner.browser.get('/operator/users')).body as any[];
    expect(listed.find((one) => one.user_id === userId).passkeys).toEqual([
      {
        passkey_id: passkeyId,
        name: 'My phone',
        created_at: '2026-06-15T10:00:00.000Z',
        last_used_at: '2026-06-15T10:00:00.000Z',
      },
    ]);
    const path = `/operator/users/${userId}/passkeys`;
    const other = await signedIn(api, 'owner', [(await api.property()).hotelId], HTTPS_PAGE);
    expectProblem(await other.browser.request('DELETE', path), 400, 'unknown_user');
    expectProblem(await browser.request('DELETE', path), 403, 'owner_required');
    const removed = await owner.browser.request('DELETE', path);
    expect(removed.body, removed.text).toMatchObject({ user_id: userId, passkeys: [] });
    for (const one of [browser, device]) expectProblem(await one.get('/session'), 401, 'not_signed_in');
    expectProblem(await signIn(device, passkey.get(await challenge(device))), 400, 'passkey_refused');
    expect((await browser.request('POST', '/session', { name, password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/session/passkeys')).body).toEqual([]);
  });

  test('of somebody who also works at another house is taken away by nobody who owns only one', async () => {
    const { hotelId, userId } = await withPasskey();
    const owner = await signedIn(api, 'owner', [hotelId], HTTPS_PAGE);
    const { hotelId: another } = await api.property();
    await api.operator('PATCH', `/users/${userId}`, { role: 'desk', hotel_ids: [another] });
    const path = `/operator/users/${userId}/passkeys`;
    expectProblem(await owner.browser.request('DELETE', path), 403, 'owner_required');
    expect((await api.operator('DELETE', `/users/${userId}/passkeys`)).body.passkeys).toEqual([]);
  });
});
