// Webhooks: looks for endpoints that have something to be told, and runs each on its own; a dead one never delays another.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimWebhooks, countWebhooks, noteTest, releaseAll, takeTests } from '../pms/webhook-deliveries.ts';
import { repeat } from './repeat.ts';
import { attemptDelivery, testMessage } from './webhook-attempt.ts';
import { type Runner, runWebhook, type WebhookContext } from './webhook-runner.ts';

/** How often all are looked over: for retries that are due, tests, and rings that were missed. */
const SWEEP_MS = 2_000;
/** Endpoints at once. Those that fail have places of their own: however many are dead, the others find one. */
const PLACES = { healthy: 200, retrying: 50 };
/** Rings of a property whose endpoints others hold, or that wait, lead to one look in so long. */
const LOOK_GAP_MS = 50;
/** How long attempts under way may take to end when the process stops: they are called off. */
const STOP_WITHIN_MS = 1_500;

export async function startWebhooks(
  context: WebhookContext,
  { alone }: { alone: boolean },
): Promise<{ stop(): Promise<void> }> {
  const { db, log } = context;
  const holder = randomUUID();
  const stopping = new AbortController();
  const runners = new Map<string, Runner & { hotelId: number; retrying: boolean }>();
  let endpoints = new Map<number, number>();
  if (alone) await releaseAll(db);

  const claim = async (hotelId: number | null) => {
    for (const retrying of [false, true]) {
      const running = [...runners.values()].filter((runner) => runner.retrying === retrying).length;
      const limit = PLACES[retrying ? 'retrying' : 'healthy'] - running;
      const claimed = await claimWebhooks(db, { holder, now: context.now(), hotelId, retrying, limit });
      for (const held of claimed) {
        const key = `${held.hotelId}/${held.webhookId}`;
        const runner = runWebhook(context, { ...held, holder }, stopping.signal);
        runners.set(key, { ...runner, hotelId: held.hotelId, retrying });
        void runner.done.then(() => {
          runners.delete(key);
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
        if (again) await sleep(LOOK_GAP_MS, undefined, { ref: false });
        looking.delete(hotelId);
        if (again && !stopping.signal.aborted) lookAt(hotelId);
      });
  };
  const sweep = async () => {
    endpoints = await countWebhooks(db);
    await claim(null);
    for (const held of await takeTests(db, context.now())) {
      void sendTest(context, held, stopping.signal).catch(notLooked);
    }
  };
  const sweeping = repeat(sweep, { pauseMs: SWEEP_MS, signal: stopping.signal, onError: notLooked });
  const silence = db.doorbell.subscribe('all', (hotelId) => {
    if (hotelId === 'all') {
      for (const runner of runners.values()) runner.ring();
      return;
    }
    let running = 0;
    for (const runner of runners.values()) {
      if (runner.hotelId !== hotelId) continue;
      running += 1;
      runner.ring();
    }
    if (running < (endpoints.get(hotelId) ?? 0)) lookAt(hotelId);
  });
  return {
    async stop() {
      silence();
      stopping.abort();
      const done = [...runners.values()].map((runner) => runner.done);
      await Promise.race([
        Promise.all([sweeping, ...done]),
        sleep(STOP_WITHIN_MS, undefined, { ref: false }),
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
  if (tried) await noteTest(context.db, held, tried.attempt);
}
