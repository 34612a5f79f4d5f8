// What a channel has of nights is not known, or not known any more: they are compared as if it had confirmed nothing of them.
import type { Queryable } from '../../db/database.ts';
import type { PlainDate } from '../../model/night.ts';
import type { NightField } from '../../model/night-values.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { eachColumn, MAY_BE_OPEN, RESET_CONFIRMED_VALUES } from './night-columns.ts';
import type { ConnectionKey } from './ownership.ts';

/**
 * Forgets what the channel has confirmed, refused and cannot carry of every night. Of nights of mapped rooms that may be open
 * there the rows stay: when the connection ends, these are the nights to close.
 */
export async function forgetNights(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `delete from channel_nights as night
     where hotel_id = $1 and channel = $2 and (not ${MAY_BE_OPEN} or not exists (
       select 1 from connection_rooms as mapping
       where mapping.hotel_id = $1 and mapping.channel = $2 and mapping.room_id = night.room_id
     ))`,
    [tx.hotelId, channel],
  );
  await tx.query(
    `update channel_nights set ${RESET_CONFIRMED_VALUES}, available_at = null, refused = null, words = null, withheld = null,
       withheld_because = null, close_refusals = 0, retry_at = null
     where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel],
  );
}

/** Some fields of a night, e.g. those that a channel has taken for some rates of the room but not for all. */
export type UnknownCells = { roomId: number; date: PlainDate; fields: readonly NightField[] };

/**
 * Forgets what was confirmed of these cells, so that they are pushed again even if their values become what they were.
 * Returns of how many nights something was confirmed.
 */
export async function resetCells(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  cells: readonly UnknownCells[],
): Promise<number> {
  if (cells.length === 0) return 0;
  const forgotten = await db.query(
    `update channel_nights as told set ${eachColumn(
      (column, field) => `${column} = case when not cell.fields ? '${field}' then told.${column} end`,
    )}
     from jsonb_to_recordset($3::jsonb) as cell(room_id bigint, date date, fields jsonb)
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = cell.room_id and told.date = cell.date
       and (${eachColumn((column, field) => `(cell.fields ? '${field}' and told.${column} is not null)`, ' or ')})
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
