// Units for many stays at once: moves that people decided, and the automatic assignment of those who arrive on some days.
import { changesOf } from '../../model/event.ts';
import { dateOfDay, dayNumber, isBefore, type PlainDate, toPlainDate } from '../../model/night.ts';
import {
  firstNightInRoom,
  nextNight,
  RESERVATION_TRANSITIONS,
  type Reservation,
} from '../../model/reservation.ts';
import {
  clipUnitNights,
  joinUnitNights,
  type UnitNights,
  type UnitsOfStay,
  unitOn,
} from '../../model/unit.ts';
import {
  bestUnit,
  type Days,
  type UnitCalendar,
  type UnitHolder,
  unitNightsOf,
} from '../../model/unit-plan.ts';
import { Problem, type ProblemData } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { lockReservation, requireReservation } from '../reservations/find.ts';
import { ledgerSums, type ReservationRow, toReservation, updateReservation } from '../reservations/rows.ts';
import { lockRoom } from '../rooms.ts';
import { cancelCleaning, moveTurnover } from '../tasks.ts';
import { leaveToBeCleaned } from './leave-unit.ts';
import { findWays } from './no-unit.ts';
import { conflictWithoutUnit, missingNights } from './sold-unit.ts';
import {
  lockUnits,
  readOccupants,
  readUnitCalendars,
  requireUnitFree,
  requireUnitOf,
} from './unit-calendars.ts';
import { replaceUnitNights } from './unit-nights.ts';

/** A stay that gets a unit from a night on; absent = from today, or from its first night. */
type WantedMove = { reservationId: number; unitId: number; from?: PlainDate };

/**
 * Moves stays to units, all or none, so that stays can also exchange theirs. Nights before keep their units. People chose the unit: it
 * is pinned. Throws `unknown_booking`,
 * `invalid_transition` for a stay that has ended, `unknown_unit`, `unit_of_other_room`, `unit_taken`, and `unit_occupied` for the
 * unit of a guest in the house who does not move.
 */
export async function moveStays(
  tx: PropertyTransaction,
  moves: readonly WantedMove[],
  today: PlainDate,
): Promise<Reservation[]> {
  const known = await Promise.all(
    moves.map(({ reservationId }) => requireReservation(tx, tx.hotelId, reservationId)),
  );
  await lockRooms(
    tx,
    known.map(({ roomId }) => roomId),
  );
  const stays: { before: Reservation; kept: UnitNights[]; from: PlainDate; unitId: number }[] = [];
  for (const { reservationId, unitId, from: wanted } of moves) {
    const before = await lockReservation(tx, reservationId);
    const { status, checkout } = before;
    if (RESERVATION_TRANSITIONS[status].length === 0)
      throw new Problem('invalid_transition', { case: 'final', status });
    const next = nextNight(before, today);
    const from = wanted && isBefore(next, wanted) && isBefore(wanted, checkout) ? wanted : next;
    stays.push({ before, kept: clipUnitNights(before.unitNights ?? [], null, from), from, unitId });
  }
  // All leave their units before one takes another's.
  for (const { before, kept } of stays)
    await replaceUnitNights(tx, before.reservationId, before.unitNights ?? [], kept);
  const moved: Reservation[] = [];
  for (const { before, kept, from, unitId } of stays) {
    const { reservationId, roomId, checkout } = before;
    const unit = await requireUnitOf(tx, { unitId, roomId });
    await requireUnitFree(tx, unit, { from, until: checkout, without: { reservationId } });
    const days = { from: dayNumber(from), until: dayNumber(checkout) };
    const nights = joinUnitNights(kept, [unitNightsOf(unit, days)]);
    await replaceUnitNights(tx, reservationId, kept, nights);
    moved.push(await storeUnits(tx, before, { unitNights: nights, unitPinned: true }));
  }
  await leaveUnits(tx, stays, moved, today);
  return moved;
}

/** Units that guests in the house leave are to be cleaned; throws `unit_occupied` if another guest is still in a new one. */
async function leaveUnits(
  tx: PropertyTransaction,
  stays: readonly { before: Reservation }[],
  moved: readonly Reservation[],
  today: PlainDate,
): Promise<void> {
  const vacated: { unitId: number; reservationId: number }[] = [];
  for (const [i, after] of moved.entries()) {
    if (after.status !== 'checked_in') continue;
    const [left, taken] = [unitOn(stays[i]!.before, today), unitOn(after, today)!];
    if (left?.unitId === taken.unitId) continue;
    const { unitId, name } = taken;
    const occupant = (await readOccupants(tx, today, { without: after.reservationId })).get(unitId);
    if (occupant) throw new Problem('unit_occupied', { unitId, name, reservationId: occupant.reservationId });
    await cancelCleaning(tx, unitId);
    if (left) vacated.push({ unitId: left.unitId, reservationId: after.reservationId });
  }
  // Last, because guests who exchange their units leave those that the others take.
  for (const { unitId, reservationId } of vacated)
    await leaveToBeCleaned(tx, { unitId }, { reservationId, today });
}

/** A stay that the automatic assignment gave no unit, with the ways to get one. */
type BlockedStay = { reservationId: number } & ProblemData['no_unit_without_moving'];

/**
 * Gives a unit to each confirmed stay that arrives on these days and has none, in all its nights or in some, in the order of arrival.
 * In nights in which a stay has a unit it is not moved. Returns the stays with their units, and those for which no unit is free in all their nights.
 */
