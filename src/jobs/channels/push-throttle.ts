// Limits how often one connection is pushed to while its property changes all the time.

/**
 * Token buckets of a connection: the first pushes go out at once, then counts and closings (`urgent`) once a
 * second, prices and rules of stay (`calm`) every five seconds.
 */
const THROTTLES = { urgent: { burst: 5, perSecond: 1 }, calm: { burst: 3, perSecond: 0.2 } };

/** Takes one push from the bucket and returns 0, or returns the milliseconds until it has one. */
type PushThrottle = (kind: keyof typeof THROTTLES, nowMs: number) => number;

/** Creates the throttle of a connection, with full buckets. */
export function createPushThrottle(): PushThrottle {
  const buckets = {
    urgent: { left: THROTTLES.urgent.burst, atMs: 0 },
    calm: { left: THROTTLES.calm.burst, atMs: 0 },
  };
  return (kind, nowMs) => {
    const { burst, perSecond } = THROTTLES[kind];
    const filled = Math.min(burst, buckets[kind].left + ((nowMs - buckets[kind].atMs) / 1_000) * perSecond);
    if (filled < 1) return ((1 - filled) * 1_000) / perSecond;
    buckets[kind] = { left: filled - 1, atMs: nowMs };
    return 0;
  };
}
