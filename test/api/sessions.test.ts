// Sessions of people: signing in and out, which requests may use them, and when they end.
import { beforeEach, describe, expect, test } from 'vitest';
import { publicOperations, sessionOperations } from '../../src/api/operations.ts';
import { createToken, isTokenShaped, SESSION_WORD } from '../../src/model/token.ts';
import { findPresentRoles } from '../../src/pms/user-sessions.ts';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { HTTPS_PAGE, invite, LOCAL_PAGE, openBrowser, PASSWORD, signedIn } from './people.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});
const wait = (duration: Temporal.DurationLike) => {
  api.clock = api.clock!.add(duration);
};

describe('signing in', () => {
  test('with a password, by name or e-mail address in any case, says who it is and what the role opens', async () => {
    const { hotelId } = await api.property({ name: 'Casa' });
    const person = await invite(api, 'desk', [hotelId], { name: 'Maria', email: 'Maria@example.com' });
    await openBrowser(api).request('POST', '/session', { secret: person.secret, password: PASSWORD });
    for (const name of ['Maria', 'mARIA', ' Maria ', 'maria@EXAMPLE.com']) {
      const browser = openBrowser(api);
      const answer = await browser.request('POST', '/session', { name, password: PASSWORD });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({
        user_id: person.userId,
        name: 'Maria',
        has_password: true,
        all_properties: false,
        properties: [{ hotel_id: hotelId, name: 'Casa', role: 'desk', access: 'full' }],
      });
      expect((await browser.get('/session')).body).toEqual(answer.body);
      expect((await browser.get('/api/hotels/session')).body.name).toBe('Casa');
    }
  });

  test('is refused in the same way for a wrong password, an unknown name, somebody without a password and somebody removed', async () => {
    const { hotelId } = await api.property();
    const [known, invited, removed] = [
      await signedIn(api, 'desk', [hotelId]),
      await invite(api, 'desk', [hotelId]),
      await signedIn(api, 'desk', [hotelId]),
    ];
    await api.operator('DELETE', `/users/${removed.userId}`);
    const before = await fingerprint(api.db);
    const texts = new Set<string>();
    for (const body of [
      { name: known.name, password: `${PASSWORD}x` },
      { name: known.name, password: '' },
      { name: 'Nobody', password: PASSWORD },
      { name: 'nobody@example.com', password: PASSWORD },
      { name: invited.name, password: PASSWORD },
      { name: removed.name, password: PASSWORD },
    ]) {
      const answer = await openBrowser(api).request('POST', '/session', body);
      expectProblem(answer, 401, 'sign_in_refused');
      expect(answer.headers['set-cookie']).toBeUndefined();
      texts.add(answer.body.detail);
    }
    expect(texts.size).toBe(1);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test.each([
    [{}, 'name'],
    [{ name: 'Maria' }, 'password'],
    [{ password: PASSWORD }, 'name'],
    [{ name: 'Maria', secret: 'x'.repeat(43) }, 'secret'],
    [{ secret: 'x'.repeat(43), password: 'short' }, 'password'],
    [{ name: 'Maria', password: 7 }, 'password'],
  ])('with %j is refused', async (body, field) => {
    expectProblem(await openBrowser(api).request('POST', '/session', body), 400, 'invalid_data', [field]);
  });

  test('makes a session of its own: one that was in the browser before is not used further', async () => {
    const { hotelId } = await api.property();
    const { name, browser } = await signedIn(api, 'desk', [hotelId]);
    const planted = 'A'.repeat(43);
    const victim = openBrowser(api);
    victim.cookies.set('innwire', planted);
    await victim.request('POST', '/session', { name, password: PASSWORD });
    expect(victim.cookies.get('innwire')).not.toBe(planted);
    const thief = openBrowser(api);
    thief.cookies.set('innwire', planted);
    expectProblem(await thief.get('/session'), 401, 'not_signed_in');

    const former = browser.cookies.get('innwire')!;
    await browser.request('POST', '/session', { name, password: PASSWORD });
    thief.cookies.set('innwire', former);
    expectProblem(await thief.get('/session'), 401, 'not_signed_in');
    expect((await browser.get('/session')).status).toBe(200);
  });

  test('a password may have the form of a card number, and letters with accents typed in either way', async () => {
    const { hotelId } = await api.property();
    for (const [chosen, typed] of [
      ['4111 1111 1111 1111', '4111 1111 1111 1111'],
      ['caf\u00e9 portugu\u00eas', 'cafe\u0301 portugue\u0302s'],
    ]) {
      const person = await invite(api, 'desk', [hotelId]);
      await openBrowser(api).request('POST', '/session', { secret: person.secret, password: chosen });
      const answer = await openBrowser(api).request('POST', '/session', {
        name: person.name,
        password: typed,
      });
      expect(answer.status, answer.text).toBe(200);
      const wrong = { name: person.name, password: '***' };
      expectProblem(await openBrowser(api).request('POST', '/session', wrong), 401, 'sign_in_refused');
    }
  });
});

describe('the cookie', () => {
  test('with https is bound to the host, hidden from scripts and not sent unencrypted', async () => {
    const { hotelId } = await api.property();
    const person = await invite(api, 'desk', [hotelId]);
    const answer = await openBrowser(api, HTTPS_PAGE).request('POST', '/session', { secret: person.secret });
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(
      /^__Host-innwire=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('of a phone outlives the browser', async () => {
    const { hotelId } = await api.property();
    const { secret } = await invite(api, 'housekeeping', [hotelId]);
    const answer = await openBrowser(api).request('POST', '/session', { secret, is_phone: true });
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(
      /^innwire=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
  });

  test('is not made without https, but on the machine itself', async () => {
    const { hotelId } = await api.property();
    const { name } = await signedIn(api, 'desk', [hotelId]);
    const page = { host: '192.168.1.10:3000', origin: 'http://192.168.1.10:3000' };
    const answer = await openBrowser(api, page).request('POST', '/session', { name, password: PASSWORD });
    expectProblem(answer, 403, 'https_required');
    for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:3000']) {
      const local = openBrowser(api, { host, origin: `http://${host}` });
      expect((await local.request('POST', '/session', { name, password: PASSWORD })).status).toBe(200);
    }
  });

  test('that was made for https is worth nothing under the name of the other one, nor that one over the network', async () => {
    const { hotelId } = await api.property();
    const secure = (await signedIn(api, 'owner', [hotelId], HTTPS_PAGE)).browser.cookies.get(
      '__Host-innwire',
    )!;
    const local = (await signedIn(api, 'owner', [hotelId])).browser.cookies.get('innwire')!;
    const get = (cookie: string, host: string) => api.get('/api/bookings/session', { cookie, host });
    expect((await get(`__Host-innwire=${secure}`, 'pms.example.com')).status).toBe(200);
    expect((await get(`innwire=${local}`, 'localhost:3000')).status).toBe(200);
    for (const [cookie, host] of [
      [`innwire=${secure}`, 'localhost:3000'],
      [`innwire=${secure}`, 'pms.example.com'],
      [`__Host-innwire=${local}`, 'pms.example.com'],
      [`innwire=${local}`, 'pms.example.com'],
      [`innwire=${local}`, '192.168.1.10:3000'],
      // Two of one name: a neighbouring host may have set one of them.
      [`__Host-innwire=${secure}; __Host-innwire=${local}`, 'pms.example.com'],
      [`x=__Host-innwire=${secure}`, 'pms.example.com'],
    ])
      expectProblem(await get(cookie!, host!), 401, 'not_signed_in');
  });

  test('opens nothing in place of a token, and a token opens nothing in place of it', async () => {
    const { hotelId, token } = await api.property();
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    const secret = browser.cookies.get('innwire')!;
    expectProblem(await api.get(`/api/hotels/${secret}`), 404, 'unknown_token');
    expect((await browser.get('/mcp/session')).status).toBe(404);
    const cookie = `innwire=${token}`;
    expectProblem(await api.get('/api/hotels/session', { ...LOCAL_PAGE, cookie }), 401, 'not_signed_in');
  });
});

test('no token is ever the word that stands for a session', () => {
  expect(isTokenShaped(SESSION_WORD)).toBe(false);
  expect(createToken()).not.toContain(SESSION_WORD);
});

describe('a request of another page', () => {
  const FOREIGN = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:4000' },
    { origin: 'https://localhost:3000.evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-site', origin: LOCAL_PAGE.origin },
  ];
  const writes = [...publicOperations, ...sessionOperations].filter(({ method }) => method !== 'GET');

  test.each(
    writes.map((one) => [`${one.method} ${one.path}`, one] as const),
  )('is refused by %s, and changes nothing', async (_, { method, path }) => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    const cookie = `innwire=${browser.cookies.get('innwire')}`;
    const url = path.replace('{api_token}', 'session').replace('{session_id}', '1');
    const before = await fingerprint(api.db);
    for (const headers of FOREIGN) {
      const answer = await api.request(method, url, {
        body: {},
        headers: { host: LOCAL_PAGE.host, cookie, ...(headers as Record<string, string>) },
      });
      expectProblem(answer, 403, 'foreign_page');
    }
    expectProblem(
      await api.request(method, url, { body: {}, headers: { host: LOCAL_PAGE.host, cookie } }),
      403,
      'foreign_page',
    );
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is let through where the browser says that it is the same origin, also when a proxy replaced the host', async () => {
    const { hotelId } = await api.property();
    const { name } = await signedIn(api, 'desk', [hotelId]);
    api.baseUrl = 'https://pms.example.com';
    try {
      for (const headers of [
        { host: '127.0.0.1:3000', origin: 'https://pms.example.com' },
        { host: '127.0.0.1:3000', origin: 'https://pms.example.com', 'sec-fetch-site': 'same-origin' },
        { host: 'pms.example.com', origin: 'https://pms.example.com' },
      ]) {
        const answer = await api.post('/session', { name, password: PASSWORD }, headers);
        expect(answer.status, answer.text).toBe(200);
        expect(String(answer.headers['set-cookie'])).toContain('__Host-innwire=');
      }
      const plain = { host: 'pms.example.com', origin: 'http://pms.example.com' };
      expectProblem(await api.post('/session', { name, password: PASSWORD }, plain), 403, 'foreign_page');
    } finally {
      api.baseUrl = 'http://innwire.test';
    }
  });

  test('gets no permission to read answers', async () => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'desk', [hotelId]);
    const answer = await browser.request('GET', '/session', undefined, { origin: 'https://evil.example' });
    expect(Object.keys(answer.headers).filter((name) => /^access-control/.test(name))).toEqual([]);
  });
});

describe('a session', () => {
  test('ends after 12 hours without a request, and lasts as long as it is used', async () => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    for (let i = 0; i < 4; i += 1) {
      wait({ hours: 11 });
      expect((await browser.get('/api/bookings/session')).status).toBe(200);
      await browser.get('/api/logs/session'); // stores when the session was used
    }
    wait({ hours: 12, minutes: 1 });
    expectProblem(await browser.get('/api/bookings/session'), 401, 'not_signed_in');
    expectProblem(await browser.get('/session'), 401, 'not_signed_in');
  });

  test('of a phone ends after 30 days without a request', async () => {
    const { hotelId } = await api.property();
    const { secret } = await invite(api, 'housekeeping', [hotelId]);
    const browser = openBrowser(api);
    await browser.request('POST', '/session', { secret, is_phone: true });
    wait({ hours: 29 * 24 });
    expect((await browser.get('/api/tasks/session')).status).toBe(200);
    wait({ hours: 31 * 24 });
    expectProblem(await browser.get('/api/tasks/session'), 401, 'not_signed_in');
  });

  test('ends at once when its person signs out, here or on another device, and the others go on', async () => {
    const { hotelId } = await api.property();
    const { name, browser } = await signedIn(api, 'desk', [hotelId]);
    const [phone, other] = [openBrowser(api), openBrowser(api)];
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await phone.request('POST', '/session', { name, password: PASSWORD, device: 'My phone', is_phone: true });
    await other.request('POST', '/session', { name, password: PASSWORD }, { 'user-agent': agent });
    const devices = (await browser.get('/session/devices')).body;
    expect(devices.map((one: any) => [one.device, one.is_phone, one.is_current]).toSorted()).toEqual([
      ['A browser', false, true],
      ['Firefox on Linux', false, false],
      ['My phone', true, false],
    ]);
    const { session_id: id } = devices.find((one: any) => one.is_phone);
    const left = await browser.request('DELETE', `/session/devices/${id}`);
    expect(left.body.map((one: any) => one.device)).not.toContain('My phone');
    expectProblem(await phone.get('/api/hotels/session'), 401, 'not_signed_in');
    const cookie = `innwire=${other.cookies.get('innwire')}`;
    expect((await other.request('DELETE', '/session')).body).toEqual({ signed_in: false });
    expect([...other.cookies.keys()]).toEqual(['innwire-device']);
    expectProblem(await api.get('/session', { ...LOCAL_PAGE, cookie }), 401, 'not_signed_in');
    expect((await other.request('DELETE', '/session')).status).toBe(200);
    expect((await browser.get('/api/hotels/session')).status).toBe(200);
  });

  test('of somebody else is not ended', async () => {
    const { hotelId } = await api.property();
    const [one, two] = [await signedIn(api, 'desk', [hotelId]), await signedIn(api, 'desk', [hotelId])];
    const [{ session_id: id }] = (await two.browser.get('/session/devices')).body;
    expectProblem(await one.browser.request('DELETE', `/session/devices/${id}`), 404, 'not_found');
    expect((await two.browser.get('/session')).status).toBe(200);
  });

  test('goes on when its password is changed, and all others of the person end', async () => {
    const { hotelId } = await api.property();
    const { name, browser } = await signedIn(api, 'desk', [hotelId]);
    const other = openBrowser(api);
    await other.request('POST', '/session', { name, password: PASSWORD });
    const body = { current_password: PASSWORD, new_password: 'ten doors and no bell' };
    expectProblem(
      await browser.request('POST', '/session/password', { ...body, current_password: 'x' }),
      400,
      'wrong_password',
    );
    expectProblem(
      await browser.request('POST', '/session/password', { new_password: body.new_password }),
      400,
      'wrong_password',
    );
    expect((await other.get('/session')).status).toBe(200);
    expect((await browser.request('POST', '/session/password', body)).status).toBe(200);
    expect((await browser.get('/session')).status).toBe(200);
    expectProblem(await other.get('/session'), 401, 'not_signed_in');
    const signIn = (password: string) => openBrowser(api).request('POST', '/session', { name, password });
    expectProblem(await signIn(PASSWORD), 401, 'sign_in_refused');
    expect((await signIn(body.new_password)).status).toBe(200);
  });

  test('needs no present password for the first one', async () => {
    const { hotelId } = await api.property();
    const { name, secret } = await invite(api, 'desk', [hotelId]);
    const browser = openBrowser(api);
    expect((await browser.request('POST', '/session', { secret })).body.has_password).toBe(false);
    await browser.request('POST', '/session/password', { new_password: PASSWORD });
    expect((await openBrowser(api).request('POST', '/session', { name, password: PASSWORD })).status).toBe(
      200,
    );
  });

  test('is known to listeners as ended, or with another role', async () => {
    const { hotelId } = await api.property();
    const { browser, userId } = await signedIn(api, 'desk', [hotelId]);
    const sessionId = (await browser.get('/session')).body.session_id as number;
    const present = () =>
      findPresentRoles(
        api.db,
        [
          { sessionId, hotelId },
          { sessionId: 0, hotelId },
        ],
        api.clock!,
      );
    expect(await present()).toEqual(['desk', null]);
    await api.operator('PATCH', `/users/${userId}`, { role: 'read' });
    expect(await present()).toEqual(['read', null]);
    wait({ hours: 13 });
    expect(await present()).toEqual([null, null]);
    api.clock = NOW;
    await browser.request('DELETE', '/session');
    expect(await present()).toEqual([null, null]);
  });
});

