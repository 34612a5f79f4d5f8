// Writes many nights in one statement: it stores the values before (for
// undoing), writes the new ones and compares both.
import { BASE_COLUMNS, eachColumn, eachRateColumn, type NightColumn } from '../night-columns.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { updateConflicts } from '../reservations/conflicts.ts';
import { lockInventoryShared } from './inventory-lock.ts';
import { recordAvailability } from './nights.ts';

/**
 * How nights are written. $1 is the property, $2 the change; the parameters of these parts start at $5.
 */
export type NightWrite = {
  /**
   * CTEs, the last of which is `before`: a row per night to write, with BEFORE_COLUMNS, `sets_available`, and
   * the new values as `new_price_minor` …
   */
  before: string;
  /** the part of `update nights as written set` that writes the count and the change's number */
  set: string;
  /** which nights of `before` are written; absent = all */
  where?: string;
  values: readonly unknown[];
};

/** Columns of `before` that are read from the tables: `nights as night` and `rooms as room`. */
export const BEFORE_COLUMNS = `room.units, ${BASE_COLUMNS},
         night.allotted, night.available, night.sold, night.blocked, night.overbooked, night.change_id,
         ${eachRateColumn((column) => `night.${column}`)}`;

/** The result of writing one room's nights. */
export type WrittenRoom = {
  room_id: number;
  /** nights of which a value that clients see changed */
  changed: number;
  changed_from: string | null;
  changed_to: string | null;
  what: string[];
  /** nights that were overbooked and no longer are, because a higher number sellable was set */
  settled: string[];
  exceeding: string[];
  left: number[];
};

/** Returns the number of a new change. */
export async function nextChangeId(tx: PropertyTransaction): Promise<number> {
  const [row] = await tx.query<{ id: number }>(`select nextval('change_id') as id`);
  return row!.id;
}

/**
 * Locks the rooms and returns those that are on sale. Sales continue: the row of each night guards its count.
 * A change of the room's units has to wait, and so has another change of these rooms' nights, because it must
 * store what this one writes as the values before.
 */
export async function lockRoomsOnSale(
  tx: PropertyTransaction,
  roomIds: ReadonlySet<number>,
): Promise<Set<number>> {
  const [, , rows] = await Promise.all([
    lockInventoryShared(tx, roomIds),
    tx.query(
      `select pg_advisory_xact_lock($1::int, (room_id % 2147483647)::int) from unnest($2::bigint[]) as room_id`,
      [NIGHT_VALUES, [...roomIds].sort((a, b) => a - b)],
    ),
    tx.query<{ room_id: number }>(
      `select room_id from rooms
       where hotel_id = $1 and room_id = any($2::bigint[]) and archived_at is null
       order by room_id for share`,
      [tx.hotelId, [...roomIds]],
    ),
  ]);
  return new Set(rows.map((row) => row.room_id));
}

/** First key of these advisory locks of PostgreSQL ("rate" in ASCII). */
const NIGHT_VALUES = 0x72617465;

/**
 * Writes the nights, stores the replaced values under the change's number, and compares
 * with what clients saw before: a night that merely stops following the room's defaults,
 * with the same values, has not changed for them.
 */
export function writeNights(
  tx: PropertyTransaction,
  change: { changeId: number; undoes: number | null },
  { before, set, where = 'true', values }: NightWrite,
): Promise<WrittenRoom[]> {
  return tx.query<WrittenRoom>(
    `with ${before}, touched as (
       update nights as written set ${eachRateColumn((column) => `${column} = new_${column}`)}, ${set}
       from before
       where written.hotel_id = $1 and written.room_id = before.room_id and written.date = before.date and (${where})
       returning before.*, written.available as now_available, written.sold + written.blocked as now_taken,
         written.change_id as now_change_id, ${eachRateColumn((column) => `written.${column} as now_${column}`)}
     ), ${COMPARED}`,
    [tx.hotelId, change.changeId, tx.now, change.undoes, ...values],
  );
}

/** Compares `touched` with what clients saw before, and stores the values before in `night_changes`. */
const COMPARED = `kept as (
       insert into night_changes (hotel_id, change_id, changed_at, undoes, room_ids, dates, change_ids, change_ids_after,
         totals, totals_after, ${eachRateColumn()})
       select $1, $2, $3, $4::bigint,
         coalesce(array_agg(room_id), '{}'),
         coalesce(array_agg(date), '{}'),
         coalesce(array_agg(change_id), '{}'),
         coalesce(array_agg(now_change_id) filter (where $4::bigint is not null), '{}'),
         coalesce(array_agg(case when allotted then available + sold + blocked end), '{}'),
         coalesce(array_agg(case when sets_available then now_available + now_taken end), '{}'),
         ${eachRateColumn((column) => `coalesce(array_agg(${column}), '{}')`)}
       from touched
     ), compared as (
       select room_id, date,
         now_available <> available as available,
         ${eachRateColumn((column, of) => `${shown(`now_${column}`, of)} is distinct from ${shown(column, of)} as ${column}`)},
         overbooked > 0 and sets_available and now_available > 0 as settled,
         greatest(0, units - now_taken) as left_over,
         sets_available and units is not null and now_available > greatest(0, units - now_taken) as exceeds
       from touched
     ), checked as (
       select *, ${eachColumn((column) => column, ' or ')} as changed
       from compared
     )
     select room_id,
       (count(*) filter (where changed))::int as changed,
       min(date) filter (where changed) as changed_from,
       max(date) filter (where changed) as changed_to,
       array_remove(array[
         ${eachColumn((column, { member }) => `case when bool_or(${column}) then '${member}' end`)}], null) as what,
       coalesce(array_agg(date order by date) filter (where settled), '{}') as settled,
       coalesce(array_agg(date order by date) filter (where exceeds), '{}') as exceeding,
       coalesce(array_agg(left_over order by date) filter (where exceeds), '{}') as left
     from checked group by room_id order by room_id`;

/** SQL for the value that clients see: the night's own or the room's. */
function shown(value: string, { column, ofRoom }: NightColumn): string {
  return ofRoom ? `coalesce(${value}, base_${column})` : value;
}

/**
 * Logs which nights of each room changed, and updates the conflicts of nights that are no longer overbooked.
 */
export async function recordWritten(tx: PropertyTransaction, rows: readonly WrittenRoom[]): Promise<void> {
  for (const row of rows) {
    if (row.changed_from && row.changed_to) {
      const ends = [Temporal.PlainDate.from(row.changed_from), Temporal.PlainDate.from(row.changed_to)];
      recordAvailability(tx, row.room_id, ends, row.what);
    }
    await updateConflicts(
      tx,
      row.room_id,
      row.settled.map((date) => Temporal.PlainDate.from(date)),
    );
  }
}
