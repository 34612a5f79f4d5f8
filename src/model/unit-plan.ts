// Choosing a unit for a stay: the best of those that are free; if none is, the fewest moves of other stays that free one, or a
// split of the stay with the fewest changes of unit. Nights are day numbers (see model/night.ts).
import { dateOfDay } from './night.ts';
import type { UnitNights } from './unit.ts';

/** Who has a unit in a night: a stay or a closure. */
export type UnitHolder = { reservationId: number | null; closureId: number | null };

/** A unit with the nights in which it is taken. */
export type UnitCalendar = {
  unitId: number;
  name: string;
  position: number;
  /** a guest may move in */
  ready: boolean;
  /** the guest who is in it now; null = vacant */
  occupiedBy: number | null;
  taken: ReadonlyMap<number, UnitHolder>;
  /** nights in which it is out of service: free, but only if no other unit is */
  outOfService: ReadonlySet<number>;
};

/** Nights [from, until). */
export type Days = { from: number; until: number };

/** `arrivesNow`: the guest moves in today, so that vacant units that are ready come first. */
type WantedDays = Days & { arrivesNow: boolean };

/** A stay that may be moved to another unit, with all its nights. */
export type MovableStay = Days & { reservationId: number };

/** How far the nights before and after a stay are compared: a month. */
export const COMPARED_DAYS = 31;

/**
 * Returns the unit that is free in all nights and leaves the smallest gaps before and after the stay; null if none is free. Units
 * out of service come last, then for a guest who arrives now occupied ones, then those that are not ready.
 */
export function bestUnit(units: readonly UnitCalendar[], wanted: WantedDays): UnitCalendar | null {
  const free = units.filter((unit) => isFree(unit, wanted));
  return free.toSorted(byRank(wanted))[0] ?? null;
}

export function isFree(unit: UnitCalendar, { from, until }: Days): boolean {
  for (let day = from; day < until; day += 1) if (unit.taken.has(day)) return false;
  return true;
}

function byRank(wanted: WantedDays): (a: UnitCalendar, b: UnitCalendar) => number {
  const ranks = new Map<UnitCalendar, number[]>();
  const rankOf = (unit: UnitCalendar) => ranks.getOrInsertComputed(unit, () => rank(unit, wanted));
  return (a, b) => {
    const [left, right] = [rankOf(a), rankOf(b)];
    const differs = left.findIndex((value, i) => value !== right[i]);
    return differs < 0 ? 0 : left[differs]! - right[differs]!;
  };
}

function rank(unit: UnitCalendar, { from, until, arrivesNow }: WantedDays): number[] {
  let outOfService = 0;
  for (let day = from; day < until; day += 1) if (unit.outOfService.has(day)) outOfService = 1;
  const occupied = arrivesNow && unit.occupiedBy !== null ? 1 : 0;
  const unready = arrivesNow && !unit.ready ? 1 : 0;
  const gap = freeDays(unit, from - 1, -1) + freeDays(unit, until, 1);
  return [outOfService, occupied, unready, gap, unit.position, unit.unitId];
}

/** Counts the free nights from a day on in one direction, at most COMPARED_DAYS. */
function freeDays(unit: UnitCalendar, start: number, step: 1 | -1): number {
  let count = 0;
  while (count < COMPARED_DAYS && !unit.taken.has(start + count * step)) count += 1;
  return count;
}

/** Returns the nights of a stay in several units with the fewest changes; null if no unit is free in one of the nights. */
export function splitOverUnits(units: readonly UnitCalendar[], wanted: WantedDays): UnitNights[] | null {
  const parts: UnitNights[] = [];
  for (let from = wanted.from; from < wanted.until; ) {
    // The unit that is free longest: no other choice can need fewer changes.
    const rest = { ...wanted, from, arrivesNow: wanted.arrivesNow && from === wanted.from };
    const reaches = units.map((unit) => ({ unit, until: freeUntil(unit, rest) }));
    const furthest = Math.max(from, ...reaches.map(({ until }) => until));
    if (furthest === from) return null;
    const longest = reaches.filter(({ until }) => until === furthest).map(({ unit }) => unit);
    const unit = longest.toSorted(byRank({ ...rest, until: furthest }))[0]!;
    parts.push(unitNightsOf(unit, { from, until: furthest }));
    from = furthest;
  }
  return parts;
}

