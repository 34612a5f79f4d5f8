// Messages in flight: the rate limit, and the nights of a message until its outcome is known.

import { ASYNCHRONOUS_COMMIT } from '../../db/asynchronous-commit.ts';
import type { Queryable } from '../../db/database.ts';
import type { MappingKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { RESET_CONFIRMED_VALUES } from '../night-columns.ts';
import { ConnectionChanged, type Lease } from './lease.ts';

/** A channel's rate limit: a token bucket in the database, which all processes share. */
type RateLimitBucket = {
  /** key of the bucket: requests with the same key count together */
  bucket: string;
  perMinute: number;
  /** most requests at once after a pause */
  burst: number;
};

/** Nights of a message; both dates are included. */
type SentRange = MappingKey & { from: PlainDate; to: PlainDate };

/**
 * Takes a request from the rate limit and stores the nights of a message that is about to be sent: if the
 * answer is lost or this machine dies, whether the channel applied it is unknown. The commit is therefore on
 * disk before the message is sent. Returns 0, or the seconds until the request is allowed (then nothing is
 * taken or stored). Throws ConnectionChanged.
 */
export async function recordInFlight(
  db: Queryable,
  lease: Lease,
  message: { ranges: readonly SentRange[]; rateLimit: RateLimitBucket },
  now: Temporal.Instant,
): Promise<number> {
  const { bucket, perMinute, burst } = message.rateLimit;
  const [row] = await db.query<{ marked: number; taken: number }>(
    `with marked as (
       update connections set in_flight = $5
       where hotel_id = $6 and channel = $7 and lease_owner = $8 and revision = $9 and ingest_version = $10 returning 1
     ), taken as (
       insert into rate_buckets as known (bucket, tokens, refilled_at)
       select $1, $3::real - 1, $4::timestamptz from marked
       on conflict (bucket) do update set tokens = ${REFILLED} - 1, refilled_at = greatest(known.refilled_at, $4::timestamptz)
       where ${REFILLED} >= 1
       returning 1
     )
     select (select count(*) from marked)::int as marked, (select count(*) from taken)::int as taken`,
    [
      bucket,
      perMinute,
      burst,
      now,
      JSON.stringify(message.ranges),
      lease.hotelId,
      lease.channel,
      lease.processId,
      lease.revision,
      lease.ingestVersion,
    ],
  );
  if (row!.marked === 0) throw new ConnectionChanged();
  return row!.taken > 0 ? 0 : cancelSending(db, lease, message.rateLimit, now);
}

/** Clears the nights of a message that is not sent; returns the seconds until a request is allowed. */
async function cancelSending(
  db: Queryable,
  { hotelId, channel, processId }: Lease,
  { bucket, perMinute, burst }: RateLimitBucket,
  now: Temporal.Instant,
): Promise<number> {
  const [row] = await db.query<{ tokens: number }>(
    `with cancelled as (
       update connections set in_flight = null from ${ASYNCHRONOUS_COMMIT}
       where hotel_id = $5 and channel = $6 and lease_owner = $7
     )
     select ${REFILLED} as tokens from rate_buckets as known where bucket = $1`,
    [bucket, perMinute, burst, now, hotelId, channel, processId],
  );
  return Math.max(MIN_WAIT_SECONDS, ((1 - (row?.tokens ?? 0)) * 60) / perMinute);
}

const REFILLED = `least($3::real, known.tokens + greatest(0, extract(epoch from $4::timestamptz - known.refilled_at)) * $2::real / 60)`;
const MIN_WAIT_SECONDS = 0.01;

/** Resets the confirmed values of nights in flight, because the outcome is unknown: they are pushed again. */
export async function resetInFlight(db: Queryable, { hotelId, channel, processId }: Lease): Promise<void> {
  await db.query(
    `with sent as (
       select in_flight from connections where hotel_id = $1 and channel = $2 and lease_owner = $3
     ), reset as (
       update channel_nights as confirmed set ${RESET_CONFIRMED_VALUES}
       from sent, jsonb_to_recordset(sent.in_flight) as range("roomId" bigint, "unitId" bigint, "from" date, "to" date)
       where confirmed.hotel_id = $1 and confirmed.channel = $2 and confirmed.room_id = range."roomId"
         and confirmed.unit_id = coalesce(range."unitId", 0) and confirmed.date between range."from" and range."to"
     )
     update connections set in_flight = null where hotel_id = $1 and channel = $2 and lease_owner = $3`,
    [hotelId, channel, processId],
  );
}
