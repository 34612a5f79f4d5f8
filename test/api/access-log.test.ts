// What is recorded of signing in and of what people are refused: in the server's log, for programs that block addresses, and in the audit trail.
import { beforeEach, describe, expect, test } from 'vitest';
import { HIDDEN } from '../../src/model/redact.ts';
import { keepLog, useApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { expectProblem } from './expectations.ts';
import {
  type Browser,
  LOCAL_PAGE,
  openBrowser,
  PASSWORD,
  setPin,
  signedIn,
  signedInByPin,
} from './people.ts';

const log = keepLog('info');
const api = useApi({ logger: log.logger });

type Line = Record<string, unknown>;
let begun = 0;
beforeEach(() => {
  begun = log.text().length;
});
/** Returns the lines of this test, without the members that every line has. */
const lines = (): Line[] =>
  log
    .text()
    .slice(begun)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event === 'access')
    .map(({ event: _, time: __, pid: ___, hostname: ____, request_id: _____, ...line }) => line);

const audit = async (userId: number) =>
  ((await api.operator('GET', '/audit?limit=1000')).body as Line[])
    .filter((entry) => entry['user_id'] === userId)
    .map(({ operation, outcome, address }) => [operation, outcome, address]);

const ADDRESS = '198.51.100.9';
const open = () => openBrowser(api, LOCAL_PAGE, ADDRESS);
const refused = (operation: string | null, outcome: string, userId: number | null) => ({
  level: 40,
  outcome,
  address: ADDRESS,
  operation,
  user_id: userId,
  blocked: false,
  msg: 'access refused',
});
const done = (operation: string, userId: number) => ({
  ...refused(operation, 'ok', userId),
  level: 30,
  msg: 'access',
});

async function person(role: 'desk' | 'owner' = 'desk') {
  const { hotelId } = await api.property();
  const { name, userId } = await signedIn(api, role, [hotelId]);
  begun = log.text().length;
  return { hotelId, name, userId, browser: open() };
}
const signIn = (browser: Browser, name: string, password = PASSWORD) =>
  browser.request('POST', '/session', { name, password });

describe('signing in', () => {
  test('is a line and an entry, with whom and from where, and so is signing out', async () => {
    const { name, userId, browser } = await person();
    await signIn(browser, name);
    await browser.request('DELETE', '/session');
    expect(lines()).toEqual([done('signIn', userId), done('signOut', userId)]);
    expect((await audit(userId)).slice(0, 2)).toEqual([
      ['signOut', 'ok', ADDRESS],
      ['signIn', 'ok', ADDRESS],
    ]);
  });

  test('with a wrong password names the person by id only, and what was typed nowhere', async () => {
    const { name, userId, browser } = await person();
    await signIn(browser, name, 'my hidden guess');
    await eventually(async () =>
      expect((await audit(userId))[0]).toEqual(['signIn', 'sign_in_refused', ADDRESS]),
    );
    expect(lines()).toEqual([refused('signIn', 'sign_in_refused', userId)]);
    expect(log.text()).not.toMatch(/hidden guess/);
    expect(log.text()).not.toContain(name);
  });

  test('under a name that nobody has is a line and no entry: a password may have been typed there', async () => {
    await signIn(open(), 'nine doors and a bell');
    await eventually(async () => expect(lines()).toEqual([refused('signIn', 'sign_in_refused', null)]));
    expect(log.text()).not.toContain('nine doors');
  });

  test('says in the line of the last guess that the address is blocked, and nothing of those that are not tried', async () => {
    const browser = openBrowser(api);
    for (let i = 0; i < 25; i += 1) await browser.request('POST', '/session', { secret: 'x'.repeat(43) });
    await eventually(async () => expect(lines()).toHaveLength(20));
    expect(lines().map(({ blocked }) => blocked)).toEqual([...Array(19).fill(false), true]);
    expect(new Set(lines().map(({ outcome }) => outcome))).toEqual(new Set(['link_not_valid']));
  });

  test('with a wrong PIN, password or code of who is signed in is recorded as well', async () => {
    const { name, userId, browser } = await person();
    await signIn(browser, name);
    await setPin(browser);
    await browser.request('POST', '/session/screen');
    await browser.request('POST', '/session/password', {
      current_password: 'no',
      new_password: 'another password',
    });
    await browser.request('POST', '/session/screen/lock');
    await browser.request('POST', '/session/screen/switch', { user_id: userId, pin: '9081' });
    await eventually(async () =>
      expect((await audit(userId)).slice(0, 6)).toEqual([
        ['switchPerson', 'pin_refused', ADDRESS],
        ['lockScreen', 'ok', ADDRESS],
        ['changePassword', 'wrong_password', ADDRESS],
        ['shareScreen', 'ok', ADDRESS],
        ['setPin', 'ok', ADDRESS],
        ['signIn', 'ok', ADDRESS],
      ]),
    );
    expect(lines().map(({ operation, outcome }) => [operation, outcome])).toContainEqual([
      'switchPerson',
      'pin_refused',
    ]);
  });
});

