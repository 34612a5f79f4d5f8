// The public record of a unit: field names, types, order.
import { CLOSURE_KINDS, OCCUPANCIES, UNIT_CONDITIONS } from '../model/unit.ts';
import { hotelId, roomId } from './records.ts';
import { date, id, integer, moment, nullable, object, oneOf, text } from './schema.ts';

const CLOSURE_KIND =
  '`out_of_order`: not for sale, and the room sells one less; `out_of_service`: given to a stay only if no other unit is free';

export const unitSchema = object(
  {
    unit_id: id('unit', 7),
    hotel_id: hotelId,
    room_id: roomId,
    name: text({ description: 'what is written on its door', example: '204' }),
    floor: nullable(text({ example: '2' })),
    position: integer({ description: 'place in lists of the room', example: 1 }),
    condition: oneOf(UNIT_CONDITIONS, { example: 'clean' }),
    condition_at: moment('when the condition was last set'),
    occupancy: oneOf(OCCUPANCIES, {
      description:
        'today: `occupied` and `departing` have a guest in it, `arriving` expects one, `vacant` neither',
      example: 'vacant',
    }),
    order_id: nullable(id('the booking of the guest who is in it', 10001)),
    next_arrival: nullable(date('the first night of the next guest who has this unit')),
    next_order_id: nullable(id('the booking of that guest', 10002)),
    closure: nullable(
      object(
        {
          closure_id: id('closure', 1),
          kind: oneOf(CLOSURE_KINDS, { description: CLOSURE_KIND, example: 'out_of_order' }),
          todate: date('the last night of it'),
        },
        { description: 'the closure of today' },
      ),
    ),
  },
  { $id: 'Unit', description: 'A physical room, with its number, of a room that is sold.' },
);
