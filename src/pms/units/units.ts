// Units of rooms: added, listed and changed. The number of a room's units is what it sells.
import type { Queryable } from '../../db/database.ts';
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import type { ClosureKind, Occupancy, RoomUnit, UnitCondition, UnitState } from '../../model/unit.ts';
import { Problem } from '../../problems.ts';
import { type Condition, count, keyset, type Page } from '../page.ts';
import { lockProperty } from '../properties.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { ledgerSums, type ReservationRow, toReservation } from '../reservations/rows.ts';
import { applyUnitCount, lockRoom } from '../rooms.ts';
import { renameUnitInTasks } from '../tasks.ts';
import { endCleanings, reopenCleanings } from './cleanings.ts';
import { recordUnitChange } from './conditions.ts';
import { followCondition } from './inspections.ts';
import { toUnit, type UnitRow } from './rows.ts';
import { readOccupants } from './unit-calendars.ts';

type NewUnits = { roomId: number; names: readonly string[]; floor: string | null };

/**
 * Adds units to a room. From the first one on, the room sells as many as it has units. Throws `unknown_room`, `unit_name_taken`,
 * and `exceeds_units` if more is taken on a night than the room then has.
 */
export async function createUnits(
  tx: PropertyTransaction,
  { roomId, names, floor }: NewUnits,
  today: PlainDate,
): Promise<RoomUnit[]> {
  await lockProperty(tx);
  const room = await lockRoom(tx, roomId);
  await requireNewNames(tx, names);
  const rows = await tx.query<UnitRow>(
    `insert into units (hotel_id, room_id, name, floor, position, condition_at, created_at)
     select $1, $2, given.name, $4, known.last + given.place, $5, $5
     from unnest($3::text[]) with ordinality as given(name, place),
       (select coalesce(max(position), 0) as last from units where hotel_id = $1 and room_id = $2) as known
     order by given.place
     returning *`,
    [tx.hotelId, roomId, names, floor, tx.now],
  );
  const units = rows.map(toUnit);
  for (const unit of units) {
    recordUnitChange(tx, null, unit);
    await followCondition(tx, unit);
  }
  await applyUnitCount(tx, room, today);
  return units;
}

/**
 * Throws `unit_name_taken` for a name that a unit in use has, or that is given twice; case does not matter. A name is that of one unit of the whole
 * property: the caller has locked it, because another room could get the same name at the same time.
 */
async function requireNewNames(tx: PropertyTransaction, names: readonly string[], unitId = 0): Promise<void> {
  const [taken] = await tx.query<{ name: string }>(
    `select given.name from unnest($2::text[]) with ordinality as given(name, place)
     where exists (
       select 1 from units
       where hotel_id = $1 and lower(units.name) = lower(given.name) and archived_at is null and unit_id <> $3
     ) or lower(given.name) = any (select lower(other) from unnest(($2::text[])[:given.place - 1]) as other)
     order by given.place limit 1`,
    [tx.hotelId, names, unitId],
  );
  if (taken) throw new Problem('unit_name_taken', { name: taken.name });
}

type UnitPatch = {
  name?: string;
  floor?: string | null;
  position?: number;
  condition?: UnitCondition;
};

/**
 * Changes a unit. Present and future stays show its new name. One that is set to clean or inspected is cleaned: its turnover tasks that are due
 * are done (see `endCleanings`), and to be done again if that is taken back. Throws `unknown_unit` and `unit_name_taken`.
 */
export async function changeUnit(
  tx: PropertyTransaction,
  unitId: number,
  patch: UnitPatch,
  today: PlainDate,
): Promise<RoomUnit> {
  const known = await findUnit(tx, unitId);
  const renames = patch.name !== undefined && patch.name !== known.name;
  if (renames) {
    await lockProperty(tx);
    // Stays are renamed as well: nobody may change them meanwhile.
    await lockRoom(tx, known.roomId);
    await requireNewNames(tx, [patch.name!], unitId);
  }
  const before = await findUnit(tx, unitId, 'for no key update');
  const after = { ...before, ...patch };
  const [row] = await tx.query<UnitRow>(
    `update units set name = $3, floor = $4, position = $5, condition = $6,
       condition_at = case when $7::boolean then $8 else condition_at end
     where hotel_id = $1 and unit_id = $2
     returning *`,
    [
      tx.hotelId,
      unitId,
      after.name,
      after.floor,
      after.position,
      after.condition,
      patch.condition !== undefined,
      tx.now,
    ],
  );
  const unit = toUnit(row!);
  recordUnitChange(tx, before, unit);
  if (unit.condition !== before.condition) {
    if (unit.condition === 'dirty') await reopenCleanings(tx, before, today);
    await followCondition(tx, unit);
  }
  if (patch.condition !== undefined && patch.condition !== 'dirty') await endCleanings(tx, { unitId, today });
  if (renames) await renameInStays(tx, unit, today);
  return unit;
}

