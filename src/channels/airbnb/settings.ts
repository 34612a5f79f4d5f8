// Settings of an Airbnb connection. Airbnb's partner interface is not public: every guessed fact is a setting
// here.

import type { RequestTerms } from '../../model/booking-request.ts';
import type { ConnectionView } from '../channel.ts';

export const airbnbSettings = {
  type: 'object',
  additionalProperties: false,
  required: ['partner_access'],
  properties: {
    partner_access: {
      const: true,
      description:
        'This adapter is off unless you say true: Airbnb must have given you access to its partner interface, whose documents you must check it against',
    },
    host: { type: 'string', default: 'https://api.airbnb.com', description: '`url` replaces it' },
    fractions: {
      enum: ['refuse', 'round_up'],
      default: 'refuse',
      description: 'What happens to prices that are no whole amount, which Airbnb cannot hold',
    },
    no_max_nights: {
      type: 'integer',
      minimum: 1,
      maximum: 1125,
      default: 1125,
      description: 'What is pushed for a night without a maximum stay',
    },
    total: {
      enum: ['expected_payout_amount_accurate', 'listing_base_price_accurate', 'total_paid_amount_accurate'],
      default: 'expected_payout_amount_accurate',
      description:
        'Which amount of a reservation is its price here: what the host will be paid, the nights alone, or the payouts that were released so far. Where it is missing the first two are used',
    },
    failure_code: {
      type: 'string',
      default: 'dates_not_available',
      description: 'Sent when a reservation is refused; the list of codes is not known',
    },
    alterations: {
      enum: ['refuse', 'accept'],
      default: 'refuse',
      description:
        'The answer when Airbnb asks whether a reservation may be altered; accept = yes, where the calendar allows the new stay',
    },
    min_prior_notify: {
      type: 'integer',
      minimum: 0,
      maximum: 999,
      default: 0,
      description: 'Least days between a request to book and the arrival; 0 = guests may arrive today',
    },
    lowest_price_percent: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      default: 50,
      description:
        "A request to book whose nights cost less than this share of the calendar's price is refused; 0 = any price is accepted",
    },
    reviews_path: {
      type: 'string',
      pattern: '^[a-z_]+(\\?[a-z0-9_=&]+)?$',
      description:
        'Where reviews are listed, e.g. reviews?role=host; not known, hence none are read without it',
    },
  },
} as const;

export const airbnbCredentials = {
  type: 'object',
  additionalProperties: false,
  required: ['client_id', 'client_secret'],
  anyOf: [{ required: ['refresh_token'] }, { required: ['authorization_code'] }],
  properties: {
    client_id: { type: 'string', minLength: 1 },
    client_secret: { type: 'string', minLength: 1 },
    refresh_token: { type: 'string', minLength: 1 },
    authorization_code: {
      type: 'string',
      minLength: 1,
      description: 'What the host brought back from Airbnb; used once, for a refresh token',
    },
  },
} as const;

/** The reason of refusals while the adapter is off. */
export const OFF =
  'Airbnb is off: its partner interface is closed. Set `partner_access` to true if you have access';

/** Returns whether the operator has confirmed access to the partner interface. */
export function isOn({ settings }: ConnectionView): boolean {
  return settings['partner_access'] === true;
}

type Properties = typeof airbnbSettings.properties;
type WithDefault = {
  [Name in keyof Properties]: Properties[Name] extends { default: string | number } ? Name : never;
}[keyof Properties];

/** Returns a setting as text, or its default. */
export function setting({ settings }: ConnectionView, name: WithDefault): string {
  return String(settings[name] ?? airbnbSettings.properties[name].default);
}

/** Returns the terms that a request to book must meet, beyond the restrictions of its nights. */
export function termsOf(connection: ConnectionView): RequestTerms {
  return {
    minNoticeDays: Number(setting(connection, 'min_prior_notify')),
    daysOffered: null,
    lowestPricePercent: Number(setting(connection, 'lowest_price_percent')),
  };
}
