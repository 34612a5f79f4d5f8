// /operator/properties/{hotel_id}/bookings: check in, check out, no-show; change guest data, dates or room.
import { BOOKING_CHANGE, changeBooking } from '../booking-change.ts';
import { id, object } from '../schema.ts';
import { operatorWrite } from './operation.ts';

export const patchBooking = operatorWrite({
  ...BOOKING_CHANGE,
  name: 'changeBooking',
  method: 'PATCH',
  path: '/operator/properties/{hotel_id}/bookings/{order_id}',
  tag: 'Bookings',
  params: object({ hotel_id: id('property', 1001), order_id: id('booking', 10001) }),
  run: (tx, call, { params, body }) => changeBooking(tx, call, params.order_id, body),
});
