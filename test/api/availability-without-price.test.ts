// Closing and restricting nights without a price: each night keeps the price that it has.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const pathOf = ({ token }: TestProperty) => `/api/availability/${token}`;
const set = (property: TestProperty, body: object, query = '') => api.post(pathOf(property) + query, body);
const night = (property: TestProperty, more: object = {}) => ({
  room_id: property.room,
  date: '2027-03-01',
  ...more,
});
async function nights(property: TestProperty, to = '2027-03-07'): Promise<any[]> {
  const query = `?room_id=${property.room}&fromdate=2027-03-01&todate=${to}`;
  return (await api.get(pathOf(property) + query)).body;
}
const pricesOf = async (property: TestProperty) => (await nights(property)).map((one) => one.price);

describe('an item without a price', () => {
  test.each([
    [{ stop_sell: true }],
    [{ closed_to_arrival: true }],
    [{ closed_to_departure: true }],
    [{ max_stay: 5 }],
    [{ stop_sell: true, available: 0, min_stay: 2 }],
  ])('%j restricts a night and leaves its price', async (restriction) => {
    const property = await api.property();
    await set(property, night(property, { price: 77.5 }));
    const answer = await set(property, night(property, restriction));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ price: 77.5, ...restriction });
  });

  test('sets a range whose nights have prices of their own', async () => {
    const property = await api.property({ rooms: [{ price: 100 }] });
    for (const [date, price] of [
      ['2027-03-02', 80],
      ['2027-03-04', 120],
    ])
      await set(property, night(property, { date, price }));
    const answer = await set(property, night(property, { todate: '2027-03-05', stop_sell: true }));
    expect(answer.body).toMatchObject({ updated: 5, unchanged: 0 });
    const after = await nights(property);
    expect(after.map((one) => one.price)).toEqual([100, 80, 100, 120, 100, 100, 100]);
    expect(after.map((one) => one.stop_sell === true)).toEqual([true, true, true, true, true, false, false]);
  });

  test('sets units and minimum stay of a range, or of some days of the week', async () => {
    const property = await api.property({ rooms: [{ units: 3, price: 90 }] });
    await set(property, night(property, { price: 50 }));
    const answer = await set(
      property,
      night(property, { todate: '2027-03-07', days: ['mon'], available: 1, min_stay: 2 }),
    );
    expect(answer.body).toMatchObject({ updated: 1 });
    expect((await nights(property))[0]).toMatchObject({ price: 50, available: 1, min_stay: 2 });
  });

  test("leaves a night that nobody priced with the room's price, whatever that becomes", async () => {
    const property = await api.property({ rooms: [{ price: 100 }] });
    await set(property, night(property, { stop_sell: true }));
    await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { price: 130 });
    expect((await pricesOf(property))[0]).toBe(130);
    const [stored] = await api.db.query<{ price_minor: number | null }>(
      `select price_minor from nights where hotel_id = $1 and room_id = $2`,
      [property.hotelId, property.room],
    );
    expect(stored).toEqual({ price_minor: null });
  });

  test('takes the price of an earlier item of the same night in the same request', async () => {
    const property = await api.property();
    const items = [night(property, { price: 70 }), night(property, { stop_sell: true })];
    await set(property, items);
    expect((await nights(property))[0]).toMatchObject({ price: 70, stop_sell: true });
  });

  test('can be undone, and what is then undone is undone without touching a price', async () => {
    const property = await api.property({ rooms: [{ price: 100 }] });
    await set(property, night(property, { date: '2027-03-02', price: 80 }));
    const closed = await set(property, night(property, { todate: '2027-03-03', stop_sell: true }));
    const undone = await api.operator(
      'POST',
      `/properties/${property.hotelId}/changes/${closed.body.change_id}/undo`,
    );
    expect(undone.body).toMatchObject({ restored: 3, not_restored: [] });
    const after = await nights(property);
    expect(after.map(({ price, stop_sell = false }) => [price, stop_sell])).toEqual(
      [100, 80, 100, 100, 100, 100, 100].map((price) => [price, false]),
    );
  });

  test('changes nothing in a dry run, and once with an Idempotency-Key', async () => {
    const property = await api.property();
    const body = night(property, { todate: '2027-03-03', stop_sell: true });
    const before = await fingerprint(api.db, property.hotelId);
    const dry = await set(property, body, '?dry_run=true');
    expect(dry.body).toMatchObject({ updated: 3, unchanged: 0 });
    expect(await fingerprint(api.db, property.hotelId)).toBe(before);
    const key = { 'idempotency-key': 'close' };
    const first = await api.post(pathOf(property), body, key);
    await set(property, night(property, { todate: '2027-03-03', stop_sell: false }));
    const again = await api.post(pathOf(property), body, key);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    expect((await nights(property))[0].stop_sell).toBeUndefined();
    const other = await api.post(pathOf(property), { ...body, price: 1 }, key);
    expectProblem(other, 400, 'idempotency_key_reused');
  });

  test('is sent to listeners without a price', async () => {
    const property = await api.property();
    await set(property, night(property, { stop_sell: true }));
    const { body } = await api.get(`/api/events/${property.token}?last=1`);
    expect(body[0]).toMatchObject({ kind: 'availability.changed', data: { what: ['stop_sell'] } });
  });
});

describe('an item that says too little', () => {
  test.each([
    [{}],
    [{ available: 1 }],
    [{ min_stay: 2 }],
    [{ available: 0, min_stay: 2 }],
  ])('%j of one night needs a price, and the refusal says how to keep the present one', async (more) => {
    const property = await api.property();
    const answer = await set(property, night(property, more));
    expectProblem(answer, 400, 'invalid_data', ['price']);
    expect(answer.body.detail).toMatch(/price is required; to keep the present one/);
    const other = night(property, { date: '2027-03-02', price: 1 });
    expectProblem(await set(property, [other, night(property, more)]), 400, 'invalid_data', ['1.price']);
    expect((await set(property, night(property, { ...more, price: 5 }))).status).toBe(200);
  });

  test.each([
    [{ todate: '2027-03-02' }],
    [{ todate: '2027-03-02', days: ['mon'] }],
  ])('%j sets nothing', async (more) => {
    const property = await api.property();
    const answer = await set(property, night(property, more));
    expectProblem(answer, 400, 'invalid_data', ['body']);
    expect(answer.body.detail).toMatch(/sets nothing: give one of price, available, /);
    expectProblem(await set(property, [night(property, more)]), 400, 'invalid_data', ['0']);
  });
});

test('a pricing engine and an owner who closes nights, at the same time, undo nothing of each other', async () => {
  const property = await api.property({ rooms: [{ price: 100 }] });
  const season = { todate: '2027-03-07' };
  const times = 12;
  const prices = Array.from({ length: times }, (_, i) =>
    set(property, night(property, { ...season, price: 200 + i })),
  );
  const closings = Array.from({ length: times }, (_, i) =>
    set(property, night(property, { ...season, stop_sell: true, max_stay: 3 + i })),
  );
  const answers = await Promise.all(prices.flatMap((price, i) => [price, closings[i]!]));
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
  const after = await nights(property);
  expect(after.every((one) => one.stop_sell === true && one.max_stay >= 3 && one.price >= 200)).toBe(true);
  expect(new Set(after.map((one) => `${one.price} ${one.max_stay}`)).size).toBe(1);
});
