// Limits how often one connection is pushed to while its property changes all the time.
import { createTokenBucket } from './token-bucket.ts';

/**
 * The first pushes go out at once, then counts and closings (`urgent`) once a second, prices and rules of stay
 * (`calm`) every five seconds.
 */
const THROTTLES = { urgent: { burst: 5, perSecond: 1 }, calm: { burst: 3, perSecond: 0.2 } };

/** Allows a push and returns 0, or returns the milliseconds until one is allowed. */
type PushThrottle = (kind: keyof typeof THROTTLES, nowMs: number) => number;

/** Creates the throttle of a connection. */
export function createPushThrottle(): PushThrottle {
  const buckets = {
    urgent: createTokenBucket(THROTTLES.urgent),
    calm: createTokenBucket(THROTTLES.calm),
  };
  return (kind, nowMs) => buckets[kind].take(nowMs);
}
