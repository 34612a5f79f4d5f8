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

/** Returns the policy in words, for documents: `after 5 s, 1 min, then every 15 min; 9 retries in 2 hours`. */
export function describeRetryPolicy(policy: RetryPolicy): string {
  const steps = policy.seconds.map(formatSeconds);
  const last = steps.pop()!;
  const pauses = steps.length === 0 ? `every ${last}` : `after ${steps.join(', ')}, then every ${last}`;
  if (policy.retries === undefined) return pauses;
  let total = 0;
  for (let failures = 1; failures <= policy.retries; failures += 1)
    total += retryDelaySeconds(policy, failures)!;
  return `${pauses}; given up after ${policy.retries} retries in ${formatTotal(total)}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function formatSeconds(seconds: number): string {
  if (seconds % HOUR === 0) return `${seconds / HOUR} h`;
  return seconds % MINUTE === 0 ? `${seconds / MINUTE} min` : `${seconds} s`;
}

function formatTotal(seconds: number): string {
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} hours` : `${Math.round(seconds / DAY)} days`;
}
