// Expedia in the conformance suite.
import { expect } from 'vitest';
import type { Entry } from '../conformance/entry.ts';
import { datesOf } from '../stale-nights.ts';
import { connectionWith, fixture } from './connection.ts';

const success = (inner: string) => `<AvailRateUpdateRS><Success>${inner}</Success></AvailRateUpdateRS>`;
const error = (root: string) => `<${root}><Error code="3107">no such thing</Error></${root}>`;

export const entry: Entry = {
  connection: connectionWith(
    {},
    {
      url: 'http://channel.test/expedia',
      credentials: {
        username: 'EQCuser-1',
        password: 'p&"ss $& <w>',
        graphql_key: 'key-of-graphql',
        graphql_secret: 'hush/hush+"4&%',
      },
    },
  ),
  least: { settings: { hotel_id: '1234567' }, credentials: { username: 'user', password: 'secret' } },
  samples: {
    'AvailRateUpdateRS-error.xml': { answers: 'ari', kind: 'refused' },
    'AvailRateUpdateRS-success.xml': { answers: 'ari' },
    'AvailRateUpdateRS-warnings.xml': { answers: 'ari' },
    'BookingConfirmRS-success.xml': { answers: 'reservations.acknowledge' },
    'BookingConfirmRS-warning.xml': { answers: 'reservations.acknowledge', kind: 'refused' },
    'BookingRetrievalRS-complete.xml': { answers: 'reservations' },
    'BookingRetrievalRS-empty.xml': { answers: 'reservations' },
    'BookingRetrievalRS-error.xml': { answers: 'reservations', kind: 'auth' },
    'BookingRetrievalRS.xml': { answers: 'reservations' },
    'ProductAvailRateRetrievalRS-calendar.xml': { answers: 'readBack' },
    'ProductAvailRateRetrievalRS-products.xml': { answers: 'test' },
    'errors.json': { answers: 'messages', kind: 'refused' },
    'messages.json': { answers: 'messages' },
    'reviews.json': { answers: 'reviews' },
    'token.json': { answers: 'login' },
  },
  answers: {
    recovery: [fixture('BookingRetrievalRS.xml')],
    'replies.sent': ['{"data":{"sendMessage":{"messageId":"m-9"}}}'],
    'replies.findThread': [
      '{"data":{"property":{"reservations":{"edges":[{"node":{"messageThreadId":"t-7"}}]}}}}',
    ],
    'replies.check': ['{"data":{"messageThread":{"messages":{"elements":[]}}}}'],
    reviewReplies: ['{"data":{"setReviewResponse":{"status":"PENDING"}}}'],
  },
  refusals: [
    error('AvailRateUpdateRS'),
    error('BookingRetrievalRS'),
    error('BookingConfirmRS'),
    error('ProductAvailRateRetrievalRS'),
    '<AvailRateUpdateRS><Success/><Error code="3107">all of it is wrong</Error></AvailRateUpdateRS>',
    '<AvailRateUpdateRS/>',
    '<BookingRetrievalRS/>',
    '{"errors":[{"message":"no","extensions":{"code":"NOT_FOUND"}}],"data":{"property":{"messages":{"elements":[]},"reviews":{"reviews":[]},"reservations":{"edges":[]}},"sendMessage":{"messageId":"m"},"setReviewResponse":{"status":"PENDING"},"messageThread":{"messages":{"elements":[]}}}}',
    '{"errors":[{}],"data":null}',
    '{"data":{"property":null,"sendMessage":null,"setReviewResponse":null,"messageThread":null}}',
    '{"error":"invalid_client"}',
  ],
  complaints: [
    success('<Warning code="7000">Something.</Warning>'),
    success('<Warning>Room Type ID 5; never heard of it.</Warning>'),
    success('<Warning code="9999"/>'),
  ],
  guestTexts: ['Late arrival', 'Yes, from 13:00.', 'surname="Example"'],
  cards: ['4111111111111111', 'ADA EXAMPLE', 'seriesCode="123"', 'expireDate="1228"'],
  carriesCredentials: ({ url }) => url.includes('/eqc/'),
  push: {
    withinLimits: ({ cells }, sent) => {
      expect(Buffer.byteLength(sent.body!)).toBeLessThanOrEqual(100_000);
      const updates = cells.reduce(
        (sum, { from, to, fields }) =>
          sum + (from.until(to, { largestUnit: 'day' }).days + 1) * fields.length,
        0,
      );
      expect(updates).toBeLessThanOrEqual(5000);
      const nights = cells.flatMap(({ roomId, from, to }) =>
        datesOf(`${from}`, `${to}`).map((date) => `${roomId}/${date}`),
      );
      expect(new Set(nights).size, 'a product and date stands in a message once').toBe(nights.length);
    },
    // 5,000 updates a message, a night is eight of them
    fullPush: (20 * 500 * 8) / 5000,
  },
};
