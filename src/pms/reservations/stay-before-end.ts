// What a stay was like before it ended: its nights with their prices, and its units. From the log and the history of its nights.
import type { StayNight } from '../../model/charge-lines.ts';
import { toPlainDate } from '../../model/night.ts';
import type { Reservation, ReservationStatus } from '../../model/reservation.ts';
import type { UnitNights } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

export type StayBeforeEnd = {
  /** all held, by date */
  nights: StayNight[];
  /** null = the stay had no unit */
  unitNights: UnitNights[] | null;
  unitPinned: boolean;
  /** the guest was in the house */
  wasHere: boolean;
};

/**
 * Returns what a stay that is over was like before a check-out, a no-show or a cancellation ended it. `present`: the nights of the stay as they
 * are stored now. Where the log no longer has the end, these are its nights, and the units that are known are those that it kept.
 */
export async function readStayBeforeEnd(
  tx: PropertyTransaction,
  ended: Reservation,
  present: readonly StayNight[],
): Promise<StayBeforeEnd> {
  const end = await readEnd(tx, ended.reservationId);
  const then = end && !end.follows ? await readNightsBefore(tx, ended.reservationId, end.at) : [];
  const nights = then.length > 0 ? then : present.map((night) => ({ ...night, released: false }));
  return {
    nights,
    unitNights: end?.before.unitNights !== undefined ? end.before.unitNights : ended.unitNights,
    unitPinned: end?.before.unitPinned ?? ended.unitPinned,
    wasHere: end
      ? end.before.status === 'checked_in'
      : ended.status !== 'no_show' && ended.unitNights !== null,
  };
}

/**
 * The entry of the log with which a stay ended. `before`: the members that it changed. `follows`: another change of its nights has the same
 * moment, so that the history of its nights does not say which of both it was.
 */
type End = {
  at: Temporal.Instant;
  follows: boolean;
  before: { status: ReservationStatus; unitNights?: UnitNights[] | null; unitPinned?: boolean };
};

async function readEnd(tx: PropertyTransaction, reservationId: number): Promise<End | null> {
  const [row] = await tx.query<End>(
    `select last.at, last.data->'before' as before, exists (
       select 1 from events as other
       where other.hotel_id = $1 and other.subject = last.subject and other.kind like 'booking.%'
         and other.seq < last.seq and other.at = last.at
         and other.data->'changed' ?| array['roomId', 'checkin', 'checkout', 'priceMinor']
     ) as follows
     from events as last
     where last.hotel_id = $1 and last.subject = 'booking/' || $2::bigint and last.kind like 'booking.%'
       and last.data->'changed' ? 'status'
     order by last.seq desc limit 1`,
    [tx.hotelId, reservationId],
  );
  return row ?? null;
}

/** Returns the nights that a booking held until a moment, with the prices that they had until then. */
async function readNightsBefore(
  tx: PropertyTransaction,
  reservationId: number,
  at: Temporal.Instant,
): Promise<StayNight[]> {
  const rows = await tx.query<{ date: string; room_id: number; price_minor: number }>(
    `select date, room_id, price_minor from reservation_nights
     where hotel_id = $1 and reservation_id = $2 and taken_at < $3 and (released_at is null or released_at >= $3)
     union all
     select date, room_id, price_minor from reservation_night_history
     where hotel_id = $1 and reservation_id = $2 and taken_at < $3 and ended_at >= $3
     order by date`,
    [tx.hotelId, reservationId, at],
  );
  return rows.map((row) => ({
    date: toPlainDate(row.date),
    roomId: row.room_id,
    priceMinor: row.price_minor,
    released: false,
  }));
}
