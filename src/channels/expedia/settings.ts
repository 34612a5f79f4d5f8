// Settings and credentials of an Expedia connection.

import type { ConnectionView } from '../channel.ts';

export type ExpediaSettings = {
  /** the property's id at Expedia */
  hotel_id: string;
  priced_for: 'day' | 'each_occupancy';
  decimal_places: number | null;
  rate_suffix: string;
  booking_states: ('pending' | 'retrieved')[];
  ignored_warnings: string[];
  graphql_id_source: 'EXPEDIA' | 'SUPPLIER' | 'VRBO';
  overall_category: string;
  best_rating: number;
  messages_days: number;
  reviews_days: number;
  pushes_wait_for_reads: boolean;
  adds_back_cancelled: boolean;
};

const DEFAULTS: Omit<ExpediaSettings, 'hotel_id'> = {
  priced_for: 'day',
  decimal_places: null,
  rate_suffix: 'A',
  booking_states: ['pending', 'retrieved'],
  ignored_warnings: ['7018', '7022'],
  graphql_id_source: 'EXPEDIA',
  overall_category: 'OVERALL',
  best_rating: 5,
  messages_days: 30,
  reviews_days: 365,
  pushes_wait_for_reads: false,
  adds_back_cancelled: false,
};

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['hotel_id'],
  properties: {
    hotel_id: { type: 'string', pattern: '^\\d{1,9}$', description: "The property's id at Expedia" },
    priced_for: {
      enum: ['day', 'each_occupancy'],
      default: DEFAULTS.priced_for,
      description:
        'As the pricing model of the contract: per day, or the same price for every number of guests',
    },
    decimal_places: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 3,
      default: DEFAULTS.decimal_places,
      description: "null: the currency's own; fewer: prices are rounded, halves up",
    },
    rate_suffix: {
      type: 'string',
      maxLength: 5,
      default: DEFAULTS.rate_suffix,
      description: 'What the rate plans of bookings paid at the property end with, beyond the mapped id',
    },
    booking_states: {
      type: 'array',
      minItems: 1,
      items: { enum: ['pending', 'retrieved'] },
      default: DEFAULTS.booking_states,
      description: 'Bookings that are asked for; retrieved: handed over before, but not confirmed',
    },
    ignored_warnings: {
      type: 'array',
      items: { type: 'string', pattern: '^\\d{4,5}$' },
      default: DEFAULTS.ignored_warnings,
      description: 'Codes of warnings about updates that were applied all the same',
    },
    graphql_id_source: { enum: ['EXPEDIA', 'SUPPLIER', 'VRBO'], default: DEFAULTS.graphql_id_source },
    overall_category: {
      type: 'string',
      default: DEFAULTS.overall_category,
      description:
        "The category of a review's stars that is its score; without it, the mean of all; to be verified",
    },
    best_rating: { type: 'integer', minimum: 1, maximum: 100, default: DEFAULTS.best_rating },
    messages_days: { type: 'integer', minimum: 1, maximum: 365, default: DEFAULTS.messages_days },
    reviews_days: { type: 'integer', minimum: 1, maximum: 3650, default: DEFAULTS.reviews_days },
    pushes_wait_for_reads: {
      type: 'boolean',
      default: DEFAULTS.pushes_wait_for_reads,
      description:
        'A push waits for the read that is under way, 20 s at most; false: half a second, and longer for an hour after Expedia has refused it beside a read (3210)',
    },
    adds_back_cancelled: {
      type: 'boolean',
      default: DEFAULTS.adds_back_cancelled,
      description:
        'Expedia adds the room of a booking that it cancels back to its own count, so that no count is pushed for it; false: the count is pushed after each cancellation',
    },
  },
};

export const credentialsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['username', 'password'],
  properties: {
    username: { type: 'string', minLength: 4, maxLength: 30, description: 'EQC user' },
    password: { type: 'string', minLength: 6, maxLength: 30 },
    graphql_key: {
      type: 'string',
      minLength: 1,
      description: 'Key for messages and reviews, if there is one',
    },
    graphql_secret: { type: 'string', minLength: 1 },
  },
};

export function settingsOf(connection: ConnectionView): ExpediaSettings {
  return { ...DEFAULTS, ...connection.settings } as ExpediaSettings;
}
