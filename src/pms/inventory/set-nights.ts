// Sets the values of nights: price, number sellable, minimum and maximum stay, restrictions; for
// one night or two hundred thousand, all or none.
import { type PlainValue, toArrayText } from '../../db/database.ts';
import type { NightUpdate } from '../../model/night-values.ts';
import { inTimeSlices } from '../../model/time-slices.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import {
  CURRENT_VALUES,
  lockRoomsOnSale,
  type NightWrite,
  nextChangeId,
  recordWritten,
  type WrittenRoom,
  writeNights,
} from './write-nights.ts';

export type SetNightsResult = {
  /** number of the change, for undoing it */
  changeId: number;
  /** nights of which a value that clients see changed */
  updated: number;
  unchanged: number;
};

/**
 * Writes the updates (one per night: see addUpdate). Throws `unknown_room`, and `exceeds_units` where a room
 * with a number of units would offer more than it has left. Past nights are logged too, because the calendar
 * that clients read has changed; pushes to channels skip them.
 */
export async function setNights(
  tx: PropertyTransaction,
  updates: readonly NightUpdate[],
): Promise<SetNightsResult> {
  const columns = await toColumns(updates);
  const [changeId] = await Promise.all([
    nextChangeId(tx),
    choosePlan(tx, updates.length),
    lockRooms(tx, new Set(updates.map((update) => update.roomId))),
  ]);
  const [, rows] = await Promise.all([
    lockNights(tx, columns),
    writeNights(tx, { changeId, undoes: null }, newValues(columns)),
  ]);
  requireWithinUnits(rows);
  await recordWritten(tx, rows);
  const updated = rows.reduce((sum, row) => sum + row.changed, 0);
  return { changeId, updated, unchanged: updates.length - updated };
}

/**
 * Sets the planner options of this transaction. `force_custom_plan`: from the sixth call on PostgreSQL would
 * use a generic plan made for ten nights (measured with 10,000 nights: 1,600 ms of its work instead of 250).
 * `enable_nestloop` off for many nights: without statistics of nights that were just inserted, PostgreSQL
 * assumes that a property has hardly any, and a nested loop over all pairs takes minutes.
 */
async function choosePlan(tx: PropertyTransaction, nights: number): Promise<void> {
  await tx.query(
    `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_nestloop', $1, true)`,
    [nights > MANY ? 'off' : 'on'],
  );
}

/** From this number on, reading all nights of a property costs less than looking up each. */
const MANY = 1_000;

async function lockRooms(tx: PropertyTransaction, roomIds: ReadonlySet<number>): Promise<void> {
  const known = await lockRoomsOnSale(tx, roomIds);
  const unknown = [...roomIds].filter((roomId) => !known.has(roomId));
  if (unknown.length > 0) {
    throw new Problem(
      'unknown_room',
      `Room ${unknown.join(', ')} does not exist in this property: list them with GET rentals.`,
    );
  }
}

/**
 * Creates the missing rows and locks all nights in (room, date) order: `where false` makes
 * PostgreSQL lock a conflicting row without writing it. Sales and other changes lock nights in the
 * same order, so none of them can deadlock with this one.
 */
async function lockNights(tx: PropertyTransaction, { roomId, date }: Columns): Promise<void> {
  await tx.query(
    `insert into nights as night (hotel_id, room_id, date, available)
     select $1, incoming.room_id, incoming.date, coalesce(room.units, 1)
     from unnest($2::bigint[], $3::date[]) as incoming(room_id, date)
     join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
     order by incoming.room_id, incoming.date
     on conflict (hotel_id, room_id, date) do update set available = night.available where false`,
    [tx.hotelId, roomId, date],
  );
}

/**
 * Returns the statement part that writes the new values. A night that already has them is not written. A
 * count of 0 keeps an overbooked night as far below zero as it is.
 */
