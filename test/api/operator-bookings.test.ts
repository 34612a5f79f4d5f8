// Check-in, check-out and changes of bookings by the operator; nights are moved completely or not at all.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
/** the first day of the stays of these tests */
const ARRIVAL = Temporal.Instant.from('2027-03-01T18:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

type Booked = TestProperty & { order: number; record: any };

/** A stay of three nights from 1 March 2027 in the first room, at 300 euros. */
async function booked(rooms: object[] = [{}, {}]): Promise<Booked> {
  const property = await api.property({ rooms });
  const { body } = await book(property, {});
  return { ...property, order: body.order_id, record: body };
}

const book = ({ token, room }: TestProperty, more: object) =>
  api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 300,
    ...more,
  });
const change = ({ hotelId, order }: Booked, body: object) =>
  api.operator('PATCH', `/properties/${hotelId}/bookings/${order}`, body);

async function taken({ token, room }: TestProperty, roomId = room): Promise<string[]> {
  const path = `/api/availability/${token}?room_id=${roomId}&fromdate=2027-02-25&todate=2027-03-10`;
  const nights = (await api.get(path)).body;
  return nights.filter((night: any) => night.available === 0).map((night: any) => night.date.slice(5, 10));
}
const ledger = async ({ token }: TestProperty) =>
  (await api.get(`/api/accounting/${token}`)).body.map((entry: any) => [entry.type, entry.amount]);

async function expectRefused(stay: Booked, body: object, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  expectProblem(await change(stay, body), 400, code, fields);
  expect(await fingerprint(api.db)).toBe(before);
}

describe('the states of a booking', () => {
  const capabilities: Record<string, (stay: Booked) => Promise<unknown>> = {
    confirmed: async () => {},
    checked_in: (stay) => change(stay, { status: 'checked_in' }),
    checked_out: async (stay) => {
      await change(stay, { status: 'checked_in' });
      await change(stay, { status: 'checked_out' });
    },
    no_show: (stay) => change(stay, { status: 'no_show' }),
    cancelled: (stay) => api.delete(`/api/bookings/${stay.token}?order_id=${stay.order}&date=2027-03-01`),
  };
  const POSSIBLE: Record<string, string[]> = {
    confirmed: ['checked_in', 'no_show'],
    checked_in: ['checked_in', 'checked_out'],
    checked_out: ['checked_in', 'checked_out'],
    no_show: ['checked_in', 'no_show'],
    cancelled: ['checked_in'],
  };
  const cases = Object.keys(capabilities).flatMap((from) =>
    ['checked_in', 'checked_out', 'no_show'].map((to) => [from, to] as const),
  );

  test.each(cases)('from %s to %s', async (from, to) => {
    const stay = await booked();
    api.clock = ARRIVAL;
    await capabilities[from]!(stay);
    if (!POSSIBLE[from]!.includes(to)) return expectRefused(stay, { status: to }, 'invalid_transition');
    const answer = await change(stay, { status: to });
    expect([answer.status, answer.body.status]).toEqual([200, to]);
  });

  test.each(['CHECKED_IN', '', null])('cannot be set to %s here', async (status) => {
    await expectRefused(await booked(), { status }, 'invalid_data', ['status']);
  });

  test.each([
    'checked_out',
    'no_show',
    'cancelled',
  ])('%s is final: dates, room and price too', async (state) => {
    const stay = await booked();
    api.clock = ARRIVAL;
    await capabilities[state]!(stay);
    for (const body of [{ checkout: '2027-03-05' }, { room_id: stay.rooms[1] }, { price: 1 }]) {
      await expectRefused(stay, body, 'invalid_transition');
    }
    expect((await change(stay, { name: 'Corrected' })).body.name).toBe('Corrected');
  });
});

describe('changing guest data', () => {
  test('changes what is named, and only that', async () => {
    const stay = await booked();
    api.clock = Temporal.Instant.from('2026-06-15T11:00:00Z');
    const answer = await change(stay, { name: ' Grace ', email: 'g@example.com', phone: '1' });
    expect(answer.body).toEqual({
      ...stay.record,
      name: 'Grace',
      email: 'g@example.com',
      phone: '1',
      updated_at: '2026-06-15T11:00:00.000Z',
    });
    expect((await change(stay, { email: null })).body).toMatchObject({ email: null, phone: '1' });
  });

  test('to what it is already changes nothing at all', async () => {
    const stay = await booked();
    const before = await fingerprint(api.db);
    const same = {
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 300,
      room_id: stay.room,
    };
    for (const body of [{}, same]) expect((await change(stay, body)).body).toEqual(stay.record);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ email: 'x' }, 'email'],
    [{ phone: 5 }, 'phone'],
    [{ price: -1 }, 'price'],
    [{ price: 0.001 }, 'price'],
    [{ checkin: '2027-02-29' }, 'checkin'],
    [{ checkin: '2027-03-04' }, 'checkout'],
    [{ checkout: '2029-03-04' }, 'checkout'],
    [{ room_id: 'x' }, 'room_id'],
  ])('is refused for %j', async (body, field) => {
    await expectRefused(await booked(), body, 'invalid_data', [field]);
  });
});