async function renameInStays(
  tx: PropertyTransaction,
  { unitId, name }: RoomUnit,
  today: PlainDate,
): Promise<void> {
  const rows = await tx.query<ReservationRow>(
    `update reservations set updated_at = $5, unit_nights = (
       select jsonb_agg(case when (part->>'unitId')::bigint = $2 then jsonb_set(part, '{name}', to_jsonb($3::text)) else part end order by place)
       from jsonb_array_elements(unit_nights) with ordinality as parts(part, place)
     )
     where hotel_id = $1 and reservation_id in (
       select reservation_id from unit_nights
       where hotel_id = $1 and unit_id = $2 and date >= $4 and reservation_id is not null
     )
     returning *, ${ledgerSums()}`,
    [tx.hotelId, unitId, name, today, tx.now],
  );
  for (const stay of rows.map(toReservation))
    tx.record('booking.modified', `booking/${stay.reservationId}`, { ...stay, changed: ['unitNights'] });
  await renameUnitInTasks(tx, { unitId, name });
}

/** Returns a unit in use. Throws `unknown_unit`. */
export async function findUnit(
  db: Queryable & { hotelId: number },
  unitId: number,
  lock: '' | 'for no key update' = '',
): Promise<RoomUnit> {
  const [row] = await db.query<UnitRow>(
    `select * from units where hotel_id = $1 and unit_id = $2 and archived_at is null ${lock}`,
    [db.hotelId, unitId],
  );
  if (!row) throw new Problem('unknown_unit', { unitId });
  return toUnit(row);
}

export type UnitFilter = {
  roomId?: number | undefined;
  unitId?: number | undefined;
  unitIds?: readonly number[] | undefined;
  condition?: UnitCondition | undefined;
};

/** Returns one page of units in use, by room and place, with who is in them and what comes next. */
export async function listUnits(
  db: Queryable,
  { hotelId, today }: { hotelId: number; today: PlainDate },
  filter: UnitFilter,
  page: Page,
): Promise<UnitState[]> {
  const { text, values } = keyset(
    'select * from units',
    conditionsOf(hotelId, filter),
    { columns: ['room_id', 'position', 'unit_id'], types: ['bigint', 'int', 'bigint'] },
    page,
  );
  const units = (await db.query<UnitRow>(text, values)).map(toUnit);
  if (units.length === 0) return [];
  const ids = units.map(({ unitId }) => unitId);
  const [occupants, arrivals, closures] = await Promise.all([
    readOccupants({ query: db.query, hotelId }, today),
    readNextArrivals(db, hotelId, ids, today),
    readPresentClosures(db, hotelId, ids, today),
  ]);
  return units.map((unit) => {
    const occupant = occupants.get(unit.unitId) ?? null;
    const arrival = arrivals.get(unit.unitId) ?? null;
    return {
      ...unit,
      occupancy: occupancyOf(occupant, arrival, today),
      occupiedBy: occupant?.reservationId ?? null,
      nextArrival: arrival,
      closure: closures.get(unit.unitId) ?? null,
    };
  });
}

function occupancyOf(
  occupant: { until: string } | null,
  arrival: { date: PlainDate } | null,
  today: PlainDate,
): Occupancy {
  if (occupant) return occupant.until > today.toString() ? 'occupied' : 'departing';
  return arrival?.date.equals(today) ? 'arriving' : 'vacant';
}

export function countUnits(db: Queryable, hotelId: number, filter: UnitFilter): Promise<number> {
  return count(db, 'units', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: UnitFilter): Condition[] {
  return [
    ['hotel_id = ? and archived_at is null', hotelId],
    ['room_id = ?', filter.roomId],
    ['unit_id = ?', filter.unitId],
    ['unit_id = any(?::bigint[])', filter.unitIds],
    ['condition = ?', filter.condition],
  ];
}

type NextArrival = { date: PlainDate; reservationId: number };

/** Returns the first night from today on of a guest who has not arrived, by unit. */
async function readNextArrivals(
  db: Queryable,
  hotelId: number,
  unitIds: readonly number[],
  today: PlainDate,
): Promise<Map<number, NextArrival>> {
  const rows = await db.query<{ unit_id: number; date: string; reservation_id: number }>(
    `select distinct on (night.unit_id) night.unit_id, night.date, night.reservation_id
     from unit_nights as night
     join reservations as stay
       on stay.hotel_id = night.hotel_id and stay.reservation_id = night.reservation_id
     where night.hotel_id = $1 and night.unit_id = any($2::bigint[]) and night.date >= $3 and stay.status = 'confirmed'
     order by night.unit_id, night.date`,
    [hotelId, unitIds, today],
  );
  return new Map(
    rows.map((row) => [row.unit_id, { date: toPlainDate(row.date), reservationId: row.reservation_id }]),
  );
}

type PresentClosure = { closureId: number; kind: ClosureKind; lastNight: PlainDate };

async function readPresentClosures(
  db: Queryable,
  hotelId: number,
  unitIds: readonly number[],
  today: PlainDate,
): Promise<Map<number, PresentClosure>> {
  const rows = await db.query<{ unit_id: number; closure_id: number; kind: ClosureKind; last_night: string }>(
    `select unit_id, closure_id, kind, last_night from closures
     where hotel_id = $1 and unit_id = any($2::bigint[]) and first_night <= $3 and last_night >= $3
     order by kind desc, closure_id`,
    [hotelId, unitIds, today],
  );
  return new Map(
    rows.map((row) => [
      row.unit_id,
      { closureId: row.closure_id, kind: row.kind, lastNight: toPlainDate(row.last_night) },
    ]),
  );
}