function newValues(columns: Columns): NightWrite {
  return {
    text: `before as materialized (
       select incoming.room_id, incoming.date, incoming.available is not null as sets_available,
         room.units, room.price_minor as base_price_minor, room.min_stay as base_min_stay,
         night.allotted, night.available, night.sold, night.blocked, night.overbooked,
         night.price_minor, night.min_stay, night.max_stay,
         night.closed_to_arrival, night.closed_to_departure, night.stop_sell, night.change_id,
         incoming.available as new_available,
         coalesce(incoming.price_minor, night.price_minor) as new_price_minor,
         coalesce(incoming.min_stay, night.min_stay) as new_min_stay,
         nullif(coalesce(incoming.max_stay, night.max_stay, 0), 0) as new_max_stay,
         coalesce(incoming.closed_to_arrival, night.closed_to_arrival) as new_closed_to_arrival,
         coalesce(incoming.closed_to_departure, night.closed_to_departure) as new_closed_to_departure,
         coalesce(incoming.stop_sell, night.stop_sell) as new_stop_sell
       from unnest($5::bigint[], $6::date[], $7::bigint[], $8::int[], $9::int[], $10::int[], $11::boolean[],
         $12::boolean[], $13::boolean[])
         as incoming(room_id, date, price_minor, available, min_stay, max_stay, closed_to_arrival, closed_to_departure,
           stop_sell)
       join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
       join nights as night
         on night.hotel_id = $1 and night.room_id = incoming.room_id and night.date = incoming.date
     ), touched as (
       update nights as written set
         available = case when not sets_available then written.available
           when new_available = 0 then least(0, written.available) else new_available end,
         overbooked = case when not sets_available then written.overbooked
           when new_available = 0 then greatest(0, -written.available) else 0 end,
         allotted = written.allotted or sets_available,
         price_minor = new_price_minor,
         min_stay = new_min_stay,
         max_stay = new_max_stay,
         closed_to_arrival = new_closed_to_arrival,
         closed_to_departure = new_closed_to_departure,
         stop_sell = new_stop_sell,
         change_id = $2
       from before
       where written.hotel_id = $1 and written.room_id = before.room_id and written.date = before.date
         and ((new_price_minor, new_min_stay, new_max_stay, new_closed_to_arrival, new_closed_to_departure,
             new_stop_sell)
           is distinct from (before.price_minor, before.min_stay, before.max_stay, before.closed_to_arrival,
             before.closed_to_departure, before.stop_sell)
           or sets_available and (not before.allotted or new_available <> greatest(0, before.available)
             or new_available > greatest(0, units - before.sold - before.blocked)))
       returning before.*, ${CURRENT_VALUES}
     )`,
    values: COLUMNS.map((column) => columns[column]),
  };
}

/** The members of an update, in the order of the statement's parameters. */
const COLUMNS = [
  'roomId',
  'date',
  'priceMinor',
  'available',
  'minStay',
  'maxStay',
  'closedToArrival',
  'closedToDeparture',
  'stopSell',
] as const satisfies (keyof NightUpdate)[];

/** One array literal per member of the updates. */
type Columns = Record<(typeof COLUMNS)[number], string>;

async function toColumns(updates: readonly NightUpdate[]): Promise<Columns> {
  const columns: Partial<Columns> = {};
  for await (const column of inTimeSlices(COLUMNS)) columns[column] = toArrayText(updates.map(VALUE[column]));
  return columns as Columns;
}

/** The parameter value of each member; null leaves the stored value as it is. */
const VALUE: Record<keyof Columns, (update: NightUpdate) => PlainValue> = {
  roomId: (update) => update.roomId,
  date: (update) => update.date,
  priceMinor: (update) => update.priceMinor ?? null,
  available: (update) => update.available ?? null,
  minStay: (update) => update.minStay ?? null,
  // 0 = no limit.
  maxStay: (update) => (update.maxStay === null ? 0 : (update.maxStay ?? null)),
  closedToArrival: (update) => update.closedToArrival ?? null,
  closedToDeparture: (update) => update.closedToDeparture ?? null,
  stopSell: (update) => update.stopSell ?? null,
};

function requireWithinUnits(rows: readonly WrittenRoom[]): void {
  const room = rows.find((row) => row.exceeding.length > 0);
  if (!room) return;
  const more = room.exceeding.length > 1 ? ` (and ${room.exceeding.length - 1} more nights)` : '';
  throw new Problem(
    'exceeds_units',
    `Room ${room.room_id} has only ${room.left[0]} left on ${room.exceeding[0]}${more}: offer at most that many.`,
    { errors: [{ field: 'available', message: `must be at most ${room.left[0]} on ${room.exceeding[0]}` }] },
  );
}