describe('what is refused to a person', () => {
  test('for the role is a line; a change is an entry too', async () => {
    const { hotelId, name, userId, browser } = await person();
    await signIn(browser, name);
    begun = log.text().length;
    const token = await browser.request('POST', `/operator/properties/${hotelId}/tokens`, { label: 'mine' });
    expectProblem(token, 403, 'owner_required');
    expectProblem(await browser.get(`/api/reports/session?hotel_id=${hotelId}`), 403, 'scope_missing');
    expectProblem(await browser.get('/operator/users'), 403, 'owner_required');
    expect(lines()).toEqual([
      refused('createToken', 'owner_required', userId),
      expect.objectContaining({ outcome: 'scope_missing', user_id: userId }),
      refused('listUsers', 'owner_required', userId),
    ]);
    expect((await audit(userId))[0]).toEqual(['createToken', 'owner_required', ADDRESS]);
  });

  test('after a PIN is recorded', async () => {
    const browser = await signedInByPin(api);
    begun = log.text().length;
    const { user_id: userId } = (await browser.get('/session')).body;
    const removed = await browser.request('DELETE', '/session/passkeys/1');
    expectProblem(removed, 403, 'full_sign_in_required');
    expect(lines()).toMatchObject([
      { operation: 'removePasskey', outcome: 'full_sign_in_required', user_id: userId },
    ]);
    expect((await audit(userId))[0]).toEqual(['removePasskey', 'full_sign_in_required', expect.any(String)]);
  });

  test('with the operator key is a line for a wrong key, and says when its address is blocked', async () => {
    for (let i = 0; i < 12; i += 1)
      await api.request('GET', '/operator/users', {
        headers: { authorization: 'Bearer wrong' },
        ip: ADDRESS,
      });
    expect(lines()).toEqual([
      ...Array(9).fill(refused(null, 'unauthorized', null)),
      { ...refused(null, 'unauthorized', null), blocked: true },
    ]);
  });
});

test('a refused call is in the audit trail also where its texts cannot be stored', async () => {
  const { hotelId } = await api.property();
  const path = `/properties/${hotelId}/channels/%00nothing`;
  expect((await api.operator('DELETE', path)).status).toBe(400);
  const body = { label: 'a\\u0000b', '\u0000': 1, plan: '\ud800' };
  expect((await api.operator('POST', `/properties/${hotelId}/tokens`, body)).status).toBe(400);
  const [token, channel] = (await api.operator('GET', `/audit?hotel_id=${hotelId}`)).body as any[];
  expect(channel).toMatchObject({ operation: 'disconnectChannel', target: { channel: '\ufffdnothing' } });
  expect(token).toMatchObject({
    operation: 'createToken',
    changed: { label: 'a\\u0000b', '\ufffd': HIDDEN, plan: '\ufffd' },
  });
});

test('numbers where a text is wanted are hidden in the audit trail: they may be telephone numbers or PINs', async () => {
  const { hotelId, room } = await api.property();
  const body = { name: 'R', units: 2, phone: 351_912_345_678, wanted: [2_580], price: 90 };
  const made = await api.operator('PATCH', `/properties/${hotelId}/rooms/${room}`, body);
  expectProblem(made, 400, 'invalid_data');
  const [entry] = (await api.operator('GET', `/audit?hotel_id=${hotelId}`)).body as any[];
  expect(entry.changed).toEqual({ name: HIDDEN, units: 2, phone: HIDDEN, wanted: [HIDDEN], price: 90 });
});

test('a proxy that is not trusted is said once', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' };
  for (let i = 0; i < 3; i += 1) await api.request('GET', '/healthz', { headers });
  expect(log.text().match(/TRUST_PROXY is off/g)).toHaveLength(1);
});
