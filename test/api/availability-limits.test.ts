// POST availability at its limits: how many nights, how many items, how many bytes, how many at once.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const set = ({ token }: TestProperty, body: unknown, query = '') =>
  api.post(`/api/availability/${token}${query}`, body);

async function expectRefused(property: TestProperty, body: unknown, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  expectProblem(await set(property, body), 400, code, fields);
  expect(await fingerprint(api.db)).toEqual(before);
}

describe('one call', () => {
  test('takes 10,000 nights of a room and not one more', async () => {
    const property = await api.property();
    const from = Temporal.PlainDate.from('2000-01-01');
    const range = (first: Temporal.PlainDate, count: number) => ({
      room_id: property.room,
      date: first.toString(),
      todate: first.add({ days: count - 1 }).toString(),
      price: 1,
    });
    const halves = [range(from, 5_000), range(from.add({ days: 5_000 }), 5_000)];
    expect((await set(property, halves)).body).toMatchObject({ updated: 10_000 });
    await expectRefused(property, [...halves, range(from, 1)], 'invalid_data', ['2.todate']);
  });

  test('takes 200,000 nights in all and not one more', async () => {
    const property = await api.property({ rooms: Array.from({ length: 21 }, () => ({})) });
    const range = (room_id: number) => ({ room_id, date: '2007-01-01', todate: '2034-05-18', price: 5 });
    const twenty = property.rooms.slice(0, 20).map(range);
    expect((await set(property, twenty, '?dry_run=true')).body).toMatchObject({ updated: 200_000 });
    const last = { room_id: property.rooms[20], date: '2027-01-01', price: 5 };
    await expectRefused(property, [...twenty, last], 'invalid_data', ['body']);
  });

  test('of 20,001 items is refused before they are looked at', async () => {
    const property = await api.property();
    const answer = await set(
      property,
      Array.from({ length: 20_001 }, () => 0),
    );
    expectProblem(answer, 400, 'invalid_data', ['body']);
  });

  test('beyond 4 MiB is too large', async () => {
    const { token } = await api.property();
    const raw = `[${' '.repeat(4 * 1024 * 1024)}]`;
    const headers = { 'content-type': 'application/json' };
    const answer = await api.request('POST', `/api/availability/${token}`, { raw, headers });
    expectProblem(answer, 413, 'payload_too_large');
    expect(answer.body.detail).toContain('4 MiB');
  });
});

test('changes that race with bookings never sell a night twice', async () => {
  const property = await api.property({ rooms: [{ units: 2 }] });
  const stay = { room_id: property.room, name: 'A', checkin: '2027-03-01', checkout: '2027-03-03', price: 1 };
  const night = { room_id: property.room, date: '2027-03-01', todate: '2027-03-02', price: 9 };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      i % 2
        ? api.post(`/api/bookings/${property.token}`, stay)
        : set(property, { ...night, available: i % 3 }),
    ),
  );
  for (const answer of answers) {
    expect([200, 'room_unavailable', 'exceeds_units']).toContain(answer.body.code ?? answer.status);
  }
  const rows = await api.db.query<{ available: number; sold: number; held: number }>(
    `select available, sold, (select count(*)::int from reservation_nights as held
       where held.room_id = nights.room_id and held.date = nights.date) as held
     from nights where room_id = $1`,
    [property.room],
  );
  for (const row of rows) {
    expect(row.sold).toBe(row.held);
    expect(row.available).toBeGreaterThanOrEqual(0);
    expect(row.available + row.sold).toBeLessThanOrEqual(2);
  }
});
