// Airbnb in the conformance suite.
import type { Entry } from '../conformance/entry.ts';
import { connection, fixture } from './connection.ts';

/** The first reservation of the list, with the reference that is looked up. */
const LOOKED_UP = JSON.stringify({
  reservation: {
    ...JSON.parse(fixture('reservations-response')).reservations[0],
    confirmation_code: '4000000001',
  },
});

const INGEST = { comparedBy: 'airbnb/ingest.test.ts' };

export const entry: Entry = {
  connection: {
    ...connection,
    url: 'http://channel.test/airbnb',
    settings: { partner_access: true, reviews_path: 'reviews?role=host' },
    credentials: {
      client_id: 'id-of-the-partner',
      client_secret: 'hush/hush+"4&%',
      refresh_token: 'refresh-token-1',
    },
  },
  least: {
    settings: { partner_access: true },
    credentials: { client_id: 'i', client_secret: 's', authorization_code: 'c' },
  },
  samples: {
    'calendar-response.json': { answers: 'readBack' },
    'calendar_operations-request.json': { comparedBy: 'airbnb/nights.test.ts' },
    'calendar_operations-response.json': { answers: 'ari' },
    'messages-post-request.json': INGEST,
    'reservations-complete.json': { answers: 'reservations' },
    'reservations-response.json': { answers: 'reservations' },
    'review-raw.json': INGEST,
    'token-refresh-request.json': INGEST,
    'token-request.json': INGEST,
    'token-response.json': { answers: 'login' },
    'webhook-check-availability-response.json': INGEST,
    'webhook-make-reservation-request.json': { sent: 'reservations' },
    'webhook-make-reservation-response-fail.json': INGEST,
    'webhook-make-reservation-response-ok.json': INGEST,
    'webhook-notification-message_added.json': { sent: 'messages', path: '/notification' },
    'webhook-notification-reservation.json': { sent: 'reservations', path: '/notification' },
  },
  answers: {
    recovery: [fixture('reservations-response')],
    orderLookup: [LOOKED_UP],
    reviews: [`{"reviews":[${fixture('review-raw')}],"metadata":{}}`],
    'replies.sent': ['{"message":{"id":50000002}}'],
    'replies.check': ['{"thread":{"messages":[{"message":"Hello","created_at":"2027-03-01T10:00:00Z"}]}}'],
    test: ['{"reservations":[],"metadata":{}}'],
  },
  refusals: [
    '{"error_code":400,"error_type":"invalid_params","error_message":"no"}',
    '{"error_code":400,"calendar_operation":{"listing_id":80000001},"calendar":{"days":[]},"reservations":[],"reviews":[],"message":{"id":1},"thread":{"messages":[]}}',
    '{"error_message":"no","access_token":"token"}',
    '{"calendar_operation":{"listing_id":80000009}}',
    '{"calendar_operation":null,"calendar":null,"reservations":null,"reviews":null,"message":null,"thread":null}',
  ],
  guestTexts: ['Is parking available?', '"guest_last_name": "Example"'],
  carriesCredentials: ({ operation }) => operation === 'token',
  push: {
    withinLimits: ({ cells, body }) => {
      // a message contains one listing
      const { listing_id } = JSON.parse(body!);
      const rooms = new Set(cells.map(({ roomId }) => roomId));
      if (rooms.size !== 1) throw new Error(`${listing_id}: ${[...rooms]}`);
    },
    fullPush: 20,
  },
  inbound: {
    proof: {},
    asks: [
      {
        means: 'availability',
        method: 'GET',
        query: {
          action: 'check_availability',
          listing_id: '80000001',
          start_date: '2027-04-20',
          nights: '2',
        },
      },
      { means: 'answered', method: 'PUT', path: '/HMSAMPLE01', body: '{}' },
      { means: 'answered', path: '/notification', body: '{"action":"test_notification"}' },
    ],
  },
};
