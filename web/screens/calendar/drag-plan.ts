// What dropping a stay on the tape chart would change, or why it cannot be dropped there: at once, from the copy alone. Pure.
import type { StayDrag } from '../../chart/drag.ts';
import type { NightSpan } from '../../chart/geometry.ts';
import { dateOfDayNumber } from '../../days.ts';
import { barsOf, type ChartBar } from '../../replica/bars.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysAtChannel, daysOfStay } from '../../replica/stays.ts';
import { takenBy } from './taken-by.ts';

/** The row where a stay is dropped. */
type DropRow = { roomId: number; unitId: number | null };

/** The part of a change of a booking that dragging sets, as the API takes it. */
type BookingMove = {
  checkin?: string;
  checkout?: string;
  room_id?: number;
  unit_id?: number | 'auto' | null;
  unit_from?: string;
  price?: number;
};

/** Why a stay cannot be dropped. Days are day numbers; `until`: the day of departure. */
export type DropRefusal =
  | { code: 'past' }
  | { code: 'channel_dates'; channel: string; from: number; until: number }
  | { code: 'taken'; by: string; from: number; until: number }
  | { code: 'closed'; from: number; until: number }
  | { code: 'guest_in_house' }
  | { code: 'sold_out' | 'stop_sell' | 'no_arrival' | 'no_departure'; day: number }
  | { code: 'min_stay'; nights: number };

export type DropPlan = {
  booking: DeskBooking;
  /** the nights and the row after the drop */
  span: NightSpan;
  row: DropRow;
  /** the row and the nights of the bar before it */
  before: DropRow & NightSpan;
} & (
  | { outcome: 'same' }
  | { outcome: 'refused'; refusal: DropRefusal }
  | { outcome: 'swap'; other: ChartBar }
  | {
      outcome: 'change';
      body: BookingMove;
      /** takes the change back */
      undo: BookingMove;
      /** what new nights cost; null = not known, because nights go */
      priceChange: number | null;
      /** whether a room gets other counts, so that channels are updated */
      changesCounts: boolean;
    }
);

type PlanInput = {
  drag: StayDrag;
  /** the bar that is dragged */
  bar: ChartBar;
  /** where each row is */
  rowAt: (key: string) => DropRow;
  /** connections that are there: they own the dates of what they sold */
  connected: ReadonlySet<string>;
};

/** Returns what a drop would do. */
export function planDrop(state: ReplicaState, { drag, bar, rowAt, connected }: PlanInput): DropPlan {
  const booking = state.bookings.get(bar.orderId!)!;
  const { proposal } = drag;
  const row = rowAt(proposal.row);
  const before = { roomId: bar.roomId, unitId: bar.unitId, from: bar.from, until: bar.until };
  const span =
    proposal.kind === 'split'
      ? { from: proposal.at, until: bar.until }
      : { from: proposal.from, until: proposal.until };
  const plan = { booking, span, row, before };
  const isSameRow = row.unitId === before.unitId && row.roomId === before.roomId;
  const isSameSpan = proposal.kind === 'split' || (span.from === bar.from && span.until === bar.until);
  if (isSameRow && isSameSpan) return { ...plan, outcome: 'same' };
  const refused = (refusal: DropRefusal): DropPlan => ({ ...plan, outcome: 'refused', refusal });
  const sold =
    booking.connection !== null && connected.has(booking.connection) ? daysAtChannel(booking) : null;
  if (!isSameSpan && sold && !isWithin(sold, stayAfter(booking, state, { bar, span })))
    return refused({ code: 'channel_dates', channel: booking.channel, ...sold });
  if (!isSameSpan && span.from !== bar.from && span.from < state.today) return refused({ code: 'past' });
  if (row.unitId === null && booking.status === 'checked_in') return refused({ code: 'guest_in_house' });
  const taken = collision(state, plan, drag);
  if (taken) {
    if (proposal.kind === 'span' && canSwap(bar, { span, row, taken }))
      return { ...plan, outcome: 'swap', other: taken };
    const { from, until, label } = taken;
    return refused(
      taken.orderId === null ? { code: 'closed', from, until } : { code: 'taken', by: label, from, until },
    );
  }
  const nights = newNights(bar, { span, row });
  const refusal = saleRefusal(state, { bar, span, row, nights });
  if (refusal) return refused(refusal);
  const goes = bar.until - bar.from + nights.length > span.until - span.from;
  return {
    ...plan,
    outcome: 'change',
    ...bodies(state, { booking, bar, plan, isSplit: proposal.kind === 'split' }),
    // Nights that the stay keeps cost what they did, in another room as well.
    priceChange: isSameSpan ? 0 : goes ? null : priceOf(state, row.roomId, nights),
    changesCounts: !isSameSpan || row.roomId !== before.roomId,
  };
}

