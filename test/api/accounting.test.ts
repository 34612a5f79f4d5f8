// The ledger in the public API.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem, NO_DATES } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});
let property: TestProperty;

beforeAll(async () => {
  property = await api.property({ rooms: [{}, {}] });
  const post = (body: object) => api.operator('POST', `/properties/${property.hotelId}/accounting`, body);
  await post({ amount: -35.5, type: 'expense', description: 'late', date: '2026-03-09' });
  await post({
    amount: 10,
    type: 'payment',
    description: 'early',
    date: '2026-03-01',
    room_id: property.room,
  });
  await post({ amount: 0, type: 'note', description: 'same day', date: '2026-03-09' });
});

const listed = async (query: string) => {
  const answer = await api.get(`/api/accounting/${property.token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map((entry: any) => entry.description);
};

test('an entry shows exactly its members', async () => {
  const one = await api.property();
  const booking = await api.post(`/api/bookings/${one.token}`, {
    room_id: one.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 360.5,
  });
  await api.operator('POST', `/properties/${one.hotelId}/accounting`, {
    amount: -12.34,
    type: 'expense',
    description: 'Light bulbs',
  });
  const { body } = await api.get(`/api/accounting/${one.token}`);
  expect(body.map((entry: object) => Object.entries(entry))).toEqual([
    [
      ['id', expect.any(Number)],
      ['hotel_id', one.hotelId],
      ['amount', 360.5],
      ['type', 'income'],
      ['description', `Booking ${booking.body.order_id}, 2027-03-01 to 2027-03-04`],
      ['currency', 'EUR'],
      ['room_id', one.room],
      ['order_id', booking.body.order_id],
      ['date', '2026-06-15'],
      ['created_at', '2026-06-15T10:00:00.000Z'],
      ['code', 'accommodation'],
      ['quantity', 3],
      ['service_from', '2027-03-01'],
      ['service_until', '2027-03-04'],
      ['vat_category', null],
      ['vat_rate', null],
      ['collected_by', 'property'],
      ['method', null],
      ['reference', null],
      ['reverses_id', null],
      ['day_amounts', [expect.any(Number), expect.any(Number), expect.any(Number)]],
      ['posted_by', { kind: 'token', name: expect.any(String), token_id: expect.any(Number) }],
    ],
    [
      ['id', expect.any(Number)],
      ['hotel_id', one.hotelId],
      ['amount', -12.34],
      ['type', 'expense'],
      ['description', 'Light bulbs'],
      ['currency', 'EUR'],
      ['room_id', null],
      ['order_id', null],
      ['date', '2026-06-15'],
      ['created_at', '2026-06-15T10:00:00.000Z'],
      ['code', 'expense'],
      ['quantity', null],
      ['service_from', null],
      ['service_until', null],
      ['vat_category', null],
      ['vat_rate', null],
      ['collected_by', null],
      ['method', null],
      ['reference', null],
      ['reverses_id', null],
      ['day_amounts', null],
      ['posted_by', { kind: 'operator', name: null }],
    ],
  ]);
});

test('a sale is booked on the date that it is at the property', async () => {
  api.clock = Temporal.Instant.from('2026-12-31T10:30:00Z');
  const kiritimati = await api.property({ timezone: 'Pacific/Kiritimati' });
  await api.post(`/api/bookings/${kiritimati.token}`, {
    room_id: kiritimati.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 1,
  });
  const { body } = await api.get(`/api/accounting/${kiritimati.token}`);
  expect(body).toMatchObject([{ date: '2027-01-01' }]);
});

describe('the list', () => {
  test('is ordered by date, then by when it was posted', async () => {
    expect(await listed('')).toEqual(['early', 'late', 'same day']);
  });

  test.each([
    ['?fromdate=2026-03-02', ['late', 'same day']],
    ['?todate=2026-03-08', ['early']],
    ['?fromdate=2026-03-09&todate=2026-03-09', ['late', 'same day']],
    ['?fromdate=2026-03-10', []],
    ['?room_id=999999', []],
  ])('%s', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  test('?room_id picks the entries of a room', async () => {
    expect(await listed(`?room_id=${property.room}`)).toEqual(['early']);
    expect(await listed(`?room_id=${property.rooms[1]}`)).toEqual([]);
  });

  test('refuses malformed parameters', async () => {
    const path = `/api/accounting/${property.token}`;
    for (const date of NO_DATES) {
      const text = encodeURIComponent(date);
      expectProblem(await api.get(`${path}?todate=${text}`), 400, 'invalid_parameters', ['todate']);
    }
    expectProblem(await api.get(`${path}?room_id=suite`), 400, 'invalid_parameters', ['room_id']);
    const reversed = await api.get(`${path}?fromdate=2026-03-02&todate=2026-03-01`);
    expectProblem(reversed, 400, 'invalid_parameters', ['fromdate']);
  });
});

test('entries cannot be edited or deleted, not even in the database', async () => {
  await expect(api.db.query('update ledger_entries set amount_minor = 0')).rejects.toThrow(/never edited/);
  await expect(api.db.query('delete from ledger_entries')).rejects.toThrow(/never edited/);
});
