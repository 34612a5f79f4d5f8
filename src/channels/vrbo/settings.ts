// Settings of a Vrbo connection, and the mapping of its units to rooms.

import Type from 'typebox';
import type { RequestTerms } from '../../model/booking-request.ts';
import type { MappedRoom } from '../channel.ts';
import { type ConnectionOf, credentialsSchemaOf, oneOf, settingsSchemaOf } from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  advertiser_id: Type.String({ minLength: 1, description: 'What Vrbo calls this advertiser' }),
  advertiser_name: Type.String({ default: '', description: 'For people' }),
  days: Type.Integer({
    minimum: 1,
    maximum: 1096,
    default: 730,
    description: 'How many nights from today the feeds hold',
  }),
  language: Type.String({ default: 'en' }),
  locale: Type.String({ default: 'en_US', description: 'Of bookings whose request names none' }),
  listing_url: Type.Optional(
    Type.String({
      description:
        'Where the descriptions of listings are kept, with {listing} and {unit}; without it no index of listings is offered',
    }),
  ),
  min_prior_notify: Type.Integer({
    minimum: 0,
    maximum: 999,
    default: 1,
    description: 'Days between booking and arrival; Vrbo sells no arrival of the same day',
  }),
  lowest_price_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 100,
    description:
      "A request to book whose rent is less than this share of the calendar's price is refused; 0 = any price is accepted",
  }),
  no_max_stay: Type.Integer({
    minimum: 0,
    maximum: 999,
    default: 999,
    description: 'What is written for a night without a longest stay',
  }),
  taken_changeover: oneOf(['free', 'X'], {
    default: 'free',
    description: 'Whether guests may still leave on the date of a taken night; X forbids it',
  }),
  fees: Type.Array(
    Type.Object(
      {
        code: Type.String({ description: 'A product code of Vrbo, e.g. CLEANING' }),
        name: Type.String(),
        amount: Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,3})?$', description: 'For each stay' }),
      },
      { additionalProperties: false },
    ),
    { default: [] },
  ),
  payment_at_booking_percent: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 100,
    description: 'The rest is due at check-in',
  }),
  payment_status: Type.String({ default: 'UNPAID' }),
  cancelled_as: oneOf(['CANCELLED_BY_OWNER', 'CANCELLED_BY_TRAVELER'], {
    default: 'CANCELLED_BY_OWNER',
    description: 'What a cancellation made here is called there',
  }),
  refusal_code: Type.String({
    default: 'PROPERTY_NOT_AVAILABLE',
    description: 'The error code of a request to book that is refused; the list of codes is not public',
  }),
});

export const credentialsSchema = credentialsSchemaOf({
  username: Type.String({ minLength: 1, description: 'What Vrbo signs in here with (HTTP Basic)' }),
  password: Type.String({ minLength: 1 }),
});

export type VrboConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;

/**
 * Returns the terms that a request to book must meet, beyond the restrictions of its nights. The feeds
 * contain the same terms.
 */
export function termsOf(connection: VrboConnection): RequestTerms {
  return {
    minNoticeDays: connection.settings.min_prior_notify,
    daysOffered: connection.settings.days,
    lowestPricePercent: connection.settings.lowest_price_percent,
  };
}

/** Returns the address of a listing's description; null when none is configured. */
export function listingUrl({ settings }: VrboConnection, { listing, unit }: Unit): string | null {
  return (
    settings.listing_url
      ?.replaceAll('{listing}', encodeURIComponent(listing))
      .replaceAll('{unit}', encodeURIComponent(unit)) ?? null
  );
}

/**
 * A listing may have several units. The external room of a mapping is `listing/unit`, or one name for both.
 */
export type Unit = { listing: string; unit: string };

/** Splits the external room of a mapping at its first slash. */
export function unitOf(externalRoom: string): Unit {
  const slash = externalRoom.indexOf('/');
  if (slash === -1) return { listing: externalRoom, unit: externalRoom };
  return { listing: externalRoom.slice(0, slash), unit: externalRoom.slice(slash + 1) };
}

/** Returns the room that this unit is mapped to, or null. */
export function roomOf({ rooms }: VrboConnection, { listing, unit }: Unit): MappedRoom | null {
  const found = rooms.find(({ externalRoom }) => {
    const mapped = unitOf(externalRoom);
    return mapped.listing === listing && mapped.unit === unit;
  });
  return found ?? null;
}
