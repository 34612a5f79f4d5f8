// Cells of which a channel has taken a part, for some rates of the room but not for all: what it has of them is not known.
import type { Queryable } from '../../db/database.ts';
import type { NightField } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey } from './ownership.ts';

export type UnknownCells = { roomId: number; date: PlainDate; fields: readonly NightField[] };

/** Forgets what was confirmed of these cells, so that they are pushed again even if their values become what they were. */
export async function forgetCells(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  cells: readonly UnknownCells[],
): Promise<void> {
  if (cells.length === 0) return;
  const column = (name: string, field: NightField) =>
    `${name} = case when not cell.fields ? '${field}' then told.${name} end`;
  await db.query(
    `update channel_nights as told set ${[
      column('available', 'available'),
      column('price_minor', 'priceMinor'),
      column('min_stay', 'minStay'),
      column('max_stay', 'maxStay'),
      column('closed_to_arrival', 'closedToArrival'),
      column('closed_to_departure', 'closedToDeparture'),
      column('stop_sell', 'stopSell'),
    ].join(', ')}
     from jsonb_to_recordset($3::jsonb) as cell(room_id bigint, date date, fields jsonb)
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = cell.room_id and told.date = cell.date`,
    [
      hotelId,
      channel,
      JSON.stringify(
        cells.map(({ roomId, date, fields }) => ({ room_id: roomId, date: date.toString(), fields })),
      ),
    ],
  );
}
