// What a channel's own calendar says becomes what it is taken to know; where that differs, the next comparison tells it again.
import type { Queryable } from '../../db/database.ts';
import type { NightValues } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey, Owner } from './ownership.ts';

export type KnownThere = { roomId: number; date: PlainDate; values: Partial<NightValues> };

/** Returns of how many nights the channel says something else than it confirmed. */
export async function noteDrift(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  { today, known }: { today: PlainDate; known: readonly KnownThere[] },
): Promise<number> {
  const rows = known.map(({ roomId, date, values }) => ({
    room_id: roomId,
    date: date.toString(),
    available: values.available,
    price_minor: values.priceMinor,
    min_stay: values.minStay,
    max_stay: values.maxStay === null ? 0 : values.maxStay,
    closed_to_arrival: values.closedToArrival,
    closed_to_departure: values.closedToDeparture,
    stop_sell: values.stopSell,
  }));
  const drifted = await db.query(
    `update channel_nights as told set
       available = coalesce(there.available, told.available), price_minor = coalesce(there.price_minor, told.price_minor),
       min_stay = coalesce(there.min_stay, told.min_stay), max_stay = coalesce(there.max_stay, told.max_stay),
       closed_to_arrival = coalesce(there.closed_to_arrival, told.closed_to_arrival),
       closed_to_departure = coalesce(there.closed_to_departure, told.closed_to_departure),
       stop_sell = coalesce(there.stop_sell, told.stop_sell)
     from jsonb_to_recordset($3::jsonb) as there(room_id bigint, date date, available int, price_minor bigint, min_stay int,
       max_stay int, closed_to_arrival boolean, closed_to_departure boolean, stop_sell boolean)
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = there.room_id and told.date = there.date
       and (there.available <> told.available or there.price_minor <> told.price_minor or there.min_stay <> told.min_stay
         or there.max_stay <> told.max_stay or there.closed_to_arrival <> told.closed_to_arrival
         or there.closed_to_departure <> told.closed_to_departure or there.stop_sell <> told.stop_sell)
     returning 1`,
    [hotelId, channel, JSON.stringify(rows)],
  );
  await db.query(
    `update connections set drift_checked_on = $4, compared_on = case when $5::boolean then null else compared_on end
     where hotel_id = $1 and channel = $2 and owner = $3`,
    [hotelId, channel, processId, today, drifted.length > 0],
  );
  return drifted.length;
}
