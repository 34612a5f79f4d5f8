// Sets the values of nights: price, number sellable, minimum and maximum stay, restrictions; for
// one night or two hundred thousand, all or none.
import { type PlainValue, toArrayText } from '../../db/database.ts';
import { NIGHT_FIELDS, type NightUpdate } from '../../model/night-values.ts';
import { inTimeSlices } from '../../model/time-slices.ts';
import { Problem } from '../../problems.ts';
import { eachColumn, eachRateColumn } from '../night-columns.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import {
  BEFORE_COLUMNS,
  lockRoomsOnSale,
  type NightWrite,
  nextChangeId,
  recordWritten,
  type WrittenRoom,
  writeNights,
} from './write-nights.ts';

type SetNightsResult = {
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
    throw new Problem('unknown_room', { roomIds: unknown });
  }
}

/**
 * Creates the missing rows and locks all nights in (room, date) order: `where false` makes
 * PostgreSQL lock a conflicting row without writing it. Sales and other changes lock nights in the
 * same order, so none of them can deadlock with this one.
 */
async function lockNights(tx: PropertyTransaction, [rooms, dates]: readonly string[]): Promise<void> {
  await tx.query(
    `insert into nights as night (hotel_id, room_id, date, available)
     select $1, incoming.room_id, incoming.date, coalesce(room.units, 1)
     from unnest($2::bigint[], $3::date[]) as incoming(room_id, date)
     join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
     order by incoming.room_id, incoming.date
     on conflict (hotel_id, room_id, date) do update set available = night.available where false`,
    [tx.hotelId, rooms, dates],
  );
}

/**
 * Returns how the new values are written. A night that already has them is not written. A count of 0 keeps an
 * overbooked night as far below zero as it is.
 */
function newValues(columns: readonly string[]): NightWrite {
  return { ...NEW_VALUES, values: columns };
}

const NEW_VALUES: Omit<NightWrite, 'values'> = {
  before: `before as materialized (
       select incoming.room_id, incoming.date, incoming.available is not null as sets_available, ${BEFORE_COLUMNS},
         incoming.available as new_available, ${eachRateColumn((column, { unrestricted }) => {
           const given = (unset: string) => `coalesce(incoming.${column}, night.${column}${unset})`;
           return `${unrestricted === null ? `nullif(${given(', 0')}, 0)` : given('')} as new_${column}`;
         })}
       from unnest($5::bigint[], $6::date[], ${eachColumn((_, { sqlType, place }) => `$${7 + place}::${sqlType}[]`)})
         as incoming(room_id, date, ${eachColumn()})
       join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
       join nights as night
         on night.hotel_id = $1 and night.room_id = incoming.room_id and night.date = incoming.date
     )`,
  set: `available = case when not sets_available then written.available
           when new_available = 0 then least(0, written.available) else new_available end,
         overbooked = case when not sets_available then written.overbooked
           when new_available = 0 then greatest(0, -written.available) else 0 end,
         allotted = written.allotted or sets_available,
         change_id = $2`,
  where: `(${eachRateColumn((column) => `new_${column}`)}) is distinct from (${eachRateColumn((column) => `before.${column}`)})
           or sets_available and (not before.allotted or new_available <> greatest(0, before.available)
             or new_available > greatest(0, units - before.sold - before.blocked))`,
};

/** The parameters of the statement: an array literal of rooms, one of dates, one of the values of each field. */
async function toColumns(updates: readonly NightUpdate[]): Promise<string[]> {
  const columns: string[] = [];
  for await (const read of inTimeSlices(VALUES)) columns.push(toArrayText(updates.map(read)));
  return columns;
}

const VALUES: readonly ((update: NightUpdate) => PlainValue)[] = [
  (update) => update.roomId,
  (update) => update.date,
  // Null leaves the stored value as it is, so no limit is 0.
  ...NIGHT_FIELDS.map((field) => (update: NightUpdate) => {
    const value = update[field];
    return value === null ? 0 : (value ?? null);
  }),
];

function requireWithinUnits(rows: readonly WrittenRoom[]): void {
  const room = rows.find((row) => row.exceeding.length > 0);
  if (!room) return;
  throw new Problem('exceeds_units', {
    case: 'left',
    roomId: room.room_id,
    date: room.exceeding[0]!,
    left: room.left[0]!,
    furtherNights: room.exceeding.length - 1,
  });
}
