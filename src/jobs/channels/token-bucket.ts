// Limits how often something is done: at once after a pause, then at a steady rate.

type TokenBucketLimits = {
  /** most at once after a pause */
  burst: number;
  /** how many in a second, from then on */
  perSecond: number;
};

export type TokenBucket = {
  /** Returns the milliseconds until there is a token; 0 = there is one. */
  waitMs(nowMs: number): number;
  /** Takes a token and returns 0, or returns the milliseconds until there is one. */
  take(nowMs: number): number;
};

/** Creates a full bucket. */
export function createTokenBucket({ burst, perSecond }: TokenBucketLimits): TokenBucket {
  let left = burst;
  let atMs = 0;
  const filledAt = (nowMs: number) => Math.min(burst, left + ((nowMs - atMs) / 1_000) * perSecond);
  const waitMs = (nowMs: number) => (Math.max(0, 1 - filledAt(nowMs)) * 1_000) / perSecond;
  return {
    waitMs,
    take(nowMs) {
      const wait = waitMs(nowMs);
      if (wait > 0) return wait;
      left = filledAt(nowMs) - 1;
      atMs = nowMs;
      return 0;
    },
  };
}
