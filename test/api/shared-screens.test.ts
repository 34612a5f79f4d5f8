// Screens that several people share: who may take one over with a PIN, and how guessing, replaying and racing end.
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { waitUntil } from '../harness/eventually.ts';
import { expectProblem } from './expectations.ts';
import { type Browser, HTTPS_PAGE, LOCAL_PAGE, openBrowser, PASSWORD, signedIn } from './people.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});
const wait = (duration: Temporal.DurationLike) => {
  api.clock = api.clock!.add(duration);
};

const PIN = '2580';
const setPin = (browser: Browser, pin: string | null = PIN) =>
  browser.request('PUT', '/session/pin', { pin, current_password: PASSWORD });
const switchTo = (browser: Browser, userId: number, pin = PIN) =>
  browser.request('POST', '/session/screen/switch', { user_id: userId, pin });
const whoIs = async (browser: Browser) => (await browser.get('/session')).body.name as string;

/** A screen that two people share, with an address of its own; both have a PIN, and the second is signed in. */
async function sharedScreen(page = LOCAL_PAGE) {
  const { hotelId, room } = await api.property();
  const maria = await signedIn(api, 'owner', [hotelId], page);
  const rosa = await signedIn(api, 'housekeeping', [hotelId], page);
  for (const { browser } of [maria, rosa]) expect((await setPin(browser)).status).toBe(200);
  const screen = openBrowser(api, page);
  const signIn = (name: string) => screen.request('POST', '/session', { name, password: PASSWORD });
  await signIn(maria.name);
  const shared = await screen.request('POST', '/session/screen');
  expect(shared.status, shared.text).toBe(200);
  await signIn(rosa.name);
  return { hotelId, room, maria, rosa, screen, signIn };
}

/** Returns a browser with the cookies that another has now: a copy, or a thief. */
function copyOf(browser: Browser): Browser {
  const copied = openBrowser(api);
  for (const [name, value] of browser.cookies) copied.cookies.set(name, value);
  return copied;
}

describe('a PIN', () => {
  test.each([
    ['123'],
    ['123456789'],
    ['12a4'],
    ['1234'],
    ['9876'],
    ['0000'],
    ['77777777'],
    ['١٢٥٨'],
    [''],
  ])('%j is refused', async (pin) => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'desk', [hotelId]);
    expectProblem(await setPin(browser, pin), 400, 'invalid_data', ['pin']);
    expect((await browser.get('/session')).body.has_pin).toBe(false);
  });

  test('is set with the password, replaced and taken away, and stored only as a hash', async () => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'desk', [hotelId]);
    const without = await browser.request('PUT', '/session/pin', { pin: PIN });
    expectProblem(without, 400, 'wrong_password');
    expect((await setPin(browser)).body.has_pin).toBe(true);
    const [row] = await api.db.query<{ pin_hash: string }>(
      `select pin_hash from users where pin_hash is not null`,
    );
    expect(row!.pin_hash).toMatch(/^\$argon2id\$/);
    expect((await setPin(browser, null)).body.has_pin).toBe(false);
  });

  test('opens nothing on a device that is not a shared screen, nor on one on which the person has not signed in', async () => {
    const { maria, rosa, screen } = await sharedScreen();
    expectProblem(await switchTo(openBrowser(api), maria.userId), 400, 'screen_not_shared');
    expectProblem(await switchTo(rosa.browser, maria.userId), 400, 'screen_not_shared');
    const invented = openBrowser(api);
    invented.cookies.set('innwire-screen', 'A'.repeat(43));
    expectProblem(await switchTo(invented, maria.userId), 400, 'screen_not_shared');
    const outsider = await signedIn(api, 'owner', null);
    await setPin(outsider.browser);
    expectProblem(await switchTo(screen, outsider.userId), 400, 'pin_refused');
    expectProblem(await switchTo(screen, 987_654), 400, 'pin_refused');
  });
});

