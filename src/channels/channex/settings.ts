// Settings and credentials of a Channex connection.
import Type from 'typebox';
import { BOOKING_COM_LONGEST_STAY } from '../longest-stays.ts';
import { type ConnectionOf, credentialsSchemaOf, oneOf, settingsSchemaOf } from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  property_id: Type.String({ minLength: 1, maxLength: 64, description: 'The property at Channex (a UUID)' }),
  environment: oneOf(['production', 'staging'], {
    default: 'production',
    description: 'Which of the hosts of Channex; `url` replaces both',
  }),
  min_stay: oneOf(['arrival', 'through', 'both'], {
    default: 'arrival',
    description:
      'Which minimum stay at Channex ours becomes. Ours counts for stays that arrive on the date; a property at Channex whose minimum stay type is `through` needs `through`',
  }),
  booking_com_longest_stay: Type.Integer({
    minimum: 1,
    maximum: 999,
    default: BOOKING_COM_LONGEST_STAY,
    description:
      'The longest stay that Booking.com sells for this property, as far as it is switched on at Channex: a night with a longer minimum is closed',
  }),
  sell_mode: oneOf(['per_room', 'per_person'], {
    default: 'per_room',
    description: 'How the mapped rate plans sell; per person, every number of guests costs the same',
  }),
  conversations: Type.Boolean({
    default: true,
    description:
      "Whether messages, reviews and guests' requests are exchanged; needs the Messages & Reviews app at Channex",
  }),
  max_message_bytes: Type.Integer({
    minimum: 1_000,
    maximum: 10_000_000,
    default: 9_000_000,
    description: 'The size at which a push is cut into several messages; Channex accepts 10 MB',
  }),
});

export const credentialsSchema = credentialsSchemaOf({
  api_key: Type.String({ minLength: 1, description: 'An API key of the account at Channex' }),
});

export type ChannexConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;
