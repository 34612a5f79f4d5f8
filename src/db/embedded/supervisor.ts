// Keeps one PostgreSQL server running on one port until it is told to stop.
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Cluster } from './cluster.ts';
import { stopOrphanedServer, terminateOrphanedSessions } from './orphaned-server.ts';
import { freePort } from './port.ts';
import { type Postmaster, ServerExitedError, spawnPostmaster } from './postmaster.ts';
import { run } from './run.ts';
import { boundServerLog } from './server-log.ts';
import { writeSettings } from './settings.ts';

export type SupervisedServer = { port: number; stop(): Promise<void> };

type SupervisorCallbacks = {
  /** called once, when the server could not be brought back */
  onLost: (error: Error) => void;
  /** false when the files are no longer ours to start a server on */
  isOwned: () => boolean;
};

/** @throws StartError when the first start fails; later ends are repaired, or reported to `onLost` */
export async function superviseServer(
  cluster: Cluster,
  duties: SupervisorCallbacks,
): Promise<SupervisedServer> {
  const { log } = cluster;
  const stopping = new AbortController();
  let current = await launch(cluster, undefined, stopping.signal);
  const { port } = current;
  const unbound = boundServerLog(cluster.home);
  const watching = watch();
  return { port, stop };

  async function stop(): Promise<void> {
    stopping.abort();
    await current.stop();
    await watching;
    unbound();
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
      for (let revived = false; !revived; ) {
        const delayMs = duties.isOwned() ? RESTART_DELAYS_MS[failures++] : undefined;
        if (delayMs === undefined) return duties.onLost(new Error(`${problem}; it is not started again.`));
        log('error', `${problem}; starting it again.`);
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        try {
          current = await launch(cluster, port, stopping.signal);
          revived = true;
        } catch (error) {
          problem = (error as Error).message;
        }
      }
      if (stopping.signal.aborted) await current.stop();
    }
  }
}

/** The pauses before each new start; when all are used up within one bad stretch, the server is lost (12 s). */
const RESTART_DELAYS_MS = [100, 400, 1600, 3200, 6400];
/** A server that ran this long was healthy: its end begins a new count. */
const STABLE_AFTER_MS = 60_000;

/** Something that passes stood in the way: another process on the port, or the last one's processes just ending. */
const TRANSIENT_ERRORS =
  /could not bind|could not create any TCP\/IP sockets|lock file "postmaster.pid" already exists|pre-existing shared memory block/;
/** Together 10 s: what sessions need to notice that their postmaster has gone, with a wide margin. */
const LAUNCH_ATTEMPTS = 40;
const LAUNCH_PAUSE_MS = 250;

/** @param fixedPort the port of the server that this one replaces; absent at the first start */
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
    const stop = () => void postmaster.stop().catch(() => {}); // reported where it is awaited
    stopping.addEventListener('abort', stop);
    try {
      await postmaster.ready();
      const tookMs = Math.round(performance.now() - startedAt);
      cluster.log('info', `PostgreSQL is ready on 127.0.0.1:${port} (${tookMs} ms).`);
      return postmaster;
    } catch (error) {
      await postmaster.stop();
      const said = error instanceof ServerExitedError ? error.logTail : '';
      if (stopping.aborted || attempt === LAUNCH_ATTEMPTS || !TRANSIENT_ERRORS.test(said))
        throw explained(error, cluster);
      if (said.includes('pre-existing shared memory block')) await terminateOrphanedSessions(cluster.data);
      await sleep(LAUNCH_PAUSE_MS);
    } finally {
      stopping.removeEventListener('abort', stop);
    }
  }
}

async function stopOrphanIfAny({ binaries, data, log }: Cluster): Promise<number | undefined> {
  if (process.platform !== 'win32') return stopOrphanedServer(data, log);
  // Untested: command lines are not to be had there, and pg_ctl looks for a running server by itself.
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
