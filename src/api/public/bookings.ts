// /api/bookings: reservations of all channels in one list; create, change and cancel.

import { MAX_GUESTS } from '../../model/guest-counts.ts';
import { RESERVATION_STATUSES } from '../../model/reservation.ts';
import { MAX_GUEST_NAME } from '../../model/stay-details.ts';
import { requireCapacity } from '../../pms/capacity.ts';
import { RESTRICTIONS } from '../../pms/inventory/restrictions.ts';
import { cancelReservation } from '../../pms/reservations/cancel.ts';
import { createReservation } from '../../pms/reservations/create.ts';
import {
  countReservations,
  keyOf,
  listReservations,
  type ReservationFilter,
} from '../../pms/reservations/find.ts';
import { asMember, lockChosenGroup } from '../../pms/reservations/group-members.ts';
import {
  BOOKING_CHANGE,
  changeBooking,
  dryRun,
  groupWith,
  MAX_HOLD_MINUTES,
  toGroupChoice,
} from '../booking-change.ts';
import { BOOKING_SEARCH, cursorOfBookings, toBookingSearch } from '../booking-search.ts';
import { BOOKING } from '../changed-records.ts';
import { tagSeenBy } from '../etag.ts';
import { parseMoment, requireStay, toDate, toDateRange, toName, toPrice } from '../input.ts';
import { listOperation, WithHeaders, writeOperation } from '../operation.ts';
import { presentBooking } from '../present.ts';
import { bookingSchema } from '../records.ts';
import {
  amount,
  date,
  dateRange,
  id,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  telephone,
  text,
} from '../schema.ts';
import { detailsSchema, toAdults, toStayDetails } from '../stay-details.ts';
import { unitChoice } from '../unit-choice.ts';

const path = '/bookings';
const tag = 'Bookings';
const ETAG = { ETag: 'ETag of the record: send it as `If-Match` when you change the record' };

