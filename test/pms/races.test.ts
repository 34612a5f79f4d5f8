// Real races through the HTTP API: many clients take, move, set and release the same nights.
import { afterAll, describe, expect, test } from 'vitest';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { dice, RACE_RUNS, SEED } from '../harness/random.ts';
import { checkLeftovers } from './check-open-transactions.ts';
import { tally, times } from './concurrent-requests.ts';
import { expectConsistent } from './invariants.ts';
import { date } from './test-property.ts';

const api = useApi({ poolSize: 24 });
checkLeftovers(api);

const TODAY = date('2027-03-01');
api.clock = Temporal.Instant.from('2027-03-01T12:00:00Z');
const day = (n: number) => TODAY.add({ days: n }).toString();

const figures: string[] = [];
afterAll(() => {
  if (process.env.FIGURES) console.info(figures.join('\n'));
});

const book = (property: TestProperty, room: number, from: number, until: number, key?: string) =>
  api.post(
    `/api/bookings/${property.token}`,
    { room_id: room, name: 'Ada Lovelace', checkin: day(from), checkout: day(until), price: 300 },
    key ? { 'idempotency-key': key } : undefined,
  );
const cancel = (property: TestProperty, order: number, from: number) =>
  api.delete(`/api/bookings/${property.token}?order_id=${order}&date=${day(from)}`);
const patch = (property: TestProperty, order: number, body: object) =>
  api.operator('PATCH', `/properties/${property.hotelId}/bookings/${order}`, body);

test('of two hundred requests for the last unit one succeeds, and the others get the full nights', async () => {
  for (let round = 0; round < 3 * RACE_RUNS; round += 1) {
    const property = await api.property();
    const answers = await Promise.all(times(200, () => book(property, property.room, 10, 12)));
    expect(tally(answers)).toEqual({ '200': 1, '400 room_unavailable': 199 });
    expect(answers.find(({ status }) => status === 400)!.body.nights).toEqual([day(10), day(11)]);
    expect((await api.get(`/api/bookings/${property.token}`)).body).toHaveLength(1);
    await expectConsistent(api.db, property.hotelId, TODAY);
  }
});

test('of partly overlapping requests as many succeed as fit, for any number of units', async () => {
  const property = await api.property({ rooms: [{ units: 5 }] });
  const answers = await Promise.all(times(120, (i) => book(property, property.room, i % 3, 3 + (i % 4))));
  expect(tally(answers)['200']).toBe(5);
  expect(Object.keys(tally(answers)).sort()).toEqual(['200', '400 room_unavailable']);
  await expectConsistent(api.db, property.hotelId, TODAY);
});

test('a thousand bookings, with cancellations and moves between, leave every night adding up', async () => {
  const property = await api.property({
    rooms: times(12, (i) => ({ units: 1 + (i % 4), price: 50 + i })),
  });
  const roll = dice(SEED);
  const orders: number[] = [];
  const ATTEMPTS = 1_000 * RACE_RUNS;
  const CLIENTS = 64;
  const answers: ApiResponse[] = [];
  let attempts = 0;
  const started = performance.now();
  const client = async () => {
    while (attempts < ATTEMPTS) {
      attempts += 1;
      const from = roll(60);
      const room = property.rooms[roll(property.rooms.length)]!;
      const answer = await book(property, room, from, from + 1 + roll(7));
      answers.push(answer);
      if (answer.status === 200) orders.push(answer.body.order_id);
      const order = orders[roll(Math.max(1, orders.length))];
      if (order === undefined) continue;
      const what = roll(10);
      if (what < 2) answers.push(await cancel(property, order, roll(60)));
      else if (what < 5) {
        const start = roll(60);
        answers.push(
          await patch(property, order, {
            room_id: property.rooms[roll(property.rooms.length)],
            checkin: day(start),
            checkout: day(start + 1 + roll(7)),
          }),
        );
      }
    }
  };
  const reader = followLog(property.hotelId);
  await Promise.all(times(CLIENTS, client));
  const seconds = (performance.now() - started) / 1_000;
  const counts = tally(answers);
  const seen = await reader.stop();
  const [waited] = await api.db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  figures.push(
    `${waited!.deadlocks} deadlocks inside; ${answers.length} raced writes of one property in ${seconds.toFixed(1)} s: ${(answers.length / seconds).toFixed(0)}/s; ${JSON.stringify(counts)}`,
  );
  expect(
    Object.keys(counts).filter(
      (name) => !/^(200|400 (room_unavailable|stay_ended|invalid_transition))$/.test(name),
    ),
  ).toEqual([]);
  expect(counts['200']).toBeGreaterThan(250);
  await expectConsistent(api.db, property.hotelId, TODAY);
  expect(seen).toEqual(times(seen.length, (i) => i + 1));
  const [head] = await api.db.query<{ last_seq: number }>(
    'select last_seq from log_heads where hotel_id = $1',
    [property.hotelId],
  );
  expect(seen).toHaveLength(head!.last_seq);
});

