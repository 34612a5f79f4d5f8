// Settings of an Airbnb connection. Airbnb's partner interface is not public: every guessed fact is a setting
// here.

import Type from 'typebox';
import type { RequestTerms } from '../../model/booking-request.ts';
import { type ConnectionOf, credentialsSchemaOf, oneOf, settingsSchemaOf } from '../settings-schema.ts';

export const settingsSchema = settingsSchemaOf({
  partner_access: Type.Unsafe<boolean>({
    const: true,
    description:
      'This adapter is off unless you say true: Airbnb must have given you access to its partner interface, whose documents you must check it against',
  }),
  host: Type.String({ default: 'https://api.airbnb.com', description: '`url` replaces it' }),
  fractions: oneOf(['refuse', 'round_up'], {
    default: 'refuse',
    description: 'What happens to prices that are no whole amount, which Airbnb cannot hold',
  }),
  no_max_nights: Type.Integer({
    minimum: 1,
    maximum: 1125,
    default: 1125,
    description: 'What is pushed for a night without a maximum stay',
  }),
  total: oneOf(
    ['expected_payout_amount_accurate', 'listing_base_price_accurate', 'total_paid_amount_accurate'],
    {
      default: 'expected_payout_amount_accurate',
      description:
        'Which amount of a reservation is its price here: what the host will be paid, the nights alone, or the payouts that were released so far. Where it is missing the first two are used',
    },
  ),
  failure_code: Type.String({
    default: 'dates_not_available',
    description: 'Sent when a reservation is refused; the list of codes is not known',
  }),
  alterations: oneOf(['refuse', 'accept'], {
    default: 'refuse',
    description:
      'The answer when Airbnb asks whether a reservation may be altered; accept = yes, where the calendar allows the new stay',
  }),
  min_prior_notify: Type.Integer({
    minimum: 0,
    maximum: 999,
    default: 0,
    description: 'Least days between a request to book and the arrival; 0 = guests may arrive today',
  }),
  lowest_price_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 50,
    description:
      "A request to book whose nights cost less than this share of the calendar's price is refused; 0 = any price is accepted",
  }),
  reviews_path: Type.Optional(
    Type.String({
      pattern: '^[a-z_]+(\\?[a-z0-9_=&]+)?$',
      description:
        'Where reviews are listed, e.g. reviews?role=host; not known, hence none are read without it',
    }),
  ),
});

const secret = Type.String({ minLength: 1 });

export const credentialsSchema = credentialsSchemaOf(
  {
    client_id: secret,
    client_secret: secret,
    refresh_token: Type.Optional(secret),
    authorization_code: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'What the host brought back from Airbnb; used once, for a refresh token',
      }),
    ),
  },
  { anyOf: [{ required: ['refresh_token'] }, { required: ['authorization_code'] }] },
);

export type AirbnbConnection = ConnectionOf<typeof settingsSchema, typeof credentialsSchema>;

/** The reason of refusals while the adapter is off. */
export const OFF =
  'Airbnb is off: its partner interface is closed. Set `partner_access` to true if you have access';

/** Returns whether the operator has confirmed access to the partner interface. */
export function isOn({ settings }: AirbnbConnection): boolean {
  return settings.partner_access === true;
}

/** Returns the terms that a request to book must meet, beyond the restrictions of its nights. */
export function termsOf(connection: AirbnbConnection): RequestTerms {
  return {
    minNoticeDays: connection.settings.min_prior_notify,
    daysOffered: null,
    lowestPricePercent: connection.settings.lowest_price_percent,
  };
}
