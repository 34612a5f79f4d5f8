// /api/groups: several rooms booked together; all of them are booked, changed and cancelled, or none.

import type { Static } from 'typebox';
import { UNKNOWN_GUEST_COUNTS } from '../../model/guest-counts.ts';
import { MAX_GUEST_NAME } from '../../model/stay-details.ts';
import { requireCapacity } from '../../pms/capacity.ts';
import { storedReference } from '../../pms/card-references.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { type GroupFilter, listGroups } from '../../pms/reservations/group-rows.ts';
import { bookGroup, cancelGroup, changeGroup } from '../../pms/reservations/groups.ts';
import { extension, requireHeldOrConfirmed } from '../booking-change.ts';
import { GROUP } from '../changed-records.ts';
import { groupSchema, presentGroup } from '../group-records.ts';
import { requireStay, toDate, toName, toPrice } from '../input.ts';
import { type Call, listOperation, writeOperation } from '../operation.ts';
import {
  amount,
  array,
  boolean,
  date,
  id,
  nullable,
  object,
  oneOf,
  optional,
  personal,
  telephone,
  text,
} from '../schema.ts';
import { detailsSchema, toStayDetails } from '../stay-details.ts';
import { unitChoice } from '../unit-choice.ts';
import { createBookingOperation } from './bookings.ts';

const path = '/groups';
const tag = 'Bookings';
const MAX_ROOMS = 50;

/** What only a booking that joins a group is refused for. */
const JOINING: ReadonlySet<string> = new Set(['unknown_group', 'unknown_booking', 'hold_expired']);

/** Guest data that all bookings of a group share. */
const contact = {
  email: optional(nullable(text({ format: 'email', example: 'ada@example.com', maxLength: 254 }))),
  phone: optional(telephone(nullable(text({ example: '+351 910 000 000', maxLength: 50 })))),
};
const { adults, children, companions, ...shared } = detailsSchema.properties;

const roomOfGroup = object({
  room_id: id('the room to book', 101),
  price: amount('total price of this stay', 360.5),
  checkin: optional(date('if it differs from that of the group', '2026-12-01')),
  checkout: optional(date('if it differs from that of the group', '2026-12-04')),
  name: optional(
    text({
      description: 'the guest of this room, if it is another one',
      minLength: 1,
      example: 'Ada Lovelace',
    }),
  ),
  adults,
  children,
  companions,
  unit_id: optional(
    unitChoice(
      'a unit of the room, which must be free in all nights; `auto` = the best free one; absent = none yet',
    ),
  ),
});

export const listGroupsOperation = listOperation({
  name: 'listGroups',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['bookings:read'],
  tag,
  summary: 'List groups of bookings',
  description:
    'Bookings that were made together, by `POST groups` or as one order of a channel, each group with its bookings, in the order in which they were made.',
  problems: [],
  query: object({
    group_id: optional(id('only this group', 1)),
    channel: optional(text({ description: 'only this channel', example: 'airbnb', maxLength: 40 })),
    reference: optional(
      personal(
        text({ description: 'only the order with this reference', example: '4000000001', maxLength: 200 }),
      ),
    ),
  }),
  item: groupSchema,
  caching: 'log-and-date', // as the bookings in it
  cursor: ['id'],
  filter: (query): GroupFilter => ({
    groupId: query.group_id,
    channel: query.channel,
    reference: query.reference,
  }),
  page: ({ db, property }, filter, page) => listGroups(db, property.hotelId, filter, page),
  key: (group) => [group.groupId],
  present: (group, call) => presentGroup(group, call.property, call.today),
  selectsOneRecord: (query) => query.group_id !== undefined,
});

const createGroupSchema = object({
  name: text({
    description: 'guest name, for all rooms without one of their own',
    minLength: 1,
    example: 'Ada Lovelace',
  }),
  checkin: date('first night', '2026-12-01'),
  checkout: date('day of departure', '2026-12-04'),
  rooms: array(roomOfGroup, { minItems: 1, maxItems: MAX_ROOMS }),
  reference: optional(
    nullable(
      text({ description: 'your own number of the order', example: 'G-17', minLength: 1, maxLength: 200 }),
    ),
  ),
  ...contact,
  ...shared,
  hold_minutes: createBookingOperation.body!.properties.hold_minutes,
  guest_id: optional(
    id(
      'a guest who has stayed before (GET guests), for all rooms without a name of their own; absent = they share a new profile',
      1,
    ),
  ),
});

