// The second factor: codes of an app and recovery codes, asked for after the password and a link, each accepted once.
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { type Browser, openBrowser, PASSWORD, signedIn } from './people.ts';
import { codeAt, codeOf } from './totp.ts';

const api = useApi();
const NOON = Temporal.Instant.from('2026-06-15T10:00:10Z');
const PATH = '/session/second-factor';
beforeEach(() => {
  api.clock = NOON;
});
const now = () => api.clock!;
const later = (seconds: number) => {
  api.clock = now().add({ seconds });
};

test('the codes of these tests are those of RFC 6238', () => {
  const key = Buffer.from('12345678901234567890');
  expect([59, 1_111_111_109, 20_000_000_000].map((at) => codeOf(key, Math.floor(at / 30), 8))).toEqual([
    '94287082',
    '07081804',
    '65353130',
  ]);
});

const begin = (browser: Browser) => browser.request('POST', `${PATH}/secret`, { current_password: PASSWORD });
const enable = (browser: Browser, code: string) => browser.request('POST', PATH, { code });

/** A person with a second factor; the code of this moment is used. */
async function withSecondFactor(role: 'desk' | 'owner' = 'desk') {
  const { hotelId } = await api.property();
  const person = await signedIn(api, role, [hotelId]);
  const { secret } = (await begin(person.browser)).body;
  const answer = await enable(person.browser, codeAt(secret, now()));
  expect(answer.status, answer.text).toBe(200);
  const codes = answer.body.recovery_codes as string[];
  return { ...person, hotelId, secret: secret as string, codes, code: () => codeAt(secret, now()) };
}

const signIn = (name: string, code?: string) =>
  openBrowser(api).request('POST', '/session', { name, password: PASSWORD, ...(code && { code }) });

test('is begun with the password, counts once its app has shown a code, and is asked for from then on', async () => {
  const { hotelId } = await api.property();
  const { browser, name } = await signedIn(api, 'desk', [hotelId]);
  const wrong = await browser.request('POST', `${PATH}/secret`, { current_password: 'not this one' });
  expectProblem(wrong, 400, 'wrong_password');
  const { secret, uri } = (await begin(browser)).body;
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(uri).toMatch(/^otpauth:\/\/totp\/innwire:/);
  expect((await signIn(name)).status).toBe(200);
  expectProblem(await enable(browser, '000000'), 400, 'code_refused');
  expect((await enable(browser, codeAt(secret, now()))).status).toBe(200);
  expect((await browser.get('/session')).body).toMatchObject({
    has_second_factor: true,
    recovery_codes_left: 10,
  });
  expectProblem(await signIn(name), 401, 'code_required');
  later(30);
  expect((await signIn(name, codeAt(secret, now()))).status).toBe(200);
  expectProblem(await begin(browser), 400, 'second_factor_on');
});

test('the secret is stored encrypted, and recovery codes as hashes', async () => {
  const { userId, secret, codes } = await withSecondFactor();
  const [stored] = await api.db.query<{ encrypted_secret: Buffer }>(
    'select encrypted_secret from second_factors where user_id = $1',
    [userId],
  );
  expect(stored!.encrypted_secret.includes(secret)).toBe(false);
  const hashes = await api.db.query<{ code_hash: Buffer }>(
    'select code_hash from recovery_codes where user_id = $1',
    [userId],
  );
  expect(hashes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const { code_hash: hash } of hashes) expect(codes.some((code) => hash.includes(code))).toBe(false);
});

