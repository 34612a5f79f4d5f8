// Undoing changes of the calendar: nights that nobody changed since get their earlier values back, the others
// are listed.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { pruneCalendarChanges } from '../../src/pms/inventory/undo-change.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { SOME_MEMBERS } from '../harness/night-fields.ts';
import { randomly } from '../harness/random.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

/** Sets nights; returns the id of the change. */
async function set({ token, room }: TestProperty, items: object | object[]): Promise<number> {
  const body = [items].flat().map((item) => ({ room_id: room, price: 50, ...item }));
  const answer = await api.post(`/api/availability/${token}`, body);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.change_id).toBe(Number(answer.headers['change-id']));
  return answer.body.change_id;
}
const undo = ({ hotelId }: TestProperty, change: number) =>
  api.operator('POST', `/properties/${hotelId}/changes/${change}/undo`);

async function nights({ token }: TestProperty, from = '2027-03-01', to = '2027-03-14'): Promise<any[]> {
  return (await api.get(`/api/availability/${token}?fromdate=${from}&todate=${to}`)).body;
}
const book = ({ token, room }: TestProperty, checkin: string, checkout: string) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 1 });
const eventsOf = ({ hotelId }: TestProperty) =>
  api.db.query<{ kind: string; data: any }>(
    `select kind, data from events where hotel_id = $1 order by seq`,
    [hotelId],
  );

const WEEK = { date: '2027-03-01', todate: '2027-03-07' };
const ALL = {
  available: 0,
  min_stay: 3,
  max_stay: 9,
  closed_to_arrival: true,
  closed_to_departure: true,
  stop_sell: true,
};

describe('the number of a change', () => {
  test('comes with every answer that changed something, in whatever form', async () => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01', price: 7 };
    const path = `/api/availability/${property.token}`;
    const one = await api.post(path, night);
    expect(one.headers['change-id']).toMatch(/^\d+$/);
    expect(one.body.change_id).toBeUndefined();
    const same = await api.post(path, night);
    expect(same.headers['change-id']).not.toBe(one.headers['change-id']);
    const dry = await api.post(`${path}?dry_run=true`, [night]);
    expect([dry.headers['change-id'], dry.body.change_id]).toEqual([undefined, undefined]);
  });

  test('is the same when an Idempotency-Key gives the answer again', async () => {
    const property = await api.property();
    const send = (body: object) =>
      api.post(`/api/availability/${property.token}`, body, { 'idempotency-key': 'k' });
    const night = { room_id: property.room, date: '2027-03-01', price: 7 };
    const [first, second] = [await send(night), await send(night)];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['change-id']).toBe(first.headers['change-id']);
  });
});

