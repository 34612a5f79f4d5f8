// Delivers events to webhook endpoints: each is leased to one process, and a dead one delays no other.
import {
  claimWebhook,
  claimWebhookTest,
  countWebhooks,
  findRequestedTests,
  findWaitingWebhooks,
  type LeasedWebhook,
  type RequestedTest,
  recordTest,
  releaseWebhook,
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

type ClaimedWebhook = LeasedWebhook & { retrying: boolean };

function deliverEvents(context: WebhookContext): LeasedWork<WaitingWebhook, ClaimedWebhook> {
  const { db, processId } = context;
  const running = { healthy: 0, retrying: 0 };
  let endpoints = new Map<number, number>();
  const keyOf = (webhook: { hotelId: number; webhookId: number }) =>
    `${webhook.hotelId}/${webhook.webhookId}`;
  return {
    name: 'deliver events to webhooks',
    limit: MAX_WORKERS.healthy + MAX_WORKERS.retrying,
    sweepMs: SWEEP_MS,
    onNotification: {
      intervalMs: SEARCH_INTERVAL_MS,
      mayWait: (hotelId, count) => count < (endpoints.get(hotelId) ?? 0),
    },
    async find({ hotelIds }) {
      if (hotelIds === null) endpoints = await countWebhooks(db);
      const search = (retrying: boolean) => {
        const limit = retrying
          ? MAX_WORKERS.retrying - running.retrying
          : MAX_WORKERS.healthy - running.healthy;
        return findWaitingWebhooks(db, { now: context.now(), hotelIds, retrying, limit });
      };
      return [...(await search(false)), ...(await search(true))];
    },
    keyOf,
    async claim(waiting) {
      const webhook = await claimWebhook(db, waiting, { processId, now: context.now() });
      return webhook && { ...webhook, retrying: webhook.attempts > 0 };
    },
    start(webhook, signal) {
      const kind = webhook.retrying ? 'retrying' : 'healthy';
      running[kind] += 1;
      const worker = startWebhookWorker(context, webhook, signal);
      return {
        notify: worker.notify,
        done: worker.done.finally(() => {
          running[kind] -= 1;
        }),
      };
    },
    release: (webhook) => releaseWebhook(db, webhook, context),
  };
}

function deliverTests(context: WebhookContext): LeasedWork<RequestedTest, LeasedWebhook> {
  const { db } = context;
  return {
    name: 'send tests to webhooks',
    limit: MAX_TESTS,
    sweepMs: SWEEP_MS,
    find: ({ limit }) => findRequestedTests(db, limit),
    keyOf: ({ hotelId, webhookId }) => `${hotelId}/${webhookId}`,
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
