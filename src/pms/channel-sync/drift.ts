// What a channel's own calendar says becomes what it is taken to know; where that differs, the next comparison tells it again.
import type { Queryable } from '../../db/database.ts';
import type { PlainDate } from '../../model/night.ts';
import { NIGHT_FIELDS, type NightValues } from '../../model/night-values.ts';
import { columnOf, eachColumn, storedValue } from './night-columns.ts';
import type { ConnectionKey, Owner } from './ownership.ts';

export type ChannelNightValues = { roomId: number; date: PlainDate; values: Partial<NightValues> };

/** Returns of how many nights the channel says something else than it confirmed. `missing`: nights that it does not know at all. */
export async function recordDrift(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  { today, known, missing }: { today: PlainDate; known: readonly ChannelNightValues[]; missing: number },
): Promise<number> {
  const rows = known.map(({ roomId, date, values }) => ({
    room_id: roomId,
    date: date.toString(),
    ...Object.fromEntries(
      NIGHT_FIELDS.filter((field) => values[field] !== undefined).map((field) => [
        columnOf(field),
        storedValue(field, values),
      ]),
    ),
  }));
  // Of a room with several rates there are several rows for a night: one that differs is enough.
  const drifted = await db.query(
    `with differing as (
       select told.room_id, told.date, ${eachColumn(
         (column) =>
           `(array_agg(there.${column}) filter (where there.${column} <> told.${column}))[1] as ${column}`,
       )}
       from jsonb_to_recordset($3::jsonb) as there(room_id bigint, date date, ${eachColumn(
         (column, _, type) => `${column} ${type}`,
       )})
       join channel_nights as told on told.room_id = there.room_id and told.date = there.date
       where told.hotel_id = $1 and told.channel = $2
         and (${eachColumn((column) => `there.${column} <> told.${column}`, ' or ')})
       group by told.room_id, told.date
     )
     update channel_nights as told set ${eachColumn(
       (column) => `${column} = coalesce(differing.${column}, told.${column})`,
     )}
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
