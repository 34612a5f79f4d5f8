// Supervises one PostgreSQL server on one port: restarts it when it ends, until it is stopped.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Cluster } from './cluster.ts';
import { stopOrphanedServer, terminateOrphanedSessions } from './orphaned-server.ts';
import { type Postmaster, ServerExitedError, spawnPostmaster } from './postmaster.ts';
import { run } from './run.ts';
import { boundServerLog } from './server-log.ts';
import { writeSettings } from './settings.ts';

type SupervisedServer = { port: number; stop(): Promise<void> };

type SupervisorCallbacks = {
  /** called once, when the server could not be restarted */
  onLost: (error: Error) => void;
  /** false when the files no longer belong to us, so that no server may be started on them */
  isOwned: () => boolean;
};

/**
 * Starts a server and restarts it whenever it ends; reports to `onLost` if that fails.
 * @throws StartError when the first start fails
 */
export async function superviseServer(
  cluster: Cluster,
  callbacks: SupervisorCallbacks,
): Promise<SupervisedServer> {
  const { log } = cluster;
  const stopping = new AbortController();
  let current = await launch(cluster, undefined, stopping.signal);
  const { port } = current;
  const endRotation = boundServerLog(cluster.home);
  const watching = watch();
  return { port, stop };

  async function stop(): Promise<void> {
    stopping.abort();
    await current.stop();
    await watching;
    endRotation();
    log('info', 'PostgreSQL has stopped.');
  }

  async function watch(): Promise<void> {
    let failures = 0;
    for (;;) {
      const readyAt = performance.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - readyAt > STABLE_AFTER_MS) failures = 0;
      let problem = `PostgreSQL ended unexpectedly (${how})`;
      for (let restarted = false; !restarted; ) {
        const delayMs = callbacks.isOwned() ? RESTART_DELAYS_MS[failures++] : undefined;
        if (delayMs === undefined) return callbacks.onLost(new Error(`${problem}; it is not started again.`));
        log('error', `${problem}; starting it again.`);
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        try {
          current = await launch(cluster, port, stopping.signal);
          restarted = true;
        } catch (error) {
          problem = (error as Error).message;
        }
      }
      if (stopping.signal.aborted) await current.stop();
    }
  }
}

/**
 * Delays before each restart (12 s in all); the server is lost when all are used without a stable run in
 * between.
 */
const RESTART_DELAYS_MS = [100, 400, 1600, 3200, 6400];
/** A server that ran this long was stable: its end starts a new count of failures. */
const STABLE_AFTER_MS = 60_000;

/**
 * Errors in the log that pass: another process on the port, or processes of the previous server that are
 * still ending.
 */
const TRANSIENT_ERRORS =
  /could not bind|could not create any TCP\/IP sockets|lock file "postmaster.pid" already exists|pre-existing shared memory block/;
/** 10 s in all: more than enough for sessions to notice that their postmaster has ended. */
const LAUNCH_ATTEMPTS = 40;
const LAUNCH_PAUSE_MS = 250;

/**
 * Starts a server and waits until it is ready; retries after transient errors.
 * @param fixedPort the port of the server that this one replaces; absent at the first start
 */
async function launch(
  cluster: Cluster,
  fixedPort: number | undefined,
  stopping: AbortSignal,
): Promise<Postmaster> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    const ignorePid = await stopOrphanIfAny(cluster);
    await writeSettings(cluster);
    const port = fixedPort ?? (await freePort());
    stopping.throwIfAborted();
    const postmaster = spawnPostmaster(cluster, port, ignorePid);
    const stop = () => void postmaster.stop().catch(() => {}); // an error is reported where stop is awaited
    stopping.addEventListener('abort', stop);
    try {
      await postmaster.ready();
      const tookMs = Math.round(performance.now() - startedAt);
      cluster.log('info', `PostgreSQL is ready on 127.0.0.1:${port} (${tookMs} ms).`);
      return postmaster;
    } catch (error) {
      await postmaster.stop();
      const logTail = error instanceof ServerExitedError ? error.logTail : '';
      if (stopping.aborted || attempt === LAUNCH_ATTEMPTS || !TRANSIENT_ERRORS.test(logTail))
        throw explained(error, cluster);
      if (logTail.includes('pre-existing shared memory block')) await terminateOrphanedSessions(cluster.data);
      await sleep(LAUNCH_PAUSE_MS);
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }
}

/**
 * Returns a free port below the ephemeral range of outgoing connections (32768 and up on Linux, 49152
 * elsewhere). While a killed server restarts, a client that keeps connecting to an ephemeral port can get the
 * same port as its local end, connect to itself and so prevent the server from ever binding it.
 */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${FIRST_PORT} and ${LAST_PORT}.`);
}

/** Above the usual ports of services, below the ephemeral ones. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
/** Even if 90 % of the ports are taken, all attempts fail in one of 30,000 cases. */
const ATTEMPTS = 100;

/** Returns whether nothing listens on a port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function stopOrphanIfAny({ binaries, data, log }: Cluster): Promise<number | undefined> {
  if (process.platform !== 'win32') return stopOrphanedServer(data, log);
  // Untested: command lines are not available on Windows, and pg_ctl finds a running server by itself.
  await run(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast']);
  return undefined;
}

function explained(error: unknown, { home }: Cluster): StartError {
  if (error instanceof StartError) return error;
  return new StartError(
    `PostgreSQL did not start on ${home}: ${(error as Error).message}; its log is there.`,
    {
      cause: error,
    },
  );
}
