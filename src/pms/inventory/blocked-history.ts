// The history of blocked nights: when units of a night were closed and opened again.
import type { PlainDate } from '../../model/night.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

/** Keeps that one unit more (`change` 1) or fewer (-1) of each night is blocked from now on. The caller has changed the nights themselves. */
export async function recordBlocked(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  change: 1 | -1,
): Promise<void> {
  if (nights.length === 0) return;
  await tx.query(
    `insert into blocked_night_history as known (hotel_id, room_id, date, at, change)
     select $1, $2, night, $3, $4::int from unnest($5::date[]) as night order by night
     on conflict (hotel_id, room_id, date, at) do update set change = known.change + excluded.change`,
    [tx.hotelId, roomId, tx.now, change, nights],
  );
}
