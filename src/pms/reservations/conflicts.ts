// Overbooking conflicts of reservations: set when more is sold than there is,
// updated and removed when units become free.
import type { Queryable } from '../../db/database.ts';
import type { EventKind } from '../../model/event.ts';
import type { PlainDate } from '../../model/night.ts';
import { type Conflict, NO_CONFLICT, type Reservation } from '../../model/reservation.ts';
import { byRoom, type RoomNight, type TakenNight } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { ledgerSums, type ReservationRow, toReservation } from './rows.ts';

/** The text of an overbooking, up to its nights. */
const OVERBOOKED = 'overbooked on ';

/** Returns the conflict of a stay with nights that are sold more often than there are units. */
export function overlapOf(nights: readonly Pick<TakenNight, 'date' | 'overbooked'>[]): Conflict {
  const over = nights.filter((night) => night.overbooked).map((night) => night.date.toString());
  return over.length > 0
    ? { conflict: OVERBOOKED + over.join(', '), conflictKind: 'overbooked' }
    : NO_CONFLICT;
}

/**
 * Updates the conflicts of reservations that hold these nights, after units of them became free: a conflict
 * names the nights that are still overbooked, and is removed with the last of them. `from`: nights before it no longer count.
 */
export async function updateConflicts(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  from: PlainDate | null = null,
): Promise<void> {
  if (nights.length === 0) return;
  const rows = await tx.query<ReservationRow>(
    `with touched as (
       select distinct reservation_id from reservation_nights
       where hotel_id = $1 and room_id = $2 and date = any($3::date[]) and released_at is null
     ), overlap as (
       select held.reservation_id, string_agg(night.date::text, ', ' order by night.date) as nights
       from reservation_nights as held
       join nights as night
         on night.hotel_id = held.hotel_id and night.room_id = held.room_id and night.date = held.date
       where held.hotel_id = $1 and held.released_at is null and night.overbooked > 0
         and ($6::date is null or night.date >= $6::date) and held.reservation_id in (select reservation_id from touched)
       group by held.reservation_id
     )
     update reservations as reservation set conflict = $4::text || overlap.nights,
       conflict_kind = case when overlap.nights is not null then 'overbooked' end, updated_at = $5
     from touched left join overlap on overlap.reservation_id = touched.reservation_id
     where reservation.hotel_id = $1 and reservation.reservation_id = touched.reservation_id
       and reservation.conflict_kind = 'overbooked' and reservation.conflict is distinct from $4 || overlap.nights
     returning reservation.*, ${ledgerSums('reservation')}`,
    [tx.hotelId, roomId, nights, OVERBOOKED, tx.now, from],
  );
  for (const settled of rows.map(toReservation)) {
    tx.record(changeKind(settled), `booking/${settled.reservationId}`, { ...settled, changed: ['conflict'] });
  }
}

/** Updates the conflicts of reservations that hold these nights, of several rooms: see `updateConflicts`. */
export async function updateRoomConflicts(
  tx: PropertyTransaction,
  nights: readonly RoomNight[],
  from: PlainDate | null = null,
): Promise<void> {
  for (const [roomId, dates] of byRoom(nights)) await updateConflicts(tx, roomId, dates, from);
}

/** Returns the kind of a change that has none of its own: holds have theirs, for clients that do not know them. */
export function changeKind({ status }: Pick<Reservation, 'status'>): EventKind {
  return status === 'held' ? 'booking.held' : 'booking.modified';
}

/** Returns the current and future reservations with a conflict, by arrival. */
export async function listConflicts(
  db: Queryable,
  hotelId: number,
  today: PlainDate,
): Promise<Reservation[]> {
  const rows = await db.query<ReservationRow>(
    `select *, ${ledgerSums()} ${CONFLICTS} order by checkin, reservation_id`,
    [hotelId, today],
  );
  return rows.map(toReservation);
}

/** Counts the stays with a conflict that have not ended by `today`, the date at the property. */
export async function countConflicts(db: Queryable, hotelId: number, today: PlainDate): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count ${CONFLICTS}`, [
    hotelId,
    today,
  ]);
  return row!.count;
}

/** No stay is longer than a year, so earlier arrivals have left. */
const CONFLICTS = `from reservations
  where hotel_id = $1 and checkin >= $2::date - 366 and checkout > $2 and conflict is not null
    and status in ('confirmed', 'checked_in')`;
