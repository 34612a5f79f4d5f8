// Rate limits: maximum number of calls in a sliding window, by key.

export type Limit = {
  /** counts a call and returns 0 when it is allowed; otherwise the seconds until a call is allowed */
  wait(key: string): number;
};

export function createLimit(most: number, windowMs: number, now: () => number): Limit {
  const calls = new Map<string, number[]>();
  return {
    wait: (key) => {
      const since = now() - windowMs;
      const recent = (calls.get(key) ?? []).filter((at) => at > since);
      calls.set(key, recent);
      if (recent.length >= most) return Math.max(1, Math.ceil((recent[0]! - since) / 1000));
      recent.push(now());
      return 0;
    },
  };
}
