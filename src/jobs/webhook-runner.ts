// Delivers to one endpoint, in order, from its cursor on: for as long as there is something, and a little longer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import { retryAfterSeconds } from '../model/webhook.ts';
import type { Outgoing } from '../outgoing/http.ts';
import { type LogPage, readLog, readLogEnds } from '../pms/log.ts';
import { getProperty } from '../pms/properties.ts';
import { type HeldWebhook, type Progress, saveProgress } from '../pms/webhook-deliveries.ts';
import { Problem } from '../problems.ts';
import type { JobLog } from './context.ts';
import { type Attempt, attemptDelivery, messageOf, type Tried } from './webhook-attempt.ts';

export type WebhookContext = {
  db: Database;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  log: JobLog;
};

export type Runner = {
  /** There may be something new. */
  ring(): void;
  /** resolves when the endpoint is let go; never rejects */
  done: Promise<void>;
};

const PAGE = 100;
/** Attempts are stored together: so many, or what came together within this. */
const SAVED_TOGETHER = 20;
const SAVE_AFTER_MS = 100;
/** How long an endpoint is held while nothing happens: the next event then finds it ready. Holding is renewed by saving. */
const LINGER_MS = 10_000;
/** Then it is read anew: a secret that is no longer valid must not sign for ever. */
const HELD_AT_MOST_MS = 600_000;

export function runWebhook(
  context: WebhookContext,
  held: HeldWebhook & { holder: string },
  stopping: AbortSignal,
): Runner {
  let rung = Promise.withResolvers<void>();
  const wait = async (ms: number) => {
    const late = new AbortController();
    const either = AbortSignal.any([late.signal, stopping]);
    await Promise.race([rung.promise, sleep(ms, undefined, { signal: either, ref: false }).catch(() => {})]);
    late.abort();
    rung = Promise.withResolvers<void>();
  };
  const done = deliver(context, held, { stopping, wait }).catch((error) => {
    // What was not stored is delivered again, when the endpoint is free again by itself.
    context.log.warn({ err: error, webhook: held.webhookId }, 'an endpoint could not be delivered to');
  });
  return { ring: () => rung.resolve(), done };
}

type Turn = { stopping: AbortSignal; wait(ms: number): Promise<void> };

async function deliver(
  context: WebhookContext,
  held: HeldWebhook & { holder: string },
  { stopping, wait }: Turn,
): Promise<void> {
  const since = performance.now();
  const journal = keepJournal(context, held);
  const propertyOf = keepProperty(context, held.hotelId);
  for (let lastEventAt = since; ; ) {
    const page = await readNext(context, held, journal);
    const { events, readTo } = page;
    const property = events.length > 0 ? await propertyOf(page) : null;
    for (const event of events) {
      const message = messageOf(event, property!);
      const how = { now: context.now(), signal: stopping };
      const tried = stopping.aborted ? null : await attemptDelivery(context.outgoing, held, message, how);
      if (!tried) return journal.end();
      journal.note(tried.attempt);
      if (!tried.attempt.delivered) return giveTime(held, journal, tried);
      held.cursorSeq = event.seq;
      held.attempts = 0;
      if (!journal.keep({ caughtUp: false })) return;
    }
    held.cursorSeq = readTo;
    const now = performance.now();
    if (events.length > 0) lastEventAt = now;
    const over = now - lastEventAt >= LINGER_MS || now - since >= HELD_AT_MOST_MS || stopping.aborted;
    if (over) return journal.end();
    const caughtUp = events.length < PAGE;
    if (!journal.keep({ caughtUp })) return;
    if (caughtUp) await wait(journal.pending() ? SAVE_AFTER_MS : LINGER_MS / 2);
  }
}