export const listBookingsOperation = listOperation({
  name: 'listBookings',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['bookings:read'],
  tag,
  summary: 'List reservations',
  description:
    'Reservations from all channels and direct bookings in one list, ordered by check-in. If `order_id` matches one reservation, the answer has its `ETag`: send it as `If-Match` when you change the reservation.',
  problems: [],
  query: object({
    order_id: optional(
      text({
        description: 'internal order id, or reference of the order at the channel',
        example: '10001',
        maxLength: 200,
      }),
    ),
    ...dateRange('check-ins'),
    room_id: optional(id('only this room: with staying_on that of the night, else the present one', 101)),
    status: optional(oneOf(RESERVATION_STATUSES, { description: 'only this status', example: 'confirmed' })),
    group_id: optional(id('only the bookings of this group', 1)),
    guest_id: optional(id('only the bookings of this guest', 1)),
    unit_id: optional(id('only stays that have or had this unit, in one night at least', 1)),
    include: optional(
      oneOf(['held'], {
        description:
          'lists also bookings that are held, and holds that ended unconfirmed; without it (and without `order_id`, `group_id` or `status=held`) they are left out',
        example: 'held',
      }),
    ),
    channel: optional(text({ description: 'only this channel', example: 'airbnb', maxLength: 40 })),
    updated_since: optional(moment('only records changed at or after this moment')),
    ...BOOKING_SEARCH.properties,
  }),
  item: bookingSchema,
  caching: 'log-and-date', // of a stay in several units it has the present one; who is in the house depends on the day
  cursor: cursorOfBookings,
  filter: (query, call): ReservationFilter => {
    const { from, to } = toDateRange(query);
    return {
      order: query.order_id,
      checkinFrom: from,
      checkinTo: to,
      roomId: query.room_id,
      status: query.status,
      withHolds: query.include === 'held',
      groupId: query.group_id,
      guestId: query.guest_id,
      unitId: query.unit_id,
      channel: query.channel,
      updatedSince: query.updated_since === undefined ? undefined : parseMoment(query.updated_since)!,
      ...toBookingSearch(query, call.today),
    };
  },
  page: ({ db, property }, filter, page) => listReservations(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countReservations(db, property.hotelId, filter),
  key: keyOf,
  present: (reservation, call) => presentBooking(reservation, call.property, call.today),
  selectsOneRecord: (query) => query.order_id !== undefined,
});

export const createBookingOperation = writeOperation({
  name: 'createBooking',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Create a reservation',
  description:
    'Books the room and pushes the new availability of its nights to every connected channel. If several requests ask for the last unit at the same time, exactly one succeeds.',
  problems: [
    'unknown_room',
    'unknown_guest',
    'guest_erased',
    'unknown_group',
    'unknown_booking',
    'hold_expired',
    'capacity',
    'room_unavailable',
    ...RESTRICTIONS,
    'unknown_unit',
    'unit_of_other_room',
    'unit_taken',
    'no_unit_without_moving',
  ],
  headers: ETAG,
  body: object({
    room_id: id('the room to book; GET rentals lists the rooms', 101),
    name: text({
      description: `guest name, 1 to ${MAX_GUEST_NAME} characters without surrounding blanks`,
      example: 'Ada Lovelace',
      minLength: 1,
    }),
    checkin: date('first night', '2026-12-01'),
    checkout: date('day of departure; the last night is the one before it', '2026-12-04'),
    price: amount('total price of the stay', 360.5),
    email: optional(nullable(text({ format: 'email', example: 'ada@example.com', maxLength: 254 }))),
    phone: optional(telephone(nullable(text({ example: '+351 910 000 000', maxLength: 50 })))),
    guests: optional(
      integer({
        description:
          'number of guests: `adults` and `children` together. Without `adults`, those who are not in `children` are adults',
        minimum: 1,
        maximum: MAX_GUESTS,
        example: 2,
      }),
    ),
    unit_id: optional(
      unitChoice(
        'a unit of the room, which must be free in all nights; `auto` = the best free one; absent = none yet',
      ),
    ),
    ...detailsSchema.properties,
    hold_minutes: optional(
      nullable(
        integer({
          description:
            'books without confirming: the booking is held, and its nights are taken, for so many minutes; unless it is confirmed before, it ends by itself and releases them. No income is posted and no cleaning planned until then. Absent or null = confirmed at once',
          minimum: 1,
          maximum: MAX_HOLD_MINUTES,
          example: null,
        }),
      ),
    ),
    guest_id: optional(
      id(
        'a guest who has stayed before (GET guests); absent = the booking makes a new profile, whatever its name and e-mail',
        1,
      ),
    ),
    group_id: optional(
      id(
        'the group that gets this room: it is held as long as the group is, and with the name of the group’s guest it is that guest’s, with the same e-mail and telephone unless you send others',
        1,
      ),
    ),
    group_with: groupWith,
  }),
  answer: bookingSchema,
  run: async (tx, call, { body }) => {
    const [checkin, checkout] = [toDate(body.checkin), toDate(body.checkout)];
    requireStay(checkin, checkout, call.today);
    const priceMinor = toPrice(body.price, call.property.currency);
    const given = toStayDetails(body);
    const details = { ...given, adults: toAdults(body.guests, given) };
    await requireCapacity(tx, tx.hotelId, { roomId: body.room_id, party: { children: null, ...details } });
    const choice = toGroupChoice(body) ?? null;
    const group = await lockChosenGroup(tx, choice, { orderId: null, today: call.today });
    const stay = {
      roomId: body.room_id,
      guestName: toName(body.name, 'name', MAX_GUEST_NAME),
      guestEmail: body.email ?? null,
      guestPhone: body.phone ?? null,
      checkin,
      checkout,
      priceMinor,
      currency: call.property.currency,
      today: call.today,
      unit: body.unit_id ?? undefined,
      ...details,
      ...(body.hold_minutes && { heldUntil: tx.now.add({ minutes: body.hold_minutes }) }),
      ...(body.guest_id !== undefined && { guestId: body.guest_id }),
    };
    const reservation = await createReservation(tx, group === null ? stay : await asMember(tx, group, stay));
    const record = presentBooking(reservation, call.property, call.today);
    return new WithHeaders(record, { etag: tagSeenBy(call.scopes, record, bookingSchema) });
  },
});

export const changeBookingOperation = writeOperation({
  ...BOOKING_CHANGE,
  name: 'changeBooking',
  audience: ['public'],
  method: 'PATCH',
  path,
  scopes: ['bookings:write'],
  tag,
  query: object({ order_id: id('internal order id', 10001), dry_run: dryRun }),
  changes: { record: BOOKING, id: ({ query }) => query.order_id },
  run: (tx, call, { query, body }) =>
    changeBooking(tx, call, { orderId: query.order_id, body, isDryRun: query.dry_run ?? false }),
});

export const cancelBookingOperation = writeOperation({
  name: 'cancelBooking',
  audience: ['public', 'operator'],
  method: 'DELETE',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Cancel a reservation',
  description:
    'The nights of a booking that is `held` are all released, for any `date` before check-out.\n\nBefore the guest has arrived (`confirmed`, and today is not after check-in) the whole stay is released; `date` may be any day up to check-out.\n\nLater the call is an early departure: the nights from `date` on are released, `checkout` becomes `date`, and the price is reduced to the part that was earned. The difference is reversed in the ledger.\n\nRepeating the call changes nothing. After an early departure, a call with an earlier `date` also releases the nights between, from today on.',
  problems: ['unknown_booking', 'stay_ended', 'invalid_transition'],
  query: object({
    order_id: id('internal order id', 10001),
    date: date('the day from which the stay is released once the guest has arrived', '2026-12-01'),
  }),
  changes: { record: BOOKING, id: ({ query }) => query.order_id },
  answer: bookingSchema,
  run: async (tx, call, { query }) => {
    const reservation = await cancelReservation(tx, {
      reservationId: query.order_id,
      date: toDate(query.date),
      today: call.today,
    });
    return presentBooking(reservation, call.property, call.today);
  },
});