describe('switching', () => {
  test('gives the screen to the other person under a new secret, and back', async () => {
    const { hotelId, maria, rosa, screen } = await sharedScreen();
    expect((await screen.get('/session/screen')).body).toEqual({
      is_shared: true,
      people: expect.arrayContaining([
        { user_id: maria.userId, name: maria.name, has_pin: true, is_locked: false },
        { user_id: rosa.userId, name: rosa.name, has_pin: true, is_locked: false },
      ]),
    });
    const ofRosa = copyOf(screen);
    expectProblem(await screen.get(`/api/bookings/session?hotel_id=${hotelId}`), 403, 'scope_missing');
    const answer = await switchTo(screen, maria.userId);
    expect(answer.body).toMatchObject({ user_id: maria.userId, name: maria.name });
    expect(screen.cookies.get('innwire')).not.toBe(ofRosa.cookies.get('innwire'));
    expect((await screen.get(`/api/bookings/session?hotel_id=${hotelId}`)).status).toBe(200);
    expectProblem(await ofRosa.get('/session'), 401, 'not_signed_in');
    const ofMaria = copyOf(screen);
    await switchTo(screen, rosa.userId);
    expect(await whoIs(screen)).toBe(rosa.name);
    expectProblem(await ofMaria.get('/session'), 401, 'not_signed_in');
    expect(screen.cookies.get('innwire')).not.toBe(ofRosa.cookies.get('innwire'));
  });

  test('with a secret that somebody planted in the browser makes another', async () => {
    const { maria, screen } = await sharedScreen();
    screen.cookies.set('innwire', 'B'.repeat(43));
    expect((await switchTo(screen, maria.userId)).status).toBe(200);
    expect(screen.cookies.get('innwire')).not.toBe('B'.repeat(43));
    const thief = openBrowser(api);
    thief.cookies.set('innwire', 'B'.repeat(43));
    expectProblem(await thief.get('/session'), 401, 'not_signed_in');
  });

  test('says in events who made a change', async () => {
    const { hotelId, room, maria, rosa, screen } = await sharedScreen();
    const task = (name: string) =>
      screen.request('POST', `/operator/properties/${hotelId}/tasks`, {
        task_name: name,
        room_id: room,
        date: '2026-06-16',
      });
    expect((await task('Towels')).status).toBe(200);
    await switchTo(screen, maria.userId);
    await task('Flowers');
    const made = (await screen.get(`/api/events/session?hotel_id=${hotelId}&kinds=task.created`)).body;
    expect(made.map(({ by }: any) => by.name)).toEqual([rosa.name, maria.name]);
  });

  test('is accepted only from a page of this server, and with https keeps its cookies from scripts', async () => {
    const { maria, screen } = await sharedScreen(HTTPS_PAGE);
    const body = { user_id: maria.userId, pin: PIN };
    for (const [method, path] of [
      ['POST', '/session/screen/switch'],
      ['POST', '/session/screen/lock'],
      ['POST', '/session/screen'],
      ['DELETE', '/session/screen'],
      ['PUT', '/session/pin'],
    ] as const) {
      const foreign = await screen.request(method, path, body, { origin: 'https://evil.example' });
      expectProblem(foreign, 403, 'foreign_page');
    }
    expect([...screen.cookies.keys()].toSorted()).toEqual([
      '__Host-innwire',
      '__Host-innwire-device',
      '__Host-innwire-screen',
    ]);
    const { headers } = await switchTo(screen, maria.userId);
    expect(headers['set-cookie']).toMatch(
      /^__Host-innwire=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('ends streams of the person before', async () => {
    const { hotelId, room, maria, screen } = await sharedScreen();
    const waiting = copyOf(screen).get(`/api/events/session?hotel_id=${hotelId}&last=0&wait=20`);
    await waitUntil(() => api.isFollowed(hotelId));
    await switchTo(screen, maria.userId);
    await screen.request('POST', `/operator/properties/${hotelId}/tasks`, {
      task_name: 'Lamp',
      room_id: room,
      date: '2026-06-16',
    });
    expect((await waiting).body).toEqual([]);
  });
});

describe('guessing a PIN', () => {
  test('ends after five wrong ones, also at the same time, until the person signs in there', async () => {
    const { maria, rosa, screen, signIn } = await sharedScreen();
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, i) => switchTo(screen, maria.userId, `90${i + 10}`)),
    );
    expect(tried.filter(({ body }) => body.code === 'pin_refused')).toHaveLength(4);
    expect(tried.filter(({ body }) => body.code === 'pin_locked')).toHaveLength(8);
    expectProblem(await switchTo(screen, maria.userId), 403, 'pin_locked');
    wait({ hours: 10 });
    expectProblem(await switchTo(screen, maria.userId), 403, 'pin_locked');
    expect((await screen.get('/session/screen')).body.people).toContainEqual({
      user_id: maria.userId,
      name: maria.name,
      has_pin: true,
      is_locked: true,
    });
    expect((await signIn(maria.name)).status).toBe(200);
    await switchTo(screen, rosa.userId);
    expect((await switchTo(screen, maria.userId)).status).toBe(200);
  });

  test('says how many tries are left, and a right one starts again', async () => {
    const { maria, rosa, screen } = await sharedScreen();
    const wrong = async () => (await switchTo(screen, maria.userId, '9081')).body.detail as string;
    expect(await wrong()).toContain('4 tries are left');
    for (let i = 0; i < 2; i += 1) await wrong();
    expect(await wrong()).toContain('one try is left');
    await switchTo(screen, maria.userId);
    await switchTo(screen, rosa.userId);
    expect(await wrong()).toContain('4 tries are left');
  });

  test('is not stopped by what others guess at the same address', async () => {
    const { maria, screen } = await sharedScreen();
    await screen.request('POST', '/session/screen/lock');
    for (let tries = 0; tries < 20; tries += 1)
      await screen.request('POST', '/session', { secret: 'x'.repeat(43) });
    expectProblem(await screen.request('POST', '/session', { secret: 'x'.repeat(43) }), 429, 'rate_limited');
    expect((await switchTo(screen, maria.userId)).status).toBe(200);
  });

  test('is limited by screen too, over all its people', async () => {
    const { hotelId, screen, signIn } = await sharedScreen();
    const people = [];
    for (let i = 0; i < 5; i += 1) {
      const one = await signedIn(api, 'desk', [hotelId]);
      await setPin(one.browser);
      await signIn(one.name);
      people.push(one);
    }
    const answers = [];
    for (const { userId } of people)
      for (let i = 0; i < 5; i += 1) answers.push(await switchTo(screen, userId, '9081'));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('a place on a shared screen', () => {
  test('is kept when the screen is locked, and lost when the person signs out', async () => {
    const { maria, rosa, screen } = await sharedScreen();
    const ofRosa = copyOf(screen);
    const locked = await screen.request('POST', '/session/screen/lock');
    expect(locked.body.people).toHaveLength(2);
    expect(screen.cookies.has('innwire')).toBe(false);
    expectProblem(await ofRosa.get('/session'), 401, 'not_signed_in');
    await switchTo(screen, rosa.userId);
    await screen.request('DELETE', '/session');
    expect((await screen.get('/session/screen')).body.people).toHaveLength(1);
    expectProblem(await switchTo(screen, rosa.userId), 400, 'pin_refused');
    expect((await switchTo(screen, maria.userId)).status).toBe(200);
  });

  test.each([
    ['the person signs that device out', ({ maria }: Shared) => revokeShared(maria.browser)],
    [
      'an owner signs the person out everywhere',
      ({ maria }: Shared) => api.operator('DELETE', `/users/${maria.userId}/sessions`),
    ],
    ['the person is removed', ({ maria }: Shared) => api.operator('DELETE', `/users/${maria.userId}`)],
    ['the PIN is taken away', ({ maria }: Shared) => setPin(maria.browser, null)],
    [
      'the password changes elsewhere',
      ({ maria }: Shared) =>
        maria.browser.request('POST', '/session/password', {
          current_password: PASSWORD,
          new_password: 'ten doors and no bell',
        }),
    ],
    ['the sharing ends', ({ screen }: Shared) => screen.request('DELETE', '/session/screen')],
    ['thirty days pass', async () => wait({ hours: 31 * 24 })],
  ])('ends when %s', async (_, end) => {
    const shared = await sharedScreen();
    const done = await end(shared);
    if (done) expect(done.status, done.text).toBe(200);
    const answer = await switchTo(shared.screen, shared.maria.userId);
    expect([400, 401]).toContain(answer.status);
    expect(['pin_refused', 'screen_not_shared']).toContain(answer.body.code);
  });

  test('is resumed after twelve hours, when the session itself has expired', async () => {
    const { maria, screen } = await sharedScreen();
    wait({ hours: 20 });
    expectProblem(await screen.get('/session'), 401, 'not_signed_in');
    expect((await switchTo(screen, maria.userId)).status).toBe(200);
  });

  test('is listed among the devices of the person, once', async () => {
    const { maria, screen, signIn } = await sharedScreen();
    await signIn(maria.name);
    await signIn(maria.name);
    const devices = (await maria.browser.get('/session/devices')).body;
    expect(devices.filter((one: any) => one.is_shared_screen)).toMatchObject([
      { began_with: 'password', is_phone: false, is_current: false },
    ]);
    expect(await whoIs(screen)).toBe(maria.name);
  });
});

type Shared = Awaited<ReturnType<typeof sharedScreen>>;

async function revokeShared(browser: Browser) {
  const devices = (await browser.get('/session/devices')).body;
  const { session_id: id } = devices.find((one: any) => one.is_shared_screen);
  return browser.request('DELETE', `/session/devices/${id}`);
}

describe('a session that began with a PIN', () => {
  test('ends when the person changes the PIN elsewhere, and the new one opens it', async () => {
    const { maria, screen } = await sharedScreen();
    await switchTo(screen, maria.userId);
    expect(await whoIs(screen)).toBe(maria.name);
    expect((await setPin(maria.browser, '1470')).status).toBe(200);
    expectProblem(await screen.get('/session'), 401, 'not_signed_in');
    expect((await maria.browser.get('/session')).status).toBe(200);
    expectProblem(await switchTo(screen, maria.userId), 400, 'pin_refused');
    expect((await switchTo(screen, maria.userId, '1470')).status).toBe(200);
  });

  test('makes no other browser a shared screen, where the PIN would be valid for a month', async () => {
    const { maria, screen } = await sharedScreen();
    await switchTo(screen, maria.userId);
    const thief = openBrowser(api);
    thief.cookies.set('innwire', screen.cookies.get('innwire')!);
    expect(await whoIs(thief)).toBe(maria.name);
    expectProblem(await thief.request('POST', '/session/screen'), 403, 'full_sign_in_required');
    expect((await thief.get('/session/screen')).body.is_shared).toBe(false);
  });

  test('neither renames nor removes passkeys', async () => {
    const { maria, screen } = await sharedScreen();
    await switchTo(screen, maria.userId);
    const path = '/session/passkeys/1';
    expectProblem(await screen.request('PATCH', path, { name: 'Mine' }), 403, 'full_sign_in_required');
    expectProblem(await screen.request('DELETE', path), 403, 'full_sign_in_required');
  });

  test('neither erases data early nor sends the credentials of a channel elsewhere', async () => {
    const { hotelId, maria, screen } = await sharedScreen();
    await switchTo(screen, maria.userId);
    const path = `/operator/properties/${hotelId}`;
    const early = { retention: { guests: 30 } };
    expectProblem(await screen.request('PATCH', path, early), 403, 'full_sign_in_required');
    const feed = { protocol: 'ical', url: 'https://eve.example/calendar.ics', rooms: [] };
    expectProblem(await screen.request('PUT', `${path}/channels/feed`, feed), 403, 'full_sign_in_required');
    expect((await screen.request('PATCH', path, { settings: { phone: '+351 900 000 001' } })).status).toBe(
      200,
    );
  });

  test('opens nothing that would outlive it: people, tokens, a first password, another PIN', async () => {
    const { hotelId, maria, screen } = await sharedScreen();
    await switchTo(screen, maria.userId);
    for (const [path, body] of [
      ['/operator/users', { name: 'A friend', role: 'owner', hotel_ids: [hotelId] }],
      [`/operator/users/${maria.userId}/link`, {}],
      [`/operator/properties/${hotelId}/tokens`, { label: 'mine' }],
    ] as const)
      expectProblem(await screen.request('POST', path, body), 403, 'full_sign_in_required');
    expect((await screen.get('/operator/users')).status).toBe(200);
    await api.db.query(`update users set password_hash = null where user_id = $1`, [maria.userId]);
    const first = { new_password: 'a password of my own' };
    expectProblem(await screen.request('POST', '/session/password', first), 403, 'full_sign_in_required');
    expectProblem(await screen.request('PUT', '/session/pin', { pin: '1470' }), 403, 'full_sign_in_required');
  });
});
