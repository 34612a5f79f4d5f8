// The link at the first start: it signs the first owner in once, and no start makes one after that.
import { beforeEach, describe, expect, test } from 'vitest';
import { welcome } from '../../src/cli/welcome.ts';
import { readConfig } from '../../src/config.ts';
import { awaitsFirstOwner, inviteFirstOwner } from '../../src/pms/first-owner.ts';
import type { FirstSignIn } from '../../src/serve.ts';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { invite, openBrowser, PASSWORD } from './people.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(async () => {
  api.clock = NOW;
  await api.db.query('truncate users, user_roles, sessions, sign_in_links cascade');
});

const start = () => inviteFirstOwner(api.db, api.clock!);

describe('the first start', () => {
  test('makes an owner of all properties, who signs in with the link once', async () => {
    expect(await awaitsFirstOwner(api.db, NOW)).toBe(true);
    const secret = (await start())!;
    const browser = openBrowser(api);
    const answer = await browser.request('POST', '/session', { secret, password: PASSWORD });
    expect(answer.body).toMatchObject({ name: 'Owner', all_properties: true, has_password: true });
    const made = await browser.request('POST', '/operator/properties', { name: 'Casa', currency: 'EUR' });
    expect(made.status, made.text).toBe(200);
    expectProblem(await openBrowser(api).request('POST', '/session', { secret }), 400, 'link_not_valid');
  });

  test('is followed by a new link at each start, until somebody has signed in', async () => {
    const [first, second] = [(await start())!, (await start())!];
    expect((await api.operator('GET', '/users')).body).toHaveLength(1);
    expectProblem(
      await openBrowser(api).request('POST', '/session', { secret: first }),
      400,
      'link_not_valid',
    );
    expect((await openBrowser(api).request('POST', '/session', { secret: second })).status).toBe(200);
    expect(await start()).toBeNull();
    expect(await awaitsFirstOwner(api.db, NOW)).toBe(false);
    api.clock = NOW.add({ hours: 24 * 365 });
    expect(await start()).toBeNull();
  });

  test('says whom a link signs in and where, without using it up', async () => {
    const secret = (await start())!;
    const read = (given: string) => openBrowser(api).request('POST', '/session/link', { secret: given });
    expect((await read(secret)).body).toMatchObject({ name: 'Owner', is_first_owner: true });
    expectProblem(await read('not a secret'), 400, 'link_not_valid');
    expect((await openBrowser(api).request('POST', '/session', { secret })).status).toBe(200);
    expectProblem(await read(secret), 400, 'link_not_valid');
    const { hotelId } = await api.property({ name: 'Hotel Lindenhof' });
    const invited = await invite(api, 'desk', [hotelId], { name: 'Ana' });
    const holder = { name: 'Ana', properties: ['Hotel Lindenhof'], is_first_owner: false };
    expect((await read(invited.secret)).body).toEqual(holder);
  });

  test('leaves the link of a person alone whom the operator invited before', async () => {
    const { secret } = await invite(api, 'owner', null, { name: 'Ana' });
    expect(await start()).toBeNull();
    expect((await openBrowser(api).request('POST', '/session', { secret })).status).toBe(200);
  });

  test('of several processes at once makes one owner, whose last link is valid', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, start));
    expect((await api.operator('GET', '/users')).body).toHaveLength(1);
    const answers = [];
    for (const secret of secrets)
      answers.push((await openBrowser(api).request('POST', '/session', { secret })).status);
    expect(answers.toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('stores only the hash of the secret', async () => {
    const secret = (await start())!;
    const [row] = await api.db.query<{ text: string }>(
      `select sign_in_links::text as text from sign_in_links`,
    );
    expect(row!.text).not.toContain(secret);
    expect(row!.text).not.toContain(Buffer.from(secret).toString('hex'));
  });
});

describe('the message at the start', () => {
  const messageOf = (firstSignIn: FirstSignIn | null, env: NodeJS.ProcessEnv = {}) =>
    welcome(
      {
        ...{ baseUrl: 'http://localhost:3000', dataLocation: 'data', notices: [], db: api.db },
        ...{ firstSignIn, stop: async () => {} },
      },
      readConfig(env),
      'all',
    );

  test('has the address of the desk, and the link where there is a terminal', () => {
    const text = messageOf({ link: 'http://localhost:3000/desk/welcome#secret', validHours: 48 });
    expect(text).toMatch(/Front desk +http:\/\/localhost:3000\/desk\n/);
    expect(text).toMatch(/First sign-in +http:\/\/localhost:3000\/desk\/welcome#secret\n/);
  });

  test('has the command that makes one where the output may be kept', () => {
    expect(messageOf({ link: null, validHours: 48 })).toMatch(
      /First sign-in +.*innwire\.js user add "Your name" --role owner --all-properties\n/,
    );
  });

  test('names the settings that the command needs as well', () => {
    const without = { link: null, validHours: 48 };
    expect(messageOf(without, { PORT: '4800', DATA_DIR: '/srv/innwire' })).toContain(
      '(set PORT=4800 and DATA_DIR=/srv/innwire for the command, too)',
    );
    expect(messageOf(without)).not.toContain('for the command, too');
  });

  test('says nothing of it once somebody has signed in', () => {
    expect(messageOf(null)).not.toContain('First sign-in');
  });
});