describe('undoing', () => {
  test('gives every value back, to nights that were set before and to those that never were', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    await set(property, { date: '2027-03-02', todate: '2027-03-03', price: 80, available: 2, max_stay: 5 });
    const before = await nights(property);
    const change = await set(property, { ...WEEK, ...ALL });
    const between = await nights(property);
    const answer = await undo(property, change);
    expect(answer.body).toEqual({
      change_id: expect.any(Number),
      undoes: change,
      restored: 7,
      not_restored: [],
      timestamp: '2026-06-15T10:00:00.000Z',
    });
    expect(await nights(property)).toEqual(before);
    // Nights that nobody had set follow the room's defaults again.
    await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, {
      price: 123,
      units: 2,
      min_stay: 2,
    });
    expect((await nights(property))[0]).toMatchObject({ price: 123, available: 2, min_stay: 2 });
    expect(between).not.toEqual(before);
  });

  test('is logged, member by member', async () => {
    const property = await api.property();
    const change = await set(property, { ...WEEK, price: 70, stop_sell: true });
    await undo(property, change);
    expect((await eventsOf(property)).at(-1)).toEqual({
      kind: 'availability.changed',
      data: { roomId: property.room, from: '2027-03-01', until: '2027-03-08', what: ['price', 'stop_sell'] },
    });
  });

  test('leaves nights alone that somebody changed since, and names them', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const other = { ...property, room: property.rooms[1]! };
    const change = await set(property, [
      { ...WEEK, price: 70 },
      { ...WEEK, room_id: other.room, price: 70 },
    ]);
    await set(property, { date: '2027-03-02', todate: '2027-03-03', price: 75 });
    await set(property, { date: '2027-03-05', price: 70, min_stay: 2 });
    await set(other, { date: '2027-03-07', price: 70, stop_sell: true });
    // Setting the same values again is no change.
    await set(property, { date: '2027-03-01', price: 70 });
    const answer = await undo(property, change);
    expect(answer.body).toMatchObject({
      restored: 10,
      not_restored: [
        { room_id: property.room, fromdate: '2027-03-02', todate: '2027-03-03' },
        { room_id: property.room, fromdate: '2027-03-05', todate: '2027-03-05' },
        { room_id: other.room, fromdate: '2027-03-07', todate: '2027-03-07' },
      ],
    });
    const prices = (await nights(property, '2027-03-01', '2027-03-07')).map((night) => night.price);
    expect(prices).toEqual([100, 75, 75, 100, 70, 100, 100, 100, 100, 100, 100, 100, 100, 70]);
  });

  test('can be undone, and that again', async () => {
    const property = await api.property({ rooms: [{ units: 2 }] });
    await set(property, { date: '2027-03-03', price: 60, available: 1 });
    const before = await nights(property);
    let change = await set(property, { ...WEEK, ...ALL });
    const after = await nights(property);
    for (const expected of [before, after, before, after]) {
      const { body } = await undo(property, change);
      expect([body.undoes, body.restored, body.not_restored]).toEqual([change, 7, []]);
      expect(await nights(property)).toEqual(expected);
      change = body.change_id;
    }
  });

  test('of several changes, the last first, leads back to the beginning', async () => {
    const property = await api.property();
    const states: any[] = [];
    const changes: number[] = [];
    for (const price of [60, 70, 80]) {
      states.push(await nights(property));
      changes.push(await set(property, { ...WEEK, price, min_stay: price / 10 }));
    }
    expect((await undo(property, changes[0]!)).body).toMatchObject({ restored: 0 });
    for (const change of changes.toReversed()) {
      expect((await undo(property, change)).body).toMatchObject({ restored: 7, not_restored: [] });
      expect(await nights(property)).toEqual(states.pop());
    }
  });

  test('twice does it once', async () => {
    const property = await api.property();
    const change = await set(property, { ...WEEK, price: 70 });
    await undo(property, change);
    const before = await nights(property);
    expect((await undo(property, change)).body).toMatchObject({
      restored: 0,
      not_restored: [{ room_id: property.room, fromdate: '2027-03-01', todate: '2027-03-07' }],
    });
    expect(await nights(property)).toEqual(before);
  });

  test('keeps what was sold since sold, and counts it', async () => {
    const property = await api.property({ rooms: [{ units: 5 }] });
    await set(property, { date: '2027-03-02', available: 4 });
    const change = await set(property, { ...WEEK, available: 2 });
    await book(property, '2027-03-01', '2027-03-03');
    expect((await undo(property, change)).body).toMatchObject({ restored: 7 });
    const left = (await nights(property)).map((night) => night.available);
    expect(left.slice(0, 4)).toEqual([4, 3, 5, 5]);
  });

  test('of an opening closes what is left and takes nothing back from guests', async () => {
    const property = await api.property({ rooms: [{ units: 2 }] });
    await set(property, { date: '2027-03-01', available: 0 });
    const change = await set(property, { date: '2027-03-01', available: 2 });
    await book(property, '2027-03-01', '2027-03-02');
    await undo(property, change);
    expect(await nights(property, '2027-03-01', '2027-03-01')).toMatchObject([{ available: 0 }]);
    expectProblem(await book(property, '2027-03-01', '2027-03-02'), 400, 'room_unavailable');
  });

  test('never offers more than the room has by now', async () => {
    const property = await api.property({ rooms: [{ units: 5 }] });
    await set(property, { date: '2027-03-01', available: 5 });
    const change = await set(property, { date: '2027-03-01', available: 1 });
    await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { units: 3 });
    await undo(property, change);
    expect(await nights(property, '2027-03-01', '2027-03-01')).toMatchObject([{ available: 3 }]);
  });

  test('settles an overlap that is over with it', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const change = await set(property, { date: '2027-03-01', todate: '2027-03-03', available: 0 });
    const { reservationId } = await otaSells(api, property);
    const conflictOf = async () =>
      (
        await api.db.query<{ conflict: string | null }>(
          `select conflict from reservations where hotel_id = $1 and reservation_id = $2`,
          [property.hotelId, reservationId],
        )
      )[0]!.conflict;
    expect(await conflictOf()).toMatch(/overbooked/);
    await undo(property, change);
    expect(await conflictOf()).toBeNull();
    expect(await nights(property, '2027-03-01', '2027-03-01')).toMatchObject([{ available: 2 }]);
  });

  test('leaves the nights of a room alone that is no longer sold', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const change = await set(property, [WEEK, { ...WEEK, room_id: property.rooms[1] }]);
    await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[1]}`);
    const { body } = await undo(property, change);
    expect([body.restored, body.not_restored]).toEqual([
      7,
      [{ room_id: property.rooms[1], fromdate: '2027-03-01', todate: '2027-03-07' }],
    ]);
  });

  test('is possible for two weeks', async () => {
    const property = await api.property();
    const change = await set(property, WEEK);
    await pruneCalendarChanges(api.db, NOW.add({ hours: 14 * 24 }));
    api.clock = NOW.add({ hours: 1 });
    const young = await set(property, { ...WEEK, price: 51 });
    await pruneCalendarChanges(api.db, NOW.add({ hours: 14 * 24 + 1 }));
    expectProblem(await undo(property, change), 400, 'unknown_change');
    expect((await undo(property, young)).body.restored).toBe(7);
  });

  test('with an Idempotency-Key is done once', async () => {
    const property = await api.property();
    const change = await set(property, WEEK);
    const send = () =>
      api.request('POST', `/operator/properties/${property.hotelId}/changes/${change}/undo`, {
        headers: { 'idempotency-key': 'u', authorization: 'Bearer the-operator-key-of-the-tests' },
      });
    const [first, second] = [await send(), await send()];
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
  });
});

test('a change of nobody, or of another property, is unknown_change', async () => {
  const [property, other] = [await api.property(), await api.property()];
  const change = await set(other, WEEK);
  const before = await fingerprint(api.db);
  for (const id of [0, 9_999_999, change]) expectProblem(await undo(property, id), 400, 'unknown_change');
  expect(await fingerprint(api.db)).toBe(before);
  expect((await undo(other, change)).status).toBe(200);
});

test('the operator sees what was changed of late, newest first', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const first = await set(property, [WEEK, { ...WEEK, room_id: property.rooms[1] }]);
  const second = (await undo(property, first)).body.change_id;
  const empty = await set(property, { date: '2027-04-01', price: 5 }).then(() =>
    set(property, { date: '2027-04-01', price: 5 }),
  );
  const { body } = await api.operator('GET', `/properties/${property.hotelId}/changes`);
  expect(body).toMatchObject([
    { change_id: empty, nights: 0, room_ids: [], fromdate: null, todate: null },
    { nights: 1 },
    { change_id: second, undoes: first },
    {
      change_id: first,
      changed_at: '2026-06-15T10:00:00.000Z',
      undoes: null,
      room_ids: property.rooms,
      nights: 14,
      fromdate: '2027-03-01',
      todate: '2027-03-07',
    },
  ]);
  const one = await api.operator('GET', `/properties/${property.hotelId}/changes?limit=1`);
  expect(one.body).toHaveLength(1);
});

test('changes, sales and undoings at once leave every night whole, and the books agree with the log', async () => {
  const property = await api.property({ rooms: [{ units: 8 }] });
  const changes = [await set(property, { ...WEEK, available: 6 })];
  const price = (i: number) => set(property, { ...WEEK, price: 60 + i, available: 2 + (i % 5) });
  const deeds = Array.from({ length: 30 }, (_, i) => async () => {
    if (i % 3 === 0) {
      const answer = await api.post(`/api/availability/${property.token}`, [
        { room_id: property.room, ...WEEK, price: 60 + i, available: i % 4 },
      ]);
      expect([undefined, 'exceeds_units']).toContain(answer.body.code);
      if (answer.status === 200) changes.push(answer.body.change_id);
    } else if (i % 3 === 1) {
      const answer = await book(property, '2027-03-02', '2027-03-05');
      expect([undefined, 'room_unavailable']).toContain(answer.body.code);
    } else expect((await undo(property, changes.at(-1)!)).status).toBe(200);
  });
  await Promise.all(deeds.map((deed) => deed()));
  await price(1).catch(() => {});
  const rows = await api.db.query<{ sold: number; held: number; available: number; overbooked: number }>(
    `select sold, available, overbooked, (
       select count(*)::int from reservation_nights as held where held.hotel_id = $1 and held.room_id = night.room_id
         and held.date = night.date and released_at is null) as held
     from nights as night where hotel_id = $1 order by date`,
    [property.hotelId],
  );
  expect(rows).toHaveLength(7);
  for (const row of rows) {
    expect(row.sold).toBe(row.held);
    expect(row.overbooked).toBe(0);
    expect(row.available).toBeGreaterThanOrEqual(0);
    expect(row.available + row.sold).toBeLessThanOrEqual(8);
  }
});

test('whatever was set and undone in whatever order, each undoing leads back to what was before', async () => {
  const item = fc.record(
    {
      date: fc.integer({ min: 1, max: 6 }).map((day) => `2027-03-0${day}`),
      ...SOME_MEMBERS,
      price: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: ['date', 'price'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat({ max: 100 })),
      async (sets, picks) => {
        const property = await api.property({ rooms: [{ units: 3 }] });
        const stack: { change: number; before: unknown }[] = [];
        for (const items of sets) {
          const before = await nights(property);
          stack.push({ change: await set(property, items), before });
        }
        for (const { change, before } of stack.toReversed()) {
          const now = await nights(property);
          const undone = await undo(property, change);
          expect(undone.body.not_restored).toEqual([]);
          expect(await nights(property)).toEqual(before);
          const pick = picks.next().value! % 3;
          if (pick === 0) continue;
          // Sometimes the undo is undone, which restores the change; then that one, or the change again.
          const redone = await undo(property, undone.body.change_id);
          expect(redone.body.not_restored).toEqual([]);
          expect(await nights(property)).toEqual(now);
          const again = await undo(property, pick === 1 ? redone.body.change_id : change);
          expect(again.body.not_restored).toEqual([]);
          expect(await nights(property)).toEqual(before);
        }
      },
    ),
    randomly(20, 'slow'),
  );
});
