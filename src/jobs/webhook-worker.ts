// Delivers events to one endpoint in order, from its cursor on, until it has been idle for some seconds.
import { kindsFor } from '../api/event-scopes.ts';
import type { Database } from '../db/database.ts';
import { createPause } from '../db/loop.ts';
import type { Failure } from '../model/cause.ts';
import { kindsOfFilter } from '../model/event.ts';
import { WITHOUT_CONTACTS } from '../model/scope.ts';
import { retryAfterSeconds } from '../model/webhook.ts';
import type { Outgoing } from '../outgoing/http.ts';
import { createLogReader } from '../pms/log-reader.ts';
import { type LeasedWebhook, type Progress, saveProgress } from '../pms/webhook-deliveries.ts';
import type { JobLog } from './context.ts';
import { type Attempt, type AttemptResult, attemptDelivery, messageOf } from './webhook-attempt.ts';

export type WebhookContext = {
  db: Database;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  log: JobLog;
  /** owner of the leases */
  processId: string;
};

type WebhookWorker = {
  /** Notifies the worker: there may be new events. */
  notify(): void;
  /** resolves when the endpoint's lease is released or lost */
  done: Promise<void>;
};

const PAGE = 100;
/** Attempts are stored in batches: after so many, or after this time. */
const SAVE_BATCH = 20;
const SAVE_AFTER_MS = 100;
/** How long an idle lease is kept, so that the next event is sent at once. */
const IDLE_LEASE_MS = 10_000;
/** After this the endpoint is loaded again, so that an expired secret signs no longer. */
const MAX_LEASE_MS = 600_000;

/**
 * Delivers to a leased endpoint until it is idle, fails, or `stopping` is aborted; then releases the lease.
 * `done` rejects when the database fails: what was not stored is delivered again.
 */
export function startWebhookWorker(
  context: WebhookContext,
  webhook: LeasedWebhook,
  stopping: AbortSignal,
): WebhookWorker {
  const pause = createPause(stopping);
  return { notify: pause.notify, done: deliver(context, webhook, { stopping, wait: pause.wait }) };
}

type DeliveryControl = { stopping: AbortSignal; wait(ms: number): Promise<void> };

async function deliver(
  context: WebhookContext,
  webhook: LeasedWebhook,
  { stopping, wait }: DeliveryControl,
): Promise<void> {
  const since = performance.now();
  const deliveryLog = createDeliveryLog(context, webhook);
  const reader = createLogReader(context.db, {
    hotelId: webhook.hotelId,
    after: webhook.cursorSeq,
    limit: PAGE,
    kinds: kindsFor(webhook.kinds?.flatMap(kindsOfFilter), webhook.contacts ? null : WITHOUT_CONTACTS),
    skipsRemoved: true,
  });
  for (let lastEventAt = since; ; ) {
    const page = await reader.next();
    if (page.skippedBefore !== null) reportSkipped(context, webhook, deliveryLog, page.skippedBefore);
    for (const event of page.events) {
      const message = messageOf(event, page.property!, webhook.contacts);
      const how = { now: context.now(), signal: stopping };
      const tried = stopping.aborted ? null : await attemptDelivery(context.outgoing, webhook, message, how);
      if (!tried) return deliveryLog.end();
      deliveryLog.recordAttempt(tried.attempt);
      if (!tried.attempt.delivered) return rescheduleOrDeactivate(webhook, deliveryLog, tried);
      webhook.cursorSeq = event.seq;
      webhook.attempts = 0;
      if (!deliveryLog.saveIfDue({ caughtUp: false })) return;
    }
    webhook.cursorSeq = page.readTo;
    const now = performance.now();
    if (page.events.length > 0) lastEventAt = now;
    const over = now - lastEventAt >= IDLE_LEASE_MS || now - since >= MAX_LEASE_MS || stopping.aborted;
    if (over) return deliveryLog.end();
    if (!deliveryLog.saveIfDue({ caughtUp: page.isLast })) return;
    if (page.isLast) await wait(deliveryLog.pending() ? SAVE_AFTER_MS : IDLE_LEASE_MS / 2);
  }
}

/** Says in the log and in the endpoint's last error that events were removed before they were delivered. */
function reportSkipped(
  { log }: WebhookContext,
  webhook: LeasedWebhook,
  deliveryLog: DeliveryLog,
  before: number,
): void {
  log.warn({ webhook: webhook.webhookId, before }, 'events were removed before they were delivered');
  deliveryLog.setFailure({
    reason: `Events before ${before} were removed before they could be delivered.`,
    cause: { code: 'events_removed' },
  });
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
    failure: failureOf(attempt),
  });
}

function failureOf({ error, cause }: Attempt): Failure | null {
  return error === null || cause === null ? null : { reason: error, cause };
}

type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** Collects attempts and the cursor, and stores them while the next events are delivered. */
function createDeliveryLog(context: WebhookContext, webhook: LeasedWebhook) {
  let attempts: Attempt[] = [];
  let savedCursor = webhook.cursorSeq;
  let savedAt = performance.now();
  let failure: Failure | null = null;
  let saving: Promise<boolean> | null = null;
  let isLeased = true;
  let broken: unknown;

  const store = async (progress: Partial<Progress> & { keep: boolean }): Promise<boolean> => {
    const tried = attempts;
    attempts = [];
    savedCursor = webhook.cursorSeq;
    savedAt = performance.now();
    const current = { cursorSeq: webhook.cursorSeq, attempts: webhook.attempts, failure };
    const healthy = { retryAt: null, failing: false, now: context.now() };
    return saveProgress(
      context.db,
      { ...webhook, processId: context.processId },
      { ...current, ...healthy, ...progress },
      tried,
    );
  };
  return {
    recordAttempt: (attempt: Attempt) => void attempts.push(attempt),
    pending: () => attempts.length > 0,
    setFailure(found: Failure) {
      failure = found;
    },
    /** Stores a batch that is full or due; `caughtUp`: no event waits. Returns false if the lease is lost. */
    saveIfDue({ caughtUp }: { caughtUp: boolean }): boolean {
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
