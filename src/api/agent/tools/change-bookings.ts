// Tools that create, change and cancel bookings, on top of the operations of REST.
import type { Static } from 'typebox';
import { toMajor } from '../../../model/money.ts';
import { countNights, isBefore } from '../../../model/night.ts';
import { listArguments } from '../../../model/proposal.ts';
import { MAX_AGE, MAX_GUEST_NAME } from '../../../model/stay-details.ts';
import { firstReleased } from '../../../pms/reservations/cancel.ts';
import { requireRoom } from '../../../pms/rooms.ts';
import { invalidParameter } from '../../../problems.ts';
import { executeWrite } from '../../execute.ts';
import { requireStay, toDate, toName, toPrice } from '../../input.ts';
import type { Call } from '../../operation.ts';
import {
  cancelBookingOperation,
  changeBookingOperation,
  createBookingOperation,
} from '../../public/bookings.ts';
import type { bookingSchema } from '../../records.ts';
import { integer, membersOf, nullable, object, oneOf, optional, text, verbatim } from '../../schema.ts';
import { concernsBooking, concernsNewStay } from '../proposal-targets.ts';
import { agentBookingSchema, presentAgentBooking } from '../records.ts';
import { writeTool } from '../tool.ts';
import { findBooking, roomName } from './bookings.ts';

export const keyArgument = optional(
  verbatim(
    text({
      description: 'a new random text for each booking or message; repeat it when retrying',
      minLength: 1,
      maxLength: 255,
    }),
  ),
);

/** A channel's reference may look like a card number: it is compared as it was stored. */
const orderId = verbatim(
  text({ description: 'our order_id or the channel reference', minLength: 1, maxLength: 200 }),
);

/** Companions as an agent gives them: the descriptions of their members would be read with each of both tools. */
const companions = (description: string) => ({
  description,
  items: object({
    name: text({ minLength: 1 }),
    age: optional(nullable(integer({ minimum: 0, maximum: MAX_AGE }))),
  }),
});

const BookingAnswer = object({ booking: agentBookingSchema });

export const createBookingTool = writeTool({
  name: 'create_booking',
  title: 'Create a booking',
  description:
    'Books a room for a guest and closes its nights on every channel. Take room and price from check_availability and show the user dates, room and price first. On room_unavailable nothing was booked.',
  operation: createBookingOperation,
  destructive: false,
  idempotent: false,
  input: object({
    ...membersOf(createBookingOperation.body!, {
      room_id: 'from check_availability',
      name: { description: "guest's name", maxLength: MAX_GUEST_NAME },
      checkin: 'arrival',
      checkout: 'departure',
      price: 'total of the whole stay',
      email: true,
      phone: true,
      adults: 'how many',
      children: 'ages on arrival; [] = none',
      notes: 'wishes of the guest',
      arrival_time: 'HH:mm',
      language: 'BCP 47',
      country: 'ISO 3166-1',
      companions: companions('who comes along, with the age on arrival'),
      hold_minutes: 'holds the room for so long instead; update_booking confirms it',
      group_id: 'a further room of this group',
      group_with: 'or: of the group of this order_id',
    }),
    idempotency_key: keyArgument,
  }),
  output: BookingAnswer,
  about: (answer) => answer.booking.order_id,
  confirm: async (call, wanted) => {
    const [checkin, checkout] = [toDate(wanted.checkin), toDate(wanted.checkout)];
    requireStay(checkin, checkout, call.today);
    const room = await requireRoom(call.db, call.property.hotelId, wanted.room_id);
    const { currency } = call.property;
    const price = toMajor(toPrice(wanted.price, currency), currency);
    const nights = countNights(checkin, checkout);
    const what = wanted.hold_minutes ? `Hold for ${wanted.hold_minutes} minutes` : 'Book';
    const name = JSON.stringify(toName(wanted.name, 'name'));
    const rest = listArguments(wanted, [
      'idempotency_key',
      ...['room_id', 'name', 'checkin', 'checkout', 'price', 'hold_minutes'],
    ]);
    return `${what} room ${room.roomId} "${room.name}" for ${name} from ${checkin} to ${checkout} (${nights} nights) for ${price} ${currency}${rest && `, with ${rest}`}?`;
  },
  concerns: (call, { room_id: roomId, checkin, checkout }) =>
    concernsNewStay(call, { roomId, from: toDate(checkin), until: toDate(checkout) }),
  run: async (call, { idempotency_key: _, ...body }, idempotencyKey) =>
    presentToAgent(call, await executeWrite(createBookingOperation, call, { body, idempotencyKey })),
});

