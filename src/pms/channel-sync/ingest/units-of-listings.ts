// Stays without the unit in whose listing their channel sold them: they get it once it is free.
import type { Queryable } from '../../../db/database.ts';
import type { PlainDate } from '../../../model/night.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockReservation } from '../../reservations/find.ts';
import { claimSoldUnit } from '../../units/sold-unit.ts';
import type { ConnectionKey } from '../ownership.ts';

type SoldStay = { reservationId: number; unitId: number };

/** `flagged`: only those with a conflict because of it; people may have taken the unit from the others. */
type StaysQuery = { today: PlainDate; flagged: boolean };

/** Lists the stays that have no unit, or not in all nights, of those whose guest has not arrived. */
export async function listStaysWithoutUnit(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  { today, flagged }: StaysQuery,
): Promise<SoldStay[]> {
  const rows = await db.query<{ reservation_id: number; unit_id: number }>(
    `select stay.reservation_id, mapping.unit_id
     from connection_rooms as mapping
     join channel_stays as stay on stay.hotel_id = mapping.hotel_id and stay.channel = mapping.channel
       and stay.external_room = mapping.external_room
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     where mapping.hotel_id = $1 and mapping.channel = $2 and mapping.unit_id <> 0
       and reservation.room_id = mapping.room_id and reservation.status = 'confirmed' and reservation.checkout > $3
       and (reservation.conflict_kind = 'without_unit' or (reservation.unit_nights is null and not $4::boolean))
     order by stay.reservation_id`,
    [hotelId, channel, today, flagged],
  );
  return rows.map((row) => ({ reservationId: row.reservation_id, unitId: row.unit_id }));
}

/** Gives these stays their units in the nights in which they are free, and updates their conflicts. */
export async function claimUnits(
  tx: PropertyTransaction,
  stays: readonly SoldStay[],
  today: PlainDate,
): Promise<void> {
  for (const { reservationId, unitId } of stays) {
    const stay = await lockReservation(tx, reservationId);
    await claimSoldUnit(tx, stay, unitId, today);
  }
}
