// Recovery: the stored orders of a channel, and how far its orders have been read.
import type { Queryable } from '../../db/database.ts';
import { type ChannelReservation, parseStoredRecord } from '../../model/channel-records.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import { todayAt } from '../../model/property.ts';
import { type Conflict, type ConflictKind, NO_CONFLICT } from '../../model/reservation.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { changeReservation } from '../reservations/change.ts';
import { LATEST_FIRST, WAS_APPLIED } from './ingest/inbox.ts';
import type { Lease } from './lease.ts';
import type { ConnectionKey } from './ownership.ts';

/**
 * After so long without a complete read, the queue may have lost orders: Channex offers an unacknowledged
 * revision for about 30 minutes; at least 27 were measured.
 */
const MAX_READ_INTERVAL = '20 minutes';
/**
 * SQL of an update or a select of `connections`: since when versions of orders may have come and gone unread, null when that was not
 * long enough. A recovery ends a gap as a read does.
 */
export const unreadSince = (now: string): string =>
  `case when ${now} - greatest(queue_read_at, recovered_at) > interval '${MAX_READ_INTERVAL}'
     then greatest(queue_read_at, recovered_at) end`;

/** Reads are recorded at most once in this time: polls come every 20 seconds. */
const READ_PRECISION = '1 minute';

/**
 * Records that the channel's queue of reservations was read to its end, as it was at `at`, when the first request
 * was sent; and a gap if the read before was too long ago. `complete`: each item could be read.
 */
export async function recordReservationsRead(
  db: Queryable,
  { hotelId, channel, processId }: Lease,
  { at, complete }: { at: Temporal.Instant; complete: boolean },
): Promise<void> {
  const last = complete ? 'reservations_read_at' : 'queue_read_at';
  await db.query(
    `update connections set queue_read_at = $4, ${complete ? 'reservations_read_at = $4,' : ''}
       gap_since = coalesce(gap_since, ${unreadSince('$4::timestamptz')})
     where hotel_id = $1 and channel = $2 and lease_owner = $3
       and (${last} is null or ${last} < $4::timestamptz - interval '${READ_PRECISION}')`,
    [hotelId, channel, processId, at],
  );
}

/** Has the channel's orders listed now: it says that one has not been acknowledged, which its queue may not have any more. */
export async function requestRecovery(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connections set gap_since = least(gap_since, coalesce(recovered_at, $3::timestamptz), $3::timestamptz)
     where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel, tx.now],
  );
}

/**
 * Marks the channel's count as unknown for each night that was pushed since the last complete read of its
 * queue, so that it is pushed again. An order that was sold or moved to a night, and then moved away or
 * cancelled before it was read here, may have lowered the count there before the push and raised it after.
 * Call it before the versions that were read are stored: they would be known ones after a crash in between,
 * and the counts would not be marked. Raising `ingest_version` keeps a push under way from confirming any.
 */
export async function resetCountsSinceRead(
  db: Queryable,
  { hotelId, channel, processId }: Lease,
): Promise<void> {
  await db.query(
    `with reset as (
       update channel_nights as night set available = null
       from connections as connection
       where connection.hotel_id = $1 and connection.channel = $2 and connection.lease_owner = $3
         and night.hotel_id = $1 and night.channel = $2 and night.available is not null
         and (connection.reservations_read_at is null or night.available_at >= connection.reservations_read_at)
       returning 1
     )
     update connections set ingest_version = ingest_version + 1,
       compared_on = case when not exists (select 1 from reset) then compared_on end
     where hotel_id = $1 and channel = $2 and lease_owner = $3`,
    [hotelId, channel, processId],
  );
}

/**
 * Records that all orders of the channel, as they were at `at`, are stored. With `missedVersions` it also
 * marks the channel's count of every night as unknown, so that all counts are pushed again: versions of
 * orders may have come and gone without being read, and nothing reports the nights whose count they changed.
 * Raising `ingest_version` keeps a push under way from confirming any.
 */