export const updateBookingTool = writeTool({
  name: 'update_booking',
  title: 'Change a booking',
  description:
    'Checks a guest in or out, records a no-show, confirms a held booking, moves a stay (a guest in the house changes room from today on), changes its price or guest. The status before takes a mistake back while the nights are free: confirmed after check-in, no-show or cancellation, checked_in after check-out. Ask the user first.',
  operation: changeBookingOperation,
  destructive: true,
  idempotent: true,
  input: object({
    order_id: orderId,
    status: optional(oneOf(['confirmed', 'checked_in', 'checked_out', 'no_show'])),
    ...membersOf(changeBookingOperation.body!, {
      early: 'check-in before the arrival date, if the user says so',
      room_id: 'another room',
      checkin: 'arrival',
      checkout: 'departure',
      price: 'total',
      name: true,
      email: true,
      phone: true,
      notes: true,
      arrival_time: true,
      companions: companions('who comes along; replaces the list'),
      hold_minutes: 'holds a held booking for so long from now on',
      group_id: 'joins it; null = leaves its group',
      group_with: 'or: order_id to be grouped with',
    }),
    idempotency_key: keyArgument,
  }),
  output: BookingAnswer,
  about: (answer) => answer.booking.order_id,
  confirm: async (call, wanted) => {
    const { reservationId, roomId, status, checkin, checkout } = await findBooking(call, wanted.order_id);
    return `Change booking ${reservationId} (${status}, room ${roomId} "${await roomName(call, roomId)}", ${checkin} to ${checkout}): ${listArguments(wanted, ['idempotency_key', 'order_id'])}?`;
  },
  concerns: async (call, { order_id, ...wanted }) => {
    const { room_id: roomId, checkin, checkout } = wanted;
    const booking = await findBooking(call, order_id);
    const from = checkin === undefined ? booking.checkin : toDate(checkin);
    const until = checkout === undefined ? booking.checkout : toDate(checkout);
    return concernsBooking(booking, { roomId: roomId ?? booking.roomId, from, until }, Object.keys(wanted));
  },
  run: async (call, { order_id, idempotency_key: _, ...body }, idempotencyKey) => {
    const { reservationId } = await findBooking(call, order_id);
    const query = { order_id: reservationId };
    return presentToAgent(
      call,
      await executeWrite(changeBookingOperation, call, { query, body, idempotencyKey }),
    );
  },
});

export const cancelBookingTool = writeTool({
  name: 'cancel_booking',
  title: 'Cancel a booking',
  description:
    'Cancels a booking and opens its nights on every channel; update_booking restores it while they are free (not a hold). Before the guest has arrived the whole stay is cancelled: date is its check-in date. For an early departure date is the first night not slept. Ask the user first.',
  operation: cancelBookingOperation,
  destructive: true,
  idempotent: true,
  input: object({
    order_id: orderId,
    ...membersOf(cancelBookingOperation.query, {
      date: 'its check-in date, or the first night to give back',
    }),
    reason: optional(text({ description: 'shown in the activity log', maxLength: 200 })),
  }),
  output: BookingAnswer,
  about: (answer) => answer.booking.order_id,
  confirm: async (call, { order_id, date: from }) => {
    const reservation = await requireDateOfStay(call, order_id, from);
    const { reservationId, roomId, checkin, checkout, priceMinor, currency } = reservation;
    const whole = firstReleased(reservation, { date: toDate(from), today: call.today }).equals(checkin);
    const what = whole ? '' : `from the night of ${from} on `;
    return `Cancel booking ${reservationId} ${what}(room ${roomId} "${await roomName(call, roomId)}", ${checkin} to ${checkout}, ${toMajor(priceMinor, currency)} ${currency})? ${reservation.status === 'held' ? 'A hold cannot be restored.' : 'It can be restored while its nights are free.'}`;
  },
  concerns: async (call, { order_id, date: from }) => {
    const booking = await requireDateOfStay(call, order_id, from);
    const first = firstReleased(booking, { date: toDate(from), today: call.today });
    return concernsBooking(booking, { roomId: booking.roomId, from: first, until: booking.checkout });
  },
  run: async (call, { order_id, date: from }, idempotencyKey) => {
    const { reservationId } = await requireDateOfStay(call, order_id, from);
    const query = { order_id: reservationId, date: from };
    return presentToAgent(call, await executeWrite(cancelBookingOperation, call, { query, idempotencyKey }));
  },
});

/**
 * Finds the booking. Throws `invalid_parameters` when the date lies before its check-in, so that an agent
 * that mixes up two bookings is stopped.
 */
async function requireDateOfStay(call: Call, order: string, from: string) {
  const reservation = await findBooking(call, order);
  const { reservationId, checkin } = reservation;
  if (isBefore(toDate(from), checkin))
    throw invalidParameter({ field: 'date', rule: 'not_checkin', reservationId, checkin });
  return reservation;
}

function presentToAgent(call: Call, { answer, replayed }: { answer: unknown; replayed: boolean }) {
  const booking = presentAgentBooking(answer as Static<typeof bookingSchema>, call.property);
  return { answer: { booking }, replayed };
}
