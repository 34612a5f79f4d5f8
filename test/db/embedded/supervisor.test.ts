// A server that ends is restarted at the same address; signals for innwire do not reach it.
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isAlive } from '../../harness/child-processes.ts';
import { waitUntil } from '../../harness/eventually.ts';
import { query } from '../../harness/query.ts';
import { newDataDir, postmasterPid, queryWithRetry, start, startProgram } from './harness.ts';

test('a killed server is restarted at the same url, and a pool reconnects', async () => {
  const server = await start(newDataDir(), true);
  const pool = new pg.Pool({ connectionString: server.url });
  pool.on('error', () => {});
  await pool.query('create table bookings (id int)');
  for (const [id, signal] of [
    [1, 'SIGKILL'],
    [2, 'SIGQUIT'],
    [3, 'SIGINT'],
  ] as const) {
    await pool.query('insert into bookings values ($1)', [id]);
    const pid = postmasterPid(server.directory);
    process.kill(pid, signal);
    await waitUntil(() => !isAlive(pid));
    await queryWithRetry(server.url, 'select 1');
    const { rows } = await pool
      .query('select id from bookings order by id')
      .catch(() => pool.query('select id from bookings order by id'));
    expect(rows).toHaveLength(id);
    expect(postmasterPid(server.directory)).not.toBe(pid);
  }
  await pool.end();
  // A server that answers already, and is killed before the supervisor counts it as started, is started again unlogged.
  const ends = server.logged.filter((line) => line.startsWith('error: PostgreSQL ended unexpectedly'));
  expect(ends.length).toBeGreaterThanOrEqual(1);
  expect(ends.length).toBeLessThanOrEqual(3);
  expect(server.lost).toEqual([]);
});

test('a killed session (out of memory) does not change the address', async () => {
  const server = await start(newDataDir(), true);
  const pid = postmasterPid(server.directory);
  const client = new pg.Client(server.url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() pid');
  process.kill(rows[0].pid, 'SIGKILL');
  expect(await queryWithRetry(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(postmasterPid(server.directory)).toBe(pid);
  await client.end();
});

test('it waits while another process briefly uses its port', async () => {
  const server = await start(newDataDir());
  const pid = postmasterPid(server.directory);
  const otherServer = createServer((socket) => socket.destroy());
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await setImmediate(); // before the supervisor starts the next one
  await new Promise<void>((done) => otherServer.listen(Number(new URL(server.url).port), '127.0.0.1', done));
  const serverLog = join(server.directory, 'postgresql.log');
  await waitUntil(() => readFileSync(serverLog, 'utf8').includes('could not bind'));
  await new Promise((done) => otherServer.close(done));
  expect(await queryWithRetry(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(server.lost).toEqual([]);
});

test('a server that cannot be restarted is reported once; stop() still works', async () => {
  const server = await start(newDataDir());
  renameSync(join(server.directory, 'data/global'), join(server.directory, 'data/globe'));
  process.kill(postmasterPid(server.directory), 'SIGKILL');
  await waitUntil(() => server.lost.length > 0);
  await server.stop();
  expect(server.lost).toHaveLength(1);
  expect(server.lost[0]!.message).toMatch(/did not start .*; it is not started again/);
  expect(server.logged.filter((line) => line.endsWith('starting it again.'))).toHaveLength(5);
});

test('when DATA_DIR is deleted no new server is started', async () => {
  const dataDir = newDataDir();
  const server = await start(dataDir);
  const pid = postmasterPid(server.directory);
  rmSync(dataDir, { recursive: true });
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => server.lost.length > 0);
  expect(server.lost[0]!.message).toContain('ended unexpectedly (signal SIGKILL)');
});

test('stop() in the middle of a restart ends it', async () => {
  const dataDir = newDataDir();
  for (const afterMs of [0, 50, 110, 130, 150, 180, 210]) {
    const server = await start(dataDir);
    process.kill(postmasterPid(server.directory), 'SIGKILL');
    await sleep(afterMs);
    await server.stop();
    expect(server.lost).toEqual([]);
    await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  }
});

test('Ctrl-C for the whole process group leaves the server to innwire', async () => {
  const program = startProgram(newDataDir());
  const { url, directory } = await program.firstLine;
  const pid = postmasterPid(directory!);
  process.kill(-program.child.pid!, 'SIGINT');
  expect(await program.next()).toEqual({ interrupted: true });
  expect(isAlive(pid)).toBe(true);
  expect(await query(url!, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an innwire that ends with an uncaught error stops its server', async () => {
  const program = startProgram(newDataDir());
  const pid = postmasterPid((await program.firstLine).directory!);
  program.child.kill('SIGUSR2');
  await waitUntil(() => !isAlive(pid));
});
