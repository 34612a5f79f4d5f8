// What a channel's own calendar says becomes what it is taken to know; where that differs, the next comparison tells it again.
import type { Queryable } from '../../db/database.ts';
import type { NightValues } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey, Owner } from './ownership.ts';

export type KnownThere = { roomId: number; date: PlainDate; values: Partial<NightValues> };

const COLUMNS = [
  'available',
  'price_minor',
  'min_stay',
  'max_stay',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
];

/** Returns of how many nights the channel says something else than it confirmed. `missing`: nights that it does not know at all. */
export async function noteDrift(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  { today, known, missing }: { today: PlainDate; known: readonly KnownThere[]; missing: number },
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
  // Of a room with several rates there are several rows for a night: one that differs is enough.
  const drifted = await db.query(
    `with differing as (
       select told.room_id, told.date, ${COLUMNS.map(
         (column) =>
           `(array_agg(there.${column}) filter (where there.${column} <> told.${column}))[1] as ${column}`,
       ).join(', ')}
       from jsonb_to_recordset($3::jsonb) as there(room_id bigint, date date, available int, price_minor bigint, min_stay int,
         max_stay int, closed_to_arrival boolean, closed_to_departure boolean, stop_sell boolean)
       join channel_nights as told on told.room_id = there.room_id and told.date = there.date
       where told.hotel_id = $1 and told.channel = $2
         and (${COLUMNS.map((column) => `there.${column} <> told.${column}`).join(' or ')})
       group by told.room_id, told.date
     )
     update channel_nights as told set ${COLUMNS.map(
       (column) => `${column} = coalesce(differing.${column}, told.${column})`,
     ).join(', ')}
     from differing
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = differing.room_id and told.date = differing.date
     returning 1`,
    [hotelId, channel, JSON.stringify(rows)],
  );
  await db.query(
    `update connections set drift_checked_on = $4, compared_on = case when $5::boolean then null else compared_on end
     where hotel_id = $1 and channel = $2 and owner = $3`,
    [hotelId, channel, processId, today, drifted.length + missing > 0],
  );
  return drifted.length;
}
