// One process of the PostgreSQL server: spawns it, waits until it accepts statements, and stops it.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { waitAtMost } from '../../model/timers.ts';
import { StartError } from '../start-error.ts';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { readPidFile, stopSignals } from './orphaned-server.ts';
import { cleanEnvironment, identity, run } from './run.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { startArguments } from './settings.ts';

export type Postmaster = {
  port: number;
  /** resolves when it ends, with how, e.g. "signal SIGKILL" */
  ended: Promise<string>;
  /** resolves when it accepts statements; rejects with ServerExitedError if it ends before */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

/** Thrown when the server ended before it was ready; `logTail` is what it logged. */
export class ServerExitedError extends Error {
  readonly logTail: string;
  constructor(message: string, logTail: string) {
    super(message);
    this.logTail = logTail;
  }
}

/**
 * Spawns the server; it is not ready yet.
 * @param ignorePid a pid in postmaster.pid that is no server of this directory, see stopOrphanedServer
 * @throws StartError when it cannot be spawned
 */
export function spawnPostmaster(cluster: Cluster, port: number, ignorePid: number | undefined): Postmaster {
  const { account, binaries, data, home } = cluster;
  const log = openServerLog(home);
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, startArguments(data, port), {
      ...identity(account),
      cwd: data,
      // As pg_ctl does: names a pid that is no other server of this directory. Unlike deleting postmaster.pid
      // this keeps PostgreSQL's own check for live sessions.
      env: {
        ...cleanEnvironment(),
        ...(ignorePid === undefined ? {} : { PG_GRANDPARENT_PID: String(ignorePid) }),
      },
      stdio: ['ignore', log.descriptor, log.descriptor],
      // A session of its own (setsid): Ctrl-C in the terminal reaches only innwire, which then shuts down in
      // order.
      detached: true,
      windowsHide: true,
    });
  } catch (error) {
    // no right to change the account, or no more processes allowed
    throw new StartError(`PostgreSQL could not be started: ${(error as Error).message}.`, { cause: error });
  } finally {
    log.close();
  }
  running.add(child);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  }).finally(() => running.delete(child));
  let stopped: Promise<void> | undefined;
  return {
    port,
    ended,
    ready: () => waitUntilReady(cluster, { child, port, ended, log }),
    stop: () => (stopped ??= stop(cluster, child, ended)),
  };
}

type Run = { child: ChildProcess; port: number; ended: Promise<string>; log: ServerLog };

/** Servers to shut down when innwire exits without stopping them (an uncaught error, process.exit). */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGINT');
});

/** From spawn to ready took 60 ms when measured. */
const POLL_MS = 10;
/** After a crash PostgreSQL replays its log, on a slow disk for minutes; longer than this is an error. */
const READY_TIMEOUT_MS = 600_000;
const PROGRESS_INTERVAL_MS = 10_000;
/** A ready server responds within milliseconds; a busy machine may take longer. */
const CONNECT_TIMEOUT_MS = 30_000;

async function waitUntilReady(cluster: Cluster, run: Run): Promise<void> {
  let over: string | undefined;
  void run.ended.then((how) => {
    over = how;
  });
  const spawnedAt = performance.now();
  for (let loggedMs = 0; ; ) {
    await sleep(POLL_MS);
    if (over !== undefined)
      throw new ServerExitedError(`${run.log.lastErrorLine()} (${over})`, run.log.tail());
    const file = await readPidFile(cluster.data);
    if (file?.pid === run.child.pid && file?.status === 'ready') return openDatabase(cluster, run.port);
    const waitedMs = performance.now() - spawnedAt;
    if (waitedMs > READY_TIMEOUT_MS) break;
    if (waitedMs - loggedMs < PROGRESS_INTERVAL_MS) continue;
    loggedMs = waitedMs;
    const lastLine = run.log.lastErrorLine();
    cluster.log('info', `PostgreSQL is still starting after ${Math.round(waitedMs / 1000)} s: ${lastLine}`);
  }
  await stop(cluster, run.child, run.ended);
  throw new StartError(
    `PostgreSQL was not ready after ${READY_TIMEOUT_MS / 60_000} minutes; see ${run.log.path}.`,
  );
}

/**
 * Verifies that the server is ready; creates the database if missing (at the first start, or after an
 * interrupted one).
 */
async function openDatabase(cluster: Cluster, port: number): Promise<void> {
  try {
    await query(cluster, port, SUPERUSER, 'select 1');
  } catch (error) {
    const { code } = error as { code?: string };
    // After a restart the application's pool may have reconnected first and use all connections: the server
    // is ready.
    if (code === TOO_MANY_CONNECTIONS) return;
    if (code !== UNKNOWN_DATABASE) throw explained(error, cluster);
    await query(cluster, port, 'postgres', `create database ${SUPERUSER}`);
    await query(cluster, port, SUPERUSER, 'select 1');
  }
}

/** SQLSTATE */
const UNKNOWN_DATABASE = '3D000';
const TOO_MANY_CONNECTIONS = '53300';
const WRONG_PASSWORD = '28P01';

function explained(error: unknown, { home }: Cluster): unknown {
  if ((error as { code?: string }).code !== WRONG_PASSWORD) return error;
  return new StartError(
    `The secret in ${home} is not that of the database there: restore both from the same backup.`,
  );
}

async function query({ secret }: Cluster, port: number, database: string, text: string): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: secret,
    database,
    // overrides PGSSLMODE and PGOPTIONS, which may be set for another server
    ssl: false,
    options: '-c client_min_messages=warning',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // If the server ends now, `ended` reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function stop(
  { binaries, data, log }: Cluster,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<void> {
  let over = false;
  const end = ended.then(() => {
    over = true;
  });
  await Promise.race([end, sleep(0)]);
  if (over) return;
  for (const [signal, graceMs] of await stopSignals(data)) {
    if (over) return;
    // Windows has no signals (untested there): pg_ctl uses PostgreSQL's own named pipe.
    if (process.platform !== 'win32') child.kill(signal);
    else await run(binaries.pgCtl, ['stop', '-D', data, '-m', signal === 'SIGINT' ? 'fast' : 'immediate']);
    await waitAtMost(graceMs, end);
    if (!over) log('warn', `PostgreSQL has not ended ${graceMs / 1000} s after ${signal}.`);
  }
  if (!over) throw new Error(`PostgreSQL (pid ${child.pid}) cannot be stopped: end it by hand.`);
}
