// Reads reservations: one by id, or lists of a property.
import type { Queryable } from '../../db/database.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Reservation, ReservationStatus } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { storedReference } from '../card-references.ts';
import { INVENTORY_LOCK } from '../inventory/inventory-lock.ts';
import { type Condition, count, keyset, type Page } from '../page.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type ReservationRow, toReservation } from './rows.ts';

export type ReservationFilter = {
  /** the internal id or the reference at the channel: both are tried */
  order?: string | undefined;
  checkinFrom?: PlainDate | undefined;
  checkinTo?: PlainDate | undefined;
  roomId?: number | undefined;
  status?: ReservationStatus | undefined;
  channel?: string | undefined;
  updatedSince?: Temporal.Instant | undefined;
  /** check-out on this date */
  checkout?: PlainDate | undefined;
  /** staying in this night */
  stayingOn?: PlainDate | undefined;
  /** part of a guest's name, e-mail or telephone number */
  guest?: string | undefined;
  /** also bookings that are held, and those that ended unconfirmed */
  withHolds?: boolean | undefined;
  /** how the internal id begins */
  orderPrefix?: string | undefined;
};

/**
 * Returns one page of reservations of all channels, by check-in, then id. Timestamps are
 * returned as text, because a list only prints them.
 */
export async function listReservations(
  db: Queryable,
  hotelId: number,
  filter: ReservationFilter,
  page: Page,
): Promise<Reservation<string>[]> {
  const { text, values } = keyset(
    'select * from reservations',
    conditionsOf(hotelId, await asStored(db, filter)),
    { columns: ['checkin', 'reservation_id'], types: ['date', 'bigint'] },
    page,
  );
  const rows = await db.query<ReservationRow<string>>(text, values, 'moments as text');
  return rows.map(toReservation);
}

/** Returns how many reservations match the filter. */
export async function countReservations(
  db: Queryable,
  hotelId: number,
  filter: ReservationFilter,
): Promise<number> {
  return count(db, 'reservations', conditionsOf(hotelId, await asStored(db, filter)));
}

/** Returns the filter with the reference in its stored form (without card numbers). */
async function asStored(db: Queryable, filter: ReservationFilter): Promise<ReservationFilter> {
  return filter.order === undefined ? filter : { ...filter, order: await storedReference(db, filter.order) };
}

function conditionsOf(hotelId: number, filter: ReservationFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    [
      "(reservation_id = case when ? ~ '^[0-9]{1,15}$' then ?::bigint end or channel_reference = ?)",
      filter.order,
    ],
    ['checkin >= ?', filter.checkinFrom],
    ['checkin <= ?', filter.checkinTo],
    ['room_id = ?', filter.roomId],
    ['status = ?', filter.status],
    ['(held_until is null) = ?', showsHolds(filter) ? undefined : true],
    ['channel = ?', filter.channel],
    ['updated_at >= ?', filter.updatedSince],
    ['checkout = ?', filter.checkout],
    [
      "checkin <= ? and checkout > ? and status in ('confirmed', 'checked_in', 'checked_out')",
      filter.stayingOn,
    ],
    [
      'position(lower(?) in lower(concat_ws(chr(10), guest_name, guest_email, guest_phone))) > 0',
      filter.guest,
    ],
    ['starts_with(reservation_id::text, ?)', filter.orderPrefix],
  ];
}

/** Holds are listed only for callers who ask for them: others do not know the status. */
function showsHolds({ order, status, withHolds = false }: ReservationFilter): boolean {
  return withHolds || status === 'held' || order !== undefined;
}

/**
 * Locks a reservation until the transaction ends and returns it. Takes the inventory lock of its room first:
 * shared, or exclusively if one of its nights is overbooked. Ending an overbooking also changes the other
 * reservation, so two transactions that do so with the shared lock would deadlock. Throws `unknown_booking`.
 */
export async function lockReservation(tx: PropertyTransaction, reservationId: number): Promise<Reservation> {
  const [row] = await tx.query<ReservationRow>(
    `with own as (
       select room_id::int, exists (
         select 1 from reservation_nights as held
         join nights as night
           on night.hotel_id = held.hotel_id and night.room_id = held.room_id and night.date = held.date
         where held.hotel_id = $1 and held.reservation_id = $2 and held.released_at is null and night.overbooked > 0
       ) as shared_night
       from reservations where hotel_id = $1 and reservation_id = $2
     ), inventory_lock as materialized (
       select case when shared_night then pg_advisory_xact_lock($3::int, room_id)::text
         else pg_advisory_xact_lock_shared($3::int, room_id)::text end
       from own
     )
     select reservation.* from inventory_lock, reservations as reservation
     where hotel_id = $1 and reservation_id = $2
     for update of reservation`,
    [tx.hotelId, reservationId, INVENTORY_LOCK],
  );
  if (!row) throw unknownBooking(reservationId);
  return toReservation(row);
}

/** Returns a reservation of the property. Throws `unknown_booking`. */
export async function requireReservation(
  db: Queryable,
  hotelId: number,
  reservationId: number,
): Promise<Reservation> {
  const [row] = await db.query<ReservationRow>(
    `select * from reservations where hotel_id = $1 and reservation_id = $2`,
    [hotelId, reservationId],
  );
  if (!row) throw unknownBooking(reservationId);
  return toReservation(row);
}

export function unknownBooking(reservationId: number): Problem {
  return new Problem('unknown_booking', { reservationId });
}