describe('a person at two properties', () => {
  test('says with hotel_id which one a request concerns, and has the role of that one', async () => {
    const [one, two, third] = [
      await api.property({ name: 'One' }),
      await api.property({ name: 'Two' }),
      await api.property({ name: 'Third' }),
    ];
    const { browser, userId } = await signedIn(api, 'desk', [one.hotelId, two.hotelId]);
    await api.operator('PATCH', `/users/${userId}`, { role: 'housekeeping', hotel_ids: [two.hotelId] });
    expect((await browser.get('/session')).body.properties).toMatchObject([
      { hotel_id: one.hotelId, role: 'desk' },
      { hotel_id: two.hotelId, role: 'housekeeping' },
    ]);
    expectProblem(await browser.get('/api/hotels/session'), 400, 'property_required');
    const listed = (await browser.get('/api/properties/session')).body;
    expect(listed.map((property: any) => property.name)).toEqual(['One', 'Two']);
    expect((await browser.get(`/api/bookings/session?hotel_id=${one.hotelId}`)).status).toBe(200);
    expectProblem(await browser.get(`/api/bookings/session?hotel_id=${two.hotelId}`), 403, 'scope_missing');
    for (const hotelId of [third.hotelId, 1, 999_999]) {
      const refused = await browser.get(`/api/hotels/session?hotel_id=${hotelId}`);
      expectProblem(refused, 400, 'property_not_opened');
      expect(refused.body.detail).not.toContain('Third');
    }
  });

  test('or at all: opens also those made later, never the sample', async () => {
    const { browser } = await signedIn(api, 'manager', null);
    const late = await api.property({ name: 'Late' });
    expect((await browser.get(`/api/hotels/session?hotel_id=${late.hotelId}`)).body.name).toBe('Late');
    expectProblem(await browser.get('/api/hotels/session?hotel_id=1'), 400, 'property_not_opened');
  });
});

