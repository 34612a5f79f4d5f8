// Schedules requests of one connection that the channel accepts one at a time. Reads run one after another,
// pushes go before waiting reads, and a push runs beside a slow read until the channel refuses that.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequestQueue } from './request-queue.ts';

export type ExclusiveRequests = {
  /**
   * Runs a read when no push and no other read is under way. `work` returns null when its signal aborted it;
   * it is then run again after the push.
   */
  read<T>(work: (aborted: AbortSignal) => Promise<T | null>): Promise<T>;
  /**
   * Runs a push before all waiting reads. It waits for the read under way as `createExclusiveRequests` says.
   */
  push<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Records that the channel has refused a push because another request is under way. Reads then wait until
   * the push is sent again. Returns true if the push ran beside a read of ours: that read is aborted, and for
   * an hour pushes wait for reads.
   */
  pushRefused(): boolean;
};

/** Most reads end within this time, so that only a push beside a slow read is a second request at a time. */
const WAIT_FOR_READ_MS = 500;
/**
 * How long pushes wait for reads after a refusal. The channel may come to accept both, and one refused push
 * an hour does no harm.
 */
const SERIALIZE_FOR_MS = 3_600_000;
/**
 * How long reads wait for the repetition of a refused push. Longer than the wait before a refused push is
 * sent again.
 */
const PUSH_RETRY_TIMEOUT_MS = 10_000;

/**
 * Creates the schedule of one connection. `alwaysSerialized`: pushes wait for the end of the read under way,
 * even if the channel has never refused one.
 */
export function createExclusiveRequests(
  nowMs: () => number,
  alwaysSerialized: () => boolean = () => false,
): ExclusiveRequests {
  const reads = createRequestQueue();
  const pushes = createRequestQueue();
  let reading: { aborted: AbortController; ended: Promise<void> } | null = null;
  let pushEnded: Promise<void> | null = null;
  let expectedPush: { begun: Promise<void>; begin: () => void } | null = null;
  let isBesideRead = false;
  let serializedUntilMs = 0;

  const waitForRead = async () => {
    if (!reading) return;
    if (alwaysSerialized() || nowMs() < serializedUntilMs) return reading.ended;
    const timer = new AbortController();
    const waited = sleep(WAIT_FOR_READ_MS, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([reading.ended, waited]);
    timer.abort();
  };
  const readOnce = async <T>(work: (aborted: AbortSignal) => Promise<T | null>): Promise<T | null> => {
    while (pushEnded || expectedPush) await (pushEnded ?? expectedPush?.begun);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const aborted = new AbortController();
    reading = { aborted, ended };
    try {
      return await work(aborted.signal);
    } finally {
      reading = null;
      end();
    }
  };

  const holdReads = () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => begin(), PUSH_RETRY_TIMEOUT_MS).unref();
    const begin = () => {
      clearTimeout(timer);
      expectedPush = null;
      resolve();
    };
    expectedPush = { begun, begin };
  };

  return {
    read: (work) =>
      reads(false, async () => {
        for (;;) {
          const result = await readOnce(work);
          if (result !== null) return result;
        }
      }),
    push: (work) =>
      pushes(false, async () => {
        const { promise, resolve: end } = Promise.withResolvers<void>();
        pushEnded = promise;
        expectedPush?.begin();
        try {
          await waitForRead();
          isBesideRead = reading !== null;
          return await work();
        } finally {
          isBesideRead = false;
          pushEnded = null;
          end();
        }
      }),
    pushRefused() {
      expectedPush?.begin();
      holdReads();
      if (!isBesideRead) return false;
      serializedUntilMs = nowMs() + SERIALIZE_FOR_MS;
      reading?.aborted.abort();
      return true;
    },
  };
}
