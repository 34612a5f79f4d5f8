// Messages in flight: the nights of a message until its outcome is known.

import { ASYNCHRONOUS_COMMIT } from '../../db/asynchronous-commit.ts';
import type { Queryable } from '../../db/database.ts';
import type { MappingKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { RESET_CONFIRMED_VALUES } from '../night-columns.ts';
import { ConnectionChanged, type Lease } from './lease.ts';
import { type RateBucket, returnedTo, SECONDS, takenOf, WANTED, waitOf } from './rate-limits.ts';

/** Nights of a message; both dates are included. */
type SentRange = MappingKey & { from: PlainDate; to: PlainDate };

/**
 * Takes a request from the rate limits and stores the nights of a message that is about to be sent: if the
 * answer is lost or this machine dies, whether the channel applied it is unknown. The commit is therefore on
 * disk before the message is sent. Returns 0 seconds, or those until the request is allowed (then nothing is
 * taken or stored), and the id of the entry of the sync log that the push makes: the given one, else a new one.
 * Throws ConnectionChanged.
 */
export async function recordInFlight(
  db: Queryable,
  lease: Lease,
  message: { ranges: readonly SentRange[]; limits: readonly RateBucket[]; entryId: number | null },
  now: Temporal.Instant,
): Promise<{ seconds: number; entryId: number }> {
  const { hotelId, channel, processId, revision, ingestVersion } = lease;
  const [row] = await db.query<{ marked: number; seconds: number; entry_id: number }>(
    `with marked as (
       update connections set in_flight = $3
       where hotel_id = $4 and channel = $5 and lease_owner = $6 and revision = $7 and ingest_version = $8 returning 1
     ), wanted as (${WANTED}), allowed as (select wanted.* from wanted, marked), taken as (${takenOf('allowed', '$2')})
     select (select count(*) from marked)::int as marked, ${SECONDS} as seconds,
       coalesce($9::bigint, nextval('activity_id')) as entry_id`,
    [
      JSON.stringify(message.limits),
      now,
      JSON.stringify(message.ranges),
      hotelId,
      channel,
      processId,
      revision,
      ingestVersion,
      message.entryId,
    ],
  );
  if (row!.marked === 0) throw new ConnectionChanged();
  if (row!.seconds > 0) await cancelSending(db, lease, message.limits);
  return { seconds: waitOf(row!.seconds), entryId: row!.entry_id };
}

/** Clears the nights of a message that is not sent, and gives back what was taken for it. */
async function cancelSending(
  db: Queryable,
  { hotelId, channel, processId }: Lease,
  limits: readonly RateBucket[],
): Promise<void> {
  await db.query(
    `with cancelled as (
       update connections set in_flight = null from ${ASYNCHRONOUS_COMMIT}
       where hotel_id = $2 and channel = $3 and lease_owner = $4
     )
     ${returnedTo('$1')}`,
    [limits.map(({ bucket }) => bucket), hotelId, channel, processId],
  );
}

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
