// Adapter of Booking.com Connectivity: OTA XML for nights and reservations, JSON for messages and reviews.
//
// Source: developers.booking.com/connectivity/docs and its predecessor connect.booking.com/user_guide, read
// November 2026, and OpenTravel 2017B for the structure of messages. Built to the public specification, not
// certified: new providers get no credentials at present. Not verified against the live service: amounts as
// integers with DecimalPlaces, ArrivalDateBased, "no maximum stay", how a cancellation is marked, LocatorID
// coming back as RecordID, the search for a conversation by reservation, whether a review's reply is text or
// an object. Where it matters it is a setting.

import { defineAdapter } from '../define-adapter.ts';
import { ok } from '../responses.ts';
import { authorization } from './client.ts';
import { messages, replies } from './messages.ts';
import { ari } from './nights.ts';
import { recovery } from './recovery.ts';
import { decodeReservations, requestReservations, reservations } from './reservations.ts';
import { reviewReplies, reviews } from './reviews.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const bookingCom = defineAdapter({
  protocol: 'booking_com',
  title: 'Booking.com Connectivity (OTA XML)',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  /** an account may send 10,000 requests a minute */
  limits: { all: { perMinute: 7_500, burst: 2_500 } },
  needsRate: true,
  severalRates: true,
  authorization,
  // Reading the queue does not change it, and shows whether the account may read this property's
  // reservations.
  test: {
    request: (connection) => ({ ...requestReservations(connection)[0]!, operation: 'test' }),
    decode: (response, connection) => {
      const verdict = decodeReservations(response, connection);
      return verdict.kind === 'ok' ? ok(null) : verdict;
    },
  },
  ari,
  reservations,
  recovery,
  messages,
  reviews,
  replies,
  reviewReplies,
});
