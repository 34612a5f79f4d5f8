// Delivers events to one endpoint in order, from its cursor on, until it has been idle for some seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Property } from '../model/property.ts';
import { retryAfterSeconds } from '../model/webhook.ts';
import type { Outgoing } from '../outgoing/http.ts';
import { type LogPage, readLog, readLogEnds } from '../pms/log.ts';
import { getProperty } from '../pms/properties.ts';
import { type LeasedWebhook, type Progress, saveProgress } from '../pms/webhook-deliveries.ts';
import { Problem } from '../problems.ts';
import type { JobLog } from './context.ts';
import { type Attempt, type AttemptResult, attemptDelivery, messageOf } from './webhook-attempt.ts';

export type WebhookContext = {
  db: Database;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  log: JobLog;
};

export type WebhookWorker = {
  /** Wakes the worker: there may be new events. */
  notify(): void;
  /** resolves when the endpoint's lease is released; never rejects */
  done: Promise<void>;
};

const PAGE = 100;
/** Attempts are stored in batches: after so many, or after this time. */
const SAVE_BATCH = 20;
const SAVE_AFTER_MS = 100;
/** How long an idle lease is kept, so that the next event is sent at once. Saving renews it. */
const IDLE_LEASE_MS = 10_000;
/** After this the endpoint is loaded again, so that an expired secret signs no longer. */
const MAX_LEASE_MS = 600_000;

/**
 * Delivers to a leased endpoint until it is idle, fails, or `stopping` is aborted; then releases the lease.
 */
export function startWebhookWorker(
  context: WebhookContext,
  webhook: LeasedWebhook & { leaseOwner: string },
  stopping: AbortSignal,
): WebhookWorker {
  let notified = Promise.withResolvers<void>();
  const wait = async (ms: number) => {
    const late = new AbortController();
    const either = AbortSignal.any([late.signal, stopping]);
    await Promise.race([
      notified.promise,
      sleep(ms, undefined, { signal: either, ref: false }).catch(() => {}),
    ]);
    late.abort();
    notified = Promise.withResolvers<void>();
  };
  const done = deliver(context, webhook, { stopping, wait }).catch((error) => {
    // What was not stored is delivered again once the lease has expired.
    context.log.warn({ err: error, webhook: webhook.webhookId }, 'an endpoint could not be delivered to');
  });
  return { notify: () => notified.resolve(), done };
}

type DeliveryControl = { stopping: AbortSignal; wait(ms: number): Promise<void> };

async function deliver(
  context: WebhookContext,
  webhook: LeasedWebhook & { leaseOwner: string },
  { stopping, wait }: DeliveryControl,
): Promise<void> {
  const since = performance.now();
  const deliveryLog = createDeliveryLog(context, webhook);
  const propertyOf = cacheProperty(context, webhook.hotelId);
  for (let lastEventAt = since; ; ) {
    const page = await readNext(context, webhook, deliveryLog);
    const { events, readTo } = page;
    const property = events.length > 0 ? await propertyOf(page) : null;
    for (const event of events) {
      const message = messageOf(event, property!);
      const how = { now: context.now(), signal: stopping };
      const tried = stopping.aborted ? null : await attemptDelivery(context.outgoing, webhook, message, how);
      if (!tried) return deliveryLog.end();
      deliveryLog.note(tried.attempt);
      if (!tried.attempt.delivered) return rescheduleOrDeactivate(webhook, deliveryLog, tried);
      webhook.cursorSeq = event.seq;
      webhook.attempts = 0;
      if (!deliveryLog.keep({ caughtUp: false })) return;
    }
    webhook.cursorSeq = readTo;
    const now = performance.now();
    if (events.length > 0) lastEventAt = now;
    const over = now - lastEventAt >= IDLE_LEASE_MS || now - since >= MAX_LEASE_MS || stopping.aborted;
    if (over) return deliveryLog.end();
    const caughtUp = events.length < PAGE;
    if (!deliveryLog.keep({ caughtUp })) return;
    if (caughtUp) await wait(deliveryLog.pending() ? SAVE_AFTER_MS : IDLE_LEASE_MS / 2);
  }
}

