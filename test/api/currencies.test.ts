// Amounts in currencies with two, no and three decimals: exact in requests and in responses.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;

const CURRENCIES = [
  {
    currency: 'EUR',
    good: [0, 0.01, 19.99, 0.1, 1.1, 4_503_599.63, 10_000_000_000],
    bad: [0.001, 19.999, 1e-7],
  },
  { currency: 'JPY', good: [0, 1, 12_000, 999_999_999], bad: [0.5, 0.1, 12_000.01] },
  { currency: 'KWD', good: [0, 0.001, 120.125, 99.999, 0.1], bad: [0.0001, 120.1255] },
];

const book = ({ token, room }: TestProperty, price: number, more: object = {}) =>
  api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price,
    ...more,
  });
const make = (currency: string, rooms: object[] = [{ units: 99, price: 100 }]) =>
  api.property({ currency, rooms });

describe.each(CURRENCIES)('$currency', ({ currency, good, bad }) => {
  test('comes back as it was given: in bookings, nights, rooms and the ledger', async () => {
    const property = await make(currency);
    const { token, room, hotelId } = property;
    for (const price of good) {
      const { body } = await book(property, price);
      expect(body).toMatchObject({ price, currency });
      const ledger = (await api.get(`/api/accounting/${token}`)).body;
      if (price > 0)
        expect(ledger.at(-1)).toMatchObject({ amount: price, currency, order_id: body.order_id });
      const night = await api.post(`/api/availability/${token}`, {
        room_id: room,
        date: '2027-06-01',
        price,
      });
      expect(night.body.price).toBe(price);
      await api.operator('PATCH', `/properties/${hotelId}/rooms/${room}`, { price });
      expect((await api.get(`/api/rentals/${token}`)).body[0].price).toBe(price);
      const entry = { amount: -price, type: 'refund', description: '' };
      const posted = await api.operator('POST', `/properties/${hotelId}/accounting`, entry);
      expect(posted.body.amount).toBe(price === 0 ? 0 : -price);
    }
  });

  test.each(bad)('with more decimals than it has is refused: %d', async (price) => {
    const property = await make(currency);
    const { token, room, hotelId } = property;
    expectProblem(await book(property, price), 400, 'invalid_data', ['price']);
    const night = { room_id: room, date: '2027-06-01', price };
    expectProblem(await api.post(`/api/availability/${token}`, night), 400, 'invalid_data', ['price']);
    const room_ = { name: 'R', capacity: 1, price };
    expectProblem(await api.operator('POST', `/properties/${hotelId}/rooms`, room_), 400, 'invalid_data', [
      'price',
    ]);
    const entry = { amount: price, type: 'note', description: '' };
    expectProblem(
      await api.operator('POST', `/properties/${hotelId}/accounting`, entry),
      400,
      'invalid_data',
      ['amount'],
    );
  });

  test('is split over nights and given back without losing its smallest coin', async () => {
    const property = await make(currency);
    const price = { EUR: 100, JPY: 100, KWD: 0.1 }[currency]!;
    const { order_id } = (await book(property, price)).body;
    api.clock = Temporal.Instant.from('2027-03-02T12:00:00Z'); // after the first night: an early departure
    const cancelled = await api.delete(
      `/api/bookings/${property.token}?order_id=${order_id}&date=2027-03-02`,
    );
    api.clock = NOW;
    expect(cancelled.body.price).toBe({ EUR: 33.34, JPY: 34, KWD: 0.034 }[currency]);
    const ledger = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(ledger.map((entry: any) => entry.amount)).toEqual([
      price,
      { EUR: -66.66, JPY: -66, KWD: -0.066 }[currency],
    ]);
  });
});

test('a price with an exponent or a zero behind it is the number that it is', async () => {
  const property = await make('EUR');
  for (const [text, price] of [
    ['1e2', 100],
    ['1.20e1', 12],
    ['100.00', 100],
    ['-0', 0],
    ['12.50', 12.5],
  ]) {
    const raw = `{"room_id":${property.room},"name":"A","checkin":"2027-03-01","checkout":"2027-03-02","price":${text}}`;
    const answer = await api.request('POST', `/api/bookings/${property.token}`, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.price]).toEqual([200, price]);
    expect(answer.text).not.toContain('"price":-0');
  }
});

test('the ledger of many odd amounts adds up to the cent', async () => {
  const property = await make('EUR');
  const prices = Array.from({ length: 40 }, (_, i) => (i * 37 + 1) / 100);
  for (const [i, price] of prices.entries()) {
    const { order_id } = (await book(property, price)).body;
    const date = `2027-03-0${1 + (i % 3)}`;
    if (i % 2) await api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=${date}`);
  }
  const cents = (amount: number) => Math.round(amount * 100);
  const ledger = (await api.get(`/api/accounting/${property.token}`)).body as any[];
  const bookings = (await api.get(`/api/bookings/${property.token}`)).body as any[];
  for (const booking of bookings) {
    const own = ledger.filter((entry) => entry.order_id === booking.order_id);
    const left = own.reduce((sum, entry) => sum + cents(entry.amount), 0);
    const whole = booking.status === 'cancelled' && booking.checkout === '2027-03-04T11:00:00.000Z';
    expect(left).toBe(whole ? 0 : cents(booking.price));
  }
});