test('a request as one person is not done as another who signed in since', async () => {
  const { hotelId } = await api.property();
  const ana = await signedIn(api, 'owner', [hotelId]);
  const rui = await signedIn(api, 'owner', [hotelId]);
  const as = (userId: number | string) => ({ 'innwire-person': String(userId) });
  const path = `/operator/properties/${hotelId}`;
  const change = (userId: number | string, browser = rui.browser) =>
    browser.request('PATCH', path, { name: 'Casa Verde' }, as(userId));
  const before = await fingerprint(api.db);
  for (const wrong of [ana.userId, 0, 'x', '']) expectProblem(await change(wrong), 409, 'other_person');
  const language = await rui.browser.request('PATCH', '/session', { language: 'pt' }, as(ana.userId));
  expectProblem(language, 409, 'other_person');
  const url = `/api/availability/session?hotel_id=${hotelId}`;
  expectProblem(await rui.browser.request('POST', url, {}, as(ana.userId)), 409, 'other_person');
  expect(await fingerprint(api.db)).toBe(before);
  expect((await change(rui.userId)).status).toBe(200);
});

describe('the language of a person', () => {
  test('is chosen by the person, in its usual spelling, and is that of all devices', async () => {
    const { hotelId } = await api.property();
    const { name, userId, browser } = await signedIn(api, 'read', [hotelId]);
    const changed = await browser.request('PATCH', '/session', { language: 'PT-br' });
    expect(changed.body, changed.text).toMatchObject({ name, language: 'pt-BR' });
    const other = openBrowser(api);
    await other.request('POST', '/session', { name, password: PASSWORD });
    expect((await other.get('/session')).body.language).toBe('pt-BR');
    const ofOthers = (await api.operator('GET', '/users')).body.filter((one: any) => one.user_id !== userId);
    expect(ofOthers.map((one: any) => one.language)).not.toContain('pt-BR');
    expect((await browser.request('PATCH', '/session', { language: null })).body.language).toBeNull();
  });

  test.each([
    [{}],
    [{ language: '' }],
    [{ language: 'no language' }],
    [{ language: 'pt', name: 'Somebody else' }],
    [{ language: 'pt', role: 'owner' }],
  ])('is all that is chosen so: %j is refused', async (body) => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'desk', [hotelId]);
    const before = await fingerprint(api.db);
    expectProblem(await browser.request('PATCH', '/session', body), 400, 'invalid_data');
    expect(await fingerprint(api.db)).toBe(before);
  });
});

test('an answer that the browser keeps of one person is not taken for that of the next', async () => {
  const { hotelId } = await api.property();
  const browser = openBrowser(api);
  const open = async (role: 'owner' | 'read') => {
    const { secret } = await invite(api, role, [hotelId]);
    await browser.request('POST', '/session', { secret });
  };
  await open('owner');
  const { etag } = (await browser.get('/api/bookings/session')).headers;
  const again = () => browser.request('GET', '/api/bookings/session', undefined, { 'if-none-match': etag! });
  expect((await again()).status).toBe(304);
  await open('read');
  expect((await again()).status).toBe(200);
});

test('calls of a person are in the usage log with the name', async () => {
  const { hotelId } = await api.property();
  const { browser, name } = await signedIn(api, 'owner', [hotelId]);
  await browser.get('/api/bookings/session');
  const [entry] = (await browser.get('/api/logs/session')).body;
  expect(entry).toMatchObject({ path: '/api/bookings/{api_token}', status: 200, token_label: name });
});
