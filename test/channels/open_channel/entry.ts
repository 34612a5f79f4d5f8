// The open channel protocol in the conformance suite.
import { expect } from 'vitest';
import type { Entry } from '../conformance/entry.ts';
import { connection } from './connection.ts';

export const entry: Entry = {
  connection: {
    ...connection,
    settings: { hotel_code: 'hotel-31', conversations: true },
    credentials: { api_key: 'hush/hush+"4&%' },
  },
  least: { settings: { hotel_code: 'hotel-31' }, credentials: { api_key: '8 letters' } },
  samples: {
    'changes-request.json': { comparedBy: 'open_channel/nights.test.ts' },
    'changes-response.json': { answers: 'ari' },
    'mapping_details-response.json': { answers: 'test' },
    'messages-response.json': { answers: 'messages' },
    'new_booking-complete.json': { sent: 'reservations', path: '/new_booking' },
    'new_booking-request.json': { sent: 'reservations', path: '/new_booking' },
    'request_full_sync-request.json': { sent: 'resync', path: '/request_full_sync' },
    'reviews-response.json': { answers: 'reviews' },
    // rooms and rates are requested instead, which verifies more
    'test_connection-response.json': { answers: 'test', kind: 'retry' },
  },
  answers: {
    'replies.sent': ['{"success":true,"id":"m-2"}'],
    reviewReplies: ['{"success":true}'],
  },
  refusals: [
    '{"success":false,"message":"no such hotel"}',
    '{"success":false}',
    '{"success":false,"errors":[{"index":0,"message":"no"}],"data":[]}',
    '{"success":"true"}',
    '{"message":"no"}',
  ],
  complaints: [
    '{"success":true,"errors":[{"message":"something is wrong"}]}',
    '{"success":true,"errors":[{"index":99,"message":"which?"}]}',
    '{"success":true,"errors":[{"index":0.5,"message":"half"}]}',
    '{"success":true,"errors":{"message":"something is wrong"}}',
    '{"success":true,"errors":["something is wrong"]}',
    '{"success":true,"errors":"something is wrong"}',
  ],
  guestTexts: ['Arriving late', '"surname": "Sample"', 'Is there a cot?'],
  cards: ['4111111111111111', '"987"', 'B SAMPLE', '11/2031'],
  push: {
    withinLimits: ({ body, cells }) => {
      const { changes } = JSON.parse(body!).data[0].attributes;
      expect(changes.length).toBe(cells.length);
      expect(changes.length).toBeLessThanOrEqual(1000);
    },
    smallMessages: { max_changes: 2 },
    fullPush: 1,
  },
  inbound: {
    proof: { 'api-key': 'hush/hush+"4&%' },
    asks: [{ means: 'hint', path: '/news', body: '{}' }],
  },
};
