// People who may sign in: invited, changed and removed by the operator and by owners, and their links.
import { beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { dumpDatabase, fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { invite, LOCAL_PAGE, openBrowser, PASSWORD, secretIn, signedIn } from './people.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

let names = 0;
const newName = () => `Guest of honour ${++names}`;

describe('the operator', () => {
  test('invites a person; the link is shown once, and lists have everything else', async () => {
    const [one, two] = [await api.property(), await api.property()];
    const made = await api.operator('POST', '/users', {
      name: ' Joana ',
      email: 'joana@example.com',
      language: 'PT-pt',
      role: 'desk',
      hotel_ids: [two.hotelId, one.hotelId],
    });
    const user = {
      user_id: expect.any(Number),
      name: 'Joana',
      email: 'joana@example.com',
      language: 'pt-PT',
      role: null,
      roles: [
        { hotel_id: one.hotelId, role: 'desk' },
        { hotel_id: two.hotelId, role: 'desk' },
      ],
      has_password: false,
      has_second_factor: false,
      passkeys: [],
      created_at: '2026-06-15T10:00:00.000Z',
      last_seen_at: null,
      link_valid_until: '2026-06-17T10:00:00.000Z',
    };
    expect(made.body).toEqual({
      ...user,
      link: expect.stringMatching(/^http:\/\/innwire\.test\/desk\/welcome#[\w-]{43}$/),
      expires_at: '2026-06-17T10:00:00.000Z',
    });
    expect((await api.operator('GET', '/users')).body).toContainEqual(user);
  });

  test.each([
    [{ name: ' ' }, 400, 'invalid_data'],
    [{ name: 'a@b' }, 400, 'invalid_data'],
    [{ email: 'nobody' }, 400, 'invalid_data'],
    [{ language: 'klingonish-language' }, 400, 'invalid_data'],
    [{ role: 'admin' }, 400, 'invalid_data'],
    [{ role: undefined }, 400, 'invalid_data'],
    [{ hotel_ids: undefined }, 400, 'invalid_data'],
    [{ all_properties: true }, 400, 'invalid_data'],
    [{ hotel_ids: [999_999] }, 404, 'unknown_property'],
    [{ hotel_ids: [1] }, 404, 'unknown_property'],
  ])('is refused an invitation with %j, and nobody is made', async (members, status, code) => {
    const { hotelId } = await api.property();
    const before = await fingerprint(api.db);
    const body = { name: newName(), role: 'desk', hotel_ids: [hotelId], ...members };
    expectProblem(await api.operator('POST', '/users', body), status, code);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is refused a name or an address that somebody has, in any case, until that person is removed', async () => {
    const { hotelId } = await api.property();
    const add = (members: object) =>
      api.operator('POST', '/users', { role: 'desk', hotel_ids: [hotelId], name: newName(), ...members });
    const { body } = await add({ name: 'Rui', email: 'rui@example.com' });
    expectProblem(await add({ name: 'RUI' }), 400, 'user_name_taken');
    for (const alike of ['Ｒｕｉ', 'R\u200Bui', 'Rui\u{E0100}', '\u3164Rui'])
      expectProblem(await add({ name: alike }), 400, 'user_name_taken');
    expect((await add({ name: 'José Sá' })).status).toBe(200);
    for (const alike of ['Jose\u200D\u0301 Sá', 'José  Sá', 'José\tSá', 'José Sá\u2800'])
      expectProblem(await add({ name: alike }), 400, 'user_name_taken');
    expectProblem(await add({ email: 'Rui@Example.com' }), 400, 'user_name_taken');
    const other = (await add({})).body.user_id;
    expectProblem(await api.operator('PATCH', `/users/${other}`, { name: 'rui' }), 400, 'user_name_taken');
    await api.operator('DELETE', `/users/${body.user_id}`);
    expect((await add({ name: 'RUI', email: 'rui@example.com' })).status).toBe(200);
  });

  test('changes roles, and each request follows the new one at once', async () => {
    const [one, two] = [await api.property(), await api.property()];
    const { userId, name, browser } = await signedIn(api, 'housekeeping', [one.hotelId]);
    const status = async (hotelId: number) =>
      (await browser.get(`/api/bookings/session?hotel_id=${hotelId}`)).body.code ?? 'ok';
    /** Changes the person, who signs in again where the change gives more rights. */
    const set = async (body: object) => {
      const answer = await api.operator('PATCH', `/users/${userId}`, body);
      if ((await status(one.hotelId)) === 'not_signed_in')
        await browser.request('POST', '/session', { name, password: PASSWORD });
      return answer;
    };
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual([
      'scope_missing',
      'property_not_opened',
    ]);
    await set({ role: 'manager' });
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual(['ok', 'property_not_opened']);
    await set({ role: 'desk', hotel_ids: [two.hotelId] });
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual(['ok', 'ok']);
    await set({ remove_hotel_ids: [one.hotelId] });
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual(['property_not_opened', 'ok']);
    const everywhere = await set({ role: 'manager', all_properties: true });
    expect(everywhere.body).toMatchObject({ role: 'manager', roles: [] });
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual(['ok', 'ok']);
    const again = await set({ role: 'read', hotel_ids: [two.hotelId] });
    expect(again.body).toMatchObject({ role: null, roles: [{ hotel_id: two.hotelId, role: 'read' }] });
    expect([await status(one.hotelId), await status(two.hotelId)]).toEqual(['property_not_opened', 'ok']);
    expectProblem(await set({ hotel_ids: [one.hotelId] }), 400, 'invalid_data');
  });

  test.each([
    ['the same role', 'desk', { role: 'desk' }, false],
    ['a role with fewer rights', 'desk', { role: 'read' }, false],
    ['another name', 'desk', { language: 'de' }, false],
    ['manager instead of owner', 'owner', { role: 'manager' }, false],
    ['a role with more rights', 'read', { role: 'desk' }, true],
    ['a role with other rights', 'desk', { role: 'accounting' }, true],
    ['owner instead of manager', 'manager', { role: 'owner' }, true],
    ['the same role everywhere', 'desk', { role: 'desk', all_properties: true }, true],
    ['a role at another property', 'desk', { role: 'read', hotel_ids: 'another' }, true],
  ])('with %s: sessions and links of before are those of before', async (_, role, change, ends) => {
    const [one, two] = [await api.property(), await api.property()];
    const { userId, browser } = await signedIn(api, role as 'desk', [one.hotelId]);
    const { link } = (await api.operator('POST', `/users/${userId}/link`)).body;
    const hotelIds = 'hotel_ids' in change ? { hotel_ids: [two.hotelId] } : {};
    const changed = await api.operator('PATCH', `/users/${userId}`, { ...change, ...hotelIds });
    expect(changed.status, changed.text).toBe(200);
    expect((await browser.get('/session')).body.code === 'not_signed_in').toBe(ends);
    const used = await openBrowser(api).request('POST', '/session', { secret: secretIn(link) });
    if (ends) expectProblem(used, 400, 'link_not_valid');
    else expect(used.status, used.text).toBe(200);
  });

  test('takes roles away one by one, and removes the person with the last one', async () => {
    const [one, two] = [await api.property(), await api.property()];
    const { userId, browser } = await signedIn(api, 'desk', [one.hotelId, two.hotelId]);
    const owner = await signedIn(api, 'owner', [one.hotelId]);
    const remove = (hotelId: number) => ({ remove_hotel_ids: [hotelId] });
    // An owner of one of both houses sees the person no more, who works on in the other one.
    const gone = await owner.browser.request('PATCH', `/operator/users/${userId}`, remove(one.hotelId));
    expect(gone.body).toMatchObject({ user_id: userId, roles: [] });
    expect((await browser.get(`/api/bookings/session?hotel_id=${two.hotelId}`)).status).toBe(200);
    const last = await api.operator('PATCH', `/users/${userId}`, remove(two.hotelId));
    expect(last.body).toMatchObject({ role: null, roles: [], has_password: false });
    expect((await browser.get(`/api/bookings/session?hotel_id=${two.hotelId}`)).body.code).toBe(
      'not_signed_in',
    );
    expectProblem(await api.operator('PATCH', `/users/${userId}`, { language: 'de' }), 400, 'unknown_user');
  });

  test('removes a person, who is signed out at once, cannot come back and is no longer listed', async () => {
    const { hotelId } = await api.property();
    const { userId, name, browser } = await signedIn(api, 'owner', [hotelId]);
    const { body } = await api.operator('POST', `/users/${userId}/link`);
    const removed = await api.operator('DELETE', `/users/${userId}`);
    expect(removed.body).toMatchObject({ name, roles: [], email: null, has_password: false });
    expectProblem(await browser.get('/api/hotels/session'), 401, 'not_signed_in');
    const use = (what: object) => openBrowser(api).request('POST', '/session', what);
    expectProblem(await use({ name, password: PASSWORD }), 401, 'sign_in_refused');
    expectProblem(await use({ secret: secretIn(body.link) }), 400, 'link_not_valid');
    expect((await api.operator('GET', '/users')).body.map((one: any) => one.user_id)).not.toContain(userId);
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/link'],
      ['DELETE', '/sessions'],
    ])
      expectProblem(
        await api.operator(method!, `/users/${userId}${path}`, method === 'PATCH' ? {} : undefined),
        400,
        'unknown_user',
      );
  });

  test('signs a person out everywhere', async () => {
    const { hotelId } = await api.property();
    const { userId, name, browser } = await signedIn(api, 'desk', [hotelId]);
    await openBrowser(api).request('POST', '/session', { name, password: PASSWORD });
    const answer = await api.operator('DELETE', `/users/${userId}/sessions`);
    expect(answer.body).toEqual({ user_id: userId, sessions: 2 });
    expectProblem(await browser.get('/session'), 401, 'not_signed_in');
    expect((await browser.request('POST', '/session', { name, password: PASSWORD })).status).toBe(200);
  });
});

describe('a link', () => {
  test('signs in exactly one of many browsers that open it at once', async () => {
    const { hotelId } = await api.property();
    for (const password of [undefined, PASSWORD]) {
      const { secret } = await invite(api, 'desk', [hotelId]);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => openBrowser(api).request('POST', '/session', { secret, password })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expectProblem(answer, 400, 'link_not_valid');
    }
  });

  test('is valid for 48 hours', async () => {
    const { hotelId } = await api.property();
    const [{ secret }, late] = [await invite(api, 'desk', [hotelId]), await invite(api, 'desk', [hotelId])];
    api.clock = NOW.add({ hours: 48 }).subtract({ seconds: 1 });
    expect((await openBrowser(api).request('POST', '/session', { secret })).status).toBe(200);
    api.clock = NOW.add({ hours: 48 });
    const answer = await openBrowser(api).request('POST', '/session', { secret: late.secret });
    expectProblem(answer, 400, 'link_not_valid');
  });

  test('is replaced by a newer one', async () => {
    const { hotelId } = await api.property();
    const { userId, secret } = await invite(api, 'desk', [hotelId]);
    const newer = secretIn((await api.operator('POST', `/users/${userId}/link`)).body.link);
    const use = (what: string) => openBrowser(api).request('POST', '/session', { secret: what });
    expectProblem(await use(secret), 400, 'link_not_valid');
    expect((await use(newer)).status).toBe(200);
  });

  test('for a lost password sets another one and ends the sessions of whoever had the old one', async () => {
    const { hotelId } = await api.property();
    const { userId, name, browser } = await signedIn(api, 'desk', [hotelId]);
    const { body } = await api.operator('POST', `/users/${userId}/link`);
    const own = openBrowser(api);
    const password = 'eleven windows and no key';
    await own.request('POST', '/session', { secret: secretIn(body.link), password });
    expect((await own.get('/session')).status).toBe(200);
    expectProblem(await browser.get('/session'), 401, 'not_signed_in');
    const wrong = { name, password: PASSWORD };
    expectProblem(await openBrowser(api).request('POST', '/session', wrong), 401, 'sign_in_refused');
  });
});

test.each([
  ['Ｍａｒｉａ', 'full width'],
  ['Mária', 'decomposed'],
  ['محمد\u200cرضا', 'a joiner that nobody sees'],
  ['Ana\u00a0 Sofia', 'other spaces'],
])('%s signs in with the name as it was typed for the invitation: %s', async (text) => {
  const { hotelId } = await api.property();
  const name = `${text} ${hotelId}`;
  const made = await api.operator('POST', '/users', { name, role: 'desk', hotel_ids: [hotelId] });
  const secret = secretIn(made.body.link);
  await openBrowser(api).request('POST', '/session', { secret, password: PASSWORD });
  for (const typed of [name, made.body.user?.name ?? made.body.name])
    expect(
      (await openBrowser(api).request('POST', '/session', { name: typed, password: PASSWORD })).status,
    ).toBe(200);
});

test('no secret of a link, cookie or password is stored, also not where a key is used again', async () => {
  const { hotelId } = await api.property();
  const key = { 'idempotency-key': 'one-person', ...LOCAL_PAGE };
  const owner = await signedIn(api, 'owner', [hotelId]);
  const body = { name: newName(), role: 'desk', hotel_ids: [hotelId] };
  const made = await owner.browser.request('POST', '/operator/users', body, key);
  const again = await owner.browser.request('POST', '/operator/users', body, key);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual({ ...made.body, link: null });
  const browser = openBrowser(api);
  const secret = secretIn(made.body.link);
  await browser.request('POST', '/session', { secret, password: PASSWORD });
  const dump = JSON.stringify(await dumpDatabase(api.db));
  for (const text of [secret, browser.cookies.get('innwire')!, PASSWORD]) {
    expect(dump).not.toContain(text);
    expect(dump).not.toContain(Buffer.from(text).toString('hex'));
  }
  expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

test('an idempotency key of one owner does not give another the stored answer', async () => {
  const [one, two] = [await api.property(), await api.property()];
  const [owner, other] = [
    await signedIn(api, 'owner', [one.hotelId]),
    await signedIn(api, 'owner', [two.hotelId]),
  ];
  const body = { name: newName(), role: 'desk', hotel_ids: [one.hotelId] };
  const key = { 'idempotency-key': 'of-one-owner' };
  expect((await owner.browser.request('POST', '/operator/users', body, key)).status).toBe(200);
  const answer = await other.browser.request('POST', '/operator/users', body, key);
  expectProblem(answer, 400, 'idempotency_key_reused');
  expectProblem(
    await api.request('POST', '/operator/users', {
      body,
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, ...key },
    }),
    400,
    'idempotency_key_reused',
  );
});

describe('an owner who is signed in', () => {
  const two = async () => {
    const [own, other] = [await api.property({ name: 'Own' }), await api.property({ name: 'Other' })];
    return { own, other, owner: await signedIn(api, 'owner', [own.hotelId]) };
  };

  test('sees and invites people of the own property, and of no other', async () => {
    const { own, other, owner } = await two();
    const [both, foreign] = [
      await invite(api, 'desk', [own.hotelId, other.hotelId]),
      await invite(api, 'desk', [other.hotelId]),
    ];
    const listed = (await owner.browser.get('/operator/users')).body;
    expect(listed.find((one: any) => one.user_id === both.userId).roles).toEqual([
      { hotel_id: own.hotelId, role: 'desk' },
    ]);
    expect(listed.map((one: any) => one.user_id)).not.toContain(foreign.userId);
    const add = (members: object) =>
      owner.browser.request('POST', '/operator/users', { name: newName(), role: 'owner', ...members });
    expect((await add({ hotel_ids: [own.hotelId] })).status).toBe(200);
    for (const ids of [[other.hotelId], [own.hotelId, other.hotelId], [999_999]])
      expectProblem(await add({ hotel_ids: ids }), 404, 'unknown_property');
    expectProblem(await add({ all_properties: true }), 403, 'owner_required');
  });

  test('changes roles at the own property only, and takes over nobody who also works elsewhere', async () => {
    const { own, other, owner } = await two();
    const both = await invite(api, 'desk', [own.hotelId, other.hotelId]);
    const [foreign, everywhere] = [
      await invite(api, 'desk', [other.hotelId]),
      await invite(api, 'owner', null),
    ];
    const send = (method: string, path: string, body?: object) =>
      owner.browser.request(method, `/operator/users/${path}`, body);
    const before = await fingerprint(api.db);
    for (const [method, path, body] of [
      ['PATCH', `${both.userId}`, { name: 'Taken over' }],
      ['PATCH', `${both.userId}`, { email: 'mine@example.com' }],
      ['POST', `${both.userId}/link`],
      ['DELETE', `${both.userId}/sessions`],
      ['POST', `${everywhere.userId}/link`],
      ['PATCH', `${everywhere.userId}`, { role: 'read', hotel_ids: [own.hotelId] }],
      ['PATCH', `${everywhere.userId}`, { role: 'read' }],
      ['DELETE', `${everywhere.userId}`],
      ['PATCH', `${both.userId}`, { role: 'owner', all_properties: true }],
    ] as const)
      expectProblem(await send(method, path, body), 403, 'owner_required');
    for (const [method, path, body] of [
      ['PATCH', `${foreign.userId}`, { role: 'read' }],
      ['POST', `${foreign.userId}/link`],
      ['DELETE', `${foreign.userId}`],
    ] as const)
      expectProblem(await send(method, path, body), 400, 'unknown_user');
    expectProblem(
      await send('PATCH', `${both.userId}`, { remove_hotel_ids: [other.hotelId] }),
      404,
      'unknown_property',
    );
    expect(await fingerprint(api.db)).toBe(before);
    const changed = await send('PATCH', `${both.userId}`, { role: 'manager' });
    expect(changed.body.roles).toEqual([{ hotel_id: own.hotelId, role: 'manager' }]);
    expect((await send('DELETE', `${both.userId}`)).body.roles).toEqual([]);
    const left = (await api.operator('GET', '/users')).body.find((one: any) => one.user_id === both.userId);
    expect(left.roles).toEqual([{ hotel_id: other.hotelId, role: 'desk' }]);
  });

  test('is named in the audit trail', async () => {
    const { own, owner } = await two();
    await owner.browser.request('POST', '/operator/users', {
      name: newName(),
      role: 'desk',
      hotel_ids: [own.hotelId],
    });
    const [entry] = (await api.operator('GET', '/audit?operation=createUser')).body;
    expect(entry).toMatchObject({
      user_id: owner.userId,
      outcome: 'ok',
      changed: { name: '***', role: 'desk' },
    });
    await invite(api, 'desk', [own.hotelId]);
    expect((await api.operator('GET', '/audit?operation=createUser')).body[0].user_id).toBeNull();
  });
});