describe('cancelling', () => {
  test('one booking fifty times at once gives its nights back once and reverses its income once', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    await book(property, property.room, 5, 9);
    const order = (await book(property, property.room, 5, 9)).body.order_id;
    const answers = await Promise.all(times(50, () => cancel(property, order, 1)));
    expect(tally(answers)).toEqual({ '200': 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await expectConsistent(api.db, property.hotelId, TODAY);
    const ledger = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(ledger.filter((entry: any) => entry.type === 'reversal')).toHaveLength(1);
  });

  test('from different days at once ends with one of them, and everything stays consistent', async () => {
    for (let round = 0; round < 5 * RACE_RUNS; round += 1) {
      const property = await api.property();
      const order = (await book(property, property.room, 0, 20)).body.order_id;
      const answers = await Promise.all(times(18, (i) => cancel(property, order, 1 + i)));
      expect(tally(answers)).toEqual({ '200': 18 });
      await expectConsistent(api.db, property.hotelId, TODAY);
    }
  });

  test('while it is being moved applies the move or the cancellation completely', async () => {
    for (let round = 0; round < 10 * RACE_RUNS; round += 1) {
      const property = await api.property({ rooms: [{}, {}] });
      const order = (await book(property, property.room, 0, 5)).body.order_id;
      const answers = await Promise.all([
        cancel(property, order, 0),
        patch(property, order, { room_id: property.rooms[1], checkin: day(2), checkout: day(9) }),
        cancel(property, order, 0),
        patch(property, order, { checkout: day(4) }),
        patch(property, order, { price: 99 }),
      ]);
      expect(answers.every(({ status, body }) => status === 200 || body.code === 'invalid_transition')).toBe(
        true,
      );
      await expectConsistent(api.db, property.hotelId, TODAY);
    }
  });
});

describe('moving', () => {
  test('stays across each other, room for room, never ends in a deadlock that a client sees', async () => {
    const property = await api.property({ rooms: [{ units: 20 }, { units: 20 }, { units: 20 }] });
    const orders: number[] = [];
    for (let i = 0; i < 18; i += 1) {
      orders.push((await book(property, property.rooms[i % 3]!, 0, 6)).body.order_id);
    }
    const answers: ApiResponse[] = [];
    for (let round = 0; round < 8 * RACE_RUNS; round += 1) {
      answers.push(
        ...(await Promise.all(
          orders.map((order, i) =>
            patch(property, order, {
              room_id: property.rooms[(i + round) % 3],
              checkin: day((i * 7 + round) % 5),
              checkout: day(((i * 7 + round) % 5) + 6),
            }),
          ),
        )),
      );
    }
    expect(tally(answers)).toEqual({ '200': answers.length });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('two stays into each other’s single room is refused to both, and both keep their room', async () => {
    for (let round = 0; round < 10 * RACE_RUNS; round += 1) {
      const property = await api.property({ rooms: [{ units: 1 }, { units: 1 }] });
      const [first, second] = property.rooms as [number, number];
      const a = (await book(property, first, 0, 4)).body.order_id;
      const b = (await book(property, second, 0, 4)).body.order_id;
      const answers = await Promise.all([
        patch(property, a, { room_id: second }),
        patch(property, b, { room_id: first }),
      ]);
      expect(tally(answers)).toEqual({ '400 room_unavailable': 2 });
      await expectConsistent(api.db, property.hotelId, TODAY);
    }
  });
});

describe('a room that is being sold', () => {
  test('is set in bulk at the same time: what is offered after a set is never more than was set', async () => {
    const property = await api.property({ rooms: [{ units: 10 }] });
    const set = (available: number) =>
      api.post(`/api/availability/${property.token}`, {
        room_id: property.room,
        date: day(0),
        todate: day(29),
        price: 100,
        available,
      });
    const answers = await Promise.all([
      ...times(150, (i) => book(property, property.room, i % 25, (i % 25) + 1 + (i % 5))),
      ...times(40, (i) => set(i % 3)),
    ]);
    expect(Object.keys(tally(answers)).sort()).toEqual(
      expect.arrayContaining(['200', '400 room_unavailable']),
    );
    expect(
      Object.keys(tally(answers)).every((name) => /^(200|400 (room_unavailable|exceeds_units))$/.test(name)),
    ).toBe(true);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('changes its number of units at the same time: it is never sold beyond them', async () => {
    for (let round = 0; round < 3 * RACE_RUNS; round += 1) {
      const property = await api.property({ rooms: [{ units: 4 }] });
      const units = (n: number) =>
        api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { units: n });
      const answers = await Promise.all([
        ...times(60, (i) => book(property, property.room, i % 6, (i % 6) + 2)),
        ...times(12, (i) => units(1 + (i % 6))),
      ]);
      expect(
        Object.keys(tally(answers)).every((name) =>
          /^(200|400 (room_unavailable|exceeds_units))$/.test(name),
        ),
      ).toBe(true);
      await expectConsistent(api.db, property.hotelId, TODAY);
      const [over] = await api.db.query(
        'select 1 from nights join rooms using (hotel_id, room_id) where hotel_id = $1 and sold > units',
        [property.hotelId],
      );
      expect(over).toBeUndefined();
    }
  });

  test('is retired at the same time: it is either retired without a booking or booked', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12 * RACE_RUNS; round += 1) {
      const property = await api.property({ rooms: [{}, {}] });
      const [retired, ...sold] = await Promise.all([
        api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.room}`),
        ...times(4, (i) => book(property, property.room, i * 3, i * 3 + 2)),
      ]);
      const bookings = (await api.get(`/api/bookings/${property.token}`)).body.length;
      if (retired!.status === 200) {
        expect(tally(sold)).toEqual({ '400 unknown_room': 4 });
        expect(bookings).toBe(0);
      } else {
        expect(retired!.body.code).toBe('room_has_bookings');
        expect(bookings).toBeGreaterThan(0);
      }
      outcomes.add(retired!.body.code ?? 'retired');
      await expectConsistent(api.db, property.hotelId, TODAY);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('an Idempotency-Key', () => {
  test('sent fifty times at once makes one booking, and all get the same answer', async () => {
    const property = await api.property({ rooms: [{ units: 100 }] });
    const answers = await Promise.all(times(50, () => book(property, property.room, 3, 5, 'the-key')));
    expect(tally(answers)).toEqual({ '200': 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49);
    expect((await api.get(`/api/bookings/${property.token}`)).body).toHaveLength(1);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('whose first request was refused may be used by the next, which then counts', async () => {
    const property = await api.property();
    const answers = await Promise.all([
      book(property, property.room, 3, 5),
      ...times(30, () => book(property, property.room, 3, 5, 'the-key')),
    ]);
    expect((await api.get(`/api/bookings/${property.token}`)).body).toHaveLength(1);
    expect(Object.keys(tally(answers)).every((name) => /^(200|400 room_unavailable)$/.test(name))).toBe(true);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});

test("a property's log under many writers has no gap, and its readers never see a number late", async () => {
  const property = await api.property({ rooms: times(8, () => ({ units: 50 })) });
  const readers = times(4, () => followLog(property.hotelId));
  const writes = times(400 * RACE_RUNS, (i) => async () => {
    if (i % 3 === 0) {
      return api.post(`/api/availability/${property.token}`, {
        room_id: property.rooms[i % 8],
        date: day(i % 40),
        price: 100 + i,
      });
    }
    if (i % 3 === 1)
      return api.operator('POST', `/properties/${property.hotelId}/accounting`, {
        amount: i,
        type: 'payment',
        description: 'x',
      });
    return book(property, property.rooms[i % 8]!, i % 40, (i % 40) + 2);
  });
  let next = 0;
  const answers: ApiResponse[] = [];
  await Promise.all(
    times(32, async () => {
      while (next < writes.length) answers.push(await writes[next++]!());
    }),
  );
  const [head] = await api.db.query<{ last_seq: number }>(
    'select last_seq from log_heads where hotel_id = $1',
    [property.hotelId],
  );
  for (const reader of readers) {
    expect(await reader.stop()).toEqual(times(head!.last_seq, (i) => i + 1));
  }
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

test('of thirty replies to one conversation at once each message gets one, and the rest are messages of their own', async () => {
  const property = await api.property();
  const order = (await book(property, property.room, 3, 5)).body.order_id;
  await api.db.query(
    `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at, needs_reply)
     select $1, $2, 'direct', 'Question ' || n, '2027-02-01T10:00:00Z'::timestamptz + make_interval(mins => n), true
     from generate_series(1, 5) as n`,
    [property.hotelId, order],
  );
  const answers = await Promise.all(
    times(30, (i) => api.post(`/api/messages/${property.token}`, { rid: order, reply: `Answer ${i}` })),
  );
  expect(tally(answers)).toEqual({ '200': 30 });
  const messages = (await api.get(`/api/messages/${property.token}?rid=${order}`)).body;
  expect(messages).toHaveLength(30);
  expect(messages.filter((one: any) => one.message !== null)).toHaveLength(5);
  expect(messages.filter((one: any) => one.needs_reply)).toEqual([]);
  expect(new Set(messages.map((one: any) => one.reply)).size).toBe(30);
  const [jobs] = await api.db.query<{ n: number }>(
    `select count(*)::int as n from messages where reservation_id = $1 and delivery = 'queued'`,
    [order],
  );
  expect(jobs!.n).toBe(30);
});

/**
 * Reads a property's log in a loop, as a connection does (`seq > cursor`), until
 * stopped; returns the numbers in the order seen.
 */
function followLog(hotelId: number): { stop(): Promise<number[]> } {
  const seen: number[] = [];
  let stopping = false;
  const read = async () => {
    const rows = await api.db.query<{ seq: number }>(
      'select seq from events where hotel_id = $1 and seq > $2 order by seq limit 50',
      [hotelId, seen.at(-1) ?? 0],
    );
    seen.push(...rows.map(({ seq }) => seq));
    return rows.length;
  };
  const reading = (async () => {
    while (!stopping) await read();
    while ((await read()) > 0);
  })();
  return {
    async stop() {
      stopping = true;
      await reading;
      return seen;
    },
  };
}
