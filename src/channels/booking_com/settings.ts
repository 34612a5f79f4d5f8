// Settings of a Booking.com connection. Everything that the public documents leave open is a setting, with
// our interpretation as default.

import type { ConnectionView } from '../channel.ts';

export type BookingComSettings = {
  /** the property's id at Booking.com */
  hotel_id: string;
  target: 'Production' | 'Test';
  accept_version: string;
  messaging_version: string;
  prices: 'after_tax' | 'before_tax';
  amount_format: 'minor_units' | 'decimal';
  decimal_places: number | null;
  priced_for: 'room' | 'each_occupancy';
  min_price: number | null;
  max_price: number | null;
  stop_sell: 'room' | 'rate';
  stay_limits_by: 'arrival' | 'stay';
  longest_stay: number;
  no_max_stay: number;
  updates_per_request: number;
  reservations_per_request: number;
  cancelled_marker: string;
  reviews_days: number;
};

const DEFAULTS: Omit<BookingComSettings, 'hotel_id'> = {
  target: 'Production',
  accept_version: '1.1',
  messaging_version: '1.2',
  prices: 'after_tax',
  amount_format: 'minor_units',
  decimal_places: null,
  priced_for: 'room',
  min_price: null,
  max_price: null,
  stop_sell: 'room',
  stay_limits_by: 'arrival',
  longest_stay: 31,
  no_max_stay: 0,
  updates_per_request: 1000,
  reservations_per_request: 200,
  cancelled_marker: 'cancel',
  reviews_days: 365,
};

export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['hotel_id'],
  properties: {
    hotel_id: { type: 'string', pattern: '^\\d{1,12}$', description: "The property's id at Booking.com" },
    target: { enum: ['Production', 'Test'], default: DEFAULTS.target },
    accept_version: { type: 'string', pattern: '^\\d\\.\\d$', default: DEFAULTS.accept_version },
    messaging_version: { type: 'string', pattern: '^\\d\\.\\d$', default: DEFAULTS.messaging_version },
    prices: {
      enum: ['after_tax', 'before_tax'],
      default: DEFAULTS.prices,
      description: "As the property's tax setting in the extranet says",
    },
    amount_format: {
      enum: ['minor_units', 'decimal'],
      default: DEFAULTS.amount_format,
      description: '12050 or 120.50, both with DecimalPlaces="2"; to be verified with a test property',
    },
    decimal_places: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 3,
      default: DEFAULTS.decimal_places,
      description: "null: the currency's own; fewer: prices are rounded, halves up",
    },
    priced_for: {
      enum: ['room', 'each_occupancy'],
      default: DEFAULTS.priced_for,
      description: 'each_occupancy: the same price for every number of guests (occupancy-based pricing)',
    },
    min_price: { type: ['number', 'null'], minimum: 0, default: DEFAULTS.min_price },
    max_price: { type: ['number', 'null'], minimum: 0, default: DEFAULTS.max_price },
    stop_sell: {
      enum: ['room', 'rate'],
      default: DEFAULTS.stop_sell,
      description: 'What a stop-sell closes: the room with all its rates, or the mapped rate alone',
    },
    stay_limits_by: {
      enum: ['arrival', 'stay'],
      default: DEFAULTS.stay_limits_by,
      description: 'Whether minimum and maximum stay are sent with ArrivalDateBased; to be verified',
    },
    longest_stay: {
      type: 'integer',
      minimum: 1,
      maximum: 999,
      default: DEFAULTS.longest_stay,
      description: 'The longest stay that Booking.com sells for this property',
    },
    no_max_stay: {
      type: 'integer',
      minimum: 0,
      maximum: 999,
      default: DEFAULTS.no_max_stay,
      description: 'What SetMaxLOS says for "no maximum"; to be verified',
    },
    updates_per_request: {
      type: 'integer',
      minimum: 2,
      maximum: 5000,
      default: DEFAULTS.updates_per_request,
    },
    reservations_per_request: {
      type: 'integer',
      minimum: 10,
      maximum: 200,
      default: DEFAULTS.reservations_per_request,
    },
    cancelled_marker: {
      type: 'string',
      minLength: 1,
      default: DEFAULTS.cancelled_marker,
      description: 'What ResStatus contains in a cancellation, in any case of letters',
    },
    reviews_days: { type: 'integer', minimum: 1, maximum: 3650, default: DEFAULTS.reviews_days },
  },
};

export const credentialsSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['client_id', 'client_secret'],
  properties: {
    client_id: { type: 'string', minLength: 1 },
    client_secret: { type: 'string', minLength: 1 },
  },
};

export function settingsOf(connection: ConnectionView): BookingComSettings {
  return { ...DEFAULTS, ...connection.settings } as BookingComSettings;
}
