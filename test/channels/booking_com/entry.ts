// Booking.com in the conformance suite.
import { expect } from 'vitest';
import type { Entry } from '../conformance/entry.ts';
import { connectionWith } from './connection.ts';

const errors = (root: string) =>
  `<${root}><Errors><Error Code="320" ShortText="no such thing"/></Errors></${root}>`;
const confused = (root: string) =>
  `<${root}><Success/><Errors><Error Code="320" ShortText="all of it is wrong"/></Errors></${root}>`;
const warning = (attributes: string) =>
  `<OTA_HotelAvailNotifRS><Success/><Warnings><Warning ${attributes}/></Warnings></OTA_HotelAvailNotifRS>`;

export const entry: Entry = {
  connection: connectionWith(
    {},
    {
      url: 'http://channel.test/booking',
      credentials: { client_id: 'id-of-the-machine', client_secret: 'hush/hush+"4&%' },
    },
  ),
  least: {
    settings: { hotel_id: '1234567' },
    credentials: { client_id: 'id', client_secret: 'secret' },
  },
  samples: {
    'OTA_HotelAvailNotifRQ-restrictions.xml': { comparedBy: 'booking_com/nights.test.ts' },
    'OTA_HotelAvailNotifRQ-room-availability.xml': { comparedBy: 'booking_com/nights.test.ts' },
    'OTA_HotelAvailNotifRS-error.xml': { answers: 'ari', kind: 'refused' },
    'OTA_HotelAvailNotifRS-success.xml': { answers: 'ari' },
    'OTA_HotelAvailNotifRS-warning.xml': { answers: 'ari' },
    'OTA_HotelRateAmountNotifRQ.xml': { comparedBy: 'booking_com/nights.test.ts' },
    'OTA_HotelResModifyNotifRQ-cancelled.xml': { answers: 'reservations' },
    'OTA_HotelResModifyNotifRQ-modified.xml': { answers: 'reservations' },
    'OTA_HotelResModifyNotifRS-ack.xml': { answers: 'reservations.acknowledge' },
    'OTA_HotelResNotifRQ-complete.xml': { answers: 'reservations' },
    'OTA_HotelResNotifRQ-new.xml': { answers: 'reservations' },
    'OTA_HotelResNotifRS-ack.xml': { answers: 'reservations.acknowledge' },
    'OTA_HotelResNotifRS-nack.xml': { answers: 'reservations.acknowledge', kind: 'refused' },
    'bxml-availability-request.xml': { foreign: 'the older interface, which is not spoken' },
    'bxml-availability-response-ok.xml': { foreign: 'the older interface, which is not spoken' },
    'bxml-fault.xml': { answers: 'ari', kind: 'auth' },
    // from the older interface; the summary has the same format with fewer members
    'bxml-reservations-response.xml': { answers: 'recovery/3' },
    'messaging-latest-response.json': { answers: 'messages' },
    'messaging-send-request.json': { comparedBy: 'booking_com/messages.test.ts' },
    'messaging-send-response.json': { answers: 'replies.sent' },
    'reviews-response.json': { answers: 'reviews' },
    'token-exchange-request.json': { comparedBy: 'booking_com/messages.test.ts' },
    'token-exchange-response.json': { answers: 'login' },
  },
  answers: {
    recovery: ['<OTA_HotelResNotifRQ Version="2.001"><HotelReservations/></OTA_HotelResNotifRQ>'],
    'recovery/2': [
      '<OTA_HotelResModifyNotifRQ Version="2.001"><HotelResModifies/></OTA_HotelResModifyNotifRQ>',
    ],
    'messages.acknowledge': ['{"meta":{"ruid":"r"},"data":{"ok":true}}'],
    'replies.findThread': ['{"data":{"conversations":[{"conversation_id":"c8"}]}}'],
    'replies.check': ['{"data":{"conversation":{"messages":[]}}}'],
    reviewReplies: ['{"meta":{"ruid":"r"},"data":{}}'],
    test: ['<rooms><room id="1"><rates><rate id="2"/></rates></room></rooms>'],
  },
  refusals: [
    errors('OTA_HotelAvailNotifRS'),
    confused('OTA_HotelAvailNotifRS'),
    errors('OTA_HotelResNotifRS'),
    errors('OTA_HotelResNotifRQ'),
    confused('OTA_HotelResNotifRQ'),
    '<fault code="500" string="System error"/>',
    '<error code="403">no</error>',
    '<OTA_HotelAvailNotifRS/>',
    '{"errors":[{"code":"X1","message":"no such thing"}],"data":{"ok":true,"messages":[],"reviews":[]},"meta":{"ruid":"r"}}',
    '{"errors":[],"data":{"ok":false},"meta":{"ruid":"r"}}',
    '{"data":{"ok":"false"},"meta":{"ruid":"r"}}',
  ],
  complaints: [
    warning('Code="1" ShortText="something is wrong"'),
    warning('RecordID="999" ShortText="not yours"'),
    warning('ShortText="room 7 is wrong"'),
    warning(''),
  ],
  emptyIsGood: [
    'recovery',
    'recovery/2',
    'reservations',
    'reservations.acknowledge',
    'messages.acknowledge',
    'test',
  ],
  goodStatuses: { 'replies.findThread': [404] },
  refusedBy403: ['replies.sent', 'reviewReplies'],
  guestTexts: ['Late arrival', 'Ada Example', 'Hello, is early check-in possible?'],
  cards: ['4111111111111111', 'NOCCRESERVATION', '1228'],
  carriesCredentials: ({ operation }) => operation === 'token',
  push: {
    withinLimits: ({ cells }) => {
      const months = cells.flatMap(({ from, to }) => [from, to].map((date) => `${date}`.slice(0, 7)));
      expect(new Set(months).size, 'one month').toBe(1);
      expect(cells.length).toBeLessThanOrEqual(1000);
    },
    smallMessages: { updates_per_request: 10 },
    // one of units and restrictions, one of prices, for each of 18 months
    fullPush: 2 * 18,
  },
};
