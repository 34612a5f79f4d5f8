// Vrbo in the conformance suite.
import type { Entry } from '../conformance/entry.ts';
import { connection } from './feeds.ts';

const FEEDS = { comparedBy: 'vrbo/feeds.test.ts' };
const BOOKINGS = { comparedBy: 'vrbo/reservations.test.ts' };
const fetched = (means: string, path: string) => ({ means, method: 'GET', path });

export const entry: Entry = {
  connection: { ...connection, url: 'http://channel.test/vrbo' },
  least: { settings: { advertiser_id: 'a' }, credentials: { username: 'u', password: 'p' } },
  samples: {
    'advertiserContentIndex.xml': FEEDS,
    'bookingContentIndex.xml': BOOKINGS,
    'bookingContentIndexRequest.xml': { sent: 'changed_since' },
    'bookingRequest.xml': { sent: 'reservations' },
    'bookingResponse-confirmed.xml': BOOKINGS,
    'bookingResponse-error.xml': BOOKINGS,
    'bookingUpdate-cancelled.xml': { sent: 'reservations' },
    'lodgingRateContent-nightly.xml': FEEDS,
    'unitAvailabilityContent.xml': FEEDS,
    'unitAvailabilityContentIndex.xml': FEEDS,
  },
  guestTexts: ['Is parking available?', 'Example'],
  cards: ['4111111111111111', 'ADA CARD', '987', '11/2031'],
  inbound: {
    proof: { authorization: `Basic ${btoa('vrbo:a pass:word')}` },
    asks: [
      fetched('answered', '/index.xml'),
      fetched('answered', '/rates.xml'),
      fetched('calendar', '/availability/L-501/U-501.xml'),
      fetched('calendar', '/rates/L-501/U-501.xml'),
      fetched('changed_since', '/bookings/RES-1001.xml'),
      {
        means: 'availability',
        method: 'POST',
        path: '/',
        body: JSON.stringify({
          requestVersion: '1.0',
          listingExternalId: 'L-501',
          dateRange: { arrivalDate: '2027-04-20', departureDate: '2027-04-23' },
          adults: 2,
          children: 1,
          pets: 0,
          units: [{ unitExternalId: 'U-501' }],
        }),
      },
    ],
  },
};
