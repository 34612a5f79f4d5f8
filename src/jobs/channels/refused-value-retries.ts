// When values that a channel has refused are sent again: what it could not process may be accepted a little later.
import { type RetryPolicy, retryDelaySeconds } from '../../model/retry-policy.ts';

/** After the last of these pauses once a day. A value that is wrong is refused each time, and channels count that. */
export const VALUE_RETRIES = { seconds: [900, 3_600, 14_400], retries: 3 } satisfies RetryPolicy;

/** While nights may not be opened. */
const DELAY_SECONDS = 60;

export type RefusedValueRetries = {
  /** milliseconds since 1970; null = there is none before the next day */
  readonly dueMs: number | null;
  /**
   * Whether they are to be sent again now: it is time, and the push may send them (`isPossible`; else it is asked again a minute later).
   * The next time is set as well, so that nothing is sent at once if this attempt fails.
   */
  take(nowMs: number, isPossible: boolean): boolean;
  /** Records a push: whether it sent them again, and whether the channel refused any. */
  record(push: { isRetry: boolean; isRefused: boolean }, nowMs: number): void;
};

/** Creates the schedule of a connection. The channel may have refused values before. */
export function createRefusedValueRetries(nowMs: number): RefusedValueRetries {
  let attempts = 0;
  let dueMs: number | null = null;
  const scheduleNext = (atMs: number) => {
    attempts += 1;
    const seconds = retryDelaySeconds(VALUE_RETRIES, attempts);
    dueMs = seconds === null ? null : atMs + seconds * 1_000;
  };
  scheduleNext(nowMs);
  return {
    get dueMs() {
      return dueMs;
    },
    take(atMs, isPossible) {
      if (dueMs === null || atMs < dueMs) return false;
      if (isPossible) scheduleNext(atMs);
      else dueMs = atMs + DELAY_SECONDS * 1_000;
      return isPossible;
    },
    record({ isRetry, isRefused }, atMs) {
      if (isRetry && !isRefused) dueMs = null;
      if (isRetry || !isRefused || dueMs !== null) return;
      attempts = 0;
      scheduleNext(atMs);
    },
  };
}
