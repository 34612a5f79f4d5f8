// The units that a stay can have. Pure.
import { dayOfDate } from '../days.ts';
import type { DeskUnit, ReplicaState } from './state.ts';
import { partsOfStay } from './stays.ts';

/** `isReady`: a guest can move in now. */
type FreeUnit = { unit: DeskUnit; isReady: boolean };

/** The nights [from, until) in a room that a unit is wanted for. `orderId`: the stay that has them, which is not in its own way. */
export type WantedNights = { roomId: number; from: number; until: number; orderId?: number };

/** How many nights around a stay count as its gap. */
const MAX_GAP = 30;

/**
 * Returns the units of the room that are free in all these nights: for stays that begin today or before, those that are ready first; then
 * those with the smallest gaps around the stay, so that long stretches stay free.
 */
export function freeUnitsFor(state: ReplicaState, wanted: WantedNights): FreeUnit[] {
  const { roomId, from, until } = wanted;
  const taken = takenNights(state, wanted.orderId);
  const isNow = from <= state.today;
  const free = [...state.units.values()].flatMap((unit) => {
    const spans = taken.get(unit.unit_id) ?? [];
    if (unit.room_id !== roomId || spans.some((one) => one.from < until && one.until > from)) return [];
    return [{ unit, isReady: isReady(unit, state) && !hasGuest(unit, state), gap: gapAround(spans, wanted) }];
  });
  const place = ({ isReady: ready }: FreeUnit) => (isNow && !ready ? 1 : 0);
  return free
    .toSorted((a, b) => place(a) - place(b) || a.gap - b.gap || a.unit.position - b.unit.position)
    .map(({ unit, isReady: ready }) => ({ unit, isReady: ready }));
}

/** Returns what a unit needs before a guest can move in: a clean one an inspection, where the property inspects; null = nothing. */
export function stepOf({ condition }: DeskUnit, { property }: ReplicaState): 'clean' | 'inspect' | null {
  if (condition === 'dirty') return 'clean';
  return condition === 'clean' && property.settings.inspects_units ? 'inspect' : null;
}

/** Whether a unit is clean, and inspected where the property inspects. */
export function isReady(unit: DeskUnit, state: ReplicaState): boolean {
  return stepOf(unit, state) === null;
}

function hasGuest({ unit_id: unitId }: DeskUnit, state: ReplicaState): boolean {
  return [...state.bookings.values()].some(
    (booking) =>
      booking.status === 'checked_in' &&
      partsOfStay(booking, state).some((part) => part.unitId === unitId && part.until >= state.today),
  );
}

type Nights = { from: number; until: number };

/** Returns the nights of each unit that stays and closures have. */
function takenNights(state: ReplicaState, except: number | undefined): Map<number, Nights[]> {
  const taken = new Map<number, Nights[]>();
  const take = (unitId: number, { from, until }: Nights) => {
    taken.set(unitId, [...(taken.get(unitId) ?? []), { from, until }]);
  };
  for (const booking of state.bookings.values())
    if (booking.order_id !== except && booking.status !== 'no_show')
      for (const part of partsOfStay(booking, state)) if (part.unitId !== null) take(part.unitId, part);
  for (const { unit_id: unitId, fromdate, todate } of state.closures.values())
    take(unitId, { from: dayOfDate(fromdate), until: dayOfDate(todate) + 1 });
  return taken;
}

function gapAround(spans: readonly Nights[], { from, until }: Nights): number {
  const before = Math.max(from - MAX_GAP, ...spans.map((one) => one.until).filter((day) => day <= from));
  const after = Math.min(until + MAX_GAP, ...spans.map((one) => one.from).filter((day) => day >= until));
  return from - before + (after - until);
}
