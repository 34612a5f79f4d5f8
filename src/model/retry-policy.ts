// Retry policies: how long to wait after each failure in a row, and when to give up.

export type RetryPolicy = {
  /** pauses after the first, second … failure in a row; the last one also after all further ones */
  readonly seconds: readonly number[];
  /** retries before it is given up; absent = it never is */
  readonly retries?: number;
  /** share of a pause that is added at random, so that what failed together is not retried together */
  readonly jitter?: number;
};

/**
 * Returns the seconds to wait after this many failures in a row (1 = the first), or null if it is given up.
 * `random` is a number from 0 to 1, for the policy's jitter.
 */
export function retryDelaySeconds(policy: RetryPolicy, failures: number, random = 0): number | null {
  if (policy.retries !== undefined && failures > policy.retries) return null;
  const seconds = policy.seconds[Math.min(failures, policy.seconds.length) - 1]!;
  return seconds * (1 + (policy.jitter ?? 0) * random);
}