describe('moving a stay', () => {
  test('to other dates gives back the nights that it leaves and takes those that it gains', async () => {
    const stay = await booked();
    const answer = await change(stay, { checkin: '2027-03-02', checkout: '2027-03-06' });
    expect(answer.body).toMatchObject({
      checkin: '2027-03-02T15:00:00.000Z',
      checkout: '2027-03-06T11:00:00.000Z',
      price: 400, // two nights keep their price, two get that of the calendar
    });
    expect(await taken(stay)).toEqual(['03-02', '03-03', '03-04', '03-05']);
    expect(await ledger(stay)).toEqual([
      ['income', 300],
      ['adjustment', 100],
    ]);
    expect((await api.get(`/api/tasks/${stay.token}`)).body).toMatchObject([{ date: '2027-03-06' }]);
  });

  test('to another room moves all its nights and its cleaning', async () => {
    const stay = await booked();
    const answer = await change(stay, { room_id: stay.rooms[1], price: 250.5 });
    expect(answer.body).toMatchObject({ room_id: stay.rooms[1], price: 250.5 });
    expect(await taken(stay)).toEqual([]);
    expect(await taken(stay, stay.rooms[1])).toEqual(['03-01', '03-02', '03-03']);
    expect((await api.get(`/api/tasks/${stay.token}`)).body).toMatchObject([{ room_id: stay.rooms[1] }]);
    expect(await ledger(stay)).toEqual([
      ['income', 300],
      ['reversal', -300],
      ['income', 250.5],
    ]);
  });

  test('onto nights that somebody else has is refused, and the stay keeps its own', async () => {
    const stay = await booked();
    await book(stay, { checkin: '2027-03-05', checkout: '2027-03-06' });
    const before = await fingerprint(api.db);
    const answer = await change(stay, { checkin: '2027-03-03', checkout: '2027-03-07' });
    expectProblem(answer, 400, 'room_unavailable');
    expect(answer.body.nights).toEqual(['2027-03-05']);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('below the minimum stay, or to a room of nobody, is refused', async () => {
    const stay = await booked([{ min_stay: 3 }, {}]);
    const other = await api.property();
    await expectRefused(stay, { checkout: '2027-03-03' }, 'min_stay_not_met', ['checkout']);
    await expectRefused(stay, { room_id: other.room }, 'unknown_room');
    await expectRefused(stay, { room_id: 999_999 }, 'unknown_room');
  });

  test('and cancelling it then gives back what it has now, to the cent', async () => {
    const stay = await booked();
    await change(stay, { checkin: '2027-03-02', checkout: '2027-03-05', price: 100 });
    api.clock = Temporal.Instant.from('2027-03-03T10:00:00Z');
    await api.delete(`/api/bookings/${stay.token}?order_id=${stay.order}&date=2027-03-04`);
    expect(await taken(stay)).toEqual(['03-02', '03-03']);
    const sum = (await ledger(stay)).reduce(
      (total: number, [, amount]: [string, number]) => total + amount,
      0,
    );
    expect(sum).toBeCloseTo(66.67, 6);
  });

  test('two stays across each other at once ends without a deadlock that anyone sees', async () => {
    const stay = await booked([{}, {}]);
    const second = (
      await book({ ...stay, room: stay.rooms[1]! }, { checkin: '2027-03-04', checkout: '2027-03-07' })
    ).body;
    const answers = await Promise.all([
      change(stay, { room_id: stay.rooms[1] }),
      change({ ...stay, order: second.order_id }, { room_id: stay.rooms[0] }),
    ]);
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    expect(await taken(stay)).toEqual(['03-04', '03-05', '03-06']);
    expect(await taken(stay, stay.rooms[1])).toEqual(['03-01', '03-02', '03-03']);
  });
});

test('a booking of nobody, or of another property, is unknown_booking', async () => {
  const [stay, other] = [await booked(), await booked()];
  for (const order of [0, 999_999, other.order]) {
    await expectRefused({ ...stay, order }, { status: 'checked_in' }, 'unknown_booking');
  }
});
