// The command line against a running server: output, refusals, and the first steps of a new user.
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ordinary } from '../harness/child-processes.ts';
import {
  ask,
  CHECKOUT,
  embeddedUrl,
  expectRefusal,
  filesIn,
  type Innwire,
  newDataDir,
  newPath,
  ordinaryMayRun,
  runCommand,
  startLasting,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';

useProcesses();

const dataDir = newDataDir();
let innwire: Innwire;

beforeAll(async () => {
  innwire = await startLasting({ dataDir });
});

const run = (...args: string[]) => runCommand(args, { dataDir, env: { PORT: new URL(innwire.url).port } });

/** Runs a command that must succeed; returns its output, parsed with --json. */
async function succeed(...args: string[]): Promise<any> {
  const { code, stderr, stdout } = await run(...args);
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
  return args.includes('--json') ? JSON.parse(stdout) : stdout;
}

async function refuse(sentence: RegExp, ...args: string[]): Promise<void> {
  await expectRefusal(await run(...args), sentence);
}

/** Runs a command that the server must refuse: with a sentence and the problem code in parentheses. */
async function refuseWith(code: string, ...args: string[]): Promise<void> {
  const { stdout, stderr, ...ended } = await run(...args);
  expect(stderr).toMatch(new RegExp(`^[A-Z<-].*\\. \\(${code}\\)\n$`));
  expect({ code: ended.code, stdout }).toEqual({ code: 1, stdout: '' });
}

test('a newcomer makes a property and a room and books with what the commands print', async () => {
  await refuse(/^There is no property yet: make one with "innwire property add"\.$/, 'room', 'list');
  const made = await succeed(
    ...['property', 'add', 'Quinta do Mar', '--currency', 'EUR', '--timezone', 'Europe/Lisbon'],
  );
  const hotelId = Number(/^hotel_id +(\d+)$/m.exec(made)![1]);
  const token = /^api_token +(pms_live_\w+)$/m.exec(made)![1];
  const room = await succeed('room', 'add', 'Sea view', '--capacity', '2', '--price', '120', '--units', '3');
  const roomId = Number(/^room_id +(\d+)$/m.exec(room)![1]);
  const body = { room_id: roomId, name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-03', price: 240 };
  const booked = await ask(`${innwire.url}/api/bookings/${token}`, { method: 'POST', body });
  expect(booked.body).toMatchObject({ hotel_id: hotelId, room_id: roomId, status: 'confirmed' });
  expect(await succeed('room', 'list')).toBe(
    `room_id  name      capacity   price  units  min_stay  cots
${String(roomId).padEnd(9)}Sea view         2  120.00      3         1     0
`,
  );
});

describe('every command', () => {
  let property: string;

  beforeAll(async () => {
    const made = await succeed('property', 'add', 'Casa', '--currency', 'EUR', '--json');
    property = String(made.hotel_id);
  });
  const at = () => ['--property', property];

  test('property: shows its changes, nested settings included', async () => {
    const changes = ['--name', 'Casa Azul', '--checkin-time', '14:00', '--horizon-days', '400'];
    const set = await succeed(
      'property',
      'set',
      ...changes,
      '--subscription-status',
      'active',
      ...at(),
      '--json',
    );
    expect(set).toMatchObject({
      name: 'Casa Azul',
      settings: { checkin_time: '14:00', horizon_days: 400 },
      subscription: { status: 'active' },
    });
    const list = await succeed('property', 'list', '--json');
    expect(list).toContainEqual(set);
    expect(await succeed('property', 'list')).toMatch(new RegExp(`^${property} +Casa Azul +EUR`, 'm'));
  });

  test('room, booking, task, ledger and review: from one to the next', async () => {
    const room = await succeed(
      ...['room', 'add', 'Blue', '--capacity', '2', '--price', '80', ...at(), '--json'],
    );
    const id = String(room.room_id);
    expect(await succeed('room', 'set', id, '--units', '2', ...at(), '--json')).toEqual({
      ...room,
      units: 2,
    });
    const { api_token: token } = await succeed('token', 'add', 'a program', ...at(), '--json');
    const body = { room_id: room.room_id, name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-03' };
    const bookings = `${innwire.url}/api/bookings/${token}`;
    const { order_id } = (await ask(bookings, { method: 'POST', body: { ...body, price: 1 } })).body;
    const moved = await succeed(
      ...['booking', 'set', String(order_id), '--checkout', '2027-03-04', ...at(), '--json'],
    );
    expect(moved.checkout).toMatch(/^2027-03-04/);
    const arrive = ['booking', 'set', String(order_id), '--status', 'checked_in', ...at()];
    await refuseWith('invalid_transition', ...arrive);
    expect((await succeed(...arrive, '--early', '--json')).status).toBe('checked_in');
    await refuseWith('room_has_bookings', 'room', 'remove', id, ...at());

    const task = await succeed(
      ...['task', 'add', 'Fix the lamp', '--room-id', id, '--date', '2027-01-02', ...at(), '--json'],
    );
    const set = ['task', 'set', String(task.task_id), '--assignee', 'Rosa', '--status', 'in_progress'];
    expect(await succeed(...set, ...at(), '--json')).toMatchObject({ assignee: 'Rosa' });

    const post = ['ledger', 'post', '--type', 'payment', '--description', 'cash', ...at(), '--json'];
    expect(await succeed(...post, '12.5')).toMatchObject({ amount: 12.5, type: 'payment' });
    const refund = ['ledger', 'post', '--type', 'refund', '--description', 'cash', ...at(), '--json'];
    expect(await succeed(...refund, '--', '-12.5')).toMatchObject({ amount: -12.5, type: 'refund' });
    const list = ['ledger', 'list', '--order', String(order_id), ...at()];
    expect(await succeed(...list)).toMatch(
      /^property +[\s\S]*\nguest +Ada[\s\S]*\n\nid [\s\S]*income[\s\S]*\n\ntotal +81\.00\npaid +0\.00\nbalance +81\.00\ncurrency +EUR\n$/,
    );
    expect(await succeed(...list, '--csv')).toMatch(
      /^\ufeffid,hotel_id,charge,payment,expense,other,type,.*\r\n\d+,\d+,1,,,,income,[^\r]*\r\n\d+,\d+,80,[^\r]*\r\n$/,
    );
    const march = ['--from', '2027-03-01', '--to', '2027-03-31', ...at()];
    expect(await succeed('report', 'bookings', ...march)).toMatch(/^total +1 +0 +0 +0 +3 +27\.00 +81\.00/m);
    expect(await succeed('report', 'occupancy', ...march, '--by', 'room')).toMatch(
      /^key +room +units .*\n\d+ +Blue +\d.*\ntotal +– +\d/,
    );
    expect(await succeed('report', 'pace', ...march, '--csv')).toMatch(
      /^\ufeffkey,.*\r\n2027-03,.*\r\ntotal,/,
    );
    const charges = await succeed('report', 'charges', ...march);
    expect(charges).toMatch(/^accommodation .* EUR +\d +81\.00/m);
    expect(charges).toMatch(/^total .* EUR +\d +81\.00 +0\.00 +0\.00 +81\.00$/m);
    expect(await succeed('report', 'balances', ...march)).toMatch(/^total .*EUR +81\.00 +0\.00 +81\.00$/m);

    const [review] = await query(
      embeddedUrl(dataDir),
      `insert into reviews (hotel_id, channel, guest_name, score, language, created_at)
       values ($1, 'direct', 'Ada', 9.5, 'en', now()) returning review_id`,
      [property],
    );
    const replied = await succeed('review', 'reply', review.review_id, 'Thank you', ...at(), '--json');
    expect(replied).toMatchObject({ guest_name: 'Ada', reply: 'Thank you' });
  });

  test('webhook: made with its secret, changed, tested, sent back and deleted', async () => {
    const added = await succeed('webhook', 'add', 'https://hooks.example.com/a', ...at(), '--json');
    expect(added).toMatchObject({ kinds: null, active: true, secret: expect.stringMatching(/^whsec_/) });
    const id = String(added.id);
    const set = await succeed(
      ...[
        'webhook',
        'set',
        id,
        '--kinds',
        'booking.created, task.created',
        '--active',
        'no',
        ...at(),
        '--json',
      ],
    );
    expect(set).toMatchObject({ kinds: ['booking.created', 'task.created'], active: false, state: 'paused' });
    expect(await succeed('webhook', 'list', ...at(), '--json')).toEqual([set]);
    expect(await succeed('webhook', 'set', id, '--kinds', 'all', ...at(), '--json')).toMatchObject({
      kinds: null,
    });
    expect((await succeed('webhook', 'rotate', id, ...at(), '--json')).secret).not.toBe(added.secret);
    expect(await succeed('webhook', 'replay', id, '1', ...at(), '--json')).toMatchObject({
      delivered_seq: 0,
    });
    await succeed('webhook', 'test', id, ...at());
    expect(await succeed('webhook', 'deliveries', id, ...at(), '--json')).toBeInstanceOf(Array);
    expect(await succeed('webhook', 'remove', id, ...at(), '--json')).toEqual({
      id: added.id,
      deleted: true,
    });
  });

  test('--field prints one member alone, a line for each record, and repeats the answer when there is none', async () => {
    expect(await succeed('property', 'list', '--field', 'hotel_id')).toMatch(
      new RegExp(`^(\\d+\\n)*${property}\\n$`),
    );
    const token = await succeed('token', 'add', 'a shell', ...at(), '--field', 'api_token');
    expect(token).toMatch(/^pms_live_\w+\n$/);
    const { code, stdout, stderr } = await run('token', 'add', 'a shell', ...at(), '--field', 'tokn');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The answer has no "tokn", only id, .*\. It is:\n(.*\n)*api_token +pms_live_\w+\n/,
    );
  });

  test('token: is shown once, listed without its secret, and revoked', async () => {
    const added = await succeed('token', 'add', 'reader', '--access', 'read', ...at(), '--json');
    expect(added).toMatchObject({
      label: 'reader',
      access: 'read',
      api_token: expect.stringMatching(/^pms_live_/),
    });
    const list = await succeed('token', 'list', ...at());
    expect(list).toContain('reader');
    expect(list).not.toContain('pms_live_');
    await succeed('token', 'revoke', String(added.id), ...at());
    expect((await ask(`${innwire.url}/api/rentals/${added.api_token}`)).status).toBe(404);
  });

  test('channel: connected, shown, exchanged and disconnected', async () => {
    const room = await succeed(
      ...['room', 'add', 'Red', '--capacity', '2', '--price', '80', ...at(), '--json'],
    );
    const mapping = `${room.room_id}=https://calendars.invalid/1.ics`;
    const connected = await succeed('channel', 'connect', 'airbnb', mapping, '--no-wait', ...at(), '--json');
    expect(connected).toMatchObject({ channel: 'airbnb', protocol: 'ical', rooms: [{ ical_url: /1\.ics/ }] });
    expect(await succeed('channel', 'list', ...at())).toMatch(/^airbnb +ical/m);
    expect(await succeed('channel', 'show', 'airbnb', ...at())).toMatch(/^settings +–$/m);
    const nights = await succeed('channel', 'nights', 'airbnb', ...at(), '--json');
    expect(nights[0]).toMatchObject({ room_id: room.room_id, state: 'pending' });
    await succeed('channel', 'resync', 'airbnb', ...at());
    expect(await succeed('channel', 'disconnect', 'airbnb', ...at(), '--json')).toMatchObject({
      channel: 'airbnb',
    });
    await refuseWith('unknown_channel', 'channel', 'show', 'airbnb', ...at());
  });

  test('channel: settings and credentials of a protocol are options, with their types', async () => {
    const room = await succeed(
      ...['room', 'add', 'Green', '--capacity', '2', '--price', '80', ...at(), '--json'],
    );
    const file = newPath('password');
    writeFileSync(file, 'a-password\n');
    const connect = ['channel', 'connect', 'expedia', `${room.room_id}=200:300A`, '--no-wait', ...at()];
    const needed = ['--hotel-id', '123456', '--username', 'EQC_user', '--password', `@${file}`];
    const optional = ['--messages-days', '7', '--pushes-wait-for-reads', '--ignored-warnings', '7018, 7022'];
    const connected = await succeed(...connect, ...needed, ...optional, '--json');
    expect(connected).toMatchObject({
      protocol: 'expedia',
      has_credentials: true,
      settings: {
        hotel_id: '123456',
        messages_days: 7,
        pushes_wait_for_reads: true,
        ignored_warnings: ['7018', '7022'],
      },
      rooms: [{ external_room: '200', external_rate: '300A' }],
    });
    const changed = await succeed(
      ...connect,
      '--messages-days',
      'none',
      '--no-pushes-wait-for-reads',
      '--json',
    );
    expect(changed.settings).toMatchObject({ hotel_id: '123456', pushes_wait_for_reads: false });
    expect(changed.settings.messages_days).not.toBe(7);
    await refuse(/^--messages-days must be a whole number, not "x"\.$/, ...connect, '--messages-days', 'x');
    await refuseWith('invalid_data', ...connect, '--hotel-id', 'x');
    await succeed('channel', 'disconnect', 'expedia', ...at());
  });
});

describe('refusals: one sentence, exit code 1', () => {
  test('no server, another server, another key, no key', async () => {
    const list = (env: Record<string, string>, from = dataDir) =>
      runCommand(['property', 'list'], { dataDir: from, env });
    const { port } = new URL(innwire.url);
    await expectRefusal(
      await list({ PORT: '2' }),
      /^No innwire answers at http:\/\/127\.0\.0\.1:2 \(connect ECONNREFUSED/,
    );
    await expectRefusal(
      await list({ HOST: 'localhost', PORT: '2' }),
      /^No innwire answers at http:\/\/localhost:2 \(connect ECONNREFUSED/,
    );
    const inquirer = createServer((_, reply) => reply.end('<html>Hello</html>')).listen(0, '127.0.0.1');
    onTestFinished(() => void inquirer.close());
    await once(inquirer, 'listening');
    await expectRefusal(
      await list({ PORT: String((inquirer.address() as AddressInfo).port) }),
      /^http:\/\/127\.0\.0\.1:\d+ is not innwire: it answered 200\.$/,
    );
    const other = /^The innwire at http\S+ has another operator key: set DATA_DIR or OPERATOR_KEY/;
    await expectRefusal(await list({ PORT: port, OPERATOR_KEY: 'sixteen-or-more-characters' }), other);
    await expectRefusal(
      await list({ PORT: port }, newPath('none')),
      /^There is no operator key at \S+\/none\/operator\.key: run this where innwire runs, or set/,
    );
  });

  test('unknown commands and options, missing and malformed values', async () => {
    for (const [args, message] of [
      [['nonsense'], /unknown command 'nonsense'/],
      [['property', 'add'], /required option '--currency <value>'/],
      [['room', 'list', '--colour', 'red'], /unknown option '--colour'/],
      [['token', 'revoke'], /missing required argument 'token'/],
    ] as const) {
      const { code, stderr, stdout } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^ +at /m);
    }
    await refuse(
      /^--capacity must be a whole number, not "two"\. --price must be a number, not "x"\.$/,
      ...['room', 'add', 'X', '--capacity', 'two', '--price', 'x'],
    );
    const property = (await succeed('property', 'list', '--json'))[0].hotel_id;
    const connect = await run('channel', 'connect', 'airbnb', '12x', '--property', String(property));
    expect(connect.stderr).toMatch(/^"12x" is not ROOM=ADDRESS or ROOM=ID, such as 101=https:.*$/m);
    await refuse(/^There is no file \S+nothing\.$/, 'restore', newPath('nothing'));
  });

  test('several properties and none named, one that does not exist, one that is no number', async () => {
    for (const name of ['One', 'Two']) await succeed('property', 'add', name, '--currency', 'EUR');
    await refuse(
      /^Say which property with --property or INNWIRE_PROPERTY: .*\d+ One, \d+ Two\.$/,
      'room',
      'list',
    );
    await refuseWith('unknown_property', 'room', 'list', '--property', '999999');
    for (const odd of ['abc', '../properties#', '1?', '%2e%2e']) {
      await refuseWith('invalid_parameters', 'room', 'list', '--property', odd);
    }
  });
});

describe('where it is called from', () => {
  test('--help and --version need nothing, not even settings that are right', async () => {
    const help = await runCommand(['--help'], { env: { PORT: 'x' } });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const word of ['serve', 'backup', 'property', 'review']) expect(help.stdout).toContain(word);
    const { version } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'));
    expect(await runCommand(['--version'], { env: { PORT: 'x' } })).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
    });
  });

  test('another directory does when DATA_DIR is named, absolute or relative', async () => {
    const env = { PORT: new URL(innwire.url).port };
    const absolute = await runCommand(['property', 'list', '--json'], { cwd: '/', dataDir, env });
    const relative = await runCommand(['property', 'list', '--json'], {
      cwd: dirname(dataDir),
      dataDir: 'data',
      env,
    });
    expect(absolute).toMatchObject({ code: 0, stderr: '' });
    expect(relative.stdout).toBe(absolute.stdout);
  });

  test('npx innwire is this very program', async () => {
    const npx = await runCommand([], {
      program: ['npx', '--no', 'innwire', '--', '--version'],
      cwd: CHECKOUT,
      env: { npm_config_cache: newPath('npm-cache') },
    });
    const direct = await runCommand(['--version']);
    expect(npx).toMatchObject({ code: 0, stdout: direct.stdout });
  });

  test('what it compiled is kept beside the packages, for the next command', async () => {
    const start = await runCommand(['--version'], { env: { NODE_COMPILE_CACHE: undefined } });
    expect(start).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(join(CHECKOUT, 'node_modules/.cache/innwire'))).not.toEqual([]);
  });

  test('an ordinary user without a home can use it with the operator’s key', async ({ skip }) => {
    if (!ordinaryMayRun()) skip('an ordinary user may not enter this checkout');
    const env = { BASE_URL: innwire.url, OPERATOR_KEY: innwire.operatorKey, HOME: '/nonexistent' };
    const list = await runCommand(['property', 'list', '--json'], { cwd: '/', env, ...ordinary });
    expect(list).toMatchObject({ code: 0, stderr: '' });
  });

  test('whoever is not the operator cannot read the key', () => {
    expect(statSync(join(dataDir, 'operator.key')).mode & 0o777).toBe(0o600);
  });
});
