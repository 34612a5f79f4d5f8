// Overlaps: what people are told when more is sold than there is, and when that is over.
import type { Change } from '../change.ts';
import type { TakenNight } from '../inventory/nights.ts';
import { type ReservationRow, toReservation } from './rows.ts';

const OVERBOOKED = 'overbooked';

/** What people are told of nights that are sold more often than there are units; null when there are none. */
export function overlapOf(nights: readonly TakenNight[]): string | null {
  const over = nights.filter((night) => night.overbooked).map((night) => night.date.toString());
  return over.length > 0 ? `${OVERBOOKED} on ${over.join(', ')}` : null;
}

/** Clears the flag of those reservations of a room whose overlap is gone, after nights were given back. */
export async function settleConflicts(tx: Change, roomId: number): Promise<void> {
  const rows = await tx.query<ReservationRow>(
    `update reservations as reservation set conflict = null, updated_at = $4
     where hotel_id = $1 and room_id = $2 and conflict like $3 || '%' and not exists (
       select 1 from nights as night
       where night.hotel_id = $1 and night.room_id = $2 and night.overbooked > 0
         and night.date >= reservation.checkin and night.date < reservation.checkout
     )
     returning *`,
    [tx.hotelId, roomId, OVERBOOKED, tx.now],
  );
  for (const settled of rows.map(toReservation)) {
    tx.record('booking.modified', `booking/${settled.reservationId}`, { ...settled, changed: ['conflict'] });
  }
}
