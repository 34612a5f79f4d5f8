// How often one connection is pushed to while its property changes all the time.

/**
 * Pushes of one connection, however fast its property changes: the first go at once, then counts and closings wait a
 * second for each other, prices and rules of stay five.
 */
const THROTTLES = { urgent: { burst: 5, perSecond: 1 }, calm: { burst: 3, perSecond: 0.2 } };

/** Takes one push from the allowance of its kind; returns 0, or the milliseconds until there is one (then nothing is taken). */
export type PushThrottle = (kind: keyof typeof THROTTLES, nowMs: number) => number;

export function createPushThrottle(): PushThrottle {
  const paces = {
    urgent: { left: THROTTLES.urgent.burst, atMs: 0 },
    calm: { left: THROTTLES.calm.burst, atMs: 0 },
  };
  return (kind, nowMs) => {
    const { burst, perSecond } = THROTTLES[kind];
    const filled = Math.min(burst, paces[kind].left + ((nowMs - paces[kind].atMs) / 1_000) * perSecond);
    if (filled < 1) return ((1 - filled) * 1_000) / perSecond;
    paces[kind] = { left: filled - 1, atMs: nowMs };
    return 0;
  };
}
