// Settings and credentials of an Expedia connection.
import Type from 'typebox';
import {
  type ConnectionOf,
  credentialsSchemaOf,
  oneOf,
  orNull,
  settingsSchemaOf,
} from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  hotel_id: Type.String({ pattern: '^\\d{1,9}$', description: "The property's id at Expedia" }),
  priced_for: oneOf(['day', 'each_occupancy'], {
    default: 'day',
    description:
      'As the pricing model of the contract: per day, or the same price for every number of guests',
  }),
  decimal_places: orNull('integer', {
    minimum: 0,
    maximum: 3,
    default: null,
    description: "null: the currency's own; fewer: prices are rounded, halves up",
  }),
  rate_suffix: Type.String({
    maxLength: 5,
    default: 'A',
    description: 'What the rate plans of bookings paid at the property end with, beyond the mapped id',
  }),
  booking_states: Type.Array(oneOf(['pending', 'retrieved']), {
    minItems: 1,
    default: ['pending', 'retrieved'],
    description: 'Bookings that are asked for; retrieved: handed over before, but not confirmed',
  }),
  ignored_warnings: Type.Array(Type.String({ pattern: '^\\d{4,5}$' }), {
    default: ['7018', '7022'],
    description: 'Codes of warnings about updates that were applied all the same',
  }),
  graphql_id_source: oneOf(['EXPEDIA', 'SUPPLIER', 'VRBO'], { default: 'EXPEDIA' }),
  overall_category: Type.String({
    default: 'OVERALL',
    description:
      "The category of a review's stars that is its score; without it, the mean of all; to be verified",
  }),
  best_rating: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
  messages_days: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  reviews_days: Type.Integer({ minimum: 1, maximum: 3650, default: 365 }),
  pushes_wait_for_reads: Type.Boolean({
    default: false,
    description:
      'A push waits for the read that is under way, 20 s at most; false: half a second, and longer for an hour after Expedia has refused it beside a read (3210)',
  }),
  adds_back_cancelled: Type.Boolean({
    default: false,
    description:
      'Expedia adds the room of a booking that it cancels back to its own count, so that no count is pushed for it; false: the count is pushed after each cancellation',
  }),
});

export const credentialsSchema = credentialsSchemaOf({
  username: Type.String({ minLength: 4, maxLength: 30, description: 'EQC user' }),
  password: Type.String({ minLength: 6, maxLength: 30 }),
  graphql_key: Type.Optional(
    Type.String({ minLength: 1, description: 'Key for messages and reviews, if there is one' }),
  ),
  graphql_secret: Type.Optional(Type.String({ minLength: 1 })),
});

export type ExpediaConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;
