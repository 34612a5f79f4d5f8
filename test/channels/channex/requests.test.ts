// Requests of Airbnb's guests in Channex' live feed, and the answers to them.
import { describe, expect, test } from 'vitest';
import { channex } from '../../../src/channels/channex/index.ts';
import type { GuestRequestAnswer } from '../../../src/model/guest-request.ts';
import { parseDate } from '../../../src/model/night.ts';
import { NOW } from '../stale-nights.ts';
import { answer, connection, PROPERTY } from './connection.ts';

const { guestRequests, guestRequestAnswers } = channex;
const STATE = { cursor: null, now: NOW };
const AT = '2027-03-01T08:00:00.000000';

const bms = (more: object = {}) => ({
  property_id: PROPERTY,
  ota_name: 'Airbnb',
  ota_reservation_code: 'HMSAMPLE01',
  arrival_date: '2027-04-01',
  departure_date: '2027-04-03',
  amount: '240.50',
  currency: 'EUR',
  occupancy: { adults: 2, children: 1, infants: 0 },
  customer: { name: 'Ada', surname: 'Lovelace' },
  rooms: [
    { checkin_date: '2027-04-01', checkout_date: '2027-04-03', room_type_id: 'R1', rate_plan_id: 'P1' },
  ],
  ...more,
});

const QUESTION = {
  listing_id: '12345',
  checkin_date: '2027-04-01',
  checkout_date: '2027-04-03',
  currency: 'EUR',
  guest_name: 'Ada',
  room_type_id: 'R1',
  number_of_adults: 2,
  number_of_children: 0,
  number_of_infants: 1,
  expected_payout_amount_accurate: '180.00',
  non_response_at: '2027-03-02T09:30:00Z',
};

const event = (name: string, payload: object, more: object = {}) => ({
  type: 'live_feed_event',
  id: `event-${name}`,
  attributes: { id: `event-${name}`, event: name, property_id: PROPERTY, inserted_at: AT, payload, ...more },
});
const decode = (...events: object[]) =>
  guestRequests!.decode(
    answer({ data: events, meta: { total: events.length } }),
    guestRequests!.requests(connection, STATE)[0]!,
    connection,
  );
const only = (one: object) => (decode(one) as { value: { items: unknown[] } }).value.items[0];

describe('the live feed', () => {
  test('is read for each kind of request, one after the other', () => {
    const asked: URL[] = [];
    let read: { cursor?: string; more?: boolean } = {};
    do {
      const [request] = guestRequests!.requests(connection, { ...STATE, cursor: read.cursor ?? null });
      asked.push(new URL(request!.url));
      const none = answer({ data: [], meta: { total: 0 } });
      read = (guestRequests!.decode(none, request!, connection) as { value: typeof read }).value;
    } while (read.more);
    expect(asked.map(({ pathname }) => pathname)).toEqual(
      Array.from({ length: 3 }, () => '/api/v1/live_feed'),
    );
    expect(asked.map(({ searchParams }) => searchParams.get('filter[event]'))).toEqual([
      'reservation_request',
      'alteration_request',
      'inquiry',
    ]);
    expect(asked[0]!.searchParams.get('filter[property_id]')).toBe(PROPERTY);
  });

  test.each([
    [[], 1],
    [['booking_com', 'airbnb'], 1],
    [['booking_com', 'expedia'], 0],
  ])('with the OTAs %j: %i requests at a time', (otas, count) => {
    expect(guestRequests!.requests({ ...connection, otas }, STATE)).toHaveLength(count);
  });

  test('a request to book waits for 24 hours', () => {
    expect(only(event('reservation_request', { bms: bms(), message_thread_id: 't-1' }))).toEqual({
      externalRequest: 'event-reservation_request',
      kind: 'booking',
      soldBy: 'airbnb',
      reference: null,
      thread: 'conversation/t-1',
      guestName: 'Ada Lovelace',
      externalRoom: 'R1',
      externalRate: 'P1',
      checkin: parseDate('2027-04-01'),
      checkout: parseDate('2027-04-03'),
      party: { adults: 2, children: [null] },
      total: '240.50',
      currency: 'EUR',
      answerBy: Temporal.Instant.from('2027-03-02T08:00:00Z'),
      outcome: null,
      at: Temporal.Instant.from('2027-03-01T08:00:00Z'),
      receipt: 'event-reservation_request',
    });
  });

  test('an alteration names the order and the stay as it would be', () => {
    const change = bms({ booking_id: 'b-1', rooms: [], departure_date: '2027-04-05' });
    expect(only(event('alteration_request', { bms: change }))).toMatchObject({
      kind: 'alteration',
      reference: 'airbnb/HMSAMPLE01',
      thread: 'booking/b-1',
      checkout: parseDate('2027-04-05'),
      externalRoom: null,
      answerBy: null,
    });
  });

  test('a question says until when it waits', () => {
    const question = { booking_details: QUESTION, status: 'pending', message_thread_id: 't-2' };
    expect(only(event('inquiry', question))).toMatchObject({
      kind: 'question',
      thread: 'conversation/t-2',
      guestName: 'Ada',
      externalRoom: 'R1',
      party: { adults: 2, children: [null] },
      total: '180.00',
      answerBy: Temporal.Instant.from('2027-03-02T09:30:00Z'),
    });
  });

  test.each([
    [3, '2027-04-04'],
    ['2', '2027-04-03'],
  ])('a question with %j nights instead of a day of departure ends on %s', (nights, checkout) => {
    const { checkout_date: _, ...details } = { ...QUESTION, checkin_date: '2027-04-01', nights };
    const question = { booking_details: details, status: 'pending', message_thread_id: 't-2' };
    expect(only(event('inquiry', question))).toMatchObject({ checkout: parseDate(checkout) });
  });

  test.each([0, -1, 1e12, 'soon', null])('a question for %j nights has no stay', (nights) => {
    const { checkout_date: _, ...details } = { ...QUESTION, nights };
    expect(decode(event('inquiry', { booking_details: details, status: 'pending' }))).toMatchObject({
      value: { items: [], unreadable: [expect.stringContaining('it has no stay')] },
    });
  });

  test.each([
    ['reservation_request', { accept: true }, 'accepted'],
    ['reservation_request', { accept: false, reason: 'not_comfortable' }, 'declined'],
    ['alteration_request', { accept: 'accept' }, 'accepted'],
    ['alteration_request', { accept: 'decline', status: 'DECLINED' }, 'declined'],
    ['alteration_request', { accept: 'cancel' }, 'closed'],
    ['alteration_request', { status: 'ACCEPTED' }, 'accepted'],
    ['reservation_request', null, 'closed'],
    ['reservation_request', { accept: 7 }, 'closed'],
  ])('%s resolved by %j is %s', (name, resolution, outcome) => {
    expect(only(event(name, { bms: bms(), resolved: true, resolution }))).toMatchObject({ outcome });
  });

  test.each([
    [{ type: 'preapproval' }, 'preapproved'],
    [{ type: 'special_offer', total_price: 150 }, 'offered'],
  ])('a question resolved by %j is %s', (resolution, outcome) => {
    const payload = { booking_details: QUESTION, resolved: true, resolution };
    expect(only(event('inquiry', payload))).toMatchObject({ outcome });
  });

  test('other events and other properties are left out; what has no stay is unreadable, and keeps nothing back', () => {
    const good = event('reservation_request', { bms: bms() });
    const verdict = decode(
      event('booking_new', {}),
      event('reservation_request', { bms: bms() }, { property_id: 'another' }),
      event('inquiry', { booking_details: { guest_name: 'Ada' } }),
      event('alteration_request', {}),
      good,
    ) as unknown as { value: { items: object[]; unreadable: string[] } };
    expect(verdict.value.items).toHaveLength(1);
    expect(verdict.value.unreadable).toEqual([
      'Request event-inquiry: it has no stay',
      'Request event-alteration_request: it has no stay',
    ]);
  });

  test('the oldest comes first', () => {
    const items = decode(
      event('reservation_request', { bms: bms() }, { id: 'late' }),
      event('inquiry', { booking_details: QUESTION }),
    ) as { value: { items: { kind: string }[] } };
    expect(items.value.items.map(({ kind }) => kind)).toEqual(['question', 'booking']);
  });
});