function freeUntil(unit: UnitCalendar, { from, until }: Days): number {
  let day = from;
  while (day < until && !unit.taken.has(day)) day += 1;
  return day;
}

export function unitNightsOf(
  { unitId, name }: Pick<UnitCalendar, 'unitId' | 'name'>,
  days: Days,
): UnitNights {
  return { from: dateOfDay(days.from).toString(), name, until: dateOfDay(days.until).toString(), unitId };
}

/** A stay and the unit that it is moved to. */
type UnitMove = { reservationId: number; unit: UnitCalendar };

/** Moves of more stays than this are not searched for: nobody would want to make them. */
const MAX_MOVES = 4;
/** Limit of the search, reached after some milliseconds; it then finds nothing. */
const MAX_STEPS = 20_000;

/**
 * Returns the fewest moves of other stays that make a unit free for `stay`, which is the last of the moves; null if up to MAX_MOVES
 * do not suffice. Stays that are not in `movable` stay where they are.
 */
export function fewestMoves(
  units: readonly UnitCalendar[],
  stay: MovableStay,
  movable: ReadonlyMap<number, MovableStay>,
): UnitMove[] | null {
  const search: Search = { units, movable, steps: 0 };
  for (let most = 1; most <= MAX_MOVES; most += 1) {
    const placed = place(search, [stay], new Map(), most);
    if (placed) {
      const moves = [...placed].map(([reservationId, { unit }]) => ({ reservationId, unit }));
      return [...moves.filter((move) => move.reservationId !== stay.reservationId), moves[0]!];
    }
  }
  return null;
}

type Search = {
  units: readonly UnitCalendar[];
  movable: ReadonlyMap<number, MovableStay>;
  steps: number;
};
type Placed = ReadonlyMap<number, Days & { unit: UnitCalendar }>;

/** Finds a unit for each of the stays, moving at most `most` others; null if there is no way. */
function place(
  search: Search,
  [stay, ...others]: readonly MovableStay[],
  placed: Placed,
  most: number,
): Placed | null {
  if (!stay) return placed;
  const lifted = new Set([stay, ...others].map(({ reservationId }) => reservationId));
  const ways = search.units
    .flatMap((unit) => {
      const moved = staysInTheWay(search, { unit, stay, placed, lifted });
      return moved && moved.length <= most ? [{ unit, moved }] : [];
    })
    .toSorted((a, b) => a.moved.length - b.moved.length);
  for (const { unit, moved } of ways) {
    search.steps += 1;
    if (search.steps > MAX_STEPS) return null;
    const next = new Map([...placed, [stay.reservationId, { from: stay.from, until: stay.until, unit }]]);
    const found = place(search, [...others, ...moved], next, most - moved.length);
    if (found) return found;
  }
  return null;
}

/** Returns the stays that must leave the unit for `stay`; null if one of them, or a closure, cannot. */
function staysInTheWay(
  { movable }: Search,
  {
    unit,
    stay,
    placed,
    lifted,
  }: { unit: UnitCalendar; stay: MovableStay; placed: Placed; lifted: ReadonlySet<number> },
): MovableStay[] | null {
  for (const other of placed.values())
    if (other.unit === unit && other.from < stay.until && stay.from < other.until) return null;
  const found = new Map<number, MovableStay>();
  for (let day = stay.from; day < stay.until; day += 1) {
    const holder = unit.taken.get(day);
    if (!holder) continue;
    if (holder.reservationId === null) return null;
    if (placed.has(holder.reservationId) || lifted.has(holder.reservationId)) continue;
    const other = movable.get(holder.reservationId);
    if (!other) return null;
    found.set(other.reservationId, other);
  }
  return [...found.values()];
}
