// The public records of the calendar (nights, results of changes, offers): field names, types, order. Filled
// by present-calendar.ts.
import { SHOWN_MEMBERS } from './night-members.ts';
import { hotelId, roomId } from './records.ts';
import {
  amount,
  array,
  boolean,
  date,
  facts,
  id,
  integer,
  moment,
  object,
  optional,
  text,
} from './schema.ts';

export const availabilitySchema = object(
  {
    availability_id: id('never changes for this room and night', 1010739950),
    hotel_id: hotelId,
    room_id: roomId,
    date: moment('the night: that date at 00:00:00.000Z', '2026-12-01T00:00:00.000Z'),
    ...SHOWN_MEMBERS,
  },
  {
    $id: 'Availability',
    description: 'One night of one room. The restrictions at its end are there only where they restrict.',
  },
);

export const bulkUpdateSchema = object(
  {
    updated: integer({ description: 'nights of which a value changed', example: 31 }),
    unchanged: integer({ description: 'nights that already had these values', example: 0 }),
    timestamp: moment('when it was done'),
    change_id: optional(id('id with which the operator can undo the change; absent with `dry_run`', 17)),
  },
  { $id: 'BulkUpdate', description: 'What a bulk change did, or with `dry_run` would do.' },
);

export const offerSchema = object(
  {
    room_id: roomId,
    hotel_id: hotelId,
    name: text({ example: 'Garden Suite' }),
    capacity: integer({ description: 'guests', example: 3 }),
    checkin: moment('check-in time of the property on the day of arrival', '2026-12-01T15:00:00.000Z'),
    checkout: moment('check-out time of the property on the day of departure', '2026-12-04T11:00:00.000Z'),
    bookable: boolean({ description: 'whether POST bookings would succeed now', example: true }),
    available: integer({ description: 'units left on every night of the stay', example: 1 }),
    price: amount('total of the nights: what to send as `price` to POST bookings', 360),
    currency: text({ description: 'ISO 4217', example: 'EUR' }),
    nights: array(object({ date: date('the night'), price: amount('nightly rate', 120) }), {
      description: 'what each night costs',
    }),
    reasons: array(
      object({
        code: text({
          description: 'the code with which POST bookings would refuse',
          example: 'min_stay_not_met',
        }),
        detail: text({
          description: 'one sentence for people',
          example: 'Arriving on 2026-12-01 takes a stay of at least 4 nights; this one has 3.',
        }),
        nights: optional(
          array(date('a night that is full, or not for sale'), {
            description: 'with `room_unavailable` and `stop_sell`',
          }),
        ),
        data: optional(facts('the facts that `detail` states, for programs')),
      }),
      {
        description: 'why the room cannot be booked; POST bookings would refuse with the first',
        example: [],
      },
    ),
    cots: integer({
      description: 'cots beside the capacity, for children younger than `infants_under_age` of the property',
      example: 1,
    }),
  },
  { $id: 'Offer', description: 'A room for a stay: its price, and the reasons why it cannot be booked.' },
);
