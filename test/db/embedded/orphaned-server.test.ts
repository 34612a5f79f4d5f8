// Processes and files that are left when innwire is killed, and how the next start handles them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { listCommands } from '../../../src/db/embedded/processes.ts';
import { asRoot, isAlive } from '../../harness/child-processes.ts';
import { waitUntil } from '../../harness/eventually.ts';
import { query } from '../../harness/query.ts';
import { newDataDir, postmasterPid, running, start, startProgram } from './harness.ts';

/** Number of kills: one of each kind; INNWIRE_KILL_CYCLES sets more. */
const KILL_CYCLES = Math.max(4, Number(process.env.INNWIRE_KILL_CYCLES ?? 4));

test('a server orphaned by kill -9 is stopped cleanly and no acknowledged row is lost', async () => {
  const dataDir = newDataDir();
  const program = startProgram(dataDir);
  const { url, directory } = await program.firstLine;
  await query(url!, 'create table bookings (id int)');
  const orphan = postmasterPid(directory!);
  // an application with an open transaction
  const client = new pg.Client(url!);
  client.on('error', () => {});
  await client.connect();
  await client.query('insert into bookings values (1)');
  await client.query('begin; insert into bookings values (2)');
  await program.kill();
  expect(isAlive(orphan)).toBe(true);
  await client.query('select 1'); // the orphan still works

  const server = await start(dataDir);
  expect(isAlive(orphan)).toBe(false);
  expect(server.logged.join('\n')).toContain(`(pid ${orphan}) was left running`);
  expect(await query(server.url, 'select id from bookings')).toEqual([{ id: 1 }]);
  const log = readFileSync(join(server.directory, 'postgresql.log'), 'utf8');
  expect(log).not.toContain('not properly shut down');
  await client.end();
});

test('an orphan stopped by SIGSTOP, whose DATA_DIR was moved, is found and ended', async () => {
  const dataDir = newDataDir();
  const program = startProgram(dataDir);
  const orphan = postmasterPid((await program.firstLine).directory!);
  await program.kill();
  process.kill(orphan, 'SIGSTOP');
  renameSync(dataDir, `${dataDir} moved`);
  const server = await start(`${dataDir} moved`);
  expect(isAlive(orphan)).toBe(false);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a foreign process with the pid of a former server is left alone and does not prevent the start', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await query(first.url, 'create table kept (id int)');
  const pidFile = join(first.directory, 'data/postmaster.pid');
  const text = readFileSync(pidFile, 'utf8');
  await first.stop();
  // Under the server's account: PostgreSQL alone would take it for another server and refuse to start.
  const { uid, gid } = statSync(join(first.directory, 'data'));
  const foreign = spawn('sleep', ['60'], asRoot ? { uid, gid } : {});
  try {
    writeFileSync(pidFile, text.replace(/^\d+/, String(foreign.pid)));
    const second = await start(dataDir);
    expect(await query(second.url, 'select * from kept')).toEqual([]);
    expect(isAlive(foreign.pid!)).toBe(true);
  } finally {
    foreign.kill();
    await once(foreign, 'exit');
  }
});

test('a postmaster.pid with our own pid, with no pid, or with nothing in it does no harm', async () => {
  const dataDir = newDataDir();
  const { directory, stop } = await start(dataDir);
  await stop();
  for (const text of [`${process.pid}\n${directory}/data\n0\n0\n\n\n`, `${process.ppid}\n`]) {
    writeFileSync(join(directory, 'data/postmaster.pid'), text);
    const server = await start(dataDir);
    await server.stop();
  }
});

test('sessions that outlive their killed postmaster are ended before the next start', async () => {
  const dataDir = newDataDir();
  const program = startProgram(dataDir);
  const { url, directory } = await program.firstLine;
  const pid = postmasterPid(directory!);
  const client = new pg.Client(url!);
  client.on('error', () => {});
  await client.connect();
  // A session that is computing does not notice for a long time that its postmaster has ended.
  const busy = client
    .query('do $$ declare n bigint := 0; begin loop n := n + 1; end loop; end $$')
    .catch(() => 'ended');
  const isComputing = async () =>
    [...(await listCommands()).values()].some((command) => /^postgres: innwire-.* DO$/.test(command));
  await waitUntil(isComputing);
  await program.kill();
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isAlive(pid));
  expect(await isComputing()).toBe(true);
  const server = await start(dataDir);
  expect(await busy).toBe('ended');
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await client.end();
});

test('a first start that was killed at any moment does not prevent the next', async () => {
  const moments = KILL_CYCLES > 4 ? [150, 350, 500, 650, 900] : [350, 650];
  for (const afterMs of moments) {
    const dataDir = newDataDir();
    const program = startProgram(dataDir);
    await sleep(afterMs);
    await program.kill();
    const server = await start(dataDir);
    expect(await query(server.url, 'select current_database() db'), `killed after ${afterMs} ms`).toEqual([
      { db: 'innwire' },
    ]);
    await server.stop();
    expect(await running()).toEqual([]);
  }
});

test('what an interrupted first start left behind is removed', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'postgresql.init-0badcafe/data/base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgresql.init-0badcafe/data/PG_VERSION'), '18\n');
  const server = await start(dataDir);
  expect(readdirSync(dataDir).sort()).toEqual(['innwire.lock', 'innwire.pid', 'postgresql']);
  expect(dirname(server.directory)).toBe(dataDir);
});

test('no acknowledged row is lost when innwire is killed again and again', async () => {
  const dataDir = newDataDir();
  let acknowledged = 0;
  for (let kill = 0; kill < KILL_CYCLES; kill++) {
    const program = startProgram(dataDir);
    const { url, directory } = await program.firstLine;
    await query(url!, 'create table if not exists bookings (id int primary key)');
    const [found] = await query(url!, 'select count(*)::int n, max(id) last from bookings');
    expect(found!.n).toBeGreaterThanOrEqual(acknowledged);
    expect(found!.last ?? 0).toBe(found!.n);
    acknowledged = found!.n as number;
    const client = new pg.Client(url!);
    client.on('error', () => {});
    await client.connect();
    const writing = (async () => {
      for (;;) {
        await client.query('insert into bookings values ($1)', [acknowledged + 1]);
        acknowledged++;
      }
    })().catch(() => {});
    await sleep(150);
    const postmaster = postmasterPid(directory!);
    const variant = kill % 4;
    if (variant === 1) process.kill(postmaster, 'SIGKILL'); // the server first: innwire is killed while restarting it
    await program.kill();
    if (variant === 2) process.kill(postmaster, 'SIGKILL'); // no server left to shut down
    if (variant === 3)
      await new Promise((done) => execFile('pkill', ['-KILL', '-P', String(postmaster)], done));
    if (variant === 0) await client.end();
    // the next start is killed during recovery
    if (kill % 2 === 1) {
      const hasty = startProgram(dataDir);
      await sleep(60 + 10 * kill);
      await hasty.kill();
    }
    await client.end();
    await writing;
  }
  const server = await start(dataDir);
  const [found] = await query(server.url, 'select count(*)::int n from bookings');
  expect(found!.n).toBeGreaterThanOrEqual(acknowledged);
  expect(acknowledged).toBeGreaterThan(KILL_CYCLES);
});
