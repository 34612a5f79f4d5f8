// Delivers events to webhook endpoints: each is leased to one process, and a dead one delays no other.
import { leasesOf } from '../pms/leases.ts';
import {
  claimWebhook,
  claimWebhookTest,
  countWebhooks,
  findRequestedTests,
  findWaitingWebhooks,
  type LeasedWebhook,
  type RequestedTest,
  recordTest,
  type WaitingWebhook,
} from '../pms/webhook-deliveries.ts';
import { createLeasedWorker, type LeasedWork, type RunningWorker } from './leased-worker.ts';
import { attemptDelivery, testMessage } from './webhook-attempt.ts';
import { startWebhookWorker, type WebhookContext } from './webhook-worker.ts';

/** How often all endpoints are checked: for retries, tests, and missed notifications. */
const SWEEP_MS = 2_000;
/** Workers at once. Failing endpoints have a limit of their own, so that they do not keep out others. */
const MAX_WORKERS = { healthy: 200, retrying: 50 };
/** While endpoints are leased elsewhere or wait, notifications of their properties lead to one search in this time. */
const SEARCH_INTERVAL_MS = 50;
/** Tests at once: each is one request. */
const MAX_TESTS = 50;

/** Starts delivery for all endpoints of this installation. `stop` cancels attempts under way. */
export function startWebhooks(context: WebhookContext): RunningWorker {
  const deliveries = createLeasedWorker(context, deliverEvents(context)).start();
  const tests = createLeasedWorker(context, deliverTests(context)).start();
  return {
    async stop() {
      await Promise.all([deliveries.stop(), tests.stop()]);
    },
  };
}

function deliverEvents(context: WebhookContext): LeasedWork<WaitingWebhook, LeasedWebhook> {
  const { db, processId } = context;
  let endpoints = new Map<number, number>();
  return {
    name: 'deliver events to webhooks',
    sweepMs: SWEEP_MS,
    onNotification: {
      intervalMs: SEARCH_INTERVAL_MS,
      mayWait: (hotelId, count) => count < (endpoints.get(hotelId) ?? 0),
    },
    queues: [
      {
        limit: MAX_WORKERS.healthy,
        async find(scope) {
          if (scope.hotelIds === null) endpoints = await countWebhooks(db);
          return findWaitingWebhooks(db, { ...scope, now: context.now(), retrying: false });
        },
      },
      {
        limit: MAX_WORKERS.retrying,
        find: (scope) => findWaitingWebhooks(db, { ...scope, now: context.now(), retrying: true }),
      },
    ],
    keyOf: ({ webhookId }) => String(webhookId),
    claim: (waiting) => claimWebhook(db, waiting, { processId, now: context.now() }),
    start: (webhook, signal) => startWebhookWorker(context, webhook, signal),
    leases: leasesOf(db, 'webhooks', processId),
  };
}

function deliverTests(context: WebhookContext): LeasedWork<RequestedTest, LeasedWebhook> {
  const { db } = context;
  return {
    name: 'send tests to webhooks',
    sweepMs: SWEEP_MS,
    queues: [{ limit: MAX_TESTS, find: ({ limit }) => findRequestedTests(db, limit) }],
    keyOf: ({ webhookId }) => String(webhookId),
    claim: (requested) => claimWebhookTest(db, requested, context.now()),
    start: (webhook, signal) => ({ done: sendTest(context, webhook, signal) }),
  };
}

async function sendTest(context: WebhookContext, webhook: LeasedWebhook, signal: AbortSignal): Promise<void> {
  const now = context.now();
  const message = testMessage(webhook.hotelId, now);
  const result = await attemptDelivery(context.outgoing, { ...webhook, attempts: 0 }, message, {
    now,
    signal,
  });
  if (result) await recordTest(context.db, webhook, result.attempt);
}
