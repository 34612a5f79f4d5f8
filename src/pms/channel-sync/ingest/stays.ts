// Channel stays: the reservation here for each room of an order at a channel.
import type { Queryable } from '../../../db/database.ts';
import type { PlainDate } from '../../../model/night.ts';
import type { ConflictKind, ReservationStatus } from '../../../model/reservation.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockReservation } from '../../reservations/find.ts';
import type { ConnectionKey } from '../ownership.ts';

export type ChannelStay = {
  reference: string;
  roomKey: string;
  externalRoom: string | null;
  externalRate: string | null;
  reservationId: number;
  roomId: number;
  status: ReservationStatus;
  conflict: string | null;
  conflictKind: ConflictKind | null;
  checkin: PlainDate;
  checkout: PlainDate;
  /** false once cancelled before arrival; after an early departure the slept nights are still held */
  holdsNights: boolean;
};

/** Lists the stays of an order that came through this connection. */
export async function listStays(
  db: PropertyTransaction,
  channel: string,
  reference: string,
): Promise<ChannelStay[]> {
  const rows = await db.query<StayRow>(
    `select stay.*, reservation.room_id, reservation.status, reservation.conflict, reservation.conflict_kind, reservation.checkin, reservation.checkout,
       exists (
         select 1 from reservation_nights as night
         where night.hotel_id = stay.hotel_id and night.reservation_id = stay.reservation_id and night.released_at is null
       ) as holds_nights
     from channel_stays as stay
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     where stay.hotel_id = $1 and stay.channel = $2 and stay.reference = $3
     order by stay.room_key`,
    [db.hotelId, channel, reference],
  );
  return rows.map(toStay);
}

/**
 * Locks the bookings of an order's stays until the transaction ends, and lists the stays again: what people changed meanwhile counts. Without it
 * a version would be compared with a booking of before that change, and would undo it.
 */
export async function lockStays(
  tx: PropertyTransaction,
  channel: string,
  stays: readonly ChannelStay[],
): Promise<ChannelStay[]> {
  const [first] = stays;
  if (!first) return [];
  const ids = stays.map(({ reservationId }) => reservationId).toSorted((one, other) => one - other);
  for (const reservationId of ids) await lockReservation(tx, reservationId);
  return listStays(tx, channel, first.reference);
}

/** Stores or replaces the stay of a room of an order. */
export async function storeChannelStay(
  tx: PropertyTransaction,
  channel: string,
  stay: Omit<
    ChannelStay,
    'roomId' | 'status' | 'conflict' | 'conflictKind' | 'checkin' | 'checkout' | 'holdsNights'
  >,
): Promise<void> {
  await tx.query(
    `insert into channel_stays (hotel_id, channel, reference, room_key, external_room, external_rate, reservation_id)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (hotel_id, channel, reference, room_key) do update set
       external_room = excluded.external_room, external_rate = excluded.external_rate,
       reservation_id = excluded.reservation_id`,
    [
      tx.hotelId,
      channel,
      stay.reference,
      stay.roomKey,
      stay.externalRoom,
      stay.externalRate,
      stay.reservationId,
    ],
  );
}

/** Changes the room key of a stay. The new key must not be in use. */
export async function renameStay(
  tx: PropertyTransaction,
  channel: string,
  { reference, roomKey }: Pick<ChannelStay, 'reference' | 'roomKey'>,
  key: string,
): Promise<void> {
  await tx.query(
    `update channel_stays set room_key = $5
     where hotel_id = $1 and channel = $2 and reference = $3 and room_key = $4`,
    [tx.hotelId, channel, reference, roomKey, key],
  );
}

/** Returns our reservation ids for each order, for channels that want a confirmation number. */
export async function numbersByReference(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  references: readonly string[],
): Promise<Map<string, number[]>> {
  const rows = await db.query<{ reference: string; numbers: number[] }>(
    `select reference, jsonb_agg(reservation_id order by room_key) as numbers from channel_stays
     where hotel_id = $1 and channel = $2 and reference = any($3::text[]) group by reference`,
    [hotelId, channel, references],
  );
  return new Map(rows.map((row) => [row.reference, row.numbers]));
}

type StayRow = {
  reference: string;
  room_key: string;
  external_room: string | null;
  external_rate: string | null;
  reservation_id: number;
  room_id: number;
  status: ReservationStatus;
  conflict: string | null;
  conflict_kind: ConflictKind | null;
  checkin: string;
  checkout: string;
  holds_nights: boolean;
};

function toStay(row: StayRow): ChannelStay {
  return {
    reference: row.reference,
    roomKey: row.room_key,
    externalRoom: row.external_room,
    externalRate: row.external_rate,
    reservationId: row.reservation_id,
    roomId: row.room_id,
    status: row.status,
    conflict: row.conflict,
    conflictKind: row.conflict_kind,
    checkin: Temporal.PlainDate.from(row.checkin),
    checkout: Temporal.PlainDate.from(row.checkout),
    holdsNights: row.holds_nights,
  };
}
