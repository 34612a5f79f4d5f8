// The channels' engine: every connection that this process speaks for has a runner, woken by the doorbell, by its clock, or by a look at the log.
import { ADAPTED_PROTOCOLS } from '../../channels/registry.ts';
import { createSessions } from '../../channels/sessions.ts';
import { noteHeard } from '../../pms/channel-sync/confirm.ts';
import { type AuditedRound, storeRounds } from '../../pms/channel-sync/exchanges.ts';
import {
  type ConnectionKey,
  claimConnections,
  releaseConnections,
} from '../../pms/channel-sync/ownership.ts';
import { listLaggards } from '../../pms/channel-sync/work.ts';
import type { JobContext } from '../context.ts';
import { repeat } from '../repeat.ts';
import { endClosedMappings } from './end-closed.ts';
import { createRunner, type Runner } from './runner.ts';
import type { Noted } from './turn.ts';

export type Engine = { stop(): Promise<void> };

/** How often clocks are looked at: nobody's poll needs to be more exact. */
const TICK_MS = 250;
/** How often connections that nobody speaks for are looked for. */
const CLAIM_EVERY_MS = 2_000;
/** How often the log is looked at for rings that were missed. */
const LAGGARDS_EVERY_MS = 5_000;
/** So that processes which start together share the connections. */
const CLAIMED_AT_ONCE = 250;
/** How often it is looked whether what ends when it is closed at the channel is closed. */
const END_CLOSED_EVERY_MS = 1_000;
/** The audit trail and the moments of the last exchange are no business data: they are written together. */
const FLUSH_EVERY_MS = 500;

export async function startEngine(context: JobContext, processId: string): Promise<Engine> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runners = new Map<number, Map<string, Runner>>();
  const notes = createNotebook(context);
  const sessions = createSessions(context.now);
  const parts = { context, processId, signal, sessions, audit: notes.audit, heard: notes.heard };

  const adopt = (keys: readonly ConnectionKey[]) => {
    for (const key of keys) {
      const ofProperty = runners.get(key.hotelId) ?? new Map<string, Runner>();
      runners.set(key.hotelId, ofProperty);
      if (!ofProperty.get(key.channel)?.alive) ofProperty.set(key.channel, createRunner(parts, key));
      ofProperty.get(key.channel)!.wake();
    }
  };
  const claim = async () => {
    const wanted = { protocols: ADAPTED_PROTOCOLS, limit: CLAIMED_AT_ONCE };
    adopt(await claimConnections(context.db, { processId }, wanted));
  };
  const wakeLaggards = async () => {
    for (const { hotelId, channel } of await listLaggards(context.db, { processId })) {
      runners.get(hotelId)?.get(channel)?.wake();
    }
  };
  const endClosed = async () => {
    const ended = await endClosedMappings(context, { processId });
    for (const { hotelId, channel } of ended) runners.get(hotelId)?.get(channel)?.wake();
  };
  const tick = async () => {
    const nowMs = context.now().epochMilliseconds;
    for (const [hotelId, ofProperty] of runners) {
      for (const [channel, runner] of ofProperty) {
        if (runner.alive) runner.tick(nowMs);
        else ofProperty.delete(channel);
      }
      if (ofProperty.size === 0) runners.delete(hotelId);
    }
  };
  const unsubscribe = context.db.doorbell.subscribe('all', (hotelId) => {
    if (hotelId === 'all') return void wakeLaggards().catch(() => {}); // the next look finds them
    for (const runner of runners.get(hotelId)?.values() ?? []) runner.wake();
  });
  const onError = (error: unknown) => context.log.warn({ err: error }, 'a round of the channels failed');
  const every = (pauseMs: number, work: () => Promise<void>) => repeat(work, { pauseMs, signal, onError });
  const loops = [
    every(TICK_MS, tick),
    every(CLAIM_EVERY_MS, claim),
    every(LAGGARDS_EVERY_MS, wakeLaggards),
    every(END_CLOSED_EVERY_MS, endClosed),
    every(FLUSH_EVERY_MS, notes.flush),
  ];
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      await Promise.all([
        ...loops,
        ...[...runners.values()].flatMap((all) => [...all.values()].map((one) => one.rest())),
      ]);
      await notes.flush().catch(() => {});
      await releaseConnections(context.db, { processId }).catch(() => {}); // the living find out by themselves
    },
  };
}

/** With their exchanges a few megabytes at most, as a rule. */
const ROUNDS_AT_ONCE = 100;

/** What is written together, a little later. */
function createNotebook({ db, now, log }: JobContext) {
  let rounds: AuditedRound[] = [];
  const lastHeard = new Map<string, ConnectionKey & { at: Temporal.Instant }>();
  return {
    audit(key: ConnectionKey, { round: { startedMs, ...round }, exchanges }: Noted) {
      const entry = { ...round, ...key, createdAt: now(), durationMs: performance.now() - startedMs };
      rounds.push({ entry, exchanges });
    },
    heard: (key: ConnectionKey) => void lastHeard.set(`${key.hotelId}/${key.channel}`, { ...key, at: now() }),
    async flush() {
      const [batch, heard] = [rounds, [...lastHeard.values()]];
      rounds = [];
      lastHeard.clear();
      await noteHeard(db, heard);
      for (let i = 0; i < batch.length; i += ROUNDS_AT_ONCE) {
        await storeRounds(db, batch.slice(i, i + ROUNDS_AT_ONCE)).catch((error) =>
          log.warn({ err: error }, 'entries of the audit trail could not be stored'),
        );
      }
    },
  };
}
