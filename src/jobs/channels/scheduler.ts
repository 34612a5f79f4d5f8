// The channels' engine: every connection that this process speaks for has a runner, woken by the doorbell, by its clock, or by a look at the log.
import { ADAPTED_PROTOCOLS } from '../../channels/registry.ts';
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

/** How often clocks are looked at: nobody's poll needs to be more exact. */
const TICK_MS = 250;
/** How often connections that nobody speaks for are looked for. */
const CLAIM_EVERY_MS = 2_000;
/** How often the log is looked at for rings that were missed. */
const BEHIND_CHECK_MS = 5_000;
/** So that processes which start together share the connections. */
const CLAIM_BATCH = 250;
/** How often it is looked whether what ends when it is closed at the channel is closed. */
const END_CLOSED_EVERY_MS = 1_000;
/** The audit trail and the moments of the last exchange are no business data: they are written together. */
const FLUSH_EVERY_MS = 500;

export async function startScheduler(context: JobContext, processId: string): Promise<Scheduler> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const workers = new Map<number, Map<string, ConnectionWorker>>();
  const notes = createAuditBuffer(context);
  const sessions = createLoginSessions(context.now);
  const parts = { context, processId, signal, sessions, audit: notes.audit, onContact: notes.onContact };

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
    const wanted = { protocols: ADAPTED_PROTOCOLS, limit: CLAIM_BATCH };
    adopt(await claimConnections(context.db, { processId }, wanted));
  };
  const wakeBehind = async () => {
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
    if (hotelId === 'all') return void wakeBehind().catch(() => {}); // the next look finds them
    for (const worker of workers.get(hotelId)?.values() ?? []) worker.notify();
  });
  const onError = (error: unknown) => context.log.warn({ err: error }, 'a round of the channels failed');
  const every = (pauseMs: number, work: () => Promise<void>) => repeat(work, { pauseMs, signal, onError });
  const loops = [
    every(TICK_MS, tick),
    every(CLAIM_EVERY_MS, claim),
    every(BEHIND_CHECK_MS, wakeBehind),
    every(END_CLOSED_EVERY_MS, endClosed),
    every(FLUSH_EVERY_MS, notes.flush),
  ];
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      await Promise.all([
        ...loops,
        ...[...workers.values()].flatMap((all) => [...all.values()].map((one) => one.idle())),
      ]);
      await notes.flush().catch(() => {});
      await releaseConnections(context.db, { processId }).catch(() => {}); // the living find out by themselves
    },
  };
}

/** With their exchanges a few megabytes at most, as a rule. */
const CYCLES_PER_INSERT = 100;

/** What is written together, a little later. */
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
