// Settings and credentials of a Booking.com connection. Everything that the public documents leave open is a setting,
// with our interpretation as default.
import Type from 'typebox';
import { BOOKING_COM_LONGEST_STAY } from '../longest-stays.ts';
import {
  type ConnectionOf,
  credentialsSchemaOf,
  oneOf,
  orNull,
  settingsSchemaOf,
} from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  hotel_id: Type.String({ pattern: '^\\d{1,12}$', description: "The property's id at Booking.com" }),
  target: oneOf(['Production', 'Test'], { default: 'Production' }),
  accept_version: Type.String({ pattern: '^\\d\\.\\d$', default: '1.1' }),
  messaging_version: Type.String({ pattern: '^\\d\\.\\d$', default: '1.2' }),
  prices: oneOf(['after_tax', 'before_tax'], {
    default: 'after_tax',
    description: "As the property's tax setting in the extranet says",
  }),
  amount_format: oneOf(['minor_units', 'decimal'], {
    default: 'minor_units',
    description: '12050 or 120.50, both with DecimalPlaces="2"; to be verified with a test property',
  }),
  decimal_places: orNull('integer', {
    minimum: 0,
    maximum: 3,
    default: null,
    description: "null: the currency's own; fewer: prices are rounded, halves up",
  }),
  priced_for: oneOf(['room', 'each_occupancy'], {
    default: 'room',
    description: 'each_occupancy: the same price for every number of guests (occupancy-based pricing)',
  }),
  min_price: orNull('number', { minimum: 0, default: null }),
  max_price: orNull('number', { minimum: 0, default: null }),
  stop_sell: oneOf(['room', 'rate'], {
    default: 'room',
    description: 'What a stop-sell closes: the room with all its rates, or the mapped rate alone',
  }),
  stay_limits_by: oneOf(['arrival', 'stay'], {
    default: 'arrival',
    description: 'Whether minimum and maximum stay are sent with ArrivalDateBased; to be verified',
  }),
  longest_stay: Type.Integer({
    minimum: 1,
    maximum: 999,
    default: BOOKING_COM_LONGEST_STAY,
    description: 'The longest stay that Booking.com sells for this property',
  }),
  no_max_stay: Type.Integer({
    minimum: 0,
    maximum: 999,
    default: 0,
    description: 'What SetMaxLOS says for "no maximum"; to be verified',
  }),
  updates_per_request: Type.Integer({ minimum: 2, maximum: 5000, default: 1000 }),
  reservations_per_request: Type.Integer({ minimum: 10, maximum: 200, default: 200 }),
  cancelled_marker: Type.String({
    minLength: 1,
    default: 'cancel',
    description: 'What ResStatus contains in a cancellation, in any case of letters',
  }),
  reservation_recovery: Type.Boolean({
    default: false,
    description:
      'The account is in the Reservation Recovery programme, which Booking.com activates: missed reservations are listed',
  }),
  reviews_days: Type.Integer({ minimum: 1, maximum: 3650, default: 365 }),
});

export const credentialsSchema = credentialsSchemaOf({
  client_id: Type.String({ minLength: 1 }),
  client_secret: Type.String({ minLength: 1 }),
});

export type BookingComConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;
