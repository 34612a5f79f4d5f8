// /api/rentals: the rental units.
import { listRooms } from '../../pms/rooms.ts';
import { listOperation } from '../operation.ts';
import { presentRoom } from '../present.ts';
import { roomSchema } from '../records.ts';
import { id, object, optional } from '../schema.ts';

export const listRentalsOperation = listOperation({
  name: 'listRentals',
  audience: ['public'],
  method: 'GET',
  path: '/rentals',
  scopes: [],
  tag: 'Rentals',
  summary: 'List rental units',
  description: 'The rooms of the property, by id.',
  problems: [],
  query: object({ room_id: optional(id('only this room', 101)) }),
  item: roomSchema,
  caching: 'log',
  cursor: ['id'],
  filter: (query) => ({ roomId: query.room_id }),
  page: ({ db, property }, filter, page) => listRooms(db, property.hotelId, filter, page),
  key: (room) => [room.roomId],
  present: (room, call) => presentRoom(room, call.property),
});
