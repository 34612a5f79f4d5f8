// Adapter of Vrbo (HomeAway) with hosted feeds: Vrbo fetches availability and rates from us and sends
// requests to book, which are answered at once.
//
// Experimental. Vrbo's own specification is not public; names of elements are those that several public
// implementations write and read (seen 2026-11-21). Unverified and therefore settings, or open: error codes,
// the form of updates of bookings, how often indexes are read, quotes (not answered), what the changeover of
// a taken night means. Messages and reviews are not part of the feeds.

import type { Adapter } from '../channel.ts';
import { redactSecrets } from '../secrets.ts';
import { errorAnswer } from './document.ts';
import { decodeInbound } from './inbound.ts';
import { vrboCredentials, vrboSettings } from './settings.ts';

export const vrbo: Adapter = {
  protocol: 'vrbo',
  title: 'Vrbo (hosted feeds)',
  maturity: 'experimental',
  settingsSchema: vrboSettings,
  credentialsSchema: vrboCredentials,
  needsRate: false,
  severalRates: false,
  // nothing is sent to Vrbo
  authorization: { authorize: (request) => request },
  inbound: { decode: decodeInbound, unavailable: (message) => errorAnswer('SERVER_ERROR', message, 503) },
  redact: redactSecrets,
};
