// Finds webhook endpoints with events and runs a worker for each: a dead endpoint delays no other.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimTests,
  claimWebhooks,
  countWebhooks,
  recordTest,
  releaseAll,
} from '../pms/webhook-deliveries.ts';
import { repeat } from './repeat.ts';
import { attemptDelivery, testMessage } from './webhook-attempt.ts';
import { startWebhookWorker, type WebhookContext, type WebhookWorker } from './webhook-worker.ts';

/** How often all endpoints are checked: for retries, tests, and missed notifications. */
const SWEEP_MS = 2_000;
/** Workers at once. Failing endpoints have a limit of their own, so that they do not keep out others. */
const MAX_WORKERS = { healthy: 200, retrying: 50 };
/** Notifications of a property whose endpoints are leased or waiting lead to one claim in this time. */
const CLAIM_INTERVAL_MS = 50;
/** Time that attempts under way have to end when the process stops; they are cancelled. */
const STOP_TIMEOUT_MS = 1_500;

/**
 * Starts delivery for all endpoints of this installation. `alone`: no other process uses the database, so
 * that all leases are released at the start. `stop` cancels attempts under way.
 */
export async function startWebhooks(
  context: WebhookContext,
  { alone }: { alone: boolean },
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = context;
  const leaseOwner = randomUUID();
  const stopping = new AbortController();
  const workers = new Map<string, WebhookWorker & { hotelId: number; retrying: boolean }>();
  let endpoints = new Map<number, number>();
  if (alone) await releaseAll(db);

  const claim = async (hotelId: number | null) => {
    for (const retrying of [false, true]) {
      const running = [...workers.values()].filter((worker) => worker.retrying === retrying).length;
      const limit = MAX_WORKERS[retrying ? 'retrying' : 'healthy'] - running;
      const claimed = await claimWebhooks(db, { leaseOwner, now: context.now(), hotelId, retrying, limit });
      for (const webhook of claimed) {
        const key = `${webhook.hotelId}/${webhook.webhookId}`;
        const worker = startWebhookWorker(context, { ...webhook, leaseOwner }, stopping.signal);
        workers.set(key, { ...worker, hotelId: webhook.hotelId, retrying });
        void worker.done.then(() => {
          workers.delete(key);
          // A notification may have come while it ended.
          if (!stopping.signal.aborted) claimSoon(webhook.hotelId);
        });
      }
    }
  };
  const logFailure = (error: unknown) => log.warn({ err: error }, 'could not look for webhooks to deliver');

  /** Properties that are being claimed for; true = a notification has come since. */
  const claiming = new Map<number, boolean>();
  const claimSoon = (hotelId: number) => {
    if (claiming.has(hotelId)) return void claiming.set(hotelId, true);
    claiming.set(hotelId, false);
    void claim(hotelId)
      .catch(logFailure)
      .then(async () => {
        const again = claiming.get(hotelId);
        if (again) await sleep(CLAIM_INTERVAL_MS, undefined, { ref: false });
        claiming.delete(hotelId);
        if (again && !stopping.signal.aborted) claimSoon(hotelId);
      });
  };
  const sweep = async () => {
    endpoints = await countWebhooks(db);
    await claim(null);
    for (const webhook of await claimTests(db, context.now())) {
      void sendTest(context, webhook, stopping.signal).catch(logFailure);
    }
  };
  const sweeping = repeat(sweep, { pauseMs: SWEEP_MS, signal: stopping.signal, onError: logFailure });
  const unsubscribe = db.notifications.subscribe('all', (hotelId) => {
    if (hotelId === 'all') {
      for (const worker of workers.values()) worker.notify();
      return;
    }
    let running = 0;
    for (const worker of workers.values()) {
      if (worker.hotelId !== hotelId) continue;
      running += 1;
      worker.notify();
    }
    if (running < (endpoints.get(hotelId) ?? 0)) claimSoon(hotelId);
  });
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      const done = [...workers.values()].map((worker) => worker.done);
      await Promise.race([
        Promise.all([sweeping, ...done]),
        sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

async function sendTest(
  context: WebhookContext,
  webhook: Parameters<typeof attemptDelivery>[1],
  signal: AbortSignal,
): Promise<void> {
  const now = context.now();
  const result = await attemptDelivery(
    context.outgoing,
    { ...webhook, attempts: 0 },
    testMessage(webhook.hotelId, now),
    { now, signal },
  );
  if (result) await recordTest(context.db, webhook, result.attempt);
}
