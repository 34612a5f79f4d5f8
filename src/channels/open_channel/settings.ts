// Settings and credentials of an open channel connection.
import Type from 'typebox';
import { type ConnectionOf, credentialsSchemaOf, oneOf, settingsSchemaOf } from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  hotel_code: Type.String({ minLength: 1, maxLength: 100, description: 'The property at the partner' }),
  sell_mode: oneOf(['per_room', 'per_person'], {
    default: 'per_room',
    description: 'How the mapped rate plans sell; per person, every number of guests costs the same',
  }),
  min_stay: oneOf(['arrival', 'through', 'both'], {
    default: 'arrival',
    description:
      'Which minimum stay of the partner ours becomes; ours counts for stays that arrive on the date',
  }),
  conversations: Type.Boolean({
    default: false,
    description: 'Whether the partner offers messages/ and reviews/ (an extension of the protocol)',
  }),
  services: oneOf(['added', 'in_price'], {
    default: 'added',
    description:
      'What the price of a booking is: its days and the services that are not excluded; or, as the published Open Channel API says, its days, which have those services in them, and the excluded ones',
  }),
  max_changes: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 1_000,
    description: 'The most changes in one message',
  }),
});

export const credentialsSchema = credentialsSchemaOf({
  api_key: Type.String({
    minLength: 8,
    description: 'The key that both sides send in the header api-key',
  }),
});

export type OpenChannelConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;
