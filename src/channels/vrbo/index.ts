// Adapter of Vrbo (HomeAway) with hosted feeds: Vrbo fetches availability and rates from us and sends
// requests to book, which are answered at once.
//
// Experimental. Vrbo's own specification is not public; names of elements are those that several public
// implementations write and read (seen 2026-11-21). Unverified and therefore settings, or open: error codes,
// the form of updates of bookings, how often indexes are read, quotes (not answered), what the changeover of
// a taken night means. Messages and reviews are not part of the feeds.

import { defineAdapter } from '../define-adapter.ts';
import { errorAnswer } from './document.ts';
import { decodeInbound } from './inbound.ts';
import { credentialsSchema, settingsSchema } from './settings.ts';

export const vrbo = defineAdapter({
  protocol: 'vrbo',
  title: 'Vrbo (hosted feeds)',
  maturity: 'experimental',
  settingsSchema,
  credentialsSchema,
  needsRate: false,
  severalRates: false,
  inbound: { decode: decodeInbound, unavailable: (message) => errorAnswer('SERVER_ERROR', message, 503) },
});
