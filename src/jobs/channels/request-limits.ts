// Keeps all connections that use the same credentials to what their channel accepts from these. Pushes and
// other requests have one half each, so that neither delays the other for long; polls have a part of theirs, so
// that what was announced, acknowledgements and replies find something left.
import { createHash } from 'node:crypto';
import type {
  Adapter,
  AriMessage,
  ConnectionView,
  RequestLimit,
  WireRequest,
} from '../../channels/channel.ts';
import type { Queryable } from '../../db/database.ts';
import type { RequestableRead } from '../../model/channel.ts';
import { MACHINE_TIMERS } from '../../model/timers.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { type RateBucket, returnRequest, takeRequest } from '../../pms/channel-sync/rate-limits.ts';
import type { JobContext } from '../context.ts';

export type RequestLimits = {
  /** Returns what a message with nights counts against. */
  ofPush(message: AriMessage): RateBucket[];
  /**
   * Waits until a request may be sent, at most half a minute. Returns 0, or the seconds until it is allowed: then
   * it is not to be sent. A message with nights does not wait: `recordInFlight` has counted it.
   */
  wait(pipeline: 'push' | 'read', request: WireRequest): Promise<number>;
  /** Reserves the next poll of a queue, or of the list of OTAs; returns the seconds until then, 0 = whenever it is due. */
  reservePoll(name: RequestableRead): Promise<number>;
};

type Parts = {
  context: Pick<JobContext, 'now' | 'timers'> & { db: Queryable };
  key: ConnectionKey;
  adapter: Adapter;
  view: ConnectionView;
  signal: AbortSignal;
};

const MAX_WAIT_SECONDS = 30;
/** Parts of what is sent beside pushes that polls may take: three quarters, a poll for guests' requests being three requests. */
const POLL_SHARES: Record<RequestableRead, number> = {
  reservations: 1 / 2,
  messages: 1 / 6,
  reviews: 1 / 48,
  guestRequests: 1 / 72,
  otas: 1 / 48,
};
/** Polls at once after a pause. */
const POLL_BURSTS: Record<RequestableRead, number> = {
  reservations: 10,
  messages: 10,
  reviews: 10,
  guestRequests: 3,
  otas: 10,
};

/** Creates the limits of a connection. Its credentials are those at this moment: renewed ones change nothing. */
export function createRequestLimits({ context, key, adapter, view, signal }: Parts): RequestLimits {
  const { db, now, timers = MACHINE_TIMERS } = context;
  const { limits, ari } = adapter;
  const credentials = `${adapter.protocol}/${digestOf(view)}`;
  const shared = (pipeline: 'push' | 'read', operation: string): RateBucket[] => [
    ...(limits ? [{ bucket: `${credentials}/${pipeline}`, ...partOf(limits.all, 1 / 2) }] : []),
    ...(limits?.eachOperation
      ? [{ bucket: `${credentials}/operation/${operation}`, ...limits.eachOperation }]
      : []),
  ];
  return {
    ofPush({ operation, bucket = '' }) {
      const { per, ...limit } = ari!.rate;
      const owner = per === 'connection' ? `${key.hotelId}/${key.channel}` : credentials;
      return [{ bucket: `${owner}/${bucket}`, ...limit }, ...shared('push', operation)];
    },
    async wait(pipeline, request) {
      const buckets = shared(pipeline, request.operation);
      if (buckets.length === 0 || 'cells' in request) return 0;
      const seconds = await takeRequest(db, buckets, now());
      if (seconds > MAX_WAIT_SECONDS) await returnRequest(db, buckets);
      else if (seconds > 0) await timers.sleep(seconds * 1_000, signal);
      return seconds > MAX_WAIT_SECONDS ? seconds : 0;
    },
    async reservePoll(name) {
      if (!limits) return 0;
      const { perMinute } = partOf(limits.all, POLL_SHARES[name] / 2);
      const limit = { perMinute, burst: POLL_BURSTS[name] };
      return takeRequest(db, [{ bucket: `${credentials}/poll/${name}`, ...limit }], now());
    },
  };
}

function partOf({ perMinute, burst }: RequestLimit, part: number): RequestLimit {
  return { perMinute: perMinute * part, burst: Math.floor(burst * part) };
}

/** Credentials are hashed, so that they are not kept in clear text; the host is one of a test account or not. */
function digestOf({ url, credentials }: ConnectionView): string {
  return createHash('sha256')
    .update(JSON.stringify([url, credentials]))
    .digest('base64url')
    .slice(0, 22);
}
