// Closures of units: out of order, which takes a unit out of the count of its room, and out of service, which changes no count.
import type { Queryable } from '../../db/database.ts';
import type { UnitClosure } from '../../model/closure.ts';
import { changesOf } from '../../model/event.ts';
import { earliest, isBefore, latest, nightsBetween, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { ClosureKind } from '../../model/unit.ts';
import { Problem } from '../../problems.ts';
import { closeNights, openNights } from '../inventory/closed-nights.ts';
import { type Condition, count, keyset, type Page } from '../page.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { updateConflicts } from '../reservations/conflicts.ts';
import { lockRoom } from '../rooms.ts';
import { lockUnits, requireUnitFree } from './unit-calendars.ts';
import { findUnit } from './units.ts';

type NewClosure = Pick<
  UnitClosure,
  'unitId' | 'kind' | 'firstNight' | 'lastNight' | 'reason' | 'responsible'
>;

/**
 * Closes a unit. Throws `unknown_unit`; out of order also `unit_taken` with the stays and closures that have the unit, and
 * `units_sold` if every unit of its room is sold in one of the nights.
 */
export async function createClosure(
  tx: PropertyTransaction,
  wanted: NewClosure,
  today: PlainDate,
): Promise<UnitClosure> {
  await lockRoomsOf(tx, [wanted.unitId]);
  const [row] = await tx.query<{ closure_id: number }>(
    `insert into closures (hotel_id, unit_id, kind, first_night, last_night, reason, responsible, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     returning closure_id`,
    [
      tx.hotelId,
      wanted.unitId,
      wanted.kind,
      wanted.firstNight,
      wanted.lastNight,
      wanted.reason,
      wanted.responsible,
      tx.now,
    ],
  );
  const closure = await findClosure(tx, row!.closure_id);
  await holdUnit(tx, closure, heldNights(closure, today));
  tx.record('closure.created', `closure/${closure.closureId}`, closure);
  return closure;
}

/**
 * Prolongs, shortens or moves a closure, or changes its kind or texts. Nights before today stay as they were. Throws
 * `unknown_closure`, `closure_ended`, and what `createClosure` throws.
 */
export async function changeClosure(
  tx: PropertyTransaction,
  closureId: number,
  patch: Partial<NewClosure>,
  today: PlainDate,
): Promise<UnitClosure> {
  const known = await findClosure(tx, closureId);
  await lockRoomsOf(tx, [known.unitId, patch.unitId ?? known.unitId]);
  const before = await findClosure(tx, closureId);
  if (isBefore(before.lastNight, today) || before.endedAt !== null)
    throw new Problem('closure_ended', { closureId, lastNight: before.lastNight });
  const wanted = { ...before, ...patch };
  return replaceClosure(tx, before, wanted, { today, kind: 'closure.changed' });
}

/**
 * Ends a closure: its unit can be used from the night of `date` on, and from today on at the earliest. Repeating it changes nothing.
 * Throws `unknown_closure`.
 */
export async function endClosure(
  tx: PropertyTransaction,
  closureId: number,
  { date, today }: { date: PlainDate; today: PlainDate },
): Promise<UnitClosure> {
  const before = await lockClosure(tx, closureId);
  const end = latest(latest(date, today), before.firstNight);
  const lastNight = earliest(before.lastNight, end.subtract({ days: 1 }));
  if (lastNight.equals(before.lastNight)) return before;
  const wanted = { ...before, lastNight, endedAt: tx.now };
  return replaceClosure(tx, before, wanted, { today, kind: 'closure.ended' });
}

async function replaceClosure(
  tx: PropertyTransaction,
  before: UnitClosure,
  wanted: UnitClosure,
  { today, kind }: { today: PlainDate; kind: 'closure.changed' | 'closure.ended' },
): Promise<UnitClosure> {
  await tx.query(
    `update closures set unit_id = $3, kind = $4, first_night = $5, last_night = $6, reason = $7, responsible = $8,
       ended_at = $9, updated_at = $10
     where hotel_id = $1 and closure_id = $2`,
    [
      tx.hotelId,
      before.closureId,
      wanted.unitId,
      wanted.kind,
      wanted.firstNight,
      wanted.lastNight,
      wanted.reason,
      wanted.responsible,
      wanted.endedAt,
      tx.now,
    ],
  );
  const after = await findClosure(tx, before.closureId);
  const [held, needed] = [heldNights(before, today), heldNights(after, today)];
  const sameUnit = before.unitId === after.unitId;
  await releaseUnit(tx, before, sameUnit ? without(held, needed) : held);
  await holdUnit(tx, after, sameUnit ? without(needed, held) : needed);
  tx.record(kind, `closure/${after.closureId}`, { ...after, ...changesOf(before, after) });
  return after;
}

/** Returns the nights from today on in which the closure holds its unit. */
function heldNights({ kind, firstNight, lastNight }: UnitClosure, today: PlainDate): PlainDate[] {
  if (kind !== 'out_of_order') return [];
  return nightsBetween(latest(firstNight, today), lastNight.add({ days: 1 }));
}

function without(nights: readonly PlainDate[], others: readonly PlainDate[]): PlainDate[] {
  const excluded = new Set(others.map(String));
  return nights.filter((night) => !excluded.has(night.toString()));
}

/** Locks a closure with the room of its unit until the transaction ends and returns it. Throws `unknown_closure`. */
export async function lockClosure(tx: PropertyTransaction, closureId: number): Promise<UnitClosure> {
  const known = await findClosure(tx, closureId);
  await lockRoomsOf(tx, [known.unitId]);
  return findClosure(tx, closureId);
}

/** Locks the rooms of the units for this transaction alone, in the order of their ids. Throws `unknown_unit`. */
async function lockRoomsOf(tx: PropertyTransaction, unitIds: readonly number[]): Promise<void> {
  const rooms = new Set<number>();
  for (const unitId of unitIds) rooms.add((await findUnit(tx, unitId)).roomId);
  for (const roomId of [...rooms].sort((a, b) => a - b)) await lockRoom(tx, roomId);
  // The unit may have been archived until its room was locked.
  for (const unitId of unitIds) await findUnit(tx, unitId);
}

async function holdUnit(
  tx: PropertyTransaction,
  { closureId, unitId, unitName: name, roomId }: UnitClosure,
  nights: readonly PlainDate[],
): Promise<void> {
  const [first, last] = [nights[0], nights.at(-1)];
  if (!first || !last) return;
  const closed = await closeNights(tx, roomId, nights);
  await lockUnits(tx, roomId);
  await requireUnitFree(
    tx,
    { unitId, name },
    { from: first, until: last.add({ days: 1 }), without: { closureId } },
  );
  if (closed.full.length > 0) throw new Problem('units_sold', { roomId, nights: closed.full });
  await tx.query(
    `insert into unit_nights (hotel_id, unit_id, date, closure_id, lowers_count)
     select $1, $2, night.date, $3, night.lowers_count
     from unnest($4::date[], $5::boolean[]) as night(date, lowers_count)`,
    [
      tx.hotelId,
      unitId,
      closureId,
      closed.nights.map(({ date }) => date),
      closed.nights.map(({ lowersCount }) => lowersCount),
    ],
  );
}

async function releaseUnit(
  tx: PropertyTransaction,
  { closureId, roomId }: UnitClosure,
  nights: readonly PlainDate[],
): Promise<void> {
  if (nights.length === 0) return;
  const rows = await tx.query<{ date: string; lowers_count: boolean }>(
    `delete from unit_nights where hotel_id = $1 and closure_id = $2 and date = any($3::date[])
     returning date, lowers_count`,
    [tx.hotelId, closureId, nights],
  );
  const opened = rows.map((row) => ({ date: toPlainDate(row.date), lowersCount: row.lowers_count }));
  await openNights(tx, roomId, opened);
  await updateConflicts(
    tx,
    roomId,
    opened.map(({ date }) => date),
  );
}

export type ClosureFilter = {
  closureId?: number | undefined;
  unitId?: number | undefined;
  roomId?: number | undefined;
  kind?: ClosureKind | undefined;
  /** with a night at or after this date */
  from?: PlainDate | undefined;
  /** with a night at or before this date */
  to?: PlainDate | undefined;
};

/** Returns one page of closures by first night. */
export async function listClosures(
  db: Queryable,
  hotelId: number,
  filter: ClosureFilter,
  page: Page,
): Promise<UnitClosure[]> {
  const { text, values } = keyset(
    SELECT_CLOSURES,
    conditionsOf(hotelId, filter),
    { columns: ['first_night', 'closure_id'], types: ['date', 'bigint'] },
    page,
  );
  return (await db.query<ClosureRow>(text, values)).map(toClosure);
}

export function countClosures(db: Queryable, hotelId: number, filter: ClosureFilter): Promise<number> {
  return count(db, 'closures', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: ClosureFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['closure_id = ?', filter.closureId],
    ['unit_id = ?', filter.unitId],
    [
      'unit_id in (select unit.unit_id from units as unit where unit.hotel_id = closures.hotel_id and unit.room_id = ?)',
      filter.roomId,
    ],
    ['kind = ?', filter.kind],
    ['last_night >= ?', filter.from],
    ['first_night <= ?', filter.to],
  ];
}

/** Selects closures with their unit; `where` follows. The unit is read by subqueries, so that columns need no table name. */
const SELECT_CLOSURES = `select *,
    (select unit.name from units as unit where unit.hotel_id = closures.hotel_id and unit.unit_id = closures.unit_id) as unit_name,
    (select unit.room_id from units as unit where unit.hotel_id = closures.hotel_id and unit.unit_id = closures.unit_id) as room_id
  from closures`;

async function findClosure(tx: PropertyTransaction, closureId: number): Promise<UnitClosure> {
  const [found] = await listClosures(tx, tx.hotelId, { closureId }, { size: 1, after: null });
  if (!found) throw new Problem('unknown_closure', { closureId });
  return found;
}

export type ClosureRow = {
  hotel_id: number;
  closure_id: number;
  unit_id: number;
  unit_name: string;
  room_id: number;
  kind: ClosureKind;
  first_night: string;
  last_night: string;
  reason: string | null;
  responsible: string | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
  ended_at: Temporal.Instant | null;
};

export function toClosure(row: ClosureRow): UnitClosure {
  return {
    hotelId: row.hotel_id,
    closureId: row.closure_id,
    unitId: row.unit_id,
    unitName: row.unit_name,
    roomId: row.room_id,
    kind: row.kind,
    firstNight: toPlainDate(row.first_night),
    lastNight: toPlainDate(row.last_night),
    reason: row.reason,
    responsible: row.responsible,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}
