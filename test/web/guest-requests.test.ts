// What the desk says of requests of guests: whether there is place for them, and how long they wait.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../src/api/desk-records.ts';
import type { GuestRequestRecord } from '../../src/api/guest-request-records.ts';
import { factsOf, fullNights, sentenceOf, timeLeft } from '../../web/guest-requests/sentence.ts';
import { stateOf } from '../../web/replica/state.ts';

const [DOUBLE, FAMILY] = [1, 2];

/** The calendar shows 2026-06-11 to 15; the double is full on the 12th and 13th, which the booking 7 holds with others. */
const state = stateOf({
  seq: 1,
  today: '2026-06-11',
  fromdate: '2026-06-11',
  todate: '2026-06-15',
  property: { timezone: 'UTC', settings: { checkin_time: '15:00', checkout_time: '11:00' } },
  rooms: [{ room_id: DOUBLE, name: 'Double', capacity: 2, price: 100 }],
  units: [],
  bookings: [
    {
      order_id: 7,
      room_id: DOUBLE,
      name: 'Ada',
      status: 'confirmed',
      checkin: '2026-06-12T15:00:00Z',
      checkout: '2026-06-14T11:00:00Z',
      unit_nights: null,
      earlier_rooms: null,
    },
  ],
  nights: [
    { room_id: DOUBLE, available: [1, 0, 0, 1, 1], price: [1, 1, 1, 1, 1], min_stay: [1, 1, 1, 1, 1] },
  ],
  closures: [],
  tasks: [],
} as unknown as Desk);

function request(more: Partial<GuestRequestRecord> = {}): GuestRequestRecord {
  return {
    guest_request_id: 1,
    hotel_id: 1,
    channel: 'airbnb',
    kind: 'booking',
    state: 'open',
    guest_name: 'Ada',
    inquiry_id: 1,
    order_id: null,
    room_id: DOUBLE,
    checkin: '2026-06-11',
    checkout: '2026-06-14',
    adults: 2,
    children: [4],
    price: 360,
    currency: 'EUR',
    answer_by: '2026-06-11T12:00:00Z',
    answer: null,
    error: null,
    created_at: '2026-06-10T12:00:00Z',
    updated_at: '2026-06-10T12:00:00Z',
    error_cause: null,
    ...more,
  };
}

const days = (found: number[] | null) =>
  found?.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

describe('whether there is place', () => {
  test('names the nights that are not free', () => {
    expect(days(fullNights(request(), state))).toEqual(['2026-06-12', '2026-06-13']);
    expect(fullNights(request({ checkin: '2026-06-14', checkout: '2026-06-16' }), state)).toEqual([]);
  });

  test('counts the nights that the booking itself holds as free', () => {
    const change = { kind: 'alteration', order_id: 7 } as const;
    expect(fullNights(request(change), state)).toEqual([]);
    expect(fullNights(request({ ...change, order_id: 8 }), state)).toHaveLength(2);
  });

  test('is not known of nights and rooms that the copy does not have', () => {
    expect(fullNights(request({ checkout: '2026-06-17' }), state)).toBeNull();
    expect(fullNights(request({ checkin: '2026-06-10' }), state)).toBeNull();
    expect(fullNights(request({ room_id: FAMILY }), state)).toBeNull();
    expect(fullNights(request({ room_id: null }), state)).toBeNull();
  });
});

describe('how long it waits', () => {
  const at = Date.parse('2026-06-11T12:00:00Z');
  test('is urgent in the last four hours', () => {
    expect(timeLeft(request(), at - 5 * 3_600_000)).toEqual({
      text: 'answer within 5\u00a0h',
      isUrgent: false,
    });
    expect(timeLeft(request(), at - 3 * 3_600_000)).toMatchObject({ isUrgent: true });
    expect(timeLeft(request(), at + 1)).toMatchObject({ isUrgent: true });
  });

  test('is not said where the channel does not say it', () => {
    expect(timeLeft(request({ answer_by: null }), at)).toBeNull();
  });
});

test('one sentence says who asks for what, and nothing is made up', () => {
  expect(sentenceOf(request(), state)).toMatch(/^Ada asks to book Double, .*11.*14/);
  expect(sentenceOf(request({ guest_name: null, room_id: null, kind: 'question' }), state)).toMatch(
    /^Somebody asks about a room that is not connected, /,
  );
  expect(factsOf(request())).toEqual(['3 guests', 'would bring €360']);
  expect(factsOf(request({ adults: null, price: null }))).toEqual([]);
});
