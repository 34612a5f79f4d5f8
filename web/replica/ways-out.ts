// Ways out of a stay that was sold without a place for it: rooms that can take it, other stays that can give way, and closures that are in the
// way. Computed from the copy alone; the server checks each again when it is taken. Pure.
import { countAgainstCapacity } from '../../src/model/guest-counts.ts';
import { dayOfDate } from '../days.ts';
import { freeUnitsFor } from './free-units.ts';
import type { DeskBooking, DeskClosure, DeskRoom, DeskUnit, ReplicaState } from './state.ts';
import { daysOfStay, roomsWithUnits } from './stays.ts';

/**
 * `move`: the stay goes to another room. `give_way`: another stay of its room does, and leaves its place. `end_closure`: a closure of its
 * room ends before the stay. `unit`: of the other room, free in all nights; null = none is, and the stay gets its units later.
 * `difference`: by how much the nights of the other room cost more in the calendar; null = not known.
 */
export type WayOut = MoveOut | { kind: 'end_closure'; closure: DeskClosure; lastNight: number };

type MoveOut = {
  kind: 'move' | 'give_way';
  booking: DeskBooking;
  room: DeskRoom;
  unit: DeskUnit | null;
  difference: number | null;
};

const MOST = 3;

/** Returns the best ways out, the one that disturbs least first. */
export function waysOutOf(stay: DeskBooking, state: ReplicaState): WayOut[] {
  const moves = movesOf(stay, 'move', state);
  const closures = closuresInTheWay(stay, state);
  const others = othersInTheWay(stay, state).flatMap((other) =>
    movesOf(other, 'give_way', state).slice(0, 1),
  );
  // A guest who is here, or comes today, should not be asked to move as long as somebody else can.
  const isUrgent = stay.status === 'checked_in';
  const ways = isUrgent ? [...closures, ...others, ...moves] : [...closures, ...moves, ...others];
  return ways.slice(0, MOST);
}

/** Returns the nights of a stay from today on that are sold more often than there are units. */
export function oversoldNights(stay: DeskBooking, state: ReplicaState): number[] {
  const nights = state.nights.get(stay.room_id);
  const { from, until } = openNights(stay, state);
  const over: number[] = [];
  for (let night = from; night < until; night += 1)
    if ((nights?.available[night - state.from] ?? 0) < 0) over.push(night);
  return over;
}

/** The nights of a stay that are not over. */
function openNights(stay: DeskBooking, state: ReplicaState): { from: number; until: number } {
  const { from, until } = daysOfStay(stay, state);
  return { from: Math.max(from, state.today), until };
}

function movesOf(booking: DeskBooking, kind: MoveOut['kind'], state: ReplicaState): MoveOut[] {
  const { from, until } = openNights(booking, state);
  const fitting = [...state.rooms.values()].filter(
    (room) =>
      room.room_id !== booking.room_id &&
      (countAgainstCapacity(booking, room, state.property.settings.infants_under_age) ?? 1) <=
        room.capacity &&
      hasPlace(room.room_id, { from, until }, state),
  );
  const now = priceOf(booking.room_id, { from, until }, state);
  const ways = fitting.map((room) => {
    const then = priceOf(room.room_id, { from, until }, state);
    const difference = now === null || then === null ? null : then - now;
    return {
      kind,
      booking,
      room,
      unit: freeUnitsFor(state, { roomId: room.room_id, from, until })[0]?.unit ?? null,
      difference,
    };
  });
  const withUnits = roomsWithUnits(state);
  // A room with a unit for all nights, an equal one, then the next better one; a worse one last.
  const rank = ({ room, unit, difference }: MoveOut) =>
    (unit === null && withUnits.has(room.room_id) ? 1e10 : 0) +
    (difference === null ? 1e9 : difference < 0 ? 1e6 - difference : difference);
  return ways.toSorted((a, b) => rank(a) - rank(b));
}

function hasPlace(
  roomId: number,
  { from, until }: { from: number; until: number },
  state: ReplicaState,
): boolean {
  const nights = state.nights.get(roomId);
  if (!nights) return false;
  for (let night = from; night < until; night += 1)
    if ((nights.available[night - state.from] ?? 0) < 1 || nights.stop_sell?.[night - state.from])
      return false;
  return true;
}

/** Returns what the nights cost in the calendar; null if they are not all known. */
function priceOf(
  roomId: number,
  { from, until }: { from: number; until: number },
  state: ReplicaState,
): number | null {
  const prices = state.nights.get(roomId)?.price.slice(from - state.from, until - state.from) ?? [];
  if (prices.length < until - from) return null;
  return prices.reduce((sum, price) => sum + price, 0);
}

/** Returns stays of the same room that hold all its oversold nights and whose guests are not here yet, the shortest first. */
function othersInTheWay(stay: DeskBooking, state: ReplicaState): DeskBooking[] {
  const over = oversoldNights(stay, state);
  if (over.length === 0) return [];
  const length = (booking: DeskBooking) => {
    const { from, until } = daysOfStay(booking, state);
    return until - from;
  };
  return [...state.bookings.values()]
    .filter((other) => {
      if (other.order_id === stay.order_id || other.room_id !== stay.room_id) return false;
      if (other.status !== 'confirmed') return false;
      const { from, until } = daysOfStay(other, state);
      return over.every((night) => from <= night && night < until);
    })
    .toSorted((a, b) => length(a) - length(b));
}

/** Returns closures that take a unit of the room from sale in every oversold night, and can end before the first of them. */
function closuresInTheWay(stay: DeskBooking, state: ReplicaState): WayOut[] {
  const over = oversoldNights(stay, state);
  if (over.length === 0) return [];
  return [...state.closures.values()].flatMap((closure): WayOut[] => {
    const [first, last] = [dayOfDate(closure.fromdate), dayOfDate(closure.todate)];
    const isInTheWay =
      closure.room_id === stay.room_id &&
      closure.kind === 'out_of_order' &&
      over.every((night) => first <= night && night <= last);
    return isInTheWay ? [{ kind: 'end_closure', closure, lastNight: over[0]! - 1 }] : [];
  });
}