/** Returns the nights of the whole stay after a bar of it, which can be a part, has other ones. */
function stayAfter(
  booking: DeskBooking,
  state: ReplicaState,
  { bar, span }: { bar: ChartBar; span: NightSpan },
): NightSpan {
  const { from, until } = daysOfStay(booking, state);
  return { from: from === bar.from ? span.from : from, until: until === bar.until ? span.until : until };
}

function isWithin(inner: NightSpan, outer: NightSpan): boolean {
  return outer.from <= inner.from && inner.until <= outer.until;
}

/** Who has the unit already, from tonight on. */
function collision(
  state: ReplicaState,
  { booking, span, row }: Pick<DropPlan, 'booking' | 'span' | 'row'>,
  { stay }: StayDrag,
): ChartBar | null {
  if (row.unitId === null) return null;
  const open = { from: Math.max(span.from, Math.min(stay.openFrom, state.today)), until: span.until };
  const tonight = {
    from: Math.max(open.from, booking.status === 'checked_in' ? state.today : open.from),
    until: open.until,
  };
  return takenBy(barsOf(state), { unitId: row.unitId, span: tonight, without: booking.order_id });
}

/** Whether the stay can exchange its unit with the one that it is dropped on: both have the same nights, in the same room. */
function canSwap(
  bar: ChartBar,
  { span, row, taken }: { span: NightSpan; row: DropRow; taken: ChartBar },
): boolean {
  const isSame = taken.from === bar.from && taken.until === bar.until;
  const isHeld = span.from === bar.from && span.until === bar.until;
  return isSame && isHeld && taken.orderId !== null && bar.unitId !== null && row.roomId === bar.roomId;
}

/** Returns the nights that a stay gains: all of them in another room. */
function newNights(bar: ChartBar, { span, row }: { span: NightSpan; row: DropRow }): number[] {
  const all = Array.from({ length: span.until - span.from }, (_, index) => span.from + index);
  if (row.roomId !== bar.roomId) return all;
  return all.filter((night) => night < bar.from || night >= bar.until);
}

type Sale = { bar: ChartBar; span: NightSpan; row: DropRow; nights: readonly number[] };

/** Why the nights that the stay gains are not for sale. */
function saleRefusal(state: ReplicaState, { bar, span, row, nights }: Sale): DropRefusal | null {
  const known = state.nights.get(row.roomId);
  if (!known || nights.length === 0) return null;
  const at = (night: number) => night - state.from;
  for (const day of nights) {
    const available = known.available[at(day)];
    if (available !== undefined && available < 1) return { code: 'sold_out', day };
    if (known.stop_sell?.[at(day)]) return { code: 'stop_sell', day };
  }
  const isOther = row.roomId !== bar.roomId;
  if ((isOther || span.from !== bar.from) && span.from >= state.today) {
    if (known.closed_to_arrival?.[at(span.from)]) return { code: 'no_arrival', day: span.from };
    const least = known.min_stay[at(span.from)] ?? 1;
    if (span.until - span.from < least) return { code: 'min_stay', nights: least };
  }
  const isLater = isOther || span.until !== bar.until;
  if (isLater && known.closed_to_departure?.[at(span.until)])
    return { code: 'no_departure', day: span.until };
  return null;
}

function priceOf({ nights, from }: ReplicaState, roomId: number, added: readonly number[]): number | null {
  const prices = nights.get(roomId)?.price;
  if (!prices) return null;
  return added.reduce((sum, night) => sum + (prices[night - from] ?? 0), 0);
}

type Moved = { booking: DeskBooking; bar: ChartBar; plan: Pick<DropPlan, 'span' | 'row'>; isSplit: boolean };

/** The change, and the one that takes it back. */
function bodies(
  state: ReplicaState,
  { booking, bar, plan: { span, row }, isSplit }: Moved,
): { body: BookingMove; undo: BookingMove } {
  const body: BookingMove = {};
  const undo: BookingMove = {};
  if (!isSplit && span.from !== bar.from) {
    body.checkin = dateOfDayNumber(span.from);
    undo.checkin = dateOfDayNumber(bar.from);
  }
  if (!isSplit && span.until !== bar.until) {
    body.checkout = dateOfDayNumber(span.until);
    undo.checkout = dateOfDayNumber(bar.until);
  }
  if (row.roomId !== bar.roomId) {
    body.room_id = row.roomId;
    undo.room_id = bar.roomId;
  }
  if (row.unitId !== bar.unitId) {
    body.unit_id = row.unitId;
    undo.unit_id = bar.unitId;
    const { from } = daysOfStay(booking, state);
    const first = isSplit
      ? span.from
      : Math.max(bar.from, booking.status === 'checked_in' ? state.today : bar.from);
    if (first > from) {
      if (row.unitId !== null) body.unit_from = dateOfDayNumber(first);
      if (bar.unitId !== null) undo.unit_from = dateOfDayNumber(first);
    }
  }
  if (body.checkin !== undefined || body.checkout !== undefined || body.room_id !== undefined)
    undo.price = booking.price;
  return { body, undo };
}
