// Runs a worker for each connection that this process owns; notifications, schedules and the log notify it.
import { EXCHANGING_PROTOCOLS } from '../../channels/registry.ts';
import { createLoginSessions } from '../../channels/sessions.ts';
import { startLoop } from '../../db/loop.ts';
import {
  type ConnectionKey,
  claimConnection,
  findFreeConnections,
} from '../../pms/channel-sync/ownership.ts';
import { recordLastSync } from '../../pms/channel-sync/record-pushed.ts';
import { type LoggedCycle, storeCycles } from '../../pms/channel-sync/sync-log.ts';
import { listBehind } from '../../pms/channel-sync/work.ts';
import { type Leasable, leasesOf } from '../../pms/leases.ts';
import type { JobContext } from '../context.ts';
import { createLeasedWorker, type LeasedTask, type RunningWorker } from '../leased-worker.ts';
import {
  type ConnectionWorker,
  type ConnectionWorkerOptions,
  createConnectionWorker,
} from './connection-worker.ts';
import type { RecordedCycle } from './cycle.ts';

/** How often the schedules are checked: no poll needs to be more exact. */
const TICK_MS = 250;
/** How often connections without an owner are looked for. */
const CLAIM_EVERY_MS = 2_000;
/** How often the log is checked for notifications that were missed. */
const BEHIND_CHECK_MS = 5_000;
/** Connections claimed at once: a limit lets processes that start together share them. */
const CLAIM_BATCH = 250;
/** How often the sync log and the times of the last sync, which are no business data, are written. */
const FLUSH_EVERY_MS = 500;

/** Starts the scheduler. `stop` cancels requests and waits for the workers. */
export function startScheduler(context: JobContext, processId: string): RunningWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const buffer = createSyncLogBuffer(context);
  const sessions = createLoginSessions(context.now);
  const parts = {
    context,
    processId,
    signal,
    sessions,
    logCycle: buffer.logCycle,
    onContact: buffer.onContact,
  };
  const workers = createConnectionWorkers(parts);
  const onError = (error: unknown) =>
    context.log.warn({ err: error }, 'a periodic task of the channel scheduler failed');
  const every = (sweepMs: number, work: () => Promise<unknown>) =>
    startLoop(work, { sweepMs, signal, timers: context.timers, onError }).done;
  const notifyBehind = async () => {
    for (const key of await listBehind(context.db, { processId })) workers.find(key)?.notify();
  };
  const owned = createLeasedWorker<ConnectionKey & Leasable, ConnectionKey>(context, {
    name: 'lease connections',
    sweepMs: CLAIM_EVERY_MS,
    onLostNotifications: () => void notifyBehind().catch(() => {}), // the next check finds them
    queues: [
      {
        limit: Number.POSITIVE_INFINITY,
        batch: CLAIM_BATCH,
        find: ({ limit }) => findFreeConnections(context.db, { protocols: EXCHANGING_PROTOCOLS, limit }),
      },
    ],
    keyOf: ({ channel }) => channel,
    claim: async (free) => ((await claimConnection(context.db, free, { processId })) ? free : null),
    start: workers.start,
    leases: leasesOf(context.db, 'connections', processId),
  }).start();
  const loops = [
    every(TICK_MS, async () => workers.tick()),
    every(BEHIND_CHECK_MS, notifyBehind),
    every(FLUSH_EVERY_MS, buffer.flush),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([owned.stop(), ...loops]);
      await buffer.flush().catch(() => {});
    },
  };
}

function keyOf({ hotelId, channel }: ConnectionKey): string {
  return `${hotelId}/${channel}`;
}

/** The connection workers of this process. */
function createConnectionWorkers(parts: ConnectionWorkerOptions) {
  const workers = new Map<string, { worker: ConnectionWorker; end(): void }>();
  return {
    find: (key: ConnectionKey): ConnectionWorker | undefined => workers.get(keyOf(key))?.worker,
    /** Starts the worker of a connection. It ends when it has lost the connection, or `signal` is aborted. */
    start(key: ConnectionKey, signal: AbortSignal): LeasedTask {
      const worker = createConnectionWorker(parts, key);
      const ended = Promise.withResolvers<void>();
      workers.set(keyOf(key), { worker, end: ended.resolve });
      signal.addEventListener('abort', () => {
        worker.notify(); // sees that the connection is lost
        ended.resolve(worker.idle());
      });
      worker.notify();
      return { notify: worker.notify, done: ended.promise.finally(() => workers.delete(keyOf(key))) };
    },
    /** Notifies the workers that have a task due, and ends those that have lost their connection. */
    tick() {
      const nowMs = parts.context.now().epochMilliseconds;
      for (const { worker, end } of workers.values()) {
        if (worker.alive) worker.tick(nowMs);
        else end();
      }
    },
  };
}

/** With their HTTP exchanges these are usually a few megabytes at most. */
const CYCLES_PER_INSERT = 100;
const EXCHANGES_PER_INSERT = 400;

/** Splits cycles of a property into parts for one insert each. */
function partsOf(cycles: readonly LoggedCycle[]): LoggedCycle[][] {
  const parts: LoggedCycle[][] = [];
  let exchanges = 0;
  for (const cycle of cycles) {
    const part = parts.at(-1);
    exchanges += cycle.exchanges.length;
    if (part && part.length < CYCLES_PER_INSERT && exchanges <= EXCHANGES_PER_INSERT) {
      part.push(cycle);
      continue;
    }
    parts.push([cycle]);
    exchanges = cycle.exchanges.length;
  }
  return parts;
}

/** Collects entries of the sync log and times of the last sync; `flush` writes them. */
function createSyncLogBuffer({ db, now, log }: JobContext) {
  const cycles = new Map<number, LoggedCycle[]>();
  const lastSync = new Map<string, ConnectionKey & { at: Temporal.Instant }>();
  return {
    logCycle(
      { hotelId, channel }: ConnectionKey,
      { report: { startedMs, ...report }, entryId, exchanges }: RecordedCycle,
    ) {
      const entry = { ...report, channel, createdAt: now(), durationMs: performance.now() - startedMs };
      const ofProperty = cycles.get(hotelId) ?? [];
      ofProperty.push({ entry, entryId, exchanges });
      cycles.set(hotelId, ofProperty);
    },
    onContact: (key: ConnectionKey) =>
      void lastSync.set(`${key.hotelId}/${key.channel}`, { ...key, at: now() }),
    async flush() {
      const [batch, contacts] = [[...cycles], [...lastSync.values()]];
      cycles.clear();
      lastSync.clear();
      await recordLastSync(db, contacts).catch((error) =>
        log.warn(
          { err: error },
          'the times of the last sync could not be stored; the next answers renew them',
        ),
      );
      for (const [hotelId, ofProperty] of batch) {
        for (const part of partsOf(ofProperty)) {
          await storeCycles(db, hotelId, part).catch((error) =>
            log.warn({ err: error }, 'entries of the sync log could not be stored'),
          );
        }
      }
    },
  };
}
