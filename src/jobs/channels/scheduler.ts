// Runs a worker for each connection that this process owns; notifications, schedules and the log wake it.
import { EXCHANGING_PROTOCOLS } from '../../channels/registry.ts';
import { createLoginSessions } from '../../channels/sessions.ts';
import { type AuditedCycle, storeCycles } from '../../pms/channel-sync/audit-trail.ts';
import {
  type ConnectionKey,
  claimConnections,
  releaseConnections,
} from '../../pms/channel-sync/ownership.ts';
import { recordLastSync } from '../../pms/channel-sync/record-pushed.ts';
import { listBehind } from '../../pms/channel-sync/work.ts';
import type { JobContext } from '../context.ts';
import { repeat } from '../repeat.ts';
import { type ConnectionWorker, createConnectionWorker } from './connection-worker.ts';
import type { RecordedCycle } from './cycle.ts';
import { endClosedMappings } from './end-closed-mappings.ts';

export type Scheduler = { stop(): Promise<void> };

/** How often the schedules are checked: no poll needs to be more exact. */
const TICK_MS = 250;
/** How often connections without an owner are looked for. */
const CLAIM_EVERY_MS = 2_000;
/** How often the log is checked for notifications that were missed. */
const BEHIND_CHECK_MS = 5_000;
/** Connections claimed at once: a limit lets processes that start together share them. */
const CLAIM_BATCH = 250;
/**
 * How often it is checked whether connections and mappings that wait to be closed at the channel are closed.
 */
const END_CLOSED_EVERY_MS = 1_000;
/** How often the audit trail and the times of the last sync, which are no business data, are written. */
const FLUSH_EVERY_MS = 500;

/** Starts the scheduler. `stop` cancels requests, waits for the workers, and releases the connections. */
export async function startScheduler(context: JobContext, processId: string): Promise<Scheduler> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const workers = new Map<number, Map<string, ConnectionWorker>>();
  const buffer = createAuditBuffer(context);
  const sessions = createLoginSessions(context.now);
  const parts = { context, processId, signal, sessions, audit: buffer.audit, onContact: buffer.onContact };

  const adopt = (keys: readonly ConnectionKey[]) => {
    for (const key of keys) {
      const ofProperty = workers.get(key.hotelId) ?? new Map<string, ConnectionWorker>();
      workers.set(key.hotelId, ofProperty);
      if (!ofProperty.get(key.channel)?.alive)
        ofProperty.set(key.channel, createConnectionWorker(parts, key));
      ofProperty.get(key.channel)!.notify();
    }
  };
  const claim = async () => {
    const wanted = { protocols: EXCHANGING_PROTOCOLS, limit: CLAIM_BATCH };
    adopt(await claimConnections(context.db, { processId }, wanted));
  };
  const notifyBehind = async () => {
    for (const { hotelId, channel } of await listBehind(context.db, { processId })) {
      workers.get(hotelId)?.get(channel)?.notify();
    }
  };
  const endClosed = async () => {
    const ended = await endClosedMappings(context, { processId });
    for (const { hotelId, channel } of ended) workers.get(hotelId)?.get(channel)?.notify();
  };
  const tick = async () => {
    const nowMs = context.now().epochMilliseconds;
    for (const [hotelId, ofProperty] of workers) {
      for (const [channel, worker] of ofProperty) {
        if (worker.alive) worker.tick(nowMs);
        else ofProperty.delete(channel);
      }
      if (ofProperty.size === 0) workers.delete(hotelId);
    }
  };
  const unsubscribe = context.db.notifications.subscribe('all', (hotelId) => {
    if (hotelId === 'all') return void notifyBehind().catch(() => {}); // the next check finds them
    for (const worker of workers.get(hotelId)?.values() ?? []) worker.notify();
  });
  const onError = (error: unknown) =>
    context.log.warn({ err: error }, 'a periodic task of the channel scheduler failed');
  const every = (pauseMs: number, work: () => Promise<void>) => repeat(work, { pauseMs, signal, onError });
  const loops = [
    every(TICK_MS, tick),
    every(CLAIM_EVERY_MS, claim),
    every(BEHIND_CHECK_MS, notifyBehind),
    every(END_CLOSED_EVERY_MS, endClosed),
    every(FLUSH_EVERY_MS, buffer.flush),
  ];
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      await Promise.all([
        ...loops,
        ...[...workers.values()].flatMap((all) => [...all.values()].map((one) => one.idle())),
      ]);
      await buffer.flush().catch(() => {});
      await releaseConnections(context.db, { processId }).catch(() => {}); // otherwise they expire
    },
  };
}

/** With their HTTP exchanges these are usually a few megabytes at most. */
const CYCLES_PER_INSERT = 100;

/** Collects entries of the audit trail and times of the last sync; `flush` writes them. */
function createAuditBuffer({ db, now, log }: JobContext) {
  let cycles: AuditedCycle[] = [];
  const lastSync = new Map<string, ConnectionKey & { at: Temporal.Instant }>();
  return {
    audit(key: ConnectionKey, { report: { startedMs, ...report }, exchanges }: RecordedCycle) {
      const entry = { ...report, ...key, createdAt: now(), durationMs: performance.now() - startedMs };
      cycles.push({ entry, exchanges });
    },
    onContact: (key: ConnectionKey) =>
      void lastSync.set(`${key.hotelId}/${key.channel}`, { ...key, at: now() }),
    async flush() {
      const [batch, contacts] = [cycles, [...lastSync.values()]];
      cycles = [];
      lastSync.clear();
      await recordLastSync(db, contacts);
      for (let i = 0; i < batch.length; i += CYCLES_PER_INSERT) {
        await storeCycles(db, batch.slice(i, i + CYCLES_PER_INSERT)).catch((error) =>
          log.warn({ err: error }, 'entries of the audit trail could not be stored'),
        );
      }
    },
  };
}
