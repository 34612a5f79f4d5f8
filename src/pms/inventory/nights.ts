// The number of units left per night: the only module that takes and releases units. The database checks the
// count in the same statement that changes it.
import { type NightRange, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { NightValues } from '../../model/night-values.ts';
import { Problem } from '../../problems.ts';
import { BASE_COLUMNS, eachColumn, type NightRow, toNightValues, unsetValues } from '../night-columns.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { recordBlocked } from './blocked-history.ts';
import { INVENTORY_LOCK } from './inventory-lock.ts';

/**
 * How a unit is taken: a `sale` needs one that is left; a `fact` (an OTA
 * sold it) is taken even when none is left.
 */
export type TakeOptions = 'sale' | 'fact';

/** A night of a room. */
export type RoomNight = { roomId: number; date: PlainDate };

/** A night with its values in our calendar, after its unit was taken. */
export type TakenNight = Omit<NightValues, 'closedToDeparture'> & {
  date: PlainDate;
  /** the day after the last requested night is closed to departure */
  closedToDeparture: boolean;
  /** more is sold than the room has units */
  overbooked: boolean;
};

/**
 * Takes one unit of every night, all or none. Nights are locked in date order. A sale of a full night throws
 * `room_unavailable` naming the full nights; an unknown room throws `unknown_room`. `inside`: the transaction
 * already holds an inventory lock, and must not wait for another (see inventory-lock.ts).
 */
export async function takeNights(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  { taking, inside }: { taking: TakeOptions; inside: boolean },
): Promise<TakenNight[]> {
  const taken = await takeUnits(tx, roomId, nights, { column: 'sold', force: taking === 'fact', inside });
  if (taken.length < nights.length) {
    const got = new Set(taken.map((night) => night.date.toString()));
    const full = nights.map(String).filter((night) => !got.has(night));
    throw roomUnavailable(full);
  }
  recordAvailability(tx, roomId, nights, ['available']);
  return taken;
}

/** Creates the problem `room_unavailable` with the dates of the full nights. */
export function roomUnavailable(full: string[]): Problem {
  return new Problem('room_unavailable', { nights: full });
}

/** Takes one unit of every night, of several rooms one after the other, as `takeNights` does; the caller holds their inventory locks. */
export async function takeRoomNights(
  tx: PropertyTransaction,
  nights: readonly RoomNight[],
  taking: TakeOptions,
): Promise<void> {
  for (const [roomId, dates] of byRoom(nights)) await takeNights(tx, roomId, dates, { taking, inside: true });
}

/** Returns the dates of nights by room, in the order of the rooms' ids: that in which their rows are locked. */
export function byRoom(nights: readonly RoomNight[]): [number, PlainDate[]][] {
  const rooms = Map.groupBy(nights, ({ roomId }) => roomId);
  return [...rooms]
    .map(([roomId, own]): [number, PlainDate[]] => [roomId, own.map(({ date }) => date)])
    .toSorted(([one], [other]) => one - other);
}

/** Returns nights of which the caller already holds a unit, as `takeNights` would return them, ordered by date. */
export async function readTakenNights(
  tx: PropertyTransaction,
  nights: readonly RoomNight[],
): Promise<TakenNight[]> {
  const rooms = byRoom(nights).map(([roomId, dates]) => readTakenNightsOf(tx, roomId, dates));
  const taken = (await Promise.all(rooms)).flat();
  return taken.toSorted((one, other) => Temporal.PlainDate.compare(one.date, other.date));
}

async function readTakenNightsOf(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
): Promise<TakenNight[]> {
  const rows = await tx.query<TakenRow>(
    `select ${BASE_COLUMNS}, night.*, ${DEPARTURE} as departure
     from nights as night
     join rooms as room on room.hotel_id = night.hotel_id and room.room_id = night.room_id
     where night.hotel_id = $1 and night.room_id = $2 and night.date = any($3::date[])
     order by night.date`,
    [tx.hotelId, roomId, nights],
  );
  return toTakenNights(rows);
}

/**
 * Blocks one unit of each night that has one left, for a closure in an OTA's calendar; returns those nights.
 */
export async function blockNights(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
): Promise<PlainDate[]> {
  if (nights.length === 0) return [];
  const taken = await takeUnits(tx, roomId, nights, { column: 'blocked', force: false, inside: true });
  const dates = taken.map((night) => night.date);
  await recordBlocked(tx, roomId, dates, 1);
  recordAvailability(tx, roomId, dates, ['available']);
  return dates;
}

/**
 * Releases one sold unit of each night. The caller holds the lock of the
 * reservation's row, so this happens once per night.
 */
export async function releaseNights(tx: PropertyTransaction, nights: readonly RoomNight[]): Promise<void> {
  for (const [roomId, dates] of byRoom(nights)) await returnUnits(tx, roomId, dates, 'sold');
}

/** Releases one blocked unit of each night. */
export async function unblockNights(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
): Promise<void> {
  await returnUnits(tx, roomId, nights, 'blocked');
  await recordBlocked(tx, roomId, nights, -1);
}

/**
 * Locks nights of several rooms in (room, date) order, before a move that releases some and takes others: of
 * two moves in opposite directions one waits for the other instead of deadlocking.
 */
export async function lockNights(tx: PropertyTransaction, nights: readonly RoomNight[]): Promise<void> {
  await tx.query(
    `select 1 from nights
     where hotel_id = $1 and (room_id, date) in (select * from unnest($2::bigint[], $3::date[]))
     order by room_id, date for update`,
    [tx.hotelId, nights.map((night) => night.roomId), nights.map((night) => night.date)],
  );
}

/** Logs which nights of a room changed, as one entry whose range spans them. */
export function recordAvailability(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  what: readonly string[],
): void {
  const range = span(nights);
  if (range) tx.record('availability.changed', `room/${roomId}`, { roomId, ...range, what });
}

function span(nights: readonly PlainDate[]): NightRange | null {
  const sorted = nights.toSorted(Temporal.PlainDate.compare);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first && last ? { from: first, until: last.add({ days: 1 }) } : null;
}

type TakenRow = NightRow & {
  base_price_minor: number;
  base_min_stay: number;
  date: string | null;
  departure: boolean;
};

/** SQL: whether the day after the last of the nights in $3 is closed to departure. */
const DEPARTURE = `exists (
         select 1 from nights as leaving
         where leaving.hotel_id = $1 and leaving.room_id = $2
           and leaving.date = ($3::date[])[cardinality($3::date[])] + 1 and leaving.closed_to_departure
       )`;

/**
 * Takes the units in one statement. A night without a row gets one with the room's defaults; a night with a
 * row gives a unit if it has one left. The room is read `for share`, so that a change of its number of units
 * waits for sales in progress, and they for it.
 */
async function takeUnits(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  how: { column: 'sold' | 'blocked'; force: boolean; inside: boolean },
): Promise<TakenNight[]> {
  const sold = how.column === 'sold' ? 1 : 0;
  const rows = await tx.query<TakenRow>(
    `with inventory_lock as materialized (
       select case when $6::int is not null then pg_advisory_xact_lock_shared($6, ($2::bigint % 2147483647)::int)::text end
     ), room as (
       select coalesce(units, 1) as units, price_minor, min_stay from inventory_lock, rooms
       -- An OTA's sale of a retired room is stored all the same.
       where hotel_id = $1 and room_id = $2 and (archived_at is null or $5::boolean)
       for share of rooms
     ), taken as (
       insert into nights as night (hotel_id, room_id, date, available, sold, blocked)
       select $1, $2, date, room.units - 1, $4::int, 1 - $4::int
       from room, unnest($3::date[]) as date
       order by date
       on conflict (hotel_id, room_id, date) do update set
         available = night.available - 1,
         sold = night.sold + excluded.sold,
         blocked = night.blocked + excluded.blocked,
         overbooked = night.overbooked + case when night.available < 1 then 1 else 0 end
       where night.available >= 1 or $5::boolean
       returning date, ${eachColumn()}
     )
     select ${BASE_COLUMNS}, taken.*, ${DEPARTURE} as departure
     from room left join taken on true
     order by taken.date`,
    [tx.hotelId, roomId, nights, sold, how.force, how.inside ? null : INVENTORY_LOCK],
  );
  if (rows.length === 0) {
    throw new Problem('unknown_room', { roomIds: [roomId] });
  }
  return toTakenNights(rows.filter((row) => row.date !== null));
}

function toTakenNights(rows: readonly TakenRow[]): TakenNight[] {
  return rows.map((row) => {
    const base = { available: 0, priceMinor: row.base_price_minor, minStay: row.base_min_stay };
    const values = toNightValues(row, unsetValues(base));
    return {
      ...values,
      date: toPlainDate(row.date!),
      closedToDeparture: row.departure,
      overbooked: values.available < 0,
    };
  });
}

async function returnUnits(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
  column: 'sold' | 'blocked',
): Promise<void> {
  if (nights.length === 0) return;
  const sold = column === 'sold' ? 1 : 0;
  await tx.query(
    `with locked as (
       select date from nights where hotel_id = $1 and room_id = $2 and date = any($3::date[])
       order by date for update
     )
     update nights as night set
       available = night.available + 1,
       sold = night.sold - $4::int,
       blocked = night.blocked - (1 - $4::int),
       overbooked = greatest(0, night.overbooked - 1)
     from locked
     where night.hotel_id = $1 and night.room_id = $2 and night.date = locked.date`,
    [tx.hotelId, roomId, nights, sold],
  );
  recordAvailability(tx, roomId, nights, ['available']);
}