export async function recordRecovered(
  db: Queryable,
  { hotelId, channel, processId, revision }: Lease,
  { at, missedVersions }: { at: Temporal.Instant; missedVersions: boolean },
): Promise<void> {
  await db.query(
    `with recovered as (
       update connections set recovered_at = $5, gap_since = null,
         ingest_version = ingest_version + case when $6::boolean then 1 else 0 end,
         compared_on = case when not $6::boolean then compared_on end
       where hotel_id = $1 and channel = $2 and lease_owner = $3 and revision = $4
       returning 1
     )
     update channel_nights as night set available = null
     where night.hotel_id = $1 and night.channel = $2 and $6::boolean and exists (select 1 from recovered)`,
    [hotelId, channel, processId, revision, at, missedVersions],
  );
}

/** The stored versions of an order. */
export type StoredOrder = {
  revisions: readonly string[];
  /** the version that was applied last; null = none was */
  applied: ChannelReservation | null;
  /** when the last version came from elsewhere; null = from the list that is being compared */
  lastReceivedAt: Temporal.Instant | null;
};

/** Returns the orders among these references that are stored. */
export async function findStoredOrders(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  references: readonly string[],
): Promise<Map<string, StoredOrder>> {
  const rows = await db.query<{
    reference: string;
    revisions: string[];
    applied: unknown;
    last_received_at: Temporal.Instant;
  }>(
    `select reference, jsonb_agg(revision) as revisions, max(greatest(received_at, applied_at)) as last_received_at,
       (array_agg(content order by ${LATEST_FIRST}) filter (where ${WAS_APPLIED}))[1] as applied
     from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = any($3::text[])
     group by reference`,
    [hotelId, channel, references],
  );
  return new Map(
    rows.map(({ reference, revisions, applied, last_received_at: lastReceivedAt }) => [
      reference,
      {
        revisions,
        applied: applied ? (parseStoredRecord('reservation', applied) as ChannelReservation) : null,
        lastReceivedAt,
      },
    ]),
  );
}

/** A booking of the channel whose guest has not arrived yet, with the dates that the channel knows. */
type OpenStay = {
  reference: string;
  reservationId: number;
  checkin: PlainDate;
  checkout: PlainDate;
  conflictKind: ConflictKind | null;
  /** when the latest version was made at the channel */
  at: Temporal.Instant | null;
  lastReceivedAt: Temporal.Instant;
};

/**
 * Lists the channel's confirmed bookings whose stay there has not ended, also those whose guest is late; without
 * unconfirmed requests.
 */
export async function listOpenStays(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  today: PlainDate,
): Promise<OpenStay[]> {
  const rows = await db.query<{
    reference: string;
    reservation_id: number;
    checkin: string;
    checkout: string;
    conflict_kind: ConflictKind | null;
    at: Temporal.Instant | null;
    last_received_at: Temporal.Instant;
  }>(
    `select stay.reference, stay.reservation_id, reservation.channel_checkin as checkin, reservation.channel_checkout as checkout,
       reservation.conflict_kind,
       arrival.at, arrival.last_received_at
     from channel_stays as stay
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     join lateral (
       select max(sent_at) as at, max(greatest(received_at, applied_at)) as last_received_at from channel_inbox
       where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = stay.reference
     ) as arrival on arrival.last_received_at is not null
     where stay.hotel_id = $1 and stay.channel = $2 and reservation.status = 'confirmed' and reservation.channel_checkout > $3
       and stay.accepted_at is null
     order by stay.reservation_id`,
    [hotelId, channel, today],
  );
  return rows.map((row) => ({
    reference: row.reference,
    reservationId: row.reservation_id,
    checkin: Temporal.PlainDate.from(row.checkin),
    checkout: Temporal.PlainDate.from(row.checkout),
    conflictKind: row.conflict_kind,
    at: row.at,
    lastReceivedAt: row.last_received_at,
  }));
}

/** Flags a booking that its channel no longer lists, or clears the flag. */
export async function setUnlistedFlag(
  tx: PropertyTransaction,
  { property, channel }: { property: Property; channel: string },
  { reservationId }: Pick<OpenStay, 'reservationId'>,
  listed: boolean,
): Promise<void> {
  const today = todayAt(property, tx.now);
  const flag: Conflict = {
    conflict: `not listed by ${channel} on ${today}: look there whether it is cancelled, and cancel it here if it is`,
    conflictKind: 'unlisted',
  };
  const patch = listed ? NO_CONFLICT : flag;
  await changeReservation(tx, { reservationId, patch, today, taking: 'fact' });
}
