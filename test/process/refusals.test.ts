// Refusals to start: one sentence with the reason, and no process left running. Of each kind one test starts a
// process; where many settings have one message, the others call `serve`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartError } from '../../src/db/start-error.ts';
import { serve as serveHere } from '../../src/serve.ts';
import { asRoot, ordinary } from '../harness/child-processes.ts';
import { newDatabase, newStartedDatabase } from '../harness/database.ts';
import {
  ask,
  embeddedUrl,
  expectRefusal,
  newDataDir,
  newPath,
  ordinaryMayRun,
  runCommand,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';

useProcesses();

/** URL of the tests' database server. */
const server = inject('postgresUrl');

/** Created once, so that most tests need not create a database. */
const dataDir = newDataDir();

const serve = (env: Record<string, string> = {}, role = 'serve') =>
  runCommand([role], { dataDir, env: { PORT: '0', ...env } });

/** Calls `serve` in this process, which must refuse; returns its sentence. */
async function refusalHere(env: Record<string, string>): Promise<string> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env });
  const started = serveHere({ config, log: pino({ level: 'silent' }) });
  const error = await started.then(
    ({ stop }) => stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message, 'one line').toMatch(/^.*\.$/);
  return message;
}

describe('a DATA_DIR', () => {
  test('that another innwire uses is refused, naming its process, which goes on', async () => {
    const first = await startInnwire({ dataDir });
    for (const args of [['serve'], ['restore', '/dev/null']]) {
      const { stderr, code } = await runCommand(args, { dataDir, env: { PORT: '0' } });
      expect(stderr).toBe(
        `DATA_DIR ${dataDir} is in use by another innwire process (pid ${first.child.pid}): stop that one first, or choose another DATA_DIR.\n`,
      );
      expect(code).toBe(1);
    }
    expect((await ask(`${first.url}/readyz`)).status).toBe(200);
    first.signal('SIGTERM');
    expect(await first.end()).toMatchObject({ code: 0, stderr: '' });
  });

  test('that this user may not write is refused', async ({ skip }) => {
    if (!ordinaryMayRun()) skip('an ordinary user may not enter this checkout');
    const closed = newPath('closed');
    mkdirSync(closed, { mode: 0o555 });
    const start = runCommand(['serve'], { dataDir: closed, env: { PORT: '0' }, ...ordinary });
    await expectRefusal(await start, /^DATA_DIR \S+\/closed cannot be used: it is not writable/);
  });

  test('under a path that is no directory is refused', async () => {
    const file = newPath('file');
    writeFileSync(file, '');
    const start = await runCommand(['serve'], { dataDir: join(file, 'data'), env: { PORT: '0' } });
    await expectRefusal(start, /^DATA_DIR \S+ cannot be used: .* not a directory/);
  });

  test('that cannot be made does not keep the API waiting for its key', async () => {
    const env = { PORT: '0', DATABASE_URL: await newDatabase() };
    const start = await runCommand(['api'], { dataDir: '/proc/innwire/data', env });
    await expectRefusal(start, /^DATA_DIR \/proc\/innwire\/data cannot be used/);
  });

  test('whose operator key is empty or cut off is refused: it would open the operator’s side to everybody', async () => {
    const DATA_DIR = newPath();
    mkdirSync(DATA_DIR);
    const DATABASE_URL = await newStartedDatabase();
    const sentence = /operator\.key holds no key of 16 characters or more: delete it/;
    for (const bad of ['\n', 'abc', '']) {
      writeFileSync(join(DATA_DIR, 'operator.key'), bad);
      expect(await refusalHere({ DATA_DIR, DATABASE_URL })).toMatch(sentence);
    }
    const start = await runCommand(['serve'], { dataDir: DATA_DIR, env: { PORT: '0', DATABASE_URL } });
    await expectRefusal(start, sentence);
  });

  test('with the database of a newer innwire is refused, and left as it is', async () => {
    const later = newDataDir();
    const innwire = await startInnwire({ dataDir: later });
    await query(
      embeddedUrl(later),
      `insert into schema_version (version, name, md5, run_at) values (9999, 'later', 'x', now())`,
    );
    expect((await ask(`${innwire.url}/readyz`)).body).toEqual({
      status: 'not ready',
      reason: 'the database has another schema version',
    });
    innwire.signal('SIGTERM');
    await innwire.end();
    const newer = /^The database is at schema version 9999, made by a newer innwire/;
    for (const command of ['serve', 'migrate']) {
      await expectRefusal(await runCommand([command], { dataDir: later, env: { PORT: '0' } }), newer);
    }
  });
});

