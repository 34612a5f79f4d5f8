// Marks what a channel has of nights as unknown, so that they are compared as if it had confirmed nothing.
import type { Queryable } from '../../db/database.ts';
import { type MappingKey, nightKey } from '../../model/channel.ts';
import type { NightRange, PlainDate } from '../../model/night.ts';
import type { NightField } from '../../model/night-values.ts';
import { eachColumn, MAY_BE_OPEN, RESET_CONFIRMED_VALUES } from '../night-columns.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { ConnectionKey } from './ownership.ts';

/**
 * Deletes what the channel has confirmed, refused and cannot carry of every night, or of the nights of one room. Rows of nights of mapped
 * rooms and units that may be open there are kept, without values: they have to be closed when the connection ends.
 */
export async function forgetNights(
  tx: PropertyTransaction,
  channel: string,
  nights: (NightRange & { roomId: number }) | null = null,
): Promise<void> {
  const given = [tx.hotelId, channel, nights?.roomId ?? null, nights?.from ?? null, nights?.until ?? null];
  await tx.query(
    `delete from channel_nights as night
     where hotel_id = $1 and channel = $2 and ${IS_GIVEN} and (not ${MAY_BE_OPEN} or not exists (
       select 1 from connection_rooms as mapping
       where mapping.hotel_id = $1 and mapping.channel = $2 and mapping.room_id = night.room_id
         and mapping.unit_id = night.unit_id
     ))`,
    given,
  );
  await tx.query(
    `update channel_nights set ${RESET_CONFIRMED_VALUES}, available_at = null, refused = null, refusal_reason = null, withheld = null,
       withheld_reason = null, close_refusals = 0, retry_at = null
     where hotel_id = $1 and channel = $2 and ${IS_GIVEN}`,
    given,
  );
}

const IS_GIVEN = `($3::bigint is null or (room_id = $3 and date >= $4::date and date < $5::date))`;

/** Has all nights of a connection compared again. A push that is under way does not record its results. */
export async function requestFullPush(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connections set revision = revision + 1, full_push = true where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel],
  );
}

/**
 * Has all nights compared again, and those anew whose minimum or maximum stay the channel has confirmed, or that are closed there
 * because it cannot carry a value: what it can carry is no longer what it was.
 */
export async function recheckStays(tx: PropertyTransaction, channel: string): Promise<void> {
  await requestFullPush(tx, channel);
  await tx.query(
    `update channel_nights set min_stay = null, max_stay = null, withheld = null, withheld_reason = null
     where hotel_id = $1 and channel = $2 and (min_stay > 1 or max_stay > 0 or withheld is not null)`,
    [tx.hotelId, channel],
  );
}

/**
 * Some fields of a night, e.g. those that a channel has accepted for some rates of the room but not for all.
 */
export type UnknownCells = MappingKey & { date: PlainDate; fields: readonly NightField[] };

/**
 * Clears the confirmed values of these cells, so that they are pushed again even if they become what they
 * were. Returns the number of nights of which something had been confirmed.
 */
export async function resetCells(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  cells: readonly UnknownCells[],
): Promise<number> {
  if (cells.length === 0) return 0;
  const reset = await db.query(
    `update channel_nights as confirmed set ${eachColumn(
      (column, { field }) =>
        `${column} = case when not cell.fields ? '${field}' then confirmed.${column} end`,
    )}
     from jsonb_to_recordset($3::jsonb) as cell(room_id bigint, unit_id bigint, date date, fields jsonb)
     where confirmed.hotel_id = $1 and confirmed.channel = $2 and confirmed.room_id = cell.room_id
       and confirmed.unit_id = cell.unit_id and confirmed.date = cell.date
       and (${eachColumn((column, { field }) => `(cell.fields ? '${field}' and confirmed.${column} is not null)`, ' or ')})
     returning 1`,
    [hotelId, channel, JSON.stringify(byNight(cells))],
  );
  return reset.length;
}

/** One row for each night, with all its fields: of several rows for a night, an update uses only one. */
function byNight(cells: readonly UnknownCells[]) {
  const nights = Map.groupBy(cells, (cell) => nightKey(cell, cell.date));
  return [...nights.values()].map((own) => ({
    room_id: own[0]!.roomId,
    unit_id: own[0]!.unitId ?? 0,
    date: own[0]!.date.toString(),
    fields: [...new Set(own.flatMap(({ fields }) => fields))],
  }));
}
