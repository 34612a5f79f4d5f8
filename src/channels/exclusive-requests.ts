// Schedules requests of one connection that the channel accepts one at a time. Reads run one after another,
// pushes go before waiting reads, and a push runs beside a slow read until the channel refuses that.
import { MACHINE_TIMERS, startTimeLimit, type Timers, waitAtMost } from '../model/timers.ts';
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

/** `nowMs`: milliseconds since 1970. `timers`: absent = those of the machine. */
type ExclusiveClock = { nowMs: () => number; timers?: Timers | undefined };

/**
 * Creates the schedule of one connection. `alwaysSerialized`: pushes wait for the end of the read under way,
 * even if the channel has never refused one.
 */
export function createExclusiveRequests(
  { nowMs, timers = MACHINE_TIMERS }: ExclusiveClock,
  alwaysSerialized: () => boolean = () => false,
): ExclusiveRequests {
  const reads = createRequestQueue();
  const pushes = createRequestQueue();
  const expectedPush = createExpectedPush(timers);
  let reading: { aborted: AbortController; ended: Promise<void> } | null = null;
  let pushEnded: Promise<void> | null = null;
  let isBesideRead = false;
  let serializedUntilMs = 0;

  const waitForRead = async () => {
    if (!reading) return;
    if (alwaysSerialized() || nowMs() < serializedUntilMs) return reading.ended;
    await waitAtMost(WAIT_FOR_READ_MS, reading.ended, { timers });
  };
  const readOnce = async <T>(work: (aborted: AbortSignal) => Promise<T | null>): Promise<T | null> => {
    while (pushEnded || expectedPush.begun) await (pushEnded ?? expectedPush.begun);
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
  return {
    read: (work) => reads(false, () => repeatUntilResult(() => readOnce(work))),
    push: (work) =>
      pushes(false, async () => {
        const { promise, resolve: end } = Promise.withResolvers<void>();
        pushEnded = promise;
        expectedPush.begin();
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
      expectedPush.expect();
      if (!isBesideRead) return false;
      serializedUntilMs = nowMs() + SERIALIZE_FOR_MS;
      reading?.aborted.abort();
      return true;
    },
  };
}

/** The repetition of a refused push that reads wait for: until it begins, at most PUSH_RETRY_TIMEOUT_MS. */
function createExpectedPush(timers: Timers) {
  let expected: { begun: Promise<void>; begin: () => void } | null = null;
  return {
    /** resolves when reads no longer wait; absent = they do not wait */
    get begun(): Promise<void> | undefined {
      return expected?.begun;
    },
    begin: (): void => expected?.begin(),
    /** Expects a push from now on. Ends the wait for an earlier one. */
    expect(): void {
      expected?.begin();
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const limit = startTimeLimit(PUSH_RETRY_TIMEOUT_MS, timers);
      const begin = () => {
        limit.end();
        expected = null;
        resolve();
      };
      limit.signal.addEventListener('abort', begin);
      expected = { begun, begin };
    },
  };
}

async function repeatUntilResult<T>(work: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const result = await work();
    if (result !== null) return result;
  }
}
