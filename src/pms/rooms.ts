// Rooms, the units of sale: created and changed by the operator.
import type { Queryable } from '../db/database.ts';
import { changesOf } from '../model/event.ts';
import { Problem } from '../problems.ts';
import { createFeeds } from './calendar-feeds.ts';
import { lockInventoryExclusive } from './inventory/inventory-lock.ts';
import { recordAvailability } from './inventory/nights.ts';
import { keyset, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { updateConflicts } from './reservations/conflicts.ts';

export type Room = {
  roomId: number;
  hotelId: number;
  name: string;
  /** guests, without infants in cots */
  capacity: number;
  /** base nightly rate */
  priceMinor: number;
  /** number of identical units; null = not set, counts as one */
  units: number | null;
  minStay: number;
  /** cots that a unit takes beside its capacity */
  cots: number;
};

export type NewRoom = Pick<Room, 'name' | 'capacity' | 'priceMinor' | 'units' | 'minStay' | 'cots'>;

/** Creates a room, and its calendar feeds for the channels that import iCal. */
export async function createRoom(tx: PropertyTransaction, room: NewRoom): Promise<Room> {
  const [row] = await tx.query<RoomRow>(
    `insert into rooms (hotel_id, name, capacity, price_minor, units, min_stay, cots, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     returning *`,
    [tx.hotelId, room.name, room.capacity, room.priceMinor, room.units, room.minStay, room.cots, tx.now],
  );
  const created = toRoom(row!);
  await recordUnits(tx, created);
  await createFeeds(tx, created.roomId);
  tx.record('room.changed', `room/${created.roomId}`, created);
  return created;
}

/**
 * Changes a room. With another number of units, nights whose number sellable was not set
 * by hand offer that many more or fewer. Throws `exceeds_units` if more is taken on a
 * night than the new number, `room_has_units` if the room's units give another number, and `unknown_room`.
 */
export async function changeRoom(
  tx: PropertyTransaction,
  roomId: number,
  patch: Partial<NewRoom>,
  today: Temporal.PlainDate,
): Promise<Room> {
  const before = await lockRoom(tx, roomId);
  const after = { ...before, ...patch };
  if (patch.units !== undefined) await requireNumberOfUnits(tx, roomId, patch.units);
  const [row] = await tx.query<RoomRow>(
    `update rooms set name = $3, capacity = $4, price_minor = $5, units = $6, min_stay = $7, cots = $8
     where hotel_id = $1 and room_id = $2
     returning *`,
    [
      tx.hotelId,
      roomId,
      after.name,
      after.capacity,
      after.priceMinor,
      after.units,
      after.minStay,
      after.cots,
    ],
  );
  if (after.units !== null && after.units !== before.units) await applyUnits(tx, before, after.units, today);
  const changed = toRoom(row!);
  if (changed.units !== before.units) await recordUnits(tx, changed);
  tx.record('room.changed', `room/${roomId}`, { ...changed, ...changesOf(before, changed) });
  return changed;
}

/** Throws `room_has_units` if the room has units, and another number of them. */
async function requireNumberOfUnits(
  tx: PropertyTransaction,
  roomId: number,
  wanted: number | null,
): Promise<void> {
  const units = await countUnitsOf(tx, roomId);
  if (units > 0 && units !== wanted) throw new Problem('room_has_units', { roomId, units });
}

/**
 * Sets the number that a room sells to the number of its units, after units were added or archived. The caller has locked the
 * room (see `lockRoom`). Throws `exceeds_units` if more is taken on a night.
 */
export async function applyUnitCount(
  tx: PropertyTransaction,
  room: Room,
  today: Temporal.PlainDate,
): Promise<void> {
  // Without its last unit a room is sold as one without units.
  const units = Math.max(1, await countUnitsOf(tx, room.roomId));
  if (units === room.units) return;
  await tx.query(`update rooms set units = $3 where hotel_id = $1 and room_id = $2`, [
    tx.hotelId,
    room.roomId,
    units,
  ]);
  if (units !== (room.units ?? 1)) await applyUnits(tx, room, units, today);
  const changed = { ...room, units };
  await recordUnits(tx, changed);
  tx.record('room.changed', `room/${room.roomId}`, { ...changed, ...changesOf(room, changed) });
}

/** Keeps from when on the room has this number of units: reports of the past count that of each day (see `reports/capacity`). */
async function recordUnits(
  tx: PropertyTransaction,
  { roomId, units }: Pick<Room, 'roomId' | 'units'>,
): Promise<void> {
  await tx.query(
    `insert into room_unit_history (hotel_id, room_id, since, units) values ($1, $2, $3, $4)
     on conflict (hotel_id, room_id, since) do update set units = excluded.units`,
    [tx.hotelId, roomId, tx.now, units],
  );
}

async function countUnitsOf(tx: PropertyTransaction, roomId: number): Promise<number> {
  const [row] = await tx.query<{ units: number }>(
    `select count(*)::int as units from units where hotel_id = $1 and room_id = $2 and archived_at is null`,
    [tx.hotelId, roomId],
  );
  return row!.units;
}

export type RoomFilter = {
  roomId?: number | undefined;
  /** also retired rooms */
  retired?: boolean | undefined;
};

/** Returns one page of rooms by id; retired ones only if the filter asks for them. */
export async function listRooms(
  db: Queryable,
  hotelId: number,
  filter: RoomFilter,
  page: Page,
): Promise<Room[]> {
  const { text, values } = keyset(
    'select * from rooms',
    [
      [filter.retired ? 'hotel_id = ?' : 'hotel_id = ? and archived_at is null', hotelId],
      ['room_id = ?', filter.roomId],
    ],
    { columns: ['room_id'], types: ['bigint'] },
    page,
  );
  return (await db.query<RoomRow>(text, values)).map(toRoom);
}

/** Returns the names of all rooms by id, also of retired ones. */
export async function readRoomNames(db: Queryable, hotelId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ room_id: number; name: string }>(
    'select room_id, name from rooms where hotel_id = $1',
    [hotelId],
  );
  return new Map(rows.map(({ room_id, name }) => [room_id, name]));
}

