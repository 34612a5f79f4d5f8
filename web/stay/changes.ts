// Changes of a stay, each with its way back.
import type { Static } from 'typebox';
import type { accountingEntrySchema, bookingSchema } from '../../src/api/records.ts';
import type { PaymentMethod } from '../../src/model/ledger.ts';
import { dateOfDayNumber } from '../days.ts';
import { make, makeOrKeep } from '../desk/changes.ts';
import { api, operator } from '../desk/property.ts';
import type { ChangeRequest, DeskProblem } from '../desk/server.ts';
import { formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { DeskBooking, DeskUnit, ReplicaState } from '../replica/state.ts';

type Booking = Static<typeof bookingSchema>;
type LedgerRecord = Static<typeof accountingEntrySchema>;

/** Takes a refusal instead of the message at the foot of the screen. */
type Answer = { onRefused?: (problem: DeskProblem) => void };

/** Returns the request that changes members of a booking. */
export function patchOf({ order_id: id }: Pick<DeskBooking, 'order_id'>, body: object): ChangeRequest {
  return { method: 'PATCH', path: api('bookings', { order_id: id }), body };
}

/** What a booking is made to be, and what it was. */
type BookingChange = { done: string; to: object; back: object | null };

async function change(booking: DeskBooking, { done, to, back }: BookingChange, answer: Answer) {
  return makeOrKeep<Booking>(
    { done, request: patchOf(booking, to), undo: () => back && patchOf(booking, back) },
    answer,
  );
}

/** How a guest moves in: before the day of arrival, into a unit that is not ready, into another unit. */
type CheckIn = { early?: boolean; unready?: boolean; unit?: DeskUnit };

export function checkIn(booking: DeskBooking, { early, unready, unit }: CheckIn = {}, answer: Answer = {}) {
  const { done } = messages().stay;
  const to = {
    status: 'checked_in',
    ...(early && { early }),
    ...(unready && { unready }),
    ...(unit && { unit_id: unit.unit_id }),
  };
  return change(
    booking,
    { done: done.checkedIn(booking.name, unit?.name), to, back: { status: 'confirmed' } },
    answer,
  );
}

export function checkOut(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.checkedOut(booking.name);
  return change(booking, { done, to: { status: 'checked_out' }, back: { status: 'checked_in' } }, answer);
}

/** Takes a check-in, a check-out, a no-show or a cancellation back. */
export function takeBack(booking: DeskBooking, answer: Answer = {}) {
  const { status } = booking;
  const to = status === 'checked_out' ? 'checked_in' : 'confirmed';
  const back = status === 'cancelled' ? null : { status };
  return change(
    booking,
    { done: messages().stay.done.takenBack(booking.name), to: { status: to }, back },
    answer,
  );
}

export function markNoShow(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.noShow(booking.name);
  return change(booking, { done, to: { status: 'no_show' }, back: { status: 'confirmed' } }, answer);
}

/** Confirms a booking that is held. It cannot be held again. */
export function confirmHold(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.confirmed(booking.name);
  return change(booking, { done, to: { status: 'confirmed' }, back: null }, answer);
}

/** Cancels a stay, or ends it today if the guest is here. */
export function cancelStay(booking: DeskBooking, state: ReplicaState) {
  const date = dateOfDayNumber(state.today);
  const wasHere = booking.status === 'checked_in';
  const texts = messages().stay.done;
  return make<Booking>({
    done: wasHere ? texts.leavesEarly(booking.name) : texts.cancelled(booking.name),
    request: { method: 'DELETE', path: api('bookings', { order_id: booking.order_id, date }) },
    undo: () =>
      booking.status === 'held' ? null : patchOf(booking, { status: wasHere ? 'checked_in' : 'confirmed' }),
  });
}

/** Gives a stay a unit of its room from tonight on, or from its first night. */
export function assignUnit(booking: DeskBooking, unit: DeskUnit, answer: Answer = {}) {
  const done = messages().stay.done.assigned(booking.name, unit.name);
  // Nobody can be without a unit who has moved in: the unit before, or none.
  const before = booking.status === 'checked_in' ? booking.unit_id : (booking.unit_id ?? null);
  const back = before === null && booking.status === 'checked_in' ? null : { unit_id: before };
  return change(booking, { done, to: { unit_id: unit.unit_id }, back }, answer);
}

/** Chooses the best unit, which the server knows. Its refusal names the stays to move. */
export function assignAnyUnit(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.assignedAny(booking.name);
  return change(booking, { done, to: { unit_id: 'auto' }, back: { unit_id: booking.unit_id } }, answer);
}

/** Moves stays at once, all or none: those that are in the way, then the stay itself. */
export function moveStays(
  done: string,
  moves: readonly { order_id: number; unit_id: number }[],
  answer: Answer = {},
) {
  return make({ done, request: { method: 'POST', path: api('assignments'), body: { moves } } }, answer);
}

type Payment = { amount: number; method: PaymentMethod; reference?: string };

/** Posts a payment, or a refund where the amount is below zero. */
export function takePayment(
  booking: DeskBooking,
  { amount, method, reference }: Payment,
  answer: Answer = {},
) {
  const texts = messages().stay;
  const sum = formatMoney(Math.abs(amount), booking.currency);
  const isRefund = amount < 0;
  return postEntry(
    isRefund ? texts.done.refunded(sum, booking.name) : texts.done.paid(sum, booking.name),
    {
      type: isRefund ? 'refund' : 'payment',
      amount,
      method,
      description: isRefund ? texts.folio.refund : texts.folio.payment,
      order_id: booking.order_id,
      ...(reference && { reference }),
    },
    answer,
  );
}

/** Charges something beside the price of the stay. */
export function postCharge(
  booking: DeskBooking,
  charge: { amount: number; description: string },
  answer: Answer = {},
) {
  const sum = formatMoney(charge.amount, booking.currency);
  const done = messages().stay.done.charged(sum, booking.name);
  return postEntry(done, { type: 'charge', ...charge, order_id: booking.order_id }, answer);
}

/** Cancels an entry out by its opposite. */
export function reverseEntry(entry: LedgerRecord) {
  return make({ done: messages().stay.done.reversed(entry.description), request: reversalOf(entry.id) });
}

function postEntry(done: string, body: object, answer: Answer) {
  const request = { method: 'POST', path: operator('accounting'), body } as const;
  return make<LedgerRecord>({ done, request, undo: ({ data }) => reversalOf(data.id) }, answer);
}

function reversalOf(id: number): ChangeRequest {
  return { method: 'POST', path: operator('accounting'), body: { reverses_id: id } };
}

/** Writes to the guest. */
export function sendReply(booking: DeskBooking, reply: string, answer: Answer = {}) {
  const body = { rid: booking.order_id, reply };
  const done = messages().stay.done.replied(booking.name);
  return make({ done, request: { method: 'POST', path: api('messages'), body } }, answer);
}

/** Where and when a stay is to be: dates as yyyy-MM-dd; `unitId`: `auto` = the best free one, null = none. */
export type MovedStay = { checkin: string; checkout: string; roomId: number; unitId: number | 'auto' | null };

/** Changes the dates, the room and the unit of a stay together. Only what is another one now is sent. */
export function moveStay(booking: DeskBooking, before: MovedStay, after: MovedStay, answer: Answer = {}) {
  const to = bodyOf(after, before);
  const isUnitOnly = Object.keys(to).every((name) => name === 'unit_id');
  const back = { ...bodyOf(before, after), ...(!isUnitOnly && { price: booking.price }) };
  return change(booking, { done: messages().stay.done.moved(booking.name), to, back }, answer);
}

function bodyOf(wanted: MovedStay, other: MovedStay): object {
  return {
    ...(wanted.checkin !== other.checkin && { checkin: wanted.checkin }),
    ...(wanted.checkout !== other.checkout && { checkout: wanted.checkout }),
    ...(wanted.roomId !== other.roomId && { room_id: wanted.roomId }),
    ...(wanted.unitId !== other.unitId && { unit_id: wanted.unitId }),
  };
}