export async function assignArrivals(
  tx: PropertyTransaction,
  { from, to, roomId }: { from: PlainDate; to: PlainDate; roomId?: number | undefined },
  today: PlainDate,
): Promise<{ assigned: Reservation[]; blocked: BlockedStay[] }> {
  const rooms = await tx.query<{ room_id: number }>(
    `select room.room_id from rooms as room
     where room.hotel_id = $1 and room.archived_at is null and room.room_id = coalesce($2, room.room_id) and exists (
       select 1 from units as unit
       where unit.hotel_id = $1 and unit.room_id = room.room_id and unit.archived_at is null)`,
    [tx.hotelId, roomId ?? null],
  );
  await lockRooms(
    tx,
    rooms.map((row) => row.room_id),
  );
  const result: { assigned: Reservation[]; blocked: BlockedStay[] } = { assigned: [], blocked: [] };
  for (const { room_id: id } of rooms.toSorted((a, b) => a.room_id - b.room_id)) {
    const arrivals = await readArrivalsWithoutUnit(tx, id, { from, to });
    const first = arrivals[0];
    if (!first) continue;
    const units = await readUnitCalendars(tx, { roomId: id, from: first.checkin, until: null, today });
    await assignRoom(tx, { units, arrivals, today }, result);
  }
  return result;
}

async function assignRoom(
  tx: PropertyTransaction,
  {
    units,
    arrivals,
    today,
  }: { units: readonly UnitCalendar[]; arrivals: readonly Reservation[]; today: PlainDate },
  result: { assigned: Reservation[]; blocked: BlockedStay[] },
): Promise<void> {
  const calendars = units.map((unit) => ({ ...unit, taken: new Map<number, UnitHolder>(unit.taken) }));
  const blocked: Reservation[] = [];
  for (const stay of arrivals) {
    const current = stay.unitNights ?? [];
    const missing = daysWithoutUnit(stay, today);
    const added = missing.map((days) => chooseUnit(calendars, days, { current, today }));
    if (added.includes(null)) blocked.push(stay);
    if (missing.length === 0 || added.includes(null)) continue;
    const nights = joinUnitNights(current, added as UnitNights[]);
    for (const { unitId, from: first, until } of added as UnitNights[]) {
      const { taken } = calendars.find((unit) => unit.unitId === unitId)!;
      const holder = { reservationId: stay.reservationId, closureId: null };
      const end = dayNumber(toPlainDate(until));
      for (let day = dayNumber(toPlainDate(first)); day < end; day += 1) taken.set(day, holder);
    }
    await replaceUnitNights(tx, stay.reservationId, current, nights);
    result.assigned.push(await storeUnits(tx, stay, { unitNights: nights, unitPinned: stay.unitPinned }));
  }
  // After all others have theirs, which may be moved.
  for (const one of blocked) {
    const { reservationId, roomId, checkout } = one;
    const from = dayNumber(firstNightInRoom(one));
    const stay = { reservationId, roomId, from, until: dayNumber(checkout) };
    result.blocked.push({ reservationId, ...(await findWays(tx, stay, today)) });
  }
}

/** Returns the ranges of nights in its present room in which a stay has no unit; of one that has a unit in other nights, those from today on. */
function daysWithoutUnit(stay: Reservation, today: PlainDate): Days[] {
  const ranges: Days[] = [];
  for (const night of missingNights(stay, stay.unitNights ?? [])) {
    if (stay.unitNights !== null && isBefore(night, today)) continue;
    const [day, last] = [dayNumber(night), ranges.at(-1)];
    if (last?.until === day) last.until = day + 1;
    else ranges.push({ from: day, until: day + 1 });
  }
  return ranges;
}

/** Returns these nights in a unit that the stay has in others, if one is free, or in the best free one; null for none. */
function chooseUnit(
  calendars: readonly UnitCalendar[],
  days: Days,
  { current, today }: { current: readonly UnitNights[]; today: PlainDate },
): UnitNights | null {
  const wanted = { ...days, arrivesNow: !isBefore(today, dateOfDay(days.from)) };
  const same = calendars.filter(({ unitId }) => current.some((one) => one.unitId === unitId));
  const best = bestUnit(same, wanted) ?? bestUnit(calendars, wanted);
  return best && unitNightsOf(best, days);
}

async function readArrivalsWithoutUnit(
  tx: PropertyTransaction,
  roomId: number,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<Reservation[]> {
  const rows = await tx.query<ReservationRow>(
    `select *, ${ledgerSums()} from reservations
     where hotel_id = $1 and room_id = $2 and checkin between $3 and $4 and status = 'confirmed'
       and checkout - checkin > coalesce((
         select sum((part->>'until')::date - (part->>'from')::date) from jsonb_array_elements(unit_nights) as part), 0)
     order by checkin, checkout - checkin desc, reservation_id
     for update`,
    [tx.hotelId, roomId, from, to],
  );
  return rows.map(toReservation);
}

/** Locks rooms for this transaction alone, then their units, in the order of their ids. */
async function lockRooms(tx: PropertyTransaction, roomIds: readonly number[]): Promise<void> {
  const ordered = [...new Set(roomIds)].sort((a, b) => a - b);
  for (const roomId of ordered) await lockRoom(tx, roomId);
  for (const roomId of ordered) await lockUnits(tx, roomId);
}

async function storeUnits(
  tx: PropertyTransaction,
  before: Reservation,
  units: UnitsOfStay & { unitNights: UnitNights[] },
): Promise<Reservation> {
  const lacked = before.conflictKind === 'without_unit';
  const wanted = { ...before, ...units, ...(lacked && conflictWithoutUnit(before, units.unitNights)) };
  const changes = changesOf(before, wanted);
  if (changes.changed.length === 0) return before;
  const after = await updateReservation(tx, wanted);
  tx.record('booking.modified', `booking/${after.reservationId}`, { ...after, ...changes });
  await moveTurnover(tx, after);
  return after;
}
