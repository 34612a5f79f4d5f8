// /api/bookings: reservations of every channel in one list; create and cancel.
import { RESERVATION_STATUSES } from '../../model/reservation.ts';
import { RESTRICTIONS } from '../../pms/inventory/restrictions.ts';
import { cancelReservation } from '../../pms/reservations/cancel.ts';
import { createReservation } from '../../pms/reservations/create.ts';
import { listReservations } from '../../pms/reservations/find.ts';
import { MAX_GUEST_NAME, parseMoment, requireStay, toDate, toDateRange, toName, toPrice } from '../input.ts';
import { list, write } from '../operation.ts';
import * as present from '../present.ts';
import { Booking } from '../records.ts';
import { amount, date, dateRange, id, moment, nullable, object, oneOf, optional, text } from '../schema.ts';

const path = '/api/bookings/{api_token}';
const tag = 'Bookings';

export const listBookings = list({
  name: 'listBookings',
  method: 'GET',
  path,
  tag,
  summary: 'List reservations',
  description: 'Reservations of all channels and the direct engine in one list, ordered by check-in.',
  problems: [],
  query: object({
    order_id: optional(
      text({
        description: 'internal order id or reference at the channel: both are tried',
        example: '10001',
        maxLength: 200,
      }),
    ),
    ...dateRange('check-ins'),
    room_id: optional(id('only this room', 101)),
    status: optional(oneOf(RESERVATION_STATUSES, { description: 'only this status', example: 'confirmed' })),
    channel: optional(text({ description: 'only this channel', example: 'airbnb', maxLength: 40 })),
    updated_since: optional(moment('only what changed at or after this moment')),
  }),
  item: Booking,
  caching: 'log',
  cursor: ['date', 'id'],
  page: (call, query, page) => {
    const { from, to } = toDateRange(query);
    return listReservations(
      call.db,
      call.property.hotelId,
      {
        order: query.order_id,
        checkinFrom: from,
        checkinTo: to,
        roomId: query.room_id,
        status: query.status,
        channel: query.channel,
        updatedSince: query.updated_since === undefined ? undefined : parseMoment(query.updated_since)!,
      },
      page,
    );
  },
  key: (reservation) => [reservation.checkin.toString(), reservation.reservationId],
  present: (reservation, call) => present.booking(reservation, call.property),
});

export const createBooking = write({
  name: 'createBooking',
  method: 'POST',
  path,
  tag,
  summary: 'Create a reservation',
  description:
    'Books the room and blocks its nights on every connected channel. Of any number of simultaneous requests for the last unit exactly one succeeds.',
  problems: ['unknown_room', 'room_unavailable', ...RESTRICTIONS],
  query: object({}),
  body: object({
    room_id: id('the room to book: see rentals', 101),
    name: text({
      description: `guest name, 1 to ${MAX_GUEST_NAME} characters without surrounding blanks`,
      example: 'Ada Lovelace',
      minLength: 1,
    }),
    checkin: date('first night', '2026-12-01'),
    checkout: date('day of departure: the night before it is the last', '2026-12-04'),
    price: amount('total price of the stay', 360.5),
    email: optional(nullable(text({ format: 'email', example: 'ada@example.com', maxLength: 254 }))),
    phone: optional(nullable(text({ example: '+351 910 000 000', maxLength: 50 }))),
  }),
  answer: Booking,
  run: async (tx, call, { body }) => {
    const [checkin, checkout] = [toDate(body.checkin), toDate(body.checkout)];
    requireStay(checkin, checkout, call.today);
    const reservation = await createReservation(tx, {
      roomId: body.room_id,
      guestName: toName(body.name, 'name', MAX_GUEST_NAME),
      guestEmail: body.email ?? null,
      guestPhone: body.phone ?? null,
      checkin,
      checkout,
      priceMinor: toPrice(body.price, call.property.currency),
      currency: call.property.currency,
      today: call.today,
    });
    return present.booking(reservation, call.property);
  },
});

export const cancelBooking = write({
  name: 'cancelBooking',
  method: 'DELETE',
  path,
  tag,
  summary: 'Cancel a reservation',
  description:
    'Releases the stay from `date` on: on or before check-in all of it; later, an early departure, the nights from then on. Repeating the call changes nothing.',
  problems: ['unknown_booking', 'stay_ended', 'invalid_transition'],
  query: object({
    order_id: id('internal order id', 10001),
    date: date('the day from which the stay is released', '2026-12-01'),
  }),
  body: null,
  answer: Booking,
  run: async (tx, call, { query }) => {
    const reservation = await cancelReservation(tx, {
      reservationId: query.order_id,
      date: toDate(query.date),
      today: call.today,
    });
    return present.booking(reservation, call.property);
  },
});
