// Releases nights of a stay from a date on: their rows stay, marked as
// released, and each unit can be sold again.
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import type { Conflict, Reservation } from '../../model/reservation.ts';
import type { UnitNights } from '../../model/unit.ts';
import { type RoomNight, readTakenNights, releaseNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { releaseUnitNights } from '../units/unit-nights.ts';
import { overlapOf } from './conflicts.ts';

/** The nights of a stay after a release. Amounts are sums of the nights' prices. */
type ReleasedNights = {
  /** released by this call */
  released: RoomNight[];
  /** still held */
  remaining: RoomNight[];
  remainingMinor: number;
  /** the last night that was ever booked, and the sum of all nights */
  lastBooked: PlainDate | null;
  bookedMinor: number;
  /** the units that the stay keeps */
  unitNights: UnitNights[] | null;
};

/**
 * Releases the nights from `from` on that the stay still holds. The caller has locked the
 * reservation's row (see `lockReservation`) and updates the conflicts of the released nights. A
 * night is released once, even if the call is repeated.
 */
export async function releaseFrom(
  tx: PropertyTransaction,
  reservation: Reservation,
  from: PlainDate,
): Promise<ReleasedNights> {
  const { reservationId } = reservation;
  // The outer select still sees the rows as they were before the update.
  const rows = await tx.query<ReleasedRow>(
    `with released as (
       update reservation_nights set released_at = $4
       where hotel_id = $1 and reservation_id = $2 and date >= $3 and released_at is null
     )
     select room_id, date, price_minor,
       case when released_at is not null then 'before' when date >= $3 then 'released' else 'kept' end as state
     from reservation_nights where hotel_id = $1 and reservation_id = $2 order by date`,
    [tx.hotelId, reservationId, from, tx.now],
  );
  const nights = rows.map(({ room_id, ...row }) => ({
    ...row,
    roomId: room_id,
    date: toPlainDate(row.date),
  }));
  const those = (state: string) => nights.filter((night) => night.state === state);
  const sum = (some: typeof nights) => some.reduce((total, night) => total + night.price_minor, 0);
  const released = those('released');
  await releaseNights(tx, released);
  const unitNights = await releaseUnitNights(tx, reservation, from);
  return {
    released,
    remaining: those('kept'),
    remainingMinor: sum(those('kept')),
    lastBooked: nights.at(-1)?.date ?? null,
    bookedMinor: sum(nights),
    unitNights,
  };
}

type ReleasedRow = {
  room_id: number;
  date: string;
  price_minor: number;
  state: 'released' | 'kept' | 'before';
};

/**
 * Returns the conflict of a stay that now holds only the nights `kept`: an
 * overbooking names those that still are.
 */
export async function conflictAfterRelease(
  tx: PropertyTransaction,
  { conflict, conflictKind }: Reservation,
  kept: readonly RoomNight[],
): Promise<Conflict> {
  if (conflictKind !== 'overbooked') return { conflict, conflictKind };
  return overlapOf(await readTakenNights(tx, kept));
}