/** The next page. Where events were removed before they were delivered, it goes on behind them. */
async function readNext({ db, log }: WebhookContext, held: HeldWebhook, journal: Journal): Promise<LogPage> {
  const read = (after: number): Promise<LogPage> =>
    readLog(db, held.hotelId, { after, limit: PAGE, kinds: held.kinds ?? undefined });
  try {
    return await read(held.cursorSeq);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'events_compacted')) throw error;
    const { firstSeq } = await readLogEnds(db, held.hotelId);
    log.warn({ webhook: held.webhookId, before: firstSeq }, 'events were removed before they were delivered');
    journal.explain(`Events before ${firstSeq} were removed before they could be delivered.`);
    held.cursorSeq = firstSeq - 1;
    return read(held.cursorSeq);
  }
}

/** Records are shown with the property's check-in time and currency, which hardly ever change. */
const PROPERTY_KEPT_MS = 5_000;

/** The property as it is, read again when the events say that it changed, and every few seconds. */
function keepProperty({ db }: WebhookContext, hotelId: number): (page: LogPage) => Promise<Property> {
  let known: { property: Property; at: number } | undefined;
  return async ({ events }) => {
    const old = !known || performance.now() - known.at > PROPERTY_KEPT_MS;
    if (!known || old || events.some(({ kind }) => kind === 'property.changed'))
      known = { property: await getProperty(db, hotelId), at: performance.now() };
    return known.property;
  };
}

/** After a failure: when it is tried again, or that it was given up. */
async function giveTime(
  held: HeldWebhook,
  journal: Journal,
  { attempt, waitSeconds, gone }: Tried,
): Promise<void> {
  held.attempts += 1;
  const seconds = gone ? null : retryAfterSeconds(held.attempts, { waitSeconds, random: Math.random() });
  await journal.end({
    failing: seconds === null,
    retryAt: seconds === null ? null : attempt.at.add({ milliseconds: Math.round(seconds * 1_000) }),
    error: attempt.error,
  });
}

type Journal = ReturnType<typeof keepJournal>;

/** Attempts and the cursor, until they are stored: beside the next deliveries, which do not wait for it. */
function keepJournal(context: WebhookContext, held: HeldWebhook & { holder: string }) {
  let attempts: Attempt[] = [];
  let savedCursor = held.cursorSeq;
  let savedAt = performance.now();
  let explanation: string | null = null;
  let saving: Promise<boolean> | null = null;
  let ours = true;
  let broken: unknown;

  const store = async (progress: Partial<Progress> & { keep: boolean }): Promise<boolean> => {
    const tried = attempts;
    attempts = [];
    savedCursor = held.cursorSeq;
    savedAt = performance.now();
    const known = { cursorSeq: held.cursorSeq, attempts: held.attempts, error: explanation };
    const calm = { retryAt: null, failing: false, now: context.now() };
    return saveProgress(context.db, held, { ...known, ...calm, ...progress }, tried);
  };
  return {
    note: (attempt: Attempt) => void attempts.push(attempt),
    pending: () => attempts.length > 0,
    explain(text: string) {
      explanation = text;
    },
    /** Begins to store what there is, when it is time; `caughtUp`: there is nothing more to wait for. False: no longer ours. */
    keep({ caughtUp }: { caughtUp: boolean }): boolean {
      if (broken) throw broken;
      const age = performance.now() - savedAt;
      const much =
        attempts.length >= SAVED_TOGETHER || (attempts.length > 0 && (caughtUp || age >= SAVE_AFTER_MS));
      if (saving || !(much || (held.cursorSeq > savedCursor && age >= LINGER_MS / 2))) return ours;
      saving = store({ keep: true });
      saving
        .then(
          (still) => {
            ours = still;
          },
          (error) => {
            broken = error;
          },
        )
        .finally(() => {
          saving = null;
        });
      return ours;
    },
    /** Stores what there is, and lets the endpoint go. */
    async end(progress: Partial<Progress> = {}): Promise<void> {
      await saving;
      await store({ ...progress, keep: false });
    },
  };
}
