// Webhooks: looks for endpoints that have something to be told, and runs each on its own; a dead one never delays another.
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

/** How often all are looked over: for retries that are due, tests, and rings that were missed. */
const SWEEP_MS = 2_000;
/** Endpoints at once. Those that fail have places of their own: however many are dead, the others find one. */
const MAX_WORKERS = { healthy: 200, retrying: 50 };
/** Rings of a property whose endpoints others hold, or that wait, lead to one look in so long. */
const CLAIM_INTERVAL_MS = 50;
/** How long attempts under way may take to end when the process stops: they are called off. */
const STOP_TIMEOUT_MS = 1_500;

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
      const running = [...workers.values()].filter((runner) => runner.retrying === retrying).length;
      const limit = MAX_WORKERS[retrying ? 'retrying' : 'healthy'] - running;
      const claimed = await claimWebhooks(db, { leaseOwner, now: context.now(), hotelId, retrying, limit });
      for (const held of claimed) {
        const key = `${held.hotelId}/${held.webhookId}`;
        const runner = startWebhookWorker(context, { ...held, leaseOwner }, stopping.signal);
        workers.set(key, { ...runner, hotelId: held.hotelId, retrying });
        void runner.done.then(() => {
          workers.delete(key);
          if (!stopping.signal.aborted) lookAt(held.hotelId); // there may have been a ring in the last moment
        });
      }
    }
  };
  const notLooked = (error: unknown) => log.warn({ err: error }, 'could not look for webhooks to deliver');

  const looking = new Map<number, boolean>();
  const lookAt = (hotelId: number) => {
    if (looking.has(hotelId)) return void looking.set(hotelId, true);
    looking.set(hotelId, false);
    void claim(hotelId)
      .catch(notLooked)
      .then(async () => {
        const again = looking.get(hotelId);
        if (again) await sleep(CLAIM_INTERVAL_MS, undefined, { ref: false });
        looking.delete(hotelId);
        if (again && !stopping.signal.aborted) lookAt(hotelId);
      });
  };
  const sweep = async () => {
    endpoints = await countWebhooks(db);
    await claim(null);
    for (const held of await claimTests(db, context.now())) {
      void sendTest(context, held, stopping.signal).catch(notLooked);
    }
  };
  const sweeping = repeat(sweep, { pauseMs: SWEEP_MS, signal: stopping.signal, onError: notLooked });
  const silence = db.notifications.subscribe('all', (hotelId) => {
    if (hotelId === 'all') {
      for (const runner of workers.values()) runner.notify();
      return;
    }
    let running = 0;
    for (const runner of workers.values()) {
      if (runner.hotelId !== hotelId) continue;
      running += 1;
      runner.notify();
    }
    if (running < (endpoints.get(hotelId) ?? 0)) lookAt(hotelId);
  });
  return {
    async stop() {
      silence();
      stopping.abort();
      const done = [...workers.values()].map((runner) => runner.done);
      await Promise.race([
        Promise.all([sweeping, ...done]),
        sleep(STOP_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

async function sendTest(
  context: WebhookContext,
  held: Parameters<typeof attemptDelivery>[1],
  signal: AbortSignal,
): Promise<void> {
  const now = context.now();
  const tried = await attemptDelivery(
    context.outgoing,
    { ...held, attempts: 0 },
    testMessage(held.hotelId, now),
    { now, signal },
  );
  if (tried) await recordTest(context.db, held, tried.attempt);
}