/** Reads the next page of events; skips events that were removed before they were delivered. */
async function readNext(
  { db, log }: WebhookContext,
  webhook: LeasedWebhook,
  deliveryLog: DeliveryLog,
): Promise<LogPage> {
  const read = (after: number): Promise<LogPage> =>
    readLog(db, webhook.hotelId, { after, limit: PAGE, kinds: webhook.kinds ?? undefined });
  try {
    return await read(webhook.cursorSeq);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'events_compacted')) throw error;
    const { firstSeq } = await readLogEnds(db, webhook.hotelId);
    log.warn(
      { webhook: webhook.webhookId, before: firstSeq },
      'events were removed before they were delivered',
    );
    deliveryLog.explain(`Events before ${firstSeq} were removed before they could be delivered.`);
    webhook.cursorSeq = firstSeq - 1;
    return read(webhook.cursorSeq);
  }
}

/** Events are sent with the property's check-in time and currency, which hardly ever change. */
const PROPERTY_CACHE_MS = 5_000;

/**
 * Returns the property from a cache: read again every few seconds, and when the events say that it changed.
 */
function cacheProperty({ db }: WebhookContext, hotelId: number): (page: LogPage) => Promise<Property> {
  let cached: { property: Property; at: number } | undefined;
  return async ({ events }) => {
    const isOld = !cached || performance.now() - cached.at > PROPERTY_CACHE_MS;
    if (!cached || isOld || events.some(({ kind }) => kind === 'property.changed'))
      cached = { property: await getProperty(db, hotelId), at: performance.now() };
    return cached.property;
  };
}

/** Ends the worker after a failure: schedules the next attempt, or marks the endpoint as failing. */
async function rescheduleOrDeactivate(
  webhook: LeasedWebhook,
  deliveryLog: DeliveryLog,
  { attempt, waitSeconds, gone }: AttemptResult,
): Promise<void> {
  webhook.attempts += 1;
  const seconds = gone ? null : retryAfterSeconds(webhook.attempts, { waitSeconds, random: Math.random() });
  await deliveryLog.end({
    failing: seconds === null,
    retryAt: seconds === null ? null : attempt.at.add({ milliseconds: Math.round(seconds * 1_000) }),
    error: attempt.error,
  });
}

type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** Collects attempts and the cursor, and stores them while the next events are delivered. */
function createDeliveryLog(context: WebhookContext, webhook: LeasedWebhook & { leaseOwner: string }) {
  let attempts: Attempt[] = [];
  let savedCursor = webhook.cursorSeq;
  let savedAt = performance.now();
  let explanation: string | null = null;
  let saving: Promise<boolean> | null = null;
  let isLeased = true;
  let broken: unknown;

  const store = async (progress: Partial<Progress> & { keep: boolean }): Promise<boolean> => {
    const tried = attempts;
    attempts = [];
    savedCursor = webhook.cursorSeq;
    savedAt = performance.now();
    const current = { cursorSeq: webhook.cursorSeq, attempts: webhook.attempts, error: explanation };
    const healthy = { retryAt: null, failing: false, now: context.now() };
    return saveProgress(context.db, webhook, { ...current, ...healthy, ...progress }, tried);
  };
  return {
    note: (attempt: Attempt) => void attempts.push(attempt),
    pending: () => attempts.length > 0,
    explain(text: string) {
      explanation = text;
    },
    /** Stores a batch that is full or due; `caughtUp`: no event waits. Returns false if the lease is lost. */
    keep({ caughtUp }: { caughtUp: boolean }): boolean {
      if (broken) throw broken;
      const age = performance.now() - savedAt;
      const isBatchDue =
        attempts.length >= SAVE_BATCH || (attempts.length > 0 && (caughtUp || age >= SAVE_AFTER_MS));
      if (saving || !(isBatchDue || (webhook.cursorSeq > savedCursor && age >= IDLE_LEASE_MS / 2)))
        return isLeased;
      saving = store({ keep: true });
      saving
        .then(
          (renewed) => {
            isLeased = renewed;
          },
          (error) => {
            broken = error;
          },
        )
        .finally(() => {
          saving = null;
        });
      return isLeased;
    },
    /** Stores what is left, and releases the lease. */
    async end(progress: Partial<Progress> = {}): Promise<void> {
      await saving;
      await store({ ...progress, keep: false });
    },
  };
}
