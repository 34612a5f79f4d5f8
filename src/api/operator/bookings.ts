// /operator/properties/{hotel_id}/bookings: check in, check out, no-show; change guest data, dates or room.
import { RESTRICTIONS } from '../../pms/inventory/restrictions.ts';
import { changeReservation, type ReservationPatch } from '../../pms/reservations/change.ts';
import { lockReservation } from '../../pms/reservations/find.ts';
import { MAX_GUEST_NAME, requireStay, toDate, toName, toPrice } from '../input.ts';
import * as present from '../present.ts';
import { Booking } from '../records.ts';
import { amount, date, id, nullable, object, oneOf, optional, text } from '../schema.ts';
import { operatorWrite } from './operation.ts';

export const patchBooking = operatorWrite({
  name: 'changeBooking',
  method: 'PATCH',
  path: '/operator/properties/{hotel_id}/bookings/{order_id}',
  tag: 'Bookings',
  summary: 'Change a booking',
  description:
    'Check-in, check-out, no-show; guest data; dates, room and price. Nights move together or not at all. Without a price, nights that stay keep theirs and new ones cost what the calendar says.',
  problems: ['unknown_booking', 'unknown_room', 'room_unavailable', ...RESTRICTIONS, 'invalid_transition'],
  params: object({ hotel_id: id('property', 1001), order_id: id('booking', 10001) }),
  body: object({
    status: optional(oneOf(['checked_in', 'checked_out', 'no_show'], { example: 'checked_in' })),
    room_id: optional(id('another room', 102)),
    name: optional(text({ minLength: 1, example: 'Ada Lovelace' })),
    email: optional(nullable(text({ format: 'email', maxLength: 254, example: 'ada@example.com' }))),
    phone: optional(nullable(text({ maxLength: 50, example: '+351 910 000 000' }))),
    checkin: optional(date('first night', '2026-12-01')),
    checkout: optional(date('day of departure', '2026-12-04')),
    price: optional(amount('total price', 360.5)),
  }),
  answer: Booking,
  run: async (tx, call, { params, body }) => {
    const before = await lockReservation(tx, params.order_id);
    const checkin = body.checkin === undefined ? before.checkin : toDate(body.checkin);
    const checkout = body.checkout === undefined ? before.checkout : toDate(body.checkout);
    requireStay(checkin, checkout, call.today);
    const patch: ReservationPatch = {
      checkin,
      checkout,
      ...(body.status !== undefined && { status: body.status }),
      ...(body.room_id !== undefined && { roomId: body.room_id }),
      ...(body.name !== undefined && { guestName: toName(body.name, 'name', MAX_GUEST_NAME) }),
      ...(body.email !== undefined && { guestEmail: body.email }),
      ...(body.phone !== undefined && { guestPhone: body.phone }),
      ...(body.price !== undefined && { priceMinor: toPrice(body.price, before.currency) }),
    };
    const change = { reservationId: params.order_id, patch, today: call.today, taking: 'sale' as const };
    return present.booking(await changeReservation(tx, change), call.property);
  },
});
