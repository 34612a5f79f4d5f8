// Cells of which a channel has taken a part, for some rates of the room but not for all: what it has of them is not known.
import type { Queryable } from '../../db/database.ts';
import type { NightField } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey } from './ownership.ts';

export type UnknownCells = { roomId: number; date: PlainDate; fields: readonly NightField[] };

/**
 * Forgets what was confirmed of these cells, so that they are pushed again even if their values become what they were.
 * Returns of how many nights something was confirmed.
 */
export async function forgetCells(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  cells: readonly UnknownCells[],
): Promise<number> {
  if (cells.length === 0) return 0;
  const column = (name: string, field: NightField) =>
    `${name} = case when not cell.fields ? '${field}' then told.${name} end`;
  const confirmed = (name: string, field: NightField) =>
    `(cell.fields ? '${field}' and told.${name} is not null)`;
  const forgotten = await db.query(
    `update channel_nights as told set ${COLUMNS.map(([name, field]) => column(name, field)).join(', ')}
     from jsonb_to_recordset($3::jsonb) as cell(room_id bigint, date date, fields jsonb)
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = cell.room_id and told.date = cell.date
       and (${COLUMNS.map(([name, field]) => confirmed(name, field)).join(' or ')})
     returning 1`,
    [hotelId, channel, JSON.stringify(byNight(cells))],
  );
  return forgotten.length;
}

/** A night once, with all its fields: of several rows for it an update would use one. */
function byNight(cells: readonly UnknownCells[]) {
  const nights = Map.groupBy(cells, ({ roomId, date }) => `${roomId}/${date}`);
  return [...nights.values()].map((own) => ({
    room_id: own[0]!.roomId,
    date: own[0]!.date.toString(),
    fields: [...new Set(own.flatMap(({ fields }) => fields))],
  }));
}

const COLUMNS: readonly (readonly [column: string, field: NightField])[] = [
  ['available', 'available'],
  ['price_minor', 'priceMinor'],
  ['min_stay', 'minStay'],
  ['max_stay', 'maxStay'],
  ['closed_to_arrival', 'closedToArrival'],
  ['closed_to_departure', 'closedToDeparture'],
  ['stop_sell', 'stopSell'],
];