describe('an answer', () => {
  const NOTHING = { reason: null, messageToGuest: null, messageToChannel: null, total: null };
  test.each<['booking' | 'alteration' | 'question', Partial<GuestRequestAnswer>, object]>([
    ['booking', { answer: 'accept' }, { accept: true }],
    ['booking', { answer: 'decline' }, { accept: false }],
    [
      'booking',
      { answer: 'decline', reason: 'not_a_good_fit', messageToGuest: 'Sorry', messageToChannel: 'Works' },
      {
        accept: false,
        reason: 'not_a_good_fit',
        decline_message_to_guest: 'Sorry',
        decline_message_to_airbnb: 'Works',
      },
    ],
    ['alteration', { answer: 'accept' }, { accept: 'accept' }],
    ['alteration', { answer: 'decline' }, { accept: 'decline' }],
    ['question', { answer: 'preapprove' }, { type: 'preapproval', block_instant_booking: false }],
    ['question', { answer: 'offer', total: 150 }, { type: 'special_offer', total_price: 150 }],
  ])('to a request of kind %s: %j', (kind, given, resolution) => {
    const sent = { ...NOTHING, ...given, kind, externalRequest: 'e/1' } as never;
    const { method, url, body } = guestRequestAnswers!.send(sent, connection);
    expect([method, new URL(url).pathname]).toEqual(['POST', '/api/v1/live_feed/e%2F1/resolve']);
    expect(JSON.parse(body!)).toEqual({ resolution });
  });

  test.each([
    [answer({ data: event('inquiry', {}) }), 'ok'],
    [answer({ errors: { code: 'validation_error', title: 'Validation Error' } }, 422), 'refused'],
    [answer({ errors: { code: 'resource_not_found', title: 'Not Found' } }, 404), 'refused'],
    [answer({ errors: { code: 'unauthorized', title: 'Unauthorized' } }, 401), 'auth'],
    [answer('Service Unavailable', 503), 'retry'],
  ])('%j is %s', (response, kind) => {
    expect(guestRequestAnswers!.decodeSent(response).kind).toBe(kind);
  });

  test.each([
    [{}, null],
    [{ resolved: true, resolution: { accept: true } }, 'accepted'],
    [{ resolved: true }, 'closed'],
  ])('that comes back with %j: the request is %s', (payload, outcome) => {
    const response = answer({ data: event('reservation_request', payload) });
    expect(guestRequestAnswers!.decodeSent(response)).toEqual({ kind: 'ok', value: outcome });
  });
});