describe('a code', () => {
  test.each([
    [-30, true],
    [0, true],
    [30, true],
    [-60, false],
    [60, false],
  ])('of a clock that is %i seconds away: accepted %s', async (seconds, isAccepted) => {
    const { name, secret } = await withSecondFactor();
    later(600);
    const code = codeAt(secret, now().add({ seconds }));
    expect((await signIn(name, code)).status).toBe(isAccepted ? 200 : 400);
  });

  test('is accepted once, also when two send it at the same time', async () => {
    const { name, code } = await withSecondFactor();
    expectProblem(await signIn(name, code()), 400, 'code_refused');
    later(30);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(name, code())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test('may have spaces', async () => {
    const { name, code } = await withSecondFactor();
    later(30);
    expect((await signIn(name, code().replace(/(...)/, '$1 '))).status).toBe(200);
  });

  test('says nothing about itself to whoever has no password', async () => {
    const { name } = await withSecondFactor();
    const answer = await openBrowser(api).request('POST', '/session', { name, password: 'not this one' });
    expectProblem(answer, 401, 'sign_in_refused');
  });

  test('that is wrong ten times in a row leaves only recovery codes, at any address', async () => {
    const { name, secret, code, codes } = await withSecondFactor();
    later(30);
    for (let tries = 9; tries >= 0; tries -= 1) {
      const wrong = String((Number(code()) + 1 + tries) % 1_000_000).padStart(6, '0');
      expect((await signIn(name, wrong)).body.data).toEqual({ left: tries });
    }
    expect((await signIn(name, code())).body.data).toEqual({ left: 0 });
    expect((await signIn(name, codes[0]!)).status).toBe(200);
    later(30);
    expect((await signIn(name, codeAt(secret, now()))).status).toBe(200);
  });
});

test('a recovery code replaces a code of the app once, in any case, with or without hyphens', async () => {
  const { name, codes, browser } = await withSecondFactor();
  expect((await signIn(name, codes[3]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
  expectProblem(await signIn(name, codes[3]!), 400, 'code_refused');
  expect((await browser.get('/session')).body.recovery_codes_left).toBe(9);
  const again = await browser.request('POST', `${PATH}/recovery-codes`, { code: codes[4] });
  expect(again.body.recovery_codes).toHaveLength(10);
  expectProblem(await signIn(name, codes[5]!), 400, 'code_refused');
  expect((await signIn(name, again.body.recovery_codes[0])).status).toBe(200);
});

describe('recovery codes that are replaced at the same time', () => {
  test.each([1, 2, 3, 4, 5])('are ten in the end (%i)', async () => {
    const { codes, browser } = await withSecondFactor();
    const answers = await Promise.all(
      codes.map((code) => browser.request('POST', `${PATH}/recovery-codes`, { code })),
    );
    for (const answer of answers) if (answer.status !== 200) expectProblem(answer, 400, 'code_refused');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await browser.get('/session')).body.recovery_codes_left).toBe(10);
  });

  test('are gone when the second factor is turned off', async () => {
    const { codes, code, browser } = await withSecondFactor();
    later(30);
    let isOff = false;
    const off = { code: code(), current_password: PASSWORD };
    const turnedOff = browser.request('POST', `${PATH}/off`, off).finally(() => {
      isOff = true;
    });
    let fresh = codes;
    while (!isOff) {
      const send = (recovery: string) =>
        browser.request('POST', `${PATH}/recovery-codes`, { code: recovery });
      const answers = await Promise.all(fresh.slice(0, 4).map(send));
      const refusals = ['code_refused', 'second_factor_missing', 'rate_limited'];
      for (const { status, body, text } of answers)
        if (status !== 200) expect(refusals, text).toContain(body.code);
      fresh = answers.findLast(({ status }) => status === 200)?.body.recovery_codes ?? fresh;
    }
    expect((await turnedOff).status).toBe(200);
    expect((await browser.get('/session')).body).toMatchObject({
      has_second_factor: false,
      recovery_codes_left: 0,
    });
  });
});

test('a link asks for a code too, and is not used up without one', async () => {
  const { userId, code, hotelId } = await withSecondFactor();
  const { link } = (await api.operator('POST', `/users/${userId}/link`)).body;
  const secret = link.slice(link.indexOf('#') + 1);
  const use = (body: object) => openBrowser(api).request('POST', '/session', { secret, ...body });
  expectProblem(await use({ password: 'another password' }), 401, 'code_required');
  expectProblem(await use({ code: '000000' }), 400, 'code_refused');
  later(30);
  const used = await use({ password: 'another password', code: code() });
  expect(used.body.properties, used.text).toMatchObject([{ hotel_id: hotelId }]);
  expectProblem(await use({ code: code() }), 400, 'link_not_valid');
});

test('is turned off with the password and a code', async () => {
  const { name, browser, code, codes } = await withSecondFactor();
  const off = (body: object) => browser.request('POST', `${PATH}/off`, body);
  expectProblem(await off({ code: codes[0], current_password: 'not this one' }), 400, 'wrong_password');
  expectProblem(await off({ code: codes[0] }), 400, 'wrong_password');
  expectProblem(await off({ code: '000000', current_password: PASSWORD }), 400, 'code_refused');
  later(30);
  const answer = await off({ code: code(), current_password: PASSWORD });
  expect(answer.body).toMatchObject({ has_second_factor: false, recovery_codes_left: 0 });
  expect((await signIn(name)).status).toBe(200);
  expectProblem(await off({ code: codes[1], current_password: PASSWORD }), 400, 'second_factor_missing');
  expectProblem(await enable(browser, '000000'), 400, 'second_factor_missing');
});

test('an owner takes it away from people of the own property, and from nobody else', async () => {
  const { userId, name, hotelId } = await withSecondFactor();
  const owner = await signedIn(api, 'owner', [hotelId]);
  const foreigner = await signedIn(api, 'owner', [(await api.property()).hotelId]);
  const path = `/operator/users/${userId}/second-factor`;
  expectProblem(await foreigner.browser.request('DELETE', path), 400, 'unknown_user');
  expect((await owner.browser.get('/operator/users')).body).toContainEqual(
    expect.objectContaining({ user_id: userId, has_second_factor: true }),
  );
  const answer = await owner.browser.request('DELETE', path);
  expect(answer.body, answer.text).toMatchObject({ user_id: userId, has_second_factor: false });
  expect((await signIn(name)).status).toBe(200);
});

test('ends the other sessions of the person, which began without it', async () => {
  const { hotelId } = await api.property();
  const { browser, name } = await signedIn(api, 'desk', [hotelId]);
  const phone = openBrowser(api);
  expect((await phone.request('POST', '/session', { name, password: PASSWORD })).status).toBe(200);
  const { secret } = (await begin(browser)).body;
  expect((await enable(browser, codeAt(secret, now()))).status).toBe(200);
  expect((await browser.get('/session')).status).toBe(200);
  expectProblem(await phone.get('/session'), 401, 'not_signed_in');
});

test('an owner does not take the own one away without a code', async () => {
  const owner = await withSecondFactor('owner');
  const answer = await owner.browser.request('DELETE', `/operator/users/${owner.userId}/second-factor`);
  expectProblem(answer, 400, 'own_second_factor');
  expectProblem(await signIn(owner.name), 401, 'code_required');
});

test('a session that began with it counts its attempts with those of passwords', async () => {
  const { browser } = await withSecondFactor();
  for (let tries = 0; tries < 20; tries += 1)
    await browser.request('POST', `${PATH}/recovery-codes`, { code: 'aaaa-bbbb-cccc-dddd' });
  const limited = await browser.request('POST', `${PATH}/recovery-codes`, { code: 'aaaa-bbbb-cccc-dddd' });
  expectProblem(limited, 429, 'rate_limited');
});

test('a right password that lacks its code is no wrong attempt', async () => {
  const { name } = await withSecondFactor();
  const page = openBrowser(api);
  for (let signIns = 0; signIns < 25; signIns += 1)
    expectProblem(await page.request('POST', '/session', { name, password: PASSWORD }), 401, 'code_required');
});

test('belongs to a person who is removed no longer', async () => {
  const { userId } = await withSecondFactor();
  expect((await api.operator('DELETE', `/users/${userId}`)).status).toBe(200);
  const left = await api.db.query(
    'select 1 from second_factors where user_id = $1 union all select 1 from recovery_codes where user_id = $1',
    [userId],
  );
  expect(left).toEqual([]);
});
