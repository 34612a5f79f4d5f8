// Requests of one connection of which the channel may take one at a time: reads one after another, pushes before reads that
// wait, and beside a slow read until the channel refuses that.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequestQueue } from './request-queue.ts';

export type ExclusiveRequests = {
  /**
   * Runs a read when no push and no other read is under way. `work` returns null when it ended because of its signal: it is
   * run again after the push.
   */
  read<T>(work: (givenUp: AbortSignal) => Promise<T | null>): Promise<T>;
  /** Runs a push, before all reads that wait; the read under way is waited for as `createExclusiveRequests` says. */
  push<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The channel has refused a push because another request is under way: reads wait until it is sent again. Where that was a
   * read of ours, the read is given up and pushes wait for reads for an hour: returns true.
   */
  pushRefused(): boolean;
};

/** Most answers are there by then: only a push beside a slow read is a second request at a time. */
const WAIT_FOR_READ_MS = 500;
/** One refused push an hour does no harm, and whether the channel takes both may change. */
const SERIALIZE_FOR_MS = 3_600_000;
/** Longer than the pause before a refused push is sent again. */
const PUSH_RETRY_TIMEOUT_MS = 10_000;

/** `alwaysApart`: pushes wait for the end of the read under way, even if the channel has never refused one. */
export function createExclusiveRequests(
  nowMs: () => number,
  alwaysApart: () => boolean = () => false,
): ExclusiveRequests {
  const reads = createRequestQueue();
  const pushes = createRequestQueue();
  let reading: { givenUp: AbortController; ended: Promise<void> } | null = null;
  let pushing: Promise<void> | null = null;
  let pushAgain: { begun: Promise<void>; begin: () => void } | null = null;
  let isBeside = false;
  let apartUntilMs = 0;

  const waitForRead = async () => {
    if (!reading) return;
    if (alwaysApart() || nowMs() < apartUntilMs) return reading.ended;
    const timer = new AbortController();
    const waited = sleep(WAIT_FOR_READ_MS, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([reading.ended, waited]);
    timer.abort();
  };
  const readOnce = async <T>(work: (givenUp: AbortSignal) => Promise<T | null>): Promise<T | null> => {
    while (pushing || pushAgain) await (pushing ?? pushAgain?.begun);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const givenUp = new AbortController();
    reading = { givenUp, ended };
    try {
      return await work(givenUp.signal);
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
      pushAgain = null;
      resolve();
    };
    pushAgain = { begun, begin };
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
        pushing = promise;
        pushAgain?.begin();
        try {
          await waitForRead();
          isBeside = reading !== null;
          return await work();
        } finally {
          isBeside = false;
          pushing = null;
          end();
        }
      }),
    pushRefused() {
      pushAgain?.begin();
      holdReads();
      if (!isBeside) return false;
      apartUntilMs = nowMs() + SERIALIZE_FOR_MS;
      reading?.givenUp.abort();
      return true;
    },
  };
}
