// The nights as the practice channel has them: stored as it is sent them, and lowered by its own sales.
import type { Queryable } from '../db/database.ts';
import type { NightRange, PlainDate } from '../model/night.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import { PRACTICE_CHANNEL } from './channel.ts';
import type { ChangedNight } from './wire.ts';

/** Stores what changes say of nights; values that they do not carry stay. Nights before `today` are dropped. */
export async function storeNights(
  tx: PropertyTransaction,
  nights: readonly ChangedNight[],
  today: PlainDate,
): Promise<void> {
  await tx.query(`delete from practice_nights where hotel_id = $1 and date < $2`, [tx.hotelId, today]);
  await tx.query(
    `insert into practice_nights
       (hotel_id, room_id, date, available, price_minor, stop_sell, closed_to_arrival, closed_to_departure, min_stay, max_stay)
     select $1, given.room_id, given.date, coalesce(given.available, known.available, 0), coalesce(given.price_minor, known.price_minor),
       coalesce(given.stop_sell, known.stop_sell, false), coalesce(given.closed_to_arrival, known.closed_to_arrival, false),
       coalesce(given.closed_to_departure, known.closed_to_departure, false), greatest(1, coalesce(given.min_stay, known.min_stay, 1)),
       case when given.max_stay is null then known.max_stay else nullif(given.max_stay, 0) end
     from jsonb_to_recordset($2::jsonb) as given(room_id bigint, date date, available int, price_minor bigint, stop_sell boolean,
       closed_to_arrival boolean, closed_to_departure boolean, min_stay int, max_stay int)
     left join practice_nights as known on known.hotel_id = $1 and known.room_id = given.room_id and known.date = given.date
     on conflict (hotel_id, room_id, date) do update set available = excluded.available, price_minor = excluded.price_minor,
       stop_sell = excluded.stop_sell, closed_to_arrival = excluded.closed_to_arrival,
       closed_to_departure = excluded.closed_to_departure, min_stay = excluded.min_stay, max_stay = excluded.max_stay`,
    [tx.hotelId, JSON.stringify(nights)],
  );
}

/** A night at the practice channel. `date` as text. */
export type PracticeNight = {
  roomId: number;
  date: string;
  available: number;
  priceMinor: number | null;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStay: number;
  maxStay: number | null;
};

/** Returns the nights of all rooms in a range and that of its end, by room and date; none while it is not connected. */
export async function listPracticeNights(
  db: Queryable,
  hotelId: number,
  { from, until }: NightRange,
): Promise<PracticeNight[]> {
  return db.query<PracticeNight>(
    `select room_id as "roomId", date::text as date, case when stop_sell then 0 else available end as available,
       price_minor as "priceMinor", closed_to_arrival as "closedToArrival", closed_to_departure as "closedToDeparture",
       min_stay as "minStay", max_stay as "maxStay"
     from practice_nights as night where hotel_id = $1 and date between $2 and $3
       and exists (select 1 from connections as known where known.hotel_id = $1 and known.channel = $4)
     order by room_id, date`,
    [hotelId, from, until, PRACTICE_CHANNEL],
  );
}

/** Lowers the count of the nights that the practice channel has sold. */
export async function lowerCounts(
  tx: PropertyTransaction,
  { roomId, from, until }: NightRange & { roomId: number },
): Promise<void> {
  await tx.query(
    `update practice_nights set available = available - 1 where hotel_id = $1 and room_id = $2 and date >= $3 and date < $4`,
    [tx.hotelId, roomId, from, until],
  );
}

/** Forgets all nights: the practice channel is removed. */
export async function forgetPracticeNights(tx: PropertyTransaction): Promise<void> {
  await tx.query(`delete from practice_nights where hotel_id = $1`, [tx.hotelId]);
}
