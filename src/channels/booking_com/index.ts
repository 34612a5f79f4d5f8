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
import {
  acknowledgeMessages,
  decodeMessages,
  decodeMessagesAcknowledged,
  replies,
  requestMessages,
} from './messages.ts';
import { decodeNights } from './night-requests.ts';
import { CARRIED_FIELDS, encodeNights, unsupportedNights } from './nights.ts';
import { recovery } from './recovery.ts';
import {
  acknowledgeReservations,
  decodeAcknowledged,
  decodeReservations,
  requestReservations,
} from './reservations.ts';
import { decodeReviews, requestReviews, reviewReplies } from './reviews.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const bookingCom = defineAdapter({
  protocol: 'booking_com',
  title: 'Booking.com Connectivity (OTA XML)',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
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
  ari: {
    fields: CARRIED_FIELDS,
    maxDaysAhead: 730,
    // The lowest published limit of an endpoint is 75 a minute, the account's is 10,000.
    rate: { perMinute: 600, burst: 75, per: 'connection' },
    expectsEchoOfSales: true,
    encode: encodeNights,
    unsupported: unsupportedNights,
    decode: decodeNights,
  },
  reservations: {
    everySeconds: 20,
    skipsVersions: true,
    requests: requestReservations,
    decode: (response, _request, connection) => decodeReservations(response, connection),
    acknowledge: { requests: acknowledgeReservations, decode: decodeAcknowledged },
  },
  recovery,
  messages: {
    everySeconds: 60,
    requests: requestMessages,
    decode: (response, _request, connection) => decodeMessages(response, connection),
    acknowledge: { requests: acknowledgeMessages, decode: decodeMessagesAcknowledged },
  },
  reviews: {
    everySeconds: 3600,
    requests: requestReviews,
    decode: decodeReviews,
  },
  replies,
  reviewReplies,
});