describe('an address', () => {
  test('whose port is taken is refused', async () => {
    const port = await listen(() => {});
    const start = await serve({ PORT: String(port) });
    await expectRefusal(start, /^Port \d+ on 127\.0\.0\.1 is taken: stop what uses it, or set PORT/);
  });

  test.each(['nowhere.invalid', '203.0.113.7', 'fe80::1'])('HOST=%s is refused', async (HOST) => {
    const env = { HOST, DATABASE_URL: await newStartedDatabase() };
    expect(await refusalHere(env)).toMatch(
      /^HOST \S+ is no address of this machine: set it to 127\.0\.0\.1 or 0\.0\.0\.0\.$/,
    );
  });

  test('with a port that only root may use is refused', async ({ skip }) => {
    if (!ordinaryMayRun()) skip('an ordinary user may not enter this checkout');
    const first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
    if (first <= 81) skip('everybody may use every port here');
    const own = newPath('own');
    chmodSync(dirname(own), 0o777);
    const env = { PORT: '81', DATABASE_URL: await newStartedDatabase() };
    const start = await runCommand(['serve'], { dataDir: own, env, ...ordinary });
    await expectRefusal(start, /^Port 81 may not be used by this user: set PORT to one above 1023\.$/);
  });
});

describe('settings', () => {
  test('that are wrong are all named in one message, and secrets among them are not repeated', async () => {
    const wrong = {
      HOST: 'not a host',
      PORT: '65536',
      BASE_URL: 'ftp://example.com/s3cret',
      DATABASE_URL: 'mysql://user:s3cret@host/db',
      DATABASE_POOL_SIZE: '1',
      OPERATOR_KEY: 's3cret',
      LOG_LEVEL: 'loud',
      ALLOW_PRIVATE_NETWORK: 'maybe',
      ICAL_POLL_SECONDS: '0',
      RATE_LIMIT_SANDBOX: '-1',
      RATE_LIMIT_LIVE: '1.5',
      TRUST_PROXY: 'on',
      SMTP_URL: 'https://user:s3cret@mail.example.com',
      MAIL_FROM: 'somebody',
    };
    for (const command of [['serve'], ['property', 'list']]) {
      const start = await runCommand(command, { dataDir, env: wrong });
      await expectRefusal(start, /^Wrong settings: .*\.$/);
      for (const name of Object.keys(wrong)) expect(start.stderr).toContain(`${name} must be `);
      expect(start.stderr).not.toContain('s3cret');
    }
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a port number from 0 to 65535, not "abc"'],
    [{ PORT: '-1' }, 'PORT must be a port number from 0 to 65535, not "-1"'],
    [{ OPERATOR_KEY: 'with spaces in between' }, 'OPERATOR_KEY must be at least 16 characters'],
    [{ OPERATOR_KEY: 'schlüssel-zum-öffnen' }, 'OPERATOR_KEY must be at least 16 characters'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM must be set when SMTP_URL is'],
    [
      { BASE_URL: 'https://example.com/?a=b' },
      'BASE_URL must be an http(s) URL without query (the value it has is not shown: it may be secret)',
    ],
    [{ MCP_CONFIRM: 'maybe' }, 'MCP_CONFIRM must be one of auto, strict, desk, off, not "maybe"'],
  ])('%j is refused', (env, sentence) => {
    expect(() => readConfig(env as unknown as Record<string, string>)).toThrow(sentence);
  });

  test('that are empty count as not set', () => {
    const empty = {
      HOST: '',
      BASE_URL: '',
      DATABASE_URL: ' ',
      OPERATOR_KEY: '',
      SMTP_URL: '',
      LOG_LEVEL: '',
    };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  test.each([
    ['require', true],
    ['verify-full', false],
    ['disable', false],
  ])('sslmode=%s means what it means to psql', (mode, pushed) => {
    const url = `postgresql://a:b@c/d?sslmode=${mode}`;
    const expected = pushed ? `${url}&uselibpqcompat=true` : url;
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(expected);
  });
});

describe('DATABASE_URL', () => {
  test('is what the API and the worker alone need', async () => {
    for (const role of ['api', 'worker']) {
      const needs = new RegExp(`^innwire ${role} needs a DATABASE_URL: an embedded database belongs to one`);
      await expectRefusal(await serve({}, role), needs);
    }
  });

  const unusable = /^DATABASE_URL does not lead to a usable PostgreSQL \(.+\): check host, port, user/;

  test('where the password is wrong is refused, without the password', async () => {
    const start = await serve({ DATABASE_URL: changed({ password: 's3cret' }) });
    await expectRefusal(start, unusable);
    expect(start.stderr).not.toContain('s3cret');
  });

  test.each([
    ['nobody listens', () => changed({ port: '1' })],
    ['nobody listens at any address of a name', () => changed({ port: '1', hostname: 'localhost' })],
    ['there is no such host', () => changed({ hostname: 'nowhere.invalid' })],
    ['the password is wrong', () => changed({ password: 's3cret' })],
    ['the user is unknown', () => changed({ username: 'stranger' })],
    ['the database does not exist', () => changed({ pathname: '/nothing' })],
    ['the server wants no TLS', () => changed({ search: '?sslmode=require' })],
  ])('where %s is refused', async (_, make) => {
    const message = await refusalHere({ DATABASE_URL: make() });
    expect(message).toMatch(unusable);
    expect(message).not.toContain('()');
    expect(message).not.toContain('s3cret');
    expect(message).not.toContain(new URL(server).password);
  });

  test('where a server never responds is refused after a while', async () => {
    const port = await listen(() => {});
    const start = await serve({ DATABASE_URL: changed({ port: String(port) }) });
    await expectRefusal(start, unusable);
  });

  test('where something else than PostgreSQL answers is refused', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await refusalHere({ DATABASE_URL: changed({ port: String(port) }) })).toMatch(unusable);
  });

  test('where an old PostgreSQL runs is refused, naming its version', async () => {
    const port = await listen((socket) => serveAsPostgres(socket, ['140011', '14.11', 'UTF8']));
    const url = `postgresql://innwire:pw@127.0.0.1:${port}/innwire`;
    expect(await refusalHere({ DATABASE_URL: url })).toMatch(
      /^DATABASE_URL leads to PostgreSQL 14\.11: innwire needs version 15 or newer\.$/,
    );
  });

  test('where a database has no UTF-8 is refused', async () => {
    const url = await newDatabase(`encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`);
    expect(await refusalHere({ DATABASE_URL: url })).toMatch(
      /^The database of DATABASE_URL has the encoding SQL_ASCII: make one with/,
    );
  });

  test('whose user may not make tables is refused', async () => {
    const url = await newDatabase();
    const user = `guest_${randomBytes(4).toString('hex')}`;
    await query(server, `create role ${user} login password 'pw'`);
    const guest = Object.assign(new URL(url), { username: user, password: 'pw' }).href;
    expect(await refusalHere({ DATABASE_URL: guest })).toMatch(
      /^The user of DATABASE_URL may not make tables there \(permission denied/,
    );
  });

  test('whose connections are all taken is refused', async () => {
    const url = await newDatabase('connection limit 0');
    const user = `guest_${randomBytes(4).toString('hex')}`;
    await query(server, `create role ${user} login password 'pw'`);
    const guest = Object.assign(new URL(url), { username: user, password: 'pw' }).href;
    expect(await refusalHere({ DATABASE_URL: guest })).toMatch(unusable);
  });
});

function changed(parts: Partial<URL>): string {
  return Object.assign(new URL(server), parts).href;
}

/** Starts a TCP server for one test; returns its port. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const tcpServer = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  });
  tcpServer.listen(0, '127.0.0.1');
  await once(tcpServer, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    tcpServer.close();
  });
  return (tcpServer.address() as AddressInfo).port;
}

/** Implements enough of PostgreSQL's protocol to answer every query with one row. */
function serveAsPostgres(socket: Socket, row: string[]): void {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const int = (bytes: 2 | 4, value: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeIntBE(value, 0, bytes);
    return buffer;
  };
  const ready = message('Z', Buffer.from('I'));
  const [number, name, encoding] = ['number', 'name', 'encoding'].map((column, i) =>
    Buffer.concat([
      Buffer.from(`${column}\0`),
      int(4, 0),
      int(2, 0),
      int(4, i === 0 ? 23 : 25), // int4, text
      int(2, -1),
      int(4, -1),
      int(2, 0),
    ]),
  );
  const values = row.flatMap((value) => [int(4, value.length), Buffer.from(value)]);
  const answer = Buffer.concat([
    message('T', Buffer.concat([int(2, 3), number!, name!, encoding!])),
    message('D', Buffer.concat([int(2, 3), ...values])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  let greeted = false;
  socket.on('data', () => {
    socket.write(greeted ? answer : Buffer.concat([message('R', int(4, 0)), ready]));
    greeted = true;
  });
}

test.skipIf(!asRoot)(
  'a start as root on another user’s DATA_DIR leaves the key to that user',
  async ({ skip }) => {
    if (!ordinaryMayRun()) skip('an ordinary user may not enter this checkout');
    const theirs = newPath('theirs');
    chmodSync(dirname(theirs), 0o777);
    const first = await startInnwire({ dataDir: theirs, ...ordinary });
    first.signal('SIGTERM');
    await first.end();
    rmSync(join(theirs, 'operator.key'));
    for (const identity of [{}, ordinary]) {
      const innwire = await startInnwire({ dataDir: theirs, ...identity });
      innwire.signal('SIGTERM');
      await innwire.end();
    }
  },
);
