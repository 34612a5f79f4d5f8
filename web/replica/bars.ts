// The bars of the tape chart: one for each part of a stay in one room and unit, and one for each closure. Pure.

import type { ChartSpan } from '../chart/rows.ts';
import { dayOfDate } from '../days.ts';
import type { DeskBooking, DeskClosure, ReplicaState } from './state.ts';
import { daysOfStay, partsOfStay, roomsWithUnits, type StayPart } from './stays.ts';

/**
 * What a bar says, the most urgent first: sold twice or otherwise in conflict; held until an hour; to leave today or overdue; in the
 * house; over; without a unit though its room has units; to arrive today or overdue; to come.
 */
type StayKind = 'conflict' | 'hold' | 'leaves' | 'in_house' | 'past' | 'unassigned' | 'arrives' | 'to_come';

export type ChartBar = ChartSpan & {
  kind: StayKind | DeskClosure['kind'];
  /** the guest's name, or why the unit is closed */
  label: string;
  /** who sold the stay; null = a closure */
  channel: string | null;
  /** the booking, or null */
  orderId: number | null;
  closureId: number | null;
  /** what the guest owes, in the booking's currency; 0 for closures */
  balance: number;
};

/** Bars of bookings that did not change: the same objects for the same record, so that nothing is painted again. */
const known = new WeakMap<DeskBooking, { today: number; hasUnits: string; bars: ChartBar[] }>();

/** Returns the bars of all stays and closures of the copy. */
export function barsOf(state: ReplicaState): ChartBar[] {
  const withUnits = roomsWithUnits(state);
  return [
    ...[...state.bookings.values()].flatMap((booking) => barsOfBooking(booking, state, withUnits)),
    ...[...state.closures.values()].flatMap((closure) => barOfClosure(closure)),
  ];
}

function barsOfBooking(
  booking: DeskBooking,
  state: ReplicaState,
  withUnits: ReadonlySet<number>,
): ChartBar[] {
  const parts = partsOfStay(booking, state);
  const hasUnits = parts.map(({ roomId }) => (withUnits.has(roomId) ? 1 : 0)).join('');
  const cached = known.get(booking);
  if (cached && cached.today === state.today && cached.hasUnits === hasUnits) return cached.bars;
  const bars = parts.map(
    (part, place): ChartBar => ({
      id: `stay-${booking.order_id}-${place}`,
      roomId: part.roomId,
      unitId: part.unitId,
      from: part.from,
      until: part.until,
      kind: kindOf(booking, part, state, withUnits.has(part.roomId)),
      label: booking.name,
      channel: booking.channel,
      orderId: booking.order_id,
      closureId: null,
      balance: booking.balance,
    }),
  );
  known.set(booking, { today: state.today, hasUnits, bars });
  return bars;
}

function kindOf(booking: DeskBooking, part: StayPart, state: ReplicaState, hasUnits: boolean): StayKind {
  const { status, conflict } = booking;
  const { from, until } = daysOfStay(booking, state);
  if (conflict !== null) return 'conflict';
  if (status === 'held') return 'hold';
  if (status === 'checked_in') return until <= state.today ? 'leaves' : 'in_house';
  // An early departure is cancelled, and its guest is here until the day of departure.
  if (status === 'cancelled' && until > state.today) return 'in_house';
  if (status !== 'confirmed' || until <= state.today) return 'past';
  if (part.unitId === null && hasUnits && part.until > state.today) return 'unassigned';
  return from <= state.today ? 'arrives' : 'to_come';
}

function barOfClosure(closure: DeskClosure): ChartBar[] {
  return [
    {
      id: `closure-${closure.closure_id}`,
      roomId: closure.room_id,
      unitId: closure.unit_id,
      from: dayOfDate(closure.fromdate),
      until: dayOfDate(closure.todate) + 1,
      kind: closure.kind,
      label: closure.reason ?? '',
      channel: null,
      orderId: null,
      closureId: closure.closure_id,
      balance: 0,
    },
  ];
}