export const createGroupOperation = writeOperation({
  name: 'createGroup',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Book several rooms together',
  description:
    'Books all rooms, or none: if one is refused, nothing is stored, and the refusal names each room that is not to be had, with its nights (`data.further` has those after the first). The same room may stand in the list several times. With `hold_minutes` all bookings are held, and end together unless they are confirmed.',
  problems: createBookingOperation.problems.filter((code) => !JOINING.has(code)),
  body: createGroupSchema,
  answer: groupSchema,
  run: async (tx, call, { body }) => {
    const stays = [];
    for (const [place, room] of body.rooms.entries())
      stays.push(await toStay(tx, call, body, { ...room, place: `rooms.${place}.` }));
    const reference =
      body.reference == null ? null : await storedReference(tx, toName(body.reference, 'reference'));
    return presentGroup(
      await bookGroup(tx, { reference, stays, guestId: body.guest_id }),
      call.property,
      call.today,
    );
  },
});

async function toStay(
  tx: PropertyTransaction,
  call: Call,
  group: Static<typeof createGroupSchema>,
  { place, ...room }: Static<typeof roomOfGroup> & { place: string },
) {
  const [checkin, checkout] = [
    toDate(room.checkin ?? group.checkin),
    toDate(room.checkout ?? group.checkout),
  ];
  requireStay(checkin, checkout, call.today);
  const details = { ...toStayDetails(group), ...toStayDetails(room, place) };
  const party = { ...UNKNOWN_GUEST_COUNTS, ...details };
  await requireCapacity(tx, tx.hotelId, { roomId: room.room_id, party });
  return {
    roomId: room.room_id,
    guestName: toName(room.name ?? group.name, 'name', MAX_GUEST_NAME),
    ownGuest: room.name !== undefined && room.name.trim() !== group.name.trim(),
    guestEmail: group.email ?? null,
    guestPhone: group.phone ?? null,
    checkin,
    checkout,
    priceMinor: toPrice(room.price, call.property.currency),
    currency: call.property.currency,
    today: call.today,
    unit: room.unit_id ?? undefined,
    ...details,
    ...(group.hold_minutes && { heldUntil: tx.now.add({ minutes: group.hold_minutes }) }),
  };
}

export const changeGroupOperation = writeOperation({
  name: 'changeGroup',
  audience: ['public', 'operator'],
  method: 'PATCH',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Change all bookings of a group',
  description:
    'Changes the guest data of the bookings of a group together, or none. A value changes where it is the same as in the first booking, so a room with a guest of its own keeps that name. `status: confirmed` confirms the bookings that are held; it restores a group of which all bookings are cancelled, while their nights are free. `hold_minutes` holds those that are held for longer. Rooms, dates and prices are changed booking by booking.',
  problems: ['unknown_group', 'hold_expired', 'invalid_transition', 'room_unavailable'],
  query: object({ group_id: id('the group', 1) }),
  body: object({
    status: optional(
      oneOf(['confirmed'], {
        description: 'confirms the bookings that are held, or restores a cancelled group',
        example: 'confirmed',
      }),
    ),
    name: optional(text({ minLength: 1, example: 'Ada Lovelace' })),
    ...contact,
    ...shared,
    hold_minutes: extension,
    update_guest: optional(
      boolean({
        description:
          "the guest's profile gets the changed values although it has bookings outside the group; without such bookings it follows anyway",
        example: true,
      }),
    ),
  }),
  changes: { record: GROUP, id: ({ query }) => query.group_id },
  answer: groupSchema,
  run: async (tx, call, { query, body }) => {
    requireHeldOrConfirmed(body);
    const values = {
      ...(body.name !== undefined && { guestName: toName(body.name, 'name', MAX_GUEST_NAME) }),
      ...(body.email !== undefined && { guestEmail: body.email }),
      ...(body.phone !== undefined && { guestPhone: body.phone }),
      ...toStayDetails(body),
    };
    const changed = await changeGroup(tx, query.group_id, {
      values,
      confirm: body.status === 'confirmed',
      heldUntil: body.hold_minutes ? tx.now.add({ minutes: body.hold_minutes }) : undefined,
      updateGuest: body.update_guest ?? false,
      today: call.today,
    });
    return presentGroup(changed, call.property, call.today);
  },
});

export const cancelGroupOperation = writeOperation({
  name: 'cancelGroup',
  audience: ['public', 'operator'],
  method: 'DELETE',
  path,
  scopes: ['bookings:write'],
  tag,
  summary: 'Cancel all bookings of a group',
  description:
    'Cancels each booking of the group as `DELETE bookings` would with this `date`, all of them or none; those that are checked out or a no-show stay. Repeating it changes nothing. What was paid stays paid: `balance` says what is to be refunded.',
  problems: ['unknown_group', 'stay_ended'],
  query: object({
    group_id: id('the group', 1),
    date: optional(
      date('the day from which stays are released whose guests have arrived; absent = today', '2026-12-01'),
    ),
  }),
  changes: { record: GROUP, id: ({ query }) => query.group_id },
  answer: groupSchema,
  run: async (tx, call, { query }) => {
    const how = { date: query.date === undefined ? call.today : toDate(query.date), today: call.today };
    return presentGroup(await cancelGroup(tx, query.group_id, how), call.property, call.today);
  },
});
