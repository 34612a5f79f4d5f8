// The public record of the desk's snapshot: field names, types, order. Filled by present-desk.ts.
import type { Static } from 'typebox';
import {
  bookingSchema,
  type eventSchema,
  propertySchema,
  roomId,
  roomSchema,
  taskSchema,
} from './records.ts';
import {
  array,
  boolean,
  date,
  integer,
  membersOf,
  moment,
  needs,
  nullable,
  number,
  object,
  optional,
  text,
} from './schema.ts';
import { closureSchema, unitSchema } from './unit-records.ts';

const ONLY_RESTRICTING = 'absent = no night of the room has one';

const deskBookingSchema = object({
  ...bookingSchema.properties,
  conflict: nullable(
    text({ description: 'why people must look at it; null = nothing', example: 'Overlaps on 2026-12-01.' }),
  ),
});

/** A unit without its guests and closures: these follow from the bookings and closures of the snapshot. */
const deskUnitSchema = object(
  membersOf(unitSchema, {
    unit_id: true,
    hotel_id: true,
    room_id: true,
    name: true,
    floor: true,
    position: true,
    condition: true,
    condition_at: true,
  }),
);

export const deskNightsSchema = object({
  room_id: roomId,
  available: array(integer({ description: 'units left to sell', example: 1 })),
  price: array(number({ description: 'nightly rate', example: 120 })),
  min_stay: array(integer({ description: 'nights, of stays that arrive on this day', example: 1 })),
  max_stay: optional(
    array(nullable(integer({ description: 'nights; null = no limit', example: 14 })), {
      description: ONLY_RESTRICTING,
    }),
  ),
  closed_to_arrival: optional(array(boolean({ example: false }), { description: ONLY_RESTRICTING })),
  closed_to_departure: optional(array(boolean({ example: false }), { description: ONLY_RESTRICTING })),
  stop_sell: optional(array(boolean({ example: false }), { description: ONLY_RESTRICTING })),
});

export const deskSchema = object(
  {
    seq: integer({
      description:
        'number of the event after which all records were read: follow `GET events` from it. With `as_of` the last one up to that moment',
      example: 4711,
    }),
    today: date('today at the property'),
    fromdate: date('first night of the window', '2026-11-17'),
    todate: date('last night of the window', '2027-01-30'),
    property: propertySchema,
    rooms: optional(array(roomSchema, { description: 'by id' })),
    units: optional(
      needs(
        'housekeeping',
        array(deskUnitSchema, { description: 'by room and place, without their guests' }),
      ),
    ),
    bookings: optional(
      needs(
        'bookings:read',
        array(deskBookingSchema, {
          description:
            'by check-in: stays, and bookings that are held, with a night in the window or a departure on its first day, and guests who are in the house',
        }),
      ),
    ),
    undecided: optional(
      needs(
        'bookings:read',
        array(deskBookingSchema, {
          description:
            'by check-in: stays that are not in `bookings`, about which people must decide, until 14 days after their departure: those with a `conflict`, and those with `differences`, of cancelled ones that of `status`. Empty with `as_of`',
        }),
      ),
    ),
    nights: optional(
      needs(
        'availability:read',
        array(deskNightsSchema, {
          description:
            'for each room its values by day, from `fromdate` to `todate`; absent with `as_of`: what they were is not kept',
        }),
      ),
    ),
    closures: optional(
      needs('housekeeping', array(closureSchema, { description: 'those with a night in the window' })),
    ),
    as_of: optional(moment('the moment of the past that was asked for; absent = now')),
    tasks: optional(
      needs(
        'housekeeping',
        array(taskSchema, {
          description: 'by due date: those that are open, and those due in the window',
        }),
      ),
    ),
  },
  {
    $id: 'Desk',
    description:
      'What a front desk shows, as of one event of the log. A part that was not asked for, or whose scope the token does not have, is absent.',
  },
);

/** The snapshot as clients get it. */
export type Desk = Static<typeof deskSchema>;

/** An event as clients get it. */
export type DeskEvent = Static<typeof eventSchema>;
