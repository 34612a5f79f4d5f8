// The record of a dry run of connecting: what would change at the channel and in innwire.
import { causeSchema } from '../cause-record.ts';
import { array, boolean, date, id, integer, nullable, object, text } from '../schema.ts';

const nights = (description: string) => integer({ description, example: 365 });
const compared = (description: string) =>
  nullable(integer({ description: `${description}; null where its calendar cannot be read`, example: 3 }));

export const channelPreviewSchema = object(
  {
    dry_run: boolean({ example: true }),
    channel: text({ example: 'channex' }),
    accepted: nullable(
      boolean({ description: 'the channel accepts credentials and mapping; null = it could not be asked' }),
    ),
    message: nullable(text({ description: 'what it said, or why it was not asked' })),
    calendar_message: nullable(text({ description: 'why its calendar was not compared; null = it was' })),
    rooms: array(
      object({
        room_id: id('room', 101),
        external_room: text({ example: 'R-1' }),
        pushed_nights: nights('nights that would be pushed'),
        for_sale_nights: nights('of these, those that would be for sale'),
        opened_nights: compared('nights that are closed there and would be for sale'),
        closed_nights: compared('nights that are for sale there and would be closed'),
        repriced_nights: compared('nights for sale whose price would change'),
        unknown_nights: compared('nights of which the channel says nothing'),
        unit_id: nullable(id('unit that the channel sells; null = the room as a whole', 5001)),
      }),
    ),
    reservations_message: nullable(
      text({ description: 'why reservations were not read, or not all of them' }),
    ),
    imported_reservations: integer({ description: 'rooms of orders that would be stored', example: 2 }),
    more_reservations: boolean({ description: 'more wait than were read' }),
    reservations: array(
      object({
        reference: text({ example: '4711' }),
        status: text({ example: 'new' }),
        checkin: nullable(date('arrival')),
        checkout: nullable(date('departure')),
        external_room: nullable(text()),
        room_id: nullable(id('room; null = it would wait unmapped', 101)),
        unit_id: nullable(id('unit whose listing was sold; null = the room as a whole', 5001)),
      }),
    ),
    removed_rooms: array(id('room', 102)),
    open_nights: integer({
      description: 'nights of removed rooms and units that would stay open at the channel',
      example: 0,
    }),
    removed_units: array(id('unit', 5001)),
    message_cause: causeSchema,
    calendar_message_cause: causeSchema,
    reservations_message_cause: causeSchema,
  },
  { $id: 'ChannelPreview', description: 'What connecting would change at the channel and here.' },
);
