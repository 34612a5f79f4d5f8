// Changes of a stay, each with its way back.
import type { Static } from 'typebox';
import type { groupPaymentSchema } from '../../src/api/group-records.ts';
import type { accountingEntrySchema, bookingSchema } from '../../src/api/records.ts';
import type { PaymentMethod } from '../../src/model/ledger.ts';
import type { Companion } from '../../src/model/stay-details.ts';
import { dateOfDayNumber, dayOfDate } from '../days.ts';
import { make, makeOrKeep } from '../desk/changes.ts';
import { api, copy, operator } from '../desk/property.ts';
import type { ChangeRequest, DeskProblem } from '../desk/server.ts';
import { formatDays, formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { DeskBooking, DeskUnit, ReplicaState } from '../replica/state.ts';
import { singleUnitOf } from '../replica/stays.ts';
import { changedNames } from './companions.ts';
import type { Party } from './party.ts';

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
export type CheckIn = { early?: boolean; unready?: boolean; unit?: DeskUnit };

export function checkIn(booking: DeskBooking, { early, unready, unit }: CheckIn = {}, answer: Answer = {}) {
  const { done } = messages().stay;
  const to = {
    status: 'checked_in',
    ...(early && { early }),
    ...(unready && { unready }),
    ...(unit && { unit_id: unit.unit_id }),
  };
  const before = unit ? unitBefore(booking) : {};
  const back = before && { status: 'confirmed', ...before };
  return change(booking, { done: done.checkedIn(booking.name, unit?.name), to, back }, answer);
}

export function checkOut(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.checkedOut(booking.name, openTextOf(booking));
  return change(booking, { done, to: { status: 'checked_out' }, back: { status: 'checked_in' } }, answer);
}

/** Returns what the guest still owes: `€110 open`; undefined = nothing. */
function openTextOf({ balance, currency }: DeskBooking): string | undefined {
  return balance > 0 ? messages().stay.folio.openSum(formatMoney(balance, currency)) : undefined;
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

/** Ends a stay before its departure: the guest leaves early, or did not come. What ended it is taken back with all that it changed. */
export function endStay(booking: DeskBooking, to: object, answer: Answer = {}) {
  const texts = messages().stay.done;
  const isHere = booking.status === 'checked_in';
  const done = isHere ? texts.checkedOut(booking.name) : texts.noShow(booking.name);
  return change(booking, { done, to, back: { status: booking.status } }, answer);
}

/** Confirms a booking that is held. It cannot be held again. */
export function confirmHold(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.confirmed(booking.name);
  return change(booking, { done, to: { status: 'confirmed' }, back: null }, answer);
}

/** Changes who comes: the adults, the children, or both. */
export function changeParty(booking: DeskBooking, to: Partial<Party>, answer: Answer = {}) {
  const done = messages().stay.party.saved(booking.name);
  const back = {
    ...('adults' in to && { adults: booking.adults }),
    ...('children' in to && { children: booking.children }),
  };
  return change(booking, { done, to, back }, answer);
}

/** Replaces the list of those who come along. */
export function changeCompanions(
  booking: DeskBooking,
  companions: readonly Companion[] | null,
  answer: Answer = {},
) {
  const texts = messages().stay.companions;
  const { added, removed } = changedNames(booking.companions, companions);
  const parts = [
    ...(added.length > 0 ? [texts.added(added.join(', '))] : []),
    ...(removed.length > 0 ? [texts.removed(removed.join(', '))] : []),
  ];
  const done = texts.done(booking.name, parts.length > 0 ? parts.join('; ') : texts.changed);
  return change(booking, { done, to: { companions }, back: { companions: booking.companions } }, answer);
}

/** Puts a stay into the group of another one. */
export function joinGroup(booking: DeskBooking, other: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.group.joined(booking.name, other.name);
  const request = patchOf(booking, { group_with: other.order_id });
  // A group ends with its last booking: it cannot be joined again.
  return make<Booking>({ done, request, undo: () => groupBack(booking) }, answer);
}

/** Takes a stay out of its group. */
export function leaveGroup(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.group.left(booking.name);
  const request = patchOf(booking, { group_id: null });
  return make<Booking>({ done, request, undo: () => groupBack(booking) }, answer);
}

/** Returns the change that puts a stay into the group of now again; null = it was alone in it, so the group is gone. */
function groupBack(booking: DeskBooking): ChangeRequest | null {
  const { group_id: groupId, order_id: own } = booking;
  const bookings = copy.peek()?.bookings.values() ?? [];
  const isAlone = ![...bookings].some((one) => one.group_id === groupId && one.order_id !== own);
  return groupId !== null && isAlone ? null : patchOf(booking, { group_id: groupId });
}

/** Cancels a stay, or ends it today if the guest is here. */
export function cancelStay(booking: DeskBooking, state: ReplicaState, answer: Answer = {}) {
  const date = dateOfDayNumber(state.today);
  const wasHere = booking.status === 'checked_in';
  const texts = messages().stay.done;
  return make<Booking>(
    {
      done: wasHere ? texts.leavesEarly(booking.name) : texts.cancelled(booking.name),
      request: { method: 'DELETE', path: api('bookings', { order_id: booking.order_id, date }) },
      undo: () =>
        booking.status === 'held' ? null : patchOf(booking, { status: wasHere ? 'checked_in' : 'confirmed' }),
    },
    answer,
  );
}

/** Gives a stay a unit of its room from tonight on, or from its first night. */
export function assignUnit(booking: DeskBooking, unit: DeskUnit, answer: Answer = {}) {
  const done = messages().stay.done.assigned(booking.name, unit.name);
  return change(booking, { done, to: { unit_id: unit.unit_id }, back: backToUnit(booking) }, answer);
}

/** Chooses the best unit, which the server knows. Its refusal names the stays to move. */
export function assignAnyUnit(booking: DeskBooking, answer: Answer = {}) {
  const done = messages().stay.done.assignedAny(booking.name);
  return change(booking, { done, to: { unit_id: 'auto' }, back: backToUnit(booking) }, answer);
}

/** Returns the members that give a stay the unit again that it has now; null = it has several, which one request cannot give. */
function unitBefore(booking: DeskBooking): { unit_id: number | null } | null {
  const state = copy.peek();
  const unitId = state ? singleUnitOf(booking, state) : undefined;
  return unitId === undefined ? null : { unit_id: unitId };
}

/** Returns the change that gives a stay the unit of now again; null = none does: nobody can be without a unit who has moved in. */
export function backToUnit(booking: DeskBooking): { unit_id: number | null } | null {
  const before = unitBefore(booking);
  return before?.unit_id === null && booking.status === 'checked_in' ? null : before;
}

/** Moves stays at once, all or none: those that are in the way, then the stay itself. */
export function moveStays(
  done: string,
  moves: readonly { order_id: number; unit_id: number }[],
  answer: Answer = {},
) {
  const back = movesBack(moves.map((one) => one.order_id));
  return make({ done, request: assignment(moves), undo: () => back }, answer);
}

function assignment(moves: readonly { order_id: number; unit_id: number }[]): ChangeRequest {
  return { method: 'POST', path: api('assignments'), body: { moves } };
}

/** Returns the requests that give stays their units of now again, those without one first; null = the copy does not say, or none can. */
function movesBack(orderIds: readonly number[]): ChangeRequest[] | null {
  const stays = orderIds.flatMap((id) => copy.peek()?.bookings.get(id) ?? []);
  const backs = stays.map((stay) => ({ stay, back: backToUnit(stay) }));
  if (backs.length < orderIds.length || backs.some(({ back }) => back === null)) return null;
  const freed = backs.filter(({ back }) => back!.unit_id === null);
  const moved = backs.flatMap(({ stay, back }) =>
    back!.unit_id === null ? [] : [{ order_id: stay.order_id, unit_id: back!.unit_id }],
  );
  return [
    ...freed.map(({ stay }) => patchOf(stay, { unit_id: null })),
    ...(moved.length > 0 ? [assignment(moved)] : []),
  ];
}

/** `confirm`: it is meant although it looks like a mistake. */
type Payment = { amount: number; method: PaymentMethod; reference?: string; confirm?: true };

/** Whether a refusal asks if a payment or refund is meant. */
export function isDoubted(problem: { code?: string | undefined } | null | undefined): boolean {
  return problem?.code === 'repeated_payment' || problem?.code === 'refund_exceeds_paid';
}

/** Posts a payment, or a refund where the amount is below zero. */
export function takePayment(
  booking: DeskBooking,
  { amount, method, reference, confirm }: Payment,
  answer: Answer = {},
) {
  const texts = messages().stay;
  const sum = formatMoney(Math.abs(amount), booking.currency);
  const isRefund = amount < 0;
  return postEntry(
    (isRefund ? texts.done.refunded : booking.status === 'held' ? texts.done.paidForHold : texts.done.paid)(
      sum,
      booking.name,
    ),
    {
      type: isRefund ? 'refund' : 'payment',
      amount,
      method,
      description: isRefund ? texts.folio.refund : texts.folio.payment,
      order_id: booking.order_id,
      ...(reference && { reference }),
      ...(confirm && { confirm }),
    },
    answer,
  );
}

/**
 * Posts one payment for a group, or a refund where the amount is below zero: the server splits it over the bookings in proportion to what each
 * owes; all parts are taken back together. `rooms`: for which rooms, in words.
 */
export function takeGroupPayment(
  { groupId, rooms, bookings }: { groupId: number; rooms: string; bookings: readonly DeskBooking[] },
  { amount, method, confirm }: Payment,
  answer: Answer = {},
) {
  const { group, folio } = messages().stay;
  const sum = formatMoney(Math.abs(amount), bookings[0]!.currency);
  const isRefund = amount < 0;
  return make<Static<typeof groupPaymentSchema>>(
    {
      done: (isRefund ? group.refunded : group.paid)(sum, rooms),
      request: {
        method: 'POST',
        path: operator(`groups/${groupId}/payments`),
        body: {
          amount,
          method,
          description: isRefund ? folio.refund : folio.payment,
          ...(confirm && { confirm }),
        },
      },
      undo: ({ data }) => data.entries.map(({ id }) => reversalOf(id)),
      isOnce: true,
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

/** Writes to the guest. `waits`: no e-mail can be sent now. */
export function sendReply(
  booking: DeskBooking,
  { reply, waits }: { reply: string; waits: boolean },
  answer: Answer = {},
) {
  const body = { rid: booking.order_id, reply };
  const texts = messages().stay.done;
  const done = waits ? texts.replyWaits(booking.name) : texts.replied(booking.name);
  return make({ done, request: { method: 'POST', path: api('messages'), body } }, answer);
}

/**
 * Where and when a stay is to be: dates as yyyy-MM-dd; `unitId`: `auto` = the best free one, null = none; `price`, in major units: another one
 * than that which follows from the nights.
 */
export type MovedStay = {
  checkin: string;
  checkout: string;
  roomId: number;
  unitId: number | 'auto' | null;
  price?: number | undefined;
};

/** Changes the dates, the room and the unit of a stay together. Only what is another one now is sent. */
export function moveStay(booking: DeskBooking, before: MovedStay, after: MovedStay, answer: Answer = {}) {
  const to = moveOf(before, after);
  const isUnitOnly = Object.keys(to).every((name) => name === 'unit_id');
  const isElsewhere = 'unit_id' in to || 'room_id' in to;
  // One request cannot give several units back.
  const unit = isElsewhere ? unitBefore(booking) : {};
  const back = unit && { ...moveOf(after, before), ...unit, ...(!isUnitOnly && { price: booking.price }) };
  return change(
    booking,
    { done: messages().stay.done.moved(booking.name, placeAndDays(before, after)), to, back },
    answer,
  );
}

/** Returns what is another one: the unit or the room, and the dates, `24, Tue 24 – Thu 26 Nov`; the dates if nothing else is known. */
function placeAndDays(before: MovedStay, after: MovedStay): string {
  const state = copy.peek();
  const isElsewhere = after.unitId !== before.unitId || after.roomId !== before.roomId;
  const unit = typeof after.unitId === 'number' ? state?.units.get(after.unitId) : undefined;
  const place =
    unit?.name ?? (after.roomId === before.roomId ? undefined : state?.rooms.get(after.roomId)?.name);
  const isDated = after.checkin !== before.checkin || after.checkout !== before.checkout;
  const days = formatDays(dayOfDate(after.checkin), dayOfDate(after.checkout));
  const shownPlace = isElsewhere && place ? [place] : [];
  return [...shownPlace, ...(isDated || shownPlace.length === 0 ? [days] : [])].join(', ');
}

/** Returns the body that makes a stay that is at one place be at another one. */
export function moveOf(before: MovedStay, wanted: MovedStay): object {
  return {
    ...(wanted.checkin !== before.checkin && { checkin: wanted.checkin }),
    ...(wanted.checkout !== before.checkout && { checkout: wanted.checkout }),
    ...(wanted.roomId !== before.roomId && { room_id: wanted.roomId }),
    ...(wanted.unitId !== before.unitId && { unit_id: wanted.unitId }),
    ...(wanted.price !== undefined && { price: wanted.price }),
  };
}
