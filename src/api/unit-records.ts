// The public record of a unit: field names, types, order.
import { CLOSURE_KINDS, OCCUPANCIES, UNIT_CONDITIONS } from '../model/unit.ts';
import { hotelId, roomId, unitNightsSchema } from './records.ts';
import { array, boolean, date, id, integer, moment, nullable, object, oneOf, text } from './schema.ts';

export const closureKind = oneOf(CLOSURE_KINDS, {
  description:
    '`out_of_order`: not for sale, and the room sells one less; `out_of_service`: given to a stay only if no other unit is free',
  example: 'out_of_order',
});

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
          kind: closureKind,
          todate: date('the last night of it'),
        },
        { description: 'the closure of today' },
      ),
    ),
  },
  { $id: 'Unit', description: 'A physical room, with its number, of a room that is sold.' },
);

export const closureSchema = object(
  {
    closure_id: id('closure', 1),
    hotel_id: hotelId,
    unit_id: id('unit', 7),
    unit: text({ description: 'the name of the unit', example: '204' }),
    room_id: roomId,
    kind: closureKind,
    fromdate: date('the first night', '2026-12-10'),
    todate: date('the last night; the day before `fromdate` if it ended before it began', '2026-12-12'),
    reason: nullable(text({ example: 'Water damage' })),
    responsible: nullable(text({ description: 'who attends to it', example: 'Marta' })),
    created_at: moment('when it was created'),
    updated_at: moment('when it last changed'),
    ended_at: nullable(moment('when people ended it before its last night; null = not so')),
  },
  {
    $id: 'Closure',
    description: 'Nights in which a unit is not used, or only if no other unit is free.',
  },
);

export const assignmentSchema = object(
  {
    assigned: array(
      object({ order_id: id('the stay', 10001), room_id: roomId, ...unitNightsSchema.properties }),
      { description: 'stays that got a unit, or were moved; one entry for each unit of the stay' },
    ),
    blocked: array(
      object({
        order_id: id('the stay', 10002),
        room_id: roomId,
        fromdate: date('its first night'),
        todate: date('its last night', '2026-12-02'),
        moves: array(
          object({
            order_id: id('the stay to move', 10003),
            unit_id: id('its new unit', 8),
            unit: text({ description: 'the name of that unit', example: '205' }),
          }),
          { description: 'the fewest moves that give it a unit, its own last; [] = none found' },
        ),
        split: array(unitNightsSchema, {
          description: 'the stay over several units, with the fewest changes; [] = not possible',
        }),
      }),
      { description: 'stays for which no unit is free in all their nights' },
    ),
    dry_run: boolean({ description: 'true = nothing was changed', example: false }),
  },
  { $id: 'Assignment', description: 'Which stays got which units, and what would help those that got none.' },
);
