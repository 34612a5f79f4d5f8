// Holds: bookings that take their nights for a limited time, and are bookings only once they are confirmed.
import { beforeEach, describe, expect, test } from 'vitest';
import { createHoldExpiry } from '../../src/jobs/expire-holds.ts';
import type { ApiResponse, TestProperty } from '../harness/api.ts';
import { useChannels } from '../jobs/channels.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const channels = useChannels();
const { api } = channels;
const TODAY = Temporal.PlainDate.from('2027-02-01');

beforeEach(async () => {
  // Holds of one test must not end in the next.
  channels.at('2028-02-01T10:00:00Z');
  await expire();
  channels.at('2027-02-01T10:00:00Z');
});

const expire = () => createHoldExpiry(channels.context()).runOnce();
const later = (minutes: number) => {
  api.clock = api.clock!.add({ minutes });
};

type Held = TestProperty & { order: number; record: any };

const STAY = { name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-04', price: 300 };
const post = ({ token, room }: TestProperty, more: object = {}) =>
  api.post(`/api/bookings/${token}`, { room_id: room, ...STAY, ...more });

async function held(more: object = {}): Promise<Held> {
  const property = await api.property({ rooms: [{}, {}] });
  const { status, body } = await post(property, { hold_minutes: 30, ...more });
  expect(status).toBe(200);
  return { ...property, order: body.order_id, record: body };
}

const change = ({ token, order }: Held, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
const confirm = (hold: Held) => change(hold, { status: 'confirmed' });
const list = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/bookings/${token}?limit=100${query}`)).body.map(({ status }: any) => status);
const left = async ({ token, room }: TestProperty) =>
  (
    await api.get(`/api/availability/${token}?room_id=${room}&fromdate=2027-03-01&todate=2027-03-03`)
  ).body.map(({ available }: any) => available);
const kinds = async ({ token }: TestProperty) =>
  (await api.get(`/api/events/${token}?kinds=booking.*`)).body.map(({ kind }: any) => kind);
const count = async (hold: Held, what: 'tasks' | 'accounting') =>
  (await api.get(`/api/${what}/${hold.token}`)).body.length;

describe('a hold', () => {
  test('takes its nights, posts nothing and plans nothing', async () => {
    const hold = await held();
    expect(hold.record).toMatchObject({ status: 'held', held_until: '2027-02-01T10:30:00.000Z', price: 300 });
    expect(await left(hold)).toEqual([0, 0, 0]);
    expectProblem(await post(hold), 400, 'room_unavailable');
    expect([await count(hold, 'tasks'), await count(hold, 'accounting')]).toEqual([0, 0]);
    await expectConsistent(api.db, hold.hotelId, TODAY);
  });

  test('is listed only for callers who ask for holds', async () => {
    const hold = await held();
    expect(await list(hold)).toEqual([]);
    expect(await list(hold, '&fromdate=2027-03-01')).toEqual([]);
    expect(await list(hold, '&include=held')).toEqual(['held']);
    expect(await list(hold, '&status=held')).toEqual(['held']);
    expect(await list(hold, `&order_id=${hold.order}`)).toEqual(['held']);
    later(30);
    await expire();
    expect(await list(hold)).toEqual([]);
    expect(await list(hold, '&status=cancelled')).toEqual([]);
    expect(await list(hold, '&status=cancelled&include=held')).toEqual(['cancelled']);
  });

  test('becomes a booking when it is confirmed, also with other values', async () => {
    const hold = await held();
    const { status, body } = await change(hold, { status: 'confirmed', name: 'Ada Lovelace', price: 280 });
    expect([status, body.status, body.held_until, body.name, body.price]).toEqual([
      200,
      'confirmed',
      null,
      'Ada Lovelace',
      280,
    ]);
    const entries = (await api.get(`/api/accounting/${hold.token}`)).body;
    expect(entries.map(({ amount, type }: any) => [amount, type])).toEqual([[280, 'income']]);
    expect(await count(hold, 'tasks')).toBe(1);
    expect(await list(hold)).toEqual(['confirmed']);
    later(60);
    expect(await expire()).toEqual({ claimed: 0, failed: 0 });
    expect(await left(hold)).toEqual([0, 0, 0]);
    await expectConsistent(api.db, hold.hotelId, TODAY);
  });

  test('can be moved and changed while it is held', async () => {
    const hold = await held();
    expect((await change(hold, { room_id: hold.rooms[1], checkout: '2027-03-05' })).body.status).toBe('held');
    expect(await left(hold)).toEqual([1, 1, 1]);
    await expectConsistent(api.db, hold.hotelId, TODAY);
    await confirm(hold);
    await expectConsistent(api.db, hold.hotelId, TODAY);
  });

  test('ends by itself, once, and gives its nights back', async () => {
    const hold = await held();
    later(29);
    expect(await expire()).toEqual({ claimed: 0, failed: 0 });
    later(1);
    expect(await expire()).toEqual({ claimed: 1, failed: 0 });
    expect(await expire()).toEqual({ claimed: 0, failed: 0 });
    expect(await left(hold)).toEqual([1, 1, 1]);
    expect(await kinds(hold)).toEqual(['booking.held', 'booking.hold_expired']);
    expect([await count(hold, 'tasks'), await count(hold, 'accounting')]).toEqual([0, 0]);
    await expectConsistent(api.db, hold.hotelId, TODAY);
  });

  test('that has ended cannot be confirmed, and keeps its nights free', async () => {
    const hold = await held();
    later(30);
    await expire();
    const before = await fingerprint(api.db);
    const answer = await confirm(hold);
    expectProblem(answer, 400, 'hold_expired');
    expect(answer.body.detail).toMatch(/held until 2027-02-01T10:30:00Z.*make a new booking/);
    expect(await fingerprint(api.db)).toBe(before);
    expect((await post(hold)).status).toBe(200);
  });

  test('can be confirmed after its time as long as its nights were not released', async () => {
    const hold = await held();
    later(31);
    expect((await confirm(hold)).status).toBe(200);
    expect(await expire()).toEqual({ claimed: 0, failed: 0 });
  });

  test('is cancelled like a booking, whatever the date, and stays so', async () => {
    const hold = await held();
    for (let i = 0; i < 2; i += 1) {
      const answer = await api.delete(`/api/bookings/${hold.token}?order_id=${hold.order}&date=2027-03-02`);
      expect([answer.status, answer.body.status, answer.body.price]).toEqual([200, 'cancelled', 300]);
    }
    expect(await left(hold)).toEqual([1, 1, 1]);
    expect(await kinds(hold)).toEqual(['booking.held', 'booking.hold_cancelled']);
    expectProblem(await confirm(hold), 400, 'hold_expired');
    await expectConsistent(api.db, hold.hotelId, TODAY);
  });

  test('is written to the log as created when it is confirmed, for readers that do not know holds', async () => {
    const hold = await held();
    await change(hold, { name: 'Grace' });
    await confirm(hold);
    expect(await kinds(hold)).toEqual(['booking.held', 'booking.held', 'booking.created']);
  });

  test.each([
    [{ status: 'checked_in' }],
    [{ status: 'no_show' }],
    [{ status: 'checked_out' }],
  ])('cannot become %j before it is confirmed', async (body) => {
    const hold = await held();
    channels.at('2027-03-01T10:00:00Z');
    expectProblem(await change(hold, body), 400, 'invalid_transition');
  });

  test('cannot be made of a confirmed booking', async () => {
    const property = await api.property();
    const { body } = await post(property);
    const answer = await change({ ...property, order: body.order_id, record: body }, { status: 'held' });
    expectProblem(answer, 400, 'invalid_transition');
  });

  test.each([0, -1, 1.5, 1_441, '30', true, {}])('of %j minutes is refused', async (minutes) => {
    const property = await api.property();
    expectProblem(await post(property, { hold_minutes: minutes }), 400, 'invalid_data');
    expect(await left(property)).toEqual([1, 1, 1]);
  });
});

describe('a hold that is extended', () => {
  test('ends later, counted from now on', async () => {
    const hold = await held();
    later(20);
    const { body } = await change(hold, { hold_minutes: 60, name: 'Grace' });
    expect(body).toMatchObject({ status: 'held', held_until: '2027-02-01T11:20:00.000Z', name: 'Grace' });
    later(30);
    await expire();
    expect(await list(hold, '&include=held')).toEqual(['held']);
    later(30);
    await expire();
    expect(await list(hold, '&include=held')).toEqual(['cancelled']);
    expect(await kinds(hold)).toEqual(['booking.held', 'booking.held', 'booking.hold_expired']);
  });

  test('is refused once it has ended or is confirmed, and together with a status', async () => {
    const hold = await held();
    expectProblem(await change(hold, { status: 'confirmed', hold_minutes: 5 }), 400, 'invalid_data');
    await confirm(hold);
    expectProblem(await change(hold, { hold_minutes: 5 }), 400, 'invalid_transition');
    const other = await held();
    later(30);
    await expire();
    expectProblem(await change(other, { hold_minutes: 5 }), 400, 'hold_expired');
    await expectConsistent(api.db, other.hotelId, TODAY);
  });

  test('while it ends is extended or ends, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const hold = await held();
      later(30);
      const [answer] = await Promise.all([change(hold, { hold_minutes: 5 }), expire()]);
      const [state] = await list(hold, '&include=held');
      expect(answer.status === 200 ? 'held' : 'cancelled').toBe(state);
      if (answer.status !== 200) expectProblem(answer, 400, 'hold_expired');
      await expectConsistent(api.db, hold.hotelId, TODAY);
    }
  });
});

describe('a group that is held', () => {
  const holdGroup = async () => {
    const property = await api.property({ rooms: [{}, {}, {}] });
    const rooms = property.rooms.map((room_id) => ({ room_id, price: 100 }));
    const { checkin, checkout, name } = STAY;
    const { body } = await api.post(`/api/groups/${property.token}`, {
      name,
      checkin,
      checkout,
      rooms,
      hold_minutes: 30,
    });
    const path = `/api/groups/${property.token}?group_id=${body.group_id}`;
    const states = async () => (await list(property, `&group_id=${body.group_id}`)) as string[];
    return { property, states, patch: (values: object) => api.request('PATCH', path, { body: values }) };
  };

  test('is extended and confirmed as a whole', async () => {
    const { property, states, patch } = await holdGroup();
    const { body } = await patch({ hold_minutes: 60 });
    expect(new Set(body.bookings.map((each: any) => each.held_until))).toEqual(
      new Set(['2027-02-01T11:00:00.000Z']),
    );
    later(45);
    await expire();
    expect(await states()).toEqual(['held', 'held', 'held']);
    expect((await patch({ status: 'confirmed' })).body).toMatchObject({ total: 300, balance: 300 });
    expectProblem(await patch({ hold_minutes: 60 }), 400, 'invalid_transition');
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed']);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('ends as a whole, once, or is confirmed as a whole, whoever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { property, states, patch } = await holdGroup();
      later(30);
      const [answer] = await Promise.all([patch({ status: 'confirmed' }), expire(), expire()]);
      const state = answer.status === 200 ? 'confirmed' : 'cancelled';
      expect(await states()).toEqual([state, state, state]);
      if (answer.status !== 200) expectProblem(answer, 400, 'hold_expired');
      const expired = (await kinds(property)).filter((kind: string) => kind === 'booking.hold_expired');
      expect(expired).toHaveLength(answer.status === 200 ? 0 : 3);
      await expectConsistent(api.db, property.hotelId, TODAY);
    }
  });
});

describe('races', () => {
  const succeeded = (answers: readonly ApiResponse[]) =>
    answers.filter(({ status }) => status === 200).length;

  test('of two hundred holds and bookings of the last unit one succeeds', async () => {
    const property = await api.property();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => post(property, i % 2 === 0 ? { hold_minutes: 5 } : {})),
    );
    expect(succeeded(answers)).toBe(1);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('a hold is confirmed or ends, never both, whoever tries at the same time', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const hold = await held();
      later(30);
      const tries: Promise<unknown>[] = [confirm(hold), confirm(hold), expire(), expire(), expire()];
      if (round % 2 === 0) tries.reverse();
      await Promise.all(tries);
      const [status] = await list(hold, '&include=held');
      expect(await left(hold)).toEqual(status === 'confirmed' ? [0, 0, 0] : [1, 1, 1]);
      expect((await kinds(hold)).length).toBe(2);
      await expectConsistent(api.db, hold.hotelId, TODAY);
      outcomes.add(status);
    }
    for (const outcome of outcomes) expect(['confirmed', 'cancelled']).toContain(outcome);
  });
});