/** Returns whether the room is retired. */
export async function isRetired(db: Queryable, hotelId: number, roomId: number): Promise<boolean> {
  const rows = await db.query(
    `select 1 from rooms where hotel_id = $1 and room_id = $2 and archived_at is not null`,
    [hotelId, roomId],
  );
  return rows.length > 0;
}

/** Returns a room that the property sells. Throws `unknown_room`. */
export async function requireRoom(db: Queryable, hotelId: number, roomId: number): Promise<Room> {
  const [row] = await db.query<RoomRow>(
    `select * from rooms where hotel_id = $1 and room_id = $2 and archived_at is null`,
    [hotelId, roomId],
  );
  if (!row) throw unknownRoom(roomId);
  return toRoom(row);
}

export function unknownRoom(roomId: number): Problem {
  return new Problem('unknown_room', { roomIds: [roomId] });
}

/**
 * Locks a room against concurrent sales, which hold its inventory lock shared,
 * and returns it. Throws `unknown_room`.
 */
export async function lockRoom(tx: PropertyTransaction, roomId: number): Promise<Room> {
  await lockInventoryExclusive(tx, roomId);
  const [row] = await tx.query<RoomRow>(
    `select * from rooms where hotel_id = $1 and room_id = $2 and archived_at is null for no key update`,
    [tx.hotelId, roomId],
  );
  if (!row) throw unknownRoom(roomId);
  return toRoom(row);
}

/**
 * Applies a new number of units to the stored nights from today on. A number sellable that was set by hand
 * stays, but is limited to what is left. Throws `exceeds_units` if more is taken on a night.
 */
async function applyUnits(
  tx: PropertyTransaction,
  before: Room,
  units: number,
  today: Temporal.PlainDate,
): Promise<void> {
  const [over] = await tx.query<{ date: string; taken: number }>(
    `select date, sold + blocked as taken from nights
     where hotel_id = $1 and room_id = $2 and date >= $3 and sold + blocked > $4
     order by date limit 1`,
    [tx.hotelId, before.roomId, today, units],
  );
  if (over) {
    throw new Problem('exceeds_units', { case: 'taken', roomId: before.roomId, ...over, units });
  }
  const rows = await tx.query<{ date: string }>(
    `update nights set
       available = case when allotted then least(available, $4::int - sold - blocked) else $4::int - sold - blocked end,
       -- A number set by hand may be overbooked even where the units suffice.
       overbooked = case when allotted then greatest(0, -available) else 0 end
     where hotel_id = $1 and room_id = $2 and date >= $3
     returning date`,
    [tx.hotelId, before.roomId, today, units],
  );
  const nights = rows.map((row) => Temporal.PlainDate.from(row.date));
  recordAvailability(tx, before.roomId, [today, ...nights], ['available']);
  await updateConflicts(tx, before.roomId, nights);
}

export type RoomRow = {
  room_id: number;
  hotel_id: number;
  name: string;
  capacity: number;
  price_minor: number;
  units: number | null;
  min_stay: number;
  cots: number;
};

export function toRoom(row: RoomRow): Room {
  return {
    roomId: row.room_id,
    hotelId: row.hotel_id,
    name: row.name,
    capacity: row.capacity,
    priceMinor: row.price_minor,
    units: row.units,
    minStay: row.min_stay,
    cots: row.cots,
  };
}
