// Writes many nights in one statement: it stores the values before (for
// undoing), writes the new ones and compares both.
import type { PropertyTransaction } from '../property-transaction.ts';
import { updateConflicts } from '../reservations/conflicts.ts';
import { lockInventoryShared } from './inventory-lock.ts';
import { recordAvailability } from './nights.ts';

/**
 * The beginning of a statement that writes nights. It ends with a CTE named `touched`: a row per written
 * night, with the columns of `nights` as they were before, the room's defaults (units, base_price_minor,
 * base_min_stay), `sets_available`, and the values now (CURRENT_VALUES of a table alias `written`). $1 is the
 * property, $2 the change; its own parameters start at $5.
 */
export type NightWrite = { text: string; values: readonly unknown[] };

/** Columns with the values after the write, under the names that `kept` and `compared` below use. */
export const CURRENT_VALUES = `written.available as now_available, written.sold + written.blocked as now_taken,
         written.price_minor as now_price_minor, written.min_stay as now_min_stay, written.max_stay as now_max_stay,
         written.closed_to_arrival as now_closed_to_arrival,
         written.closed_to_departure as now_closed_to_departure,
         written.stop_sell as now_stop_sell, written.change_id as now_change_id`;

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
  { text, values }: NightWrite,
): Promise<WrittenRoom[]> {
  return tx.query<WrittenRoom>(`with ${text}, ${COMPARED}`, [
    tx.hotelId,
    change.changeId,
    tx.now,
    change.undoes,
    ...values,
  ]);
}

const COMPARED = `kept as (
       insert into night_changes (hotel_id, change_id, changed_at, undoes, room_ids, dates, change_ids, change_ids_after,
         totals, totals_after, prices_minor, min_stays, max_stays, closed_to_arrival, closed_to_departure, stop_sell)
       select $1, $2, $3, $4::bigint,
         coalesce(array_agg(room_id), '{}'),
         coalesce(array_agg(date), '{}'),
         coalesce(array_agg(change_id), '{}'),
         coalesce(array_agg(now_change_id) filter (where $4::bigint is not null), '{}'),
         coalesce(array_agg(case when allotted then available + sold + blocked end), '{}'),
         coalesce(array_agg(case when sets_available then now_available + now_taken end), '{}'),
         coalesce(array_agg(price_minor), '{}'),
         coalesce(array_agg(min_stay), '{}'),
         coalesce(array_agg(max_stay), '{}'),
         coalesce(array_agg(closed_to_arrival), '{}'),
         coalesce(array_agg(closed_to_departure), '{}'),
         coalesce(array_agg(stop_sell), '{}')
       from touched
     ), compared as (
       select room_id, date,
         now_available <> available as available,
         coalesce(now_price_minor, base_price_minor) <> coalesce(price_minor, base_price_minor) as price,
         coalesce(now_min_stay, base_min_stay) <> coalesce(min_stay, base_min_stay) as min_stay,
         now_max_stay is distinct from max_stay as max_stay,
         now_closed_to_arrival <> closed_to_arrival as closed_to_arrival,
         now_closed_to_departure <> closed_to_departure as closed_to_departure,
         now_stop_sell <> stop_sell as stop_sell,
         overbooked > 0 and sets_available and now_available > 0 as settled,
         greatest(0, units - now_taken) as left_over,
         sets_available and units is not null and now_available > greatest(0, units - now_taken) as exceeds
       from touched
     ), checked as (
       select *, available or price or min_stay or max_stay or closed_to_arrival or closed_to_departure or stop_sell
         as changed
       from compared
     )
     select room_id,
       (count(*) filter (where changed))::int as changed,
       min(date) filter (where changed) as changed_from,
       max(date) filter (where changed) as changed_to,
       array_remove(array[
         case when bool_or(available) then 'available' end,
         case when bool_or(price) then 'price' end,
         case when bool_or(min_stay) then 'min_stay' end,
         case when bool_or(max_stay) then 'max_stay' end,
         case when bool_or(closed_to_arrival) then 'closed_to_arrival' end,
         case when bool_or(closed_to_departure) then 'closed_to_departure' end,
         case when bool_or(stop_sell) then 'stop_sell' end], null) as what,
       coalesce(array_agg(date order by date) filter (where settled), '{}') as settled,
       coalesce(array_agg(date order by date) filter (where exceeds), '{}') as exceeding,
       coalesce(array_agg(left_over order by date) filter (where exceeds), '{}') as left
     from checked group by room_id order by room_id`;

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
