// /operator/properties/{hotel_id}/rooms: creating, changing and retiring rooms.

import { MAX_COTS } from '../../model/guest-counts.ts';
import { archiveRoom } from '../../pms/retire-room.ts';
import { changeRoom, createRoom, listRooms, requireRoom } from '../../pms/rooms.ts';
import { ROOM } from '../changed-records.ts';
import { toName, toPrice } from '../input.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentOperatorRoom } from '../present.ts';
import { amount, array, boolean, id, integer, object, optional, text } from '../schema.ts';
import { operatorRoomSchema } from './records.ts';

const tag = 'Rooms';
const path = '/rooms';
const ofRoom = object({ room_id: id('room', 101) });

const room = {
  name: text({
    description: 'name that guests see',
    minLength: 1,
    maxLength: 200,
    example: 'Garden Suite',
  }),
  capacity: integer({
    description: 'guests, without those who sleep in cots',
    minimum: 1,
    maximum: 1_000,
    example: 3,
  }),
  price: amount('base nightly rate', 120),
  units: optional(
    integer({ description: 'number of units of this type', minimum: 1, maximum: 9_999, example: 1 }),
  ),
  min_stay: optional(
    integer({ description: 'default minimum stay, nights', minimum: 1, maximum: 999, example: 1 }),
  ),
  cots: optional(
    integer({
      description:
        'how many cots a unit takes beside its capacity, for children younger than `infants_under_age` of the property; a further one of them counts as a guest. 0 at first: all children count',
      minimum: 0,
      maximum: MAX_COTS,
      example: 1,
    }),
  ),
};

export const createRoomOperation = writeOperation({
  name: 'createRoom',
  audience: ['operator'],
  method: 'POST',
  path,
  tag,
  summary: 'Create a room',
  description: 'Creates a room with its calendar links. `units` is the number of units of this type.',
  problems: [],
  body: object(room),
  answer: operatorRoomSchema,
  run: async (tx, call, { body }) => {
    const created = await createRoom(tx, {
      name: toName(body.name, 'name'),
      capacity: body.capacity,
      priceMinor: toPrice(body.price, call.property.currency),
      units: body.units ?? null,
      minStay: body.min_stay ?? 1,
      cots: body.cots ?? 0,
    });
    return presentOperatorRoom(created, call.property);
  },
});

export const listRoomsOperation = readOperation({
  name: 'listRooms',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path,
  tag,
  summary: 'List rooms',
  description: 'The rooms of the property with their units and default minimum stay.',
  problems: [],
  caching: 'no-store',
  answer: array(operatorRoomSchema),
  run: async (call) => {
    const rooms = await listRooms(call.db, call.property.hotelId, {}, { size: 10_000, after: null });
    return rooms.map((one) => presentOperatorRoom(one, call.property));
  },
});

export const getRoomOperation = readOperation({
  name: 'getRoom',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path: `${path}/{room_id}`,
  tag,
  summary: 'Read a room',
  description: 'The room with its units and default minimum stay.',
  problems: ['unknown_room'],
  params: ofRoom,
  caching: 'record',
  answer: operatorRoomSchema,
  run: async (call, { room_id: roomId }) =>
    presentOperatorRoom(await requireRoom(call.db, call.property.hotelId, roomId), call.property),
});

export const changeRoomOperation = writeOperation({
  name: 'changeRoom',
  audience: ['operator'],
  method: 'PATCH',
  path: `${path}/{room_id}`,
  tag,
  summary: 'Change a room',
  description:
    'Members that you leave out keep their values. If you change `units`, the availability of every night that was not set by hand changes with it.',
  problems: ['unknown_room', 'exceeds_units'],
  params: ofRoom,
  body: object({
    ...room,
    name: optional(room.name),
    capacity: optional(room.capacity),
    price: optional(room.price),
  }),
  changes: { record: ROOM, id: ({ params }) => params.room_id },
  answer: operatorRoomSchema,
  run: async (tx, call, { params, body }) => {
    const patch = {
      ...(body.name !== undefined && { name: toName(body.name, 'name') }),
      ...(body.capacity !== undefined && { capacity: body.capacity }),
      ...(body.price !== undefined && { priceMinor: toPrice(body.price, call.property.currency) }),
      ...(body.units !== undefined && { units: body.units }),
      ...(body.min_stay !== undefined && { minStay: body.min_stay }),
      ...(body.cots !== undefined && { cots: body.cots }),
    };
    return presentOperatorRoom(await changeRoom(tx, params.room_id, patch, call.today), call.property);
  },
});

export const archiveRoomOperation = writeOperation({
  name: 'archiveRoom',
  audience: ['operator'],
  method: 'DELETE',
  path: `${path}/{room_id}`,
  tag,
  summary: 'Retire a room',
  description:
    'Takes the room off sale and archives its units, whose closures end; its past stays are kept. Refused while the room has current or future stays.',
  problems: ['unknown_room', 'room_has_bookings'],
  params: ofRoom,
  changes: { record: ROOM, id: ({ params }) => params.room_id },
  answer: object({ room_id: id('room', 101), archived: boolean({ example: true }) }),
  run: async (tx, call, { params }) => {
    await archiveRoom(tx, params.room_id, call.today);
    return { room_id: params.room_id, archived: true };
  },
});
