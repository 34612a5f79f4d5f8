// The embedded server from outside: start, durability, access control, log and stop.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { asRoot } from '../../harness/child-processes.ts';
import { query } from '../../harness/query.ts';
import { newDataDir, postmasterPid, refusal, running, start } from './harness.ts';

test('a second start finds what the first one stored', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir, true);
  await query(first.url, 'create table stays (name text)');
  await query(first.url, "insert into stays values ('Zoë')");
  await first.stop();

  const second = await start(dataDir, true);
  expect(await query(second.url, 'select name from stays')).toEqual([{ name: 'Zoë' }]);
  const [settings] = await query(
    second.url,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
            current_setting('full_page_writes') pages, current_setting('data_checksums') checksums,
            current_setting('server_encoding') encoding, current_setting('timezone') zone,
            (select datlocprovider::text || datlocale from pg_database where datname = 'innwire') locale`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    zone: 'UTC',
    locale: 'bC.UTF-8',
  });
});

test('a path with spaces, quotes and letters beyond ASCII is a valid DATA_DIR', async () => {
  const dataDir = newDataDir("Gästehaus „Zum Bären“ it's $HOME %20");
  const server = await start(dataDir);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(server.directory.startsWith(dataDir)).toBe(true);
  await server.stop();
  const again = await start(dataDir);
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the password is needed, long, and readable by its owner alone', async () => {
  const server = await start(newDataDir());
  const url = new URL(server.url);
  expect(url.password.length).toBeGreaterThanOrEqual(43);
  expect(url.hostname).toBe('127.0.0.1');
  for (const [user, password] of [
    ['innwire', 'wrong'],
    ['innwire', ''],
    ['postgres', ''],
  ] as const) {
    const client = new pg.Client({
      host: url.hostname,
      port: Number(url.port),
      database: 'innwire',
      user,
      password,
    });
    client.on('error', () => {});
    await expect(client.connect(), `${user} with password "${password}"`).rejects.toThrow();
    await client.end();
  }
  const secret = join(server.directory, 'secret');
  expect(readFileSync(secret, 'utf8').trim()).toBe(url.password);
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  expect(statSync(join(server.directory, 'postgresql.log')).mode & 0o777).toBe(0o600);
  expect(statSync(join(server.directory, 'data')).mode & 0o777).toBe(0o700);
  // Nor does any command line contain the secret.
  expect((await running()).join()).not.toContain(url.password);
});

test('it listens on the loopback address only and on no socket file', async () => {
  const server = await start(newDataDir());
  const { port } = new URL(server.url);
  const [own] = await query(
    server.url,
    "select current_setting('listen_addresses') listen, current_setting('unix_socket_directories') sockets",
  );
  expect(own).toEqual({ listen: '127.0.0.1', sockets: '' });
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, internal, family } of others) {
    if (internal && family === 'IPv4') continue;
    const url = `postgresql://innwire:x@${family === 'IPv6' ? `[${address}]` : address}:${port}/innwire`;
    await expect(query(url, 'select 1'), address).rejects.toThrow(
      /ECONNREFUSED|EADDRNOTAVAIL|EINVAL|ENETUNREACH/,
    );
  }
});

test('the log of the server holds neither statements nor their values', async () => {
  const server = await start(newDataDir());
  await query(server.url, 'create table guests (email text primary key)');
  await query(server.url, "insert into guests values ('token-4711')");
  await expect(query(server.url, "insert into guests values ('token-4711')")).rejects.toThrow(
    /duplicate key/,
  );
  await expect(query(server.url, 'select $1::uuid', ['token-4711'])).rejects.toThrow(/invalid input/);
  const log = readFileSync(join(server.directory, 'postgresql.log'), 'utf8');
  expect(log).toContain('ready to accept connections');
  expect(log).not.toContain('token-4711');
});

test('stop() can be called twice, also at the same time, and releases DATA_DIR', async () => {
  const dataDir = newDataDir();
  const server = await start(dataDir);
  const pid = postmasterPid(server.directory);
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(server.logged.filter((line) => line.includes('has stopped'))).toHaveLength(1);
  expect(existsSync(join(server.directory, 'data/postmaster.pid'))).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  expect(existsSync(join(dataDir, 'innwire.pid'))).toBe(false);
  const log = readFileSync(join(server.directory, 'postgresql.log'), 'utf8');
  expect(log).toContain('database system is shut down');
});

test('a relative DATA_DIR is taken from the working directory', async () => {
  const dataDir = newDataDir();
  const program = new URL('programs/serve.ts', import.meta.url).pathname;
  const script = `import('${program}').then(() => process.kill(process.pid, 'SIGTERM'))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script, 'x', 'data'], {
    cwd: join(dataDir, '..'),
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout).directory).toBe(join(dataDir, 'postgresql'));
});

test('a database of another major version, an incomplete one and a wrong secret give specific errors', async () => {
  const dataDir = newDataDir();
  const server = await start(dataDir);
  await server.stop();
  const version = join(server.directory, 'data/PG_VERSION');
  writeFileSync(version, '17\n');
  expect(await refusal(dataDir)).toMatch(/made by PostgreSQL 17 and this innwire brings PostgreSQL 18/);
  writeFileSync(version, '18\n');

  writeFileSync(join(server.directory, 'secret'), 'another\n');
  expect(await refusal(dataDir)).toMatch(/secret .* is not that of the database/);

  writeFileSync(join(dataDir, 'postgresql/data/postgresql.auto.conf'), 'shared_buffers = nonsense\n');
  expect(await refusal(dataDir)).toMatch(
    /did not start on .*: FATAL: .*configuration file .* contains errors/,
  );

  const half = newDataDir();
  mkdirSync(join(half, 'postgresql/data'), { recursive: true });
  if (asRoot) chownSync(join(half, 'postgresql/data'), 65534, 65534);
  expect(await refusal(half)).toMatch(/is incomplete \(PG_VERSION is missing\)/);
});

test('the log of the server stays small, across starts and while it runs', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await first.stop();
  const log = join(first.directory, 'postgresql.log');
  const old = 'x'.repeat(6_000_000);
  writeFileSync(log, old);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const second = await start(dataDir);
    expect(statSync(log).size).toBeLessThan(10_000);
    expect(statSync(`${log}.1`).size).toBe(old.length);
    appendFileSync(log, old);
    vi.advanceTimersByTime(30_000);
    expect(statSync(log).size).toBe(0);
    await second.stop();
    // the server continues at the new beginning of the file, not after a hole
    expect(readFileSync(log, 'utf8')).toMatch(/^\d{4}-.* received fast shutdown request/);
  } finally {
    vi.useRealTimers();
  }
});
