// Writes of one guest at the same time: they wait for each other in one order, so PostgreSQL never has to end one of them.
import { beforeEach, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';

const POOL = 16;
const api = useApi({ poolSize: POOL });
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

type Booked = { order_id: number; guest_id: number };

async function book({ token, room }: TestProperty, guest: object): Promise<Booked> {
  const stay = { room_id: room, name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-04', price: 1 };
  return (await api.post(`/api/bookings/${token}`, { ...stay, ...guest })).body;
}

const merge = ({ token }: TestProperty, guest_id: number, into: number) =>
  api.post(`/api/guests/merge/${token}`, { guest_id, into });
const patch = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });

/** Returns the deadlocks of the database so far. Each connection reports its own when it is asked. */
async function countDeadlocks(): Promise<number> {
  await Promise.all(
    Array.from({ length: POOL * 2 }, () =>
      api.db.query('select pg_stat_force_next_flush(), pg_sleep(0.05)::text'),
    ),
  );
  const [row] = await api.db.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return row!.deadlocks;
}

async function withoutDeadlocks(work: () => Promise<{ status: number; body: unknown }[]>): Promise<void> {
  const before = await countDeadlocks();
  for (const { status, body } of await work()) expect(status, JSON.stringify(body)).toBe(200);
  expect((await countDeadlocks()) - before).toBe(0);
}

test('merges beside changed contacts of the same bookings', async () => {
  const own = await api.property({ rooms: [{ units: 100 }] });
  const pairs = await Promise.all(
    Array.from({ length: 40 }, async () => [await book(own, {}), await book(own, {})] as const),
  );
  await withoutDeadlocks(() =>
    Promise.all(
      pairs.flatMap(([one, other], i) => [
        patch(own, one.order_id, { phone: `+35191000${1000 + i}`, name: `Ada ${i}` }),
        merge(own, one.guest_id, other.guest_id),
        patch(own, other.order_id, { email: `ada${i}@example.com` }),
      ]),
    ),
  );
});

test('two bookings of one guest, changed in contact and dates', async () => {
  const own = await api.property({ rooms: [{ units: 100 }] });
  const pairs = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const one = await book(own, {});
      return [one, await book(own, { guest_id: one.guest_id })] as const;
    }),
  );
  await withoutDeadlocks(() =>
    Promise.all(
      pairs.flatMap((pair, i) =>
        pair.map(({ order_id, guest_id }, j) =>
          patch(own, order_id, {
            phone: `+3519100${i + 10}${j + 10}0`,
            country: j ? 'PT' : 'ES',
            checkout: '2026-07-06',
            update_guest: true,
            ...(i % 2 && { guest_id }),
          }),
        ),
      ),
    ),
  );
});

test('new bookings of a guest beside moved ones, erasures beside changed contacts', async () => {
  const own = await api.property({ rooms: [{ units: 100 }] });
  const known = await Promise.all(Array.from({ length: 20 }, () => book(own, {})));
  const departed = await Promise.all(Array.from({ length: 20 }, () => book(own, {})));
  for (const { order_id } of departed)
    await api.delete(`/api/bookings/${own.token}?order_id=${order_id}&date=2026-07-01`);
  await withoutDeadlocks(async () => {
    const answers = await Promise.all([
      ...known.flatMap(({ order_id, guest_id }) => [
        patch(own, order_id, { checkout: '2026-07-06', language: 'pt', update_guest: true }),
        api.post(`/api/bookings/${own.token}`, {
          ...{
            room_id: own.room,
            name: 'Ada',
            guest_id,
            checkin: '2026-07-02',
            checkout: '2026-07-07',
            price: 1,
          },
        }),
      ]),
      ...departed.flatMap(({ order_id, guest_id }) => [
        api.operator('POST', `/properties/${own.hotelId}/guests/${guest_id}/erase`, {}),
        patch(own, order_id, { arrival_time: '14:00', language: 'pt' }),
      ]),
    ]);
    return answers;
  });
});
