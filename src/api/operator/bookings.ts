// /operator/properties/{hotel_id}/bookings (check in, check out, no-show; change guest data, dates or room)
// and …/conflicts.

import { todayAt } from '../../model/property.ts';
import { listConflicts } from '../../pms/reservations/conflicts.ts';
import { requireReservation } from '../../pms/reservations/find.ts';
import { BOOKING_CHANGE, changeBooking, dryRun } from '../booking-change.ts';
import { BOOKING } from '../changed-records.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentBooking, presentConflict } from '../present.ts';
import { bookingSchema } from '../records.ts';
import { array, id, object } from '../schema.ts';
import { conflictSchema } from './records.ts';

export const getBookingOperation = readOperation({
  name: 'getBooking',
  audience: ['operator'],
  scopes: ['bookings:read'],
  method: 'GET',
  path: '/bookings/{order_id}',
  tag: 'Bookings',
  summary: 'Read a booking',
  description: 'One reservation, of any channel.',
  problems: ['unknown_booking'],
  params: object({ order_id: id('booking', 10001) }),
  caching: 'record',
  answer: bookingSchema,
  run: async (call, { order_id: orderId }) =>
    presentBooking(
      await requireReservation(call.db, call.property.hotelId, orderId),
      call.property,
      call.today,
    ),
});

export const changeBookingOperation = writeOperation({
  ...BOOKING_CHANGE,
  name: 'changeBooking',
  audience: ['operator'],
  scopes: ['bookings:write'],
  method: 'PATCH',
  path: '/bookings/{order_id}',
  tag: 'Bookings',
  params: object({ order_id: id('booking', 10001) }),
  query: object({ dry_run: dryRun }),
  changes: { record: BOOKING, id: ({ params }) => params.order_id },
  run: (tx, call, { params, query, body }) =>
    changeBooking(tx, call, { orderId: params.order_id, body, isDryRun: query.dry_run ?? false }),
});

export const listConflictsOperation = readOperation({
  name: 'listConflicts',
  audience: ['operator'],
  scopes: ['bookings:read'],
  method: 'GET',
  path: '/conflicts',
  tag: 'Bookings',
  summary: 'List bookings that people must look at',
  description:
    'Current and future bookings that OTAs sold although innwire had no unit for them: a night was full, or the room is not mapped or is retired. They are listed by arrival and kept as they were sold. Move the booking, or free its nights: it leaves the list when all its nights have a unit.',
  problems: [],
  caching: 'no-store',
  answer: array(conflictSchema),
  run: async (call) =>
    (await listConflicts(call.db, call.property.hotelId, todayAt(call.property, call.now))).map((one) =>
      presentConflict(one, call.property, call.today),
    ),
});
