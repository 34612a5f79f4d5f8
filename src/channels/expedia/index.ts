// Adapter of Expedia Group: EQC (AvailRateUpdate, BookingRetrieval, BookingConfirm,
// ProductAvailRateRetrieval) for nights and bookings, GraphQL for messages and reviews.
//
// Source: the EQC guides and schemas of expediaconnectivity.com and the GraphQL schema that Expedia Group
// publishes, read November 2026. Built to the public specification, not certified. Not verified against the
// live service: whether the supplier's id of a conversation's reservation is the booking's number or ours,
// names of the categories of star ratings, codes of GraphQL errors, what counts as one update.

import { defineAdapter } from '../define-adapter.ts';
import { authorization } from './client.ts';
import { messages, replies } from './messages.ts';
import { ari } from './nights.ts';
import { decodeProducts, requestProducts } from './read-back.ts';
import { recovery } from './recovery.ts';
import { reservations } from './reservations.ts';
import { reviewReplies, reviews } from './reviews.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const expedia = defineAdapter({
  protocol: 'expedia',
  title: 'Expedia QuickConnect (EQC) and Lodging GraphQL',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  needsRate: true,
  severalRates: true,
  authorization,
  // The guides and the references of AR, BR and PARR (2016 to 2020) allow one connection at a time for a
  // hotel, and speak of concurrent requests "to update" it; the present pages call 3210 a lack of connections
  // at Expedia. GraphQL is another service, whose documentation has no such rule.
  exclusive: {
    includes: ({ url }) => /\/eqc\/(?:ar|br|bc|parr)$/.test(url),
    isStrict: (connection) => connection.settings.pushes_wait_for_reads,
  },
  // The published retry delays go on to 256 minutes. Here they end at a quarter of an hour, so that no night
  // stays open longer.
  retries: { seconds: [60, 120, 240, 480, 900] },
  test: { request: requestProducts, decode: decodeProducts },
  ari,
  reservations,
  recovery,
  messages,
  reviews,
  replies,
  reviewReplies,
});
