// Adapter of Booking.com Connectivity: OTA XML for nights and reservations, JSON for messages and reviews.
//
// Source: developers.booking.com/connectivity/docs and its predecessor connect.booking.com/user_guide, read
// November 2026, and OpenTravel 2017B for the structure of messages. Built to the public specification, not
// certified: new providers get no credentials at present. Not verified against the live service: amounts as
// integers with DecimalPlaces, ArrivalDateBased, "no maximum stay", how a cancellation is marked, LocatorID
// coming back as RecordID, the search for a conversation by reservation, whether a review's reply is text or
// an object. Where it matters it is a setting.

import { defineAdapter } from '../define-adapter.ts';
import { authorization } from './client.ts';
import { decodeMapping, requestMapping } from './mapping.ts';
import { messages, replies } from './messages.ts';
import { ari } from './nights.ts';
import { recovery } from './recovery.ts';
import { reservations } from './reservations.ts';
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
  test: { request: requestMapping, decode: decodeMapping },
  ari,
  reservations,
  recovery,
  messages,
  reviews,
  replies,
  reviewReplies,
});
