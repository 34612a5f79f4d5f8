// Channex in the conformance suite.
import { expect } from 'vitest';
import type { Entry } from '../conformance/entry.ts';
import { sampleConnection } from './connection.ts';

const [double] = sampleConnection.rooms;
const plan = (id: string | null, type: string) =>
  `{"id":"${id}","type":"rate_plan","attributes":{"currency":"EUR"},"relationships":{"room_type":{"data":{"id":"${type}"}}}}`;
const single = {
  roomId: 102,
  name: 'Single',
  capacity: 1,
  externalRoom: '00000000-0000-4000-8000-00000000001c',
  externalRates: ['00000000-0000-4000-8000-00000000001b'],
};
const warned = (warning: string) => `{"data":[],"meta":{"message":"Success","warnings":${warning}}}`;

export const entry: Entry = {
  connection: {
    ...sampleConnection,
    url: 'http://channel.test/channex',
    credentials: { api_key: 'hush/hush+"4&%' },
    rooms: [double!, single],
  },
  least: { settings: { property_id: 'p' }, credentials: { api_key: 'k' } },
  samples: {
    'availability-request.json': { comparedBy: 'channex/nights.test.ts' },
    'booking_revisions-feed-complete.json': { answers: 'reservations' },
    'booking_revisions-feed-response.json': { answers: 'reservations' },
    'bookings-response.json': { answers: 'recovery' },
    'channels-response.json': { answers: 'otas' },
    'error-429.json': { answers: 'ari', kind: 'retry' },
    'message_threads-response.json': { answers: 'messages' },
    'messages-response.json': { answers: 'messages/a conversation' },
    'restrictions-request.json': { comparedBy: 'channex/nights.test.ts' },
    'restrictions-response-ok.json': { answers: 'ari' },
    'restrictions-response-warning.json': { answers: 'ari' },
    'reviews-response.json': { answers: 'reviews' },
  },
  answers: {
    readBack: [
      `{"data":{"${double!.externalRoom}":{"2027-04-01":3}}}`,
      `{"data":{"${double!.externalRates[0]}":{"2027-04-01":{"rate":"120.50","min_stay_arrival":2,"max_stay":0,"closed_to_arrival":false,"closed_to_departure":true,"stop_sell":false}}}}`,
    ],
    'reservations.acknowledge': ['{"meta":{"message":"Success"}}'],
    'replies.sent': ['{"data":{"id":"m1","type":"message"}}'],
    'replies.check': ['{"data":[],"meta":{"total":0}}'],
    reviewReplies: ['{"data":{}}'],
    guestReviews: ['{"success":true}'],
    'guestReviews.check': ['{"data":{"id":"r1","attributes":{"is_hidden":true}}}'],
    test: [
      `{"data":[${plan(double!.externalRates[0]!, double!.externalRoom)},${plan(single.externalRates[0]!, single.externalRoom)}]}`,
    ],
  },
  refusals: [
    '{"errors":{"code":"validation_error","title":"Validation Error","details":{"values":["x"]}}}',
    '{"errors":{"code":"unauthorized","title":"Unauthorized"},"data":[],"meta":{"message":"Success"}}',
    '{"errors":{},"data":[],"meta":{"message":"Success"}}',
    '{"errors":"no","data":{"id":"m1"},"meta":{"message":"Success"}}',
  ],
  complaints: [
    warned('[{"warning":{"property_id":["is invalid"]}}]'),
    warned('[{"rate_plan_id":"unknown","date":"2027-03-01","warning":{"rate":["no"]}}]'),
    warned('["no"]'),
    warned('{"warning":"no"}'),
  ],
  emptyIsGood: ['reviewReplies', 'guestReviews'],
  goodStatuses: { 'messages/a conversation': [404, 422] },
  refusedBy403: [
    'messages',
    'messages/a conversation',
    'otas',
    'reviews',
    'replies.sent',
    'replies.check',
    'reviewReplies',
    'guestReviews',
    'guestReviews.check',
  ],
  cursors: {
    'messages/a conversation': '{"seen":{},"pending":[{"id":"t1","thread":"booking/b1"}]}',
  },
  guestTexts: ['Late arrival', '"surname": "Example"', 'Is parking available?'],
  cards: ['4111111111111111', 'ADA EXAMPLE CARD', '"987"', '11/2031'],
  push: {
    withinLimits: ({ body }) => expect(Buffer.byteLength(body!)).toBeLessThanOrEqual(10_000_000),
    smallMessages: { max_message_bytes: 1_000 },
    fullPush: 2,
  },
  inbound: {
    proof: {},
    takesAnything: true,
    asks: [
      { means: 'hint' },
      { means: 'hint', body: '{}' },
      {
        means: 'reports',
        body: '{"event":"sync_error","payload":{"channel":"Agoda","channel_id":"c-1","channel_name":"Agoda","error_type":"general_error"},"timestamp":"2027-03-01T08:00:00Z"}',
      },
    ],
  },
};
