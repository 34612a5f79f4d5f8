// Settings of a Vrbo connection, and the mapping of its units to rooms.

import type { RequestTerms } from '../../model/booking-request.ts';
import type { ConnectionView, MappedRoom } from '../channel.ts';
import { fieldsOf, listOf, textOf } from '../json.ts';

export const vrboSettings = {
  type: 'object',
  additionalProperties: false,
  required: ['advertiser_id'],
  properties: {
    advertiser_id: { type: 'string', minLength: 1, description: 'What Vrbo calls this advertiser' },
    advertiser_name: { type: 'string', default: '', description: 'For people' },
    days: {
      type: 'integer',
      minimum: 1,
      maximum: 1096,
      default: 730,
      description: 'How many nights from today the feeds hold',
    },
    language: { type: 'string', default: 'en' },
    locale: { type: 'string', default: 'en_US', description: 'Of bookings whose request names none' },
    listing_url: {
      type: 'string',
      description:
        'Where the descriptions of listings are kept, with {listing} and {unit}; without it no index of listings is offered',
    },
    min_prior_notify: {
      type: 'integer',
      minimum: 0,
      maximum: 999,
      default: 1,
      description: 'Days between booking and arrival; Vrbo sells no arrival of the same day',
    },
    lowest_price_percent: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      default: 100,
      description:
        "A request to book whose rent is less than this share of the calendar's price is refused; 0 = any price is accepted",
    },
    no_max_stay: {
      type: 'integer',
      minimum: 0,
      maximum: 999,
      default: 999,
      description: 'What is written for a night without a longest stay',
    },
    taken_changeover: {
      enum: ['free', 'X'],
      default: 'free',
      description: 'Whether guests may still leave on the date of a taken night; X forbids it',
    },
    fees: {
      type: 'array',
      default: [],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'name', 'amount'],
        properties: {
          code: { type: 'string', description: 'A product code of Vrbo, e.g. CLEANING' },
          name: { type: 'string' },
          amount: { type: 'string', pattern: '^\\d{1,9}(\\.\\d{1,3})?$', description: 'For each stay' },
        },
      },
    },
    payment_at_booking_percent: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 100,
      description: 'The rest is due at check-in',
    },
    payment_status: { type: 'string', default: 'UNPAID' },
    cancelled_as: {
      enum: ['CANCELLED_BY_OWNER', 'CANCELLED_BY_TRAVELER'],
      default: 'CANCELLED_BY_OWNER',
      description: 'What a cancellation made here is called there',
    },
    refusal_code: {
      type: 'string',
      default: 'PROPERTY_NOT_AVAILABLE',
      description: 'The error code of a request to book that is refused; the list of codes is not public',
    },
  },
} as const;

export const vrboCredentials = {
  type: 'object',
  additionalProperties: false,
  required: ['username', 'password'],
  properties: {
    username: { type: 'string', minLength: 1, description: 'What Vrbo signs in here with (HTTP Basic)' },
    password: { type: 'string', minLength: 1 },
  },
} as const;

export type Fee = { code: string; name: string; amount: string };

type Properties = typeof vrboSettings.properties;
type WithDefault = {
  [Name in keyof Properties]: Properties[Name] extends { default: string | number } ? Name : never;
}[keyof Properties];

/** Returns a text setting, or its default. */
export function textSetting({ settings }: ConnectionView, name: WithDefault): string {
  return String(settings[name] ?? vrboSettings.properties[name].default);
}

export function numberSetting(connection: ConnectionView, name: WithDefault): number {
  return Number(textSetting(connection, name));
}

/**
 * Returns the terms that a request to book must meet, beyond the restrictions of its nights. The feeds
 * contain the same terms.
 */
export function termsOf(connection: ConnectionView): RequestTerms {
  return {
    minNoticeDays: numberSetting(connection, 'min_prior_notify'),
    daysOffered: numberSetting(connection, 'days'),
    lowestPricePercent: numberSetting(connection, 'lowest_price_percent'),
  };
}

export function advertiser({ settings }: ConnectionView): string {
  return String(settings['advertiser_id']);
}

export function feesOf({ settings }: ConnectionView): Fee[] {
  return listOf(settings['fees']).map((fee) => {
    const { code, name, amount } = fieldsOf(fee);
    return { code: String(code), name: String(name), amount: String(amount) };
  });
}

/** Returns the address of a listing's description; null when none is configured. */
export function listingUrl({ settings }: ConnectionView, { listing, unit }: Unit): string | null {
  const template = textOf(settings['listing_url']);
  return (
    template
      ?.replaceAll('{listing}', encodeURIComponent(listing))
      .replaceAll('{unit}', encodeURIComponent(unit)) ?? null
  );
}

/**
 * A listing may have several units. The external room of a mapping is `listing/unit`, or one name for both.
 */
export type Unit = { listing: string; unit: string };

export function unitOf(externalRoom: string): Unit {
  const slash = externalRoom.indexOf('/');
  if (slash === -1) return { listing: externalRoom, unit: externalRoom };
  return { listing: externalRoom.slice(0, slash), unit: externalRoom.slice(slash + 1) };
}

/** Returns the room that this unit is mapped to, or null. */
export function roomOf({ rooms }: ConnectionView, { listing, unit }: Unit): MappedRoom | null {
  const found = rooms.find(({ externalRoom }) => {
    const mapped = unitOf(externalRoom);
    return mapped.listing === listing && mapped.unit === unit;
  });
  return found ?? null;
}
