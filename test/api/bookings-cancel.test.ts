// DELETE bookings: from which day a stay is released, and the effects on its nights, its income and its
// cleaning.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem, NO_DATES } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
/** the second day of the stays of these tests */
const DURING = Temporal.Instant.from('2027-03-02T08:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

/** A property with one stay of three nights, 1 to 4 March 2027. */
async function booked(price = 100): Promise<TestProperty & { order: number; record: any }> {
  const property = await api.property();
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada Lovelace',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price,
  });
  return { ...property, order: body.order_id, record: body };
}

const cancel = ({ token, order }: { token: string; order: number }, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=${date}`);

const change = ({ hotelId, order }: { hotelId: number; order: number }, body: object) =>
  api.operator('PATCH', `/properties/${hotelId}/bookings/${order}`, body);

async function available({ token }: TestProperty): Promise<number[]> {
  const nights = await api.get(`/api/availability/${token}?fromdate=2027-03-01&todate=2027-03-04`);
  return nights.body.map((night: any) => night.available);
}

async function amounts({ token }: TestProperty): Promise<[string, number][]> {
  const { body } = await api.get(`/api/accounting/${token}`);
  return body.map((entry: any) => [entry.type, entry.amount]);
}

async function tasks({ token }: TestProperty): Promise<[string, string][]> {
  return (await api.get(`/api/tasks/${token}`)).body.map((task: any) => [task.status, task.date]);
}

describe.each([
  '2026-01-01',
  '2027-02-28',
  '2027-03-01',
  '2027-03-02',
  '2027-03-03',
])('cancelling from %s, before the guest has arrived,', (date) => {
  test('releases the whole stay, and the record stays', async () => {
    const stay = await booked();
    api.clock = Temporal.Instant.from('2026-06-15T11:00:00Z');
    const answer = await cancel(stay, date);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...stay.record,
      status: 'cancelled',
      updated_at: '2026-06-15T11:00:00.000Z',
      total: 0,
      balance: 0,
    });
    expect(await available(stay)).toEqual([1, 1, 1, 1]);
    expect(await amounts(stay)).toEqual([
      ['income', 100],
      ['reversal', -100],
    ]);
    expect(await tasks(stay)).toEqual([['cancelled', '2027-03-04']]);
    expect((await api.get(`/api/bookings/${stay.token}`)).body).toEqual([answer.body]);
  });
});

describe('cancelling inside the stay, an early departure,', () => {
  test.each([
    ['2027-03-02', [0, 1, 1, 1], 33.34],
    ['2027-03-03', [0, 0, 1, 1], 66.67],
  ])('from %s releases the nights from then on; what was slept stays sold and paid', async (date, free, earned) => {
    const stay = await booked();
    api.clock = DURING;
    const answer = await cancel(stay, date);
    expect(answer.body).toMatchObject({
      status: 'cancelled',
      checkin: '2027-03-01T15:00:00.000Z',
      checkout: `${date}T11:00:00.000Z`,
      price: earned,
    });
    expect(await available(stay)).toEqual(free);
    const posted = await amounts(stay);
    expect(posted.map(([type]) => type)).toEqual(['income', 'reversal']);
    expect(posted.reduce((sum, [, amount]) => sum + amount, 0)).toBeCloseTo(earned, 6);
    expect(await tasks(stay)).toEqual([['pending', date]]);
  });

  test('gives each night the share of the price that the calendar gave it', async () => {
    const property = await api.property();
    await api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: '2027-03-03',
      price: 200,
    });
    const { body } = await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 400.01,
    });
    api.clock = DURING;
    const answer = await cancel({ ...property, order: body.order_id }, '2027-03-03');
    expect(answer.body.price).toBe(200.01);
    expect(await amounts(property)).toEqual([
      ['income', 400.01],
      ['reversal', -200],
    ]);
  });

  test('works for a guest who has checked in', async () => {
    const stay = await booked();
    api.clock = DURING;
    await change(stay, { status: 'checked_in' });
    expect((await cancel(stay, '2027-03-02')).body).toMatchObject({ status: 'cancelled' });
    expect(await available(stay)).toEqual([0, 1, 1, 1]);
  });

  test('moves cleaning that is in progress and leaves alone what is done', async () => {
    for (const [status, expected] of [
      ['in_progress', ['in_progress', '2027-03-02']],
      ['done', ['done', '2027-03-04']],
    ] as const) {
      api.clock = NOW;
      const stay = await booked();
      const [task] = (await api.get(`/api/tasks/${stay.token}`)).body;
      const path = `/properties/${stay.hotelId}/tasks/${task.task_id}`;
      await api.operator('PATCH', path, { status });
      api.clock = DURING;
      await cancel(stay, '2027-03-02');
      expect(await tasks(stay)).toEqual([expected]);
    }
  });
});

describe('repeating a cancellation', () => {
  test.each([
    ['2027-03-01', '2027-03-01'],
    ['2027-03-01', '2027-03-02'],
    ['2027-03-02', '2027-03-01'],
    ['2027-03-02', '2027-03-09'],
  ])('from %s with %s is 200 with the same record and changes nothing', async (first, second) => {
    const stay = await booked();
    api.clock = DURING;
    const answer = await cancel(stay, first);
    const before = await fingerprint(api.db);
    const again = await cancel(stay, second);
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect(await fingerprint(api.db)).toEqual(before);
  });

  test('twenty times at once gives the nights and the money back once', async () => {
    const stay = await booked();
    api.clock = DURING;
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(stay, '2027-03-02')));
    expect(new Set(answers.map((one) => one.text)).size).toBe(1);
    expect(await available(stay)).toEqual([0, 1, 1, 1]);
    expect(await amounts(stay)).toHaveLength(2);
  });

  test('does not take the nights away from whoever booked them since', async () => {
    const stay = await booked();
    await cancel(stay, '2027-03-01');
    const again = await api.post(`/api/bookings/${stay.token}`, {
      room_id: stay.room,
      name: 'Next',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 10,
    });
    expect(again.status).toBe(200);
    await cancel(stay, '2027-03-01');
    expect(await available(stay)).toEqual([0, 0, 0, 1]);
  });
});

describe('a cancellation is refused, and nothing changes,', () => {
  const expectRefused = async (path: string, code: string, fields?: string[]) => {
    const before = await fingerprint(api.db);
    expectProblem(await api.delete(path), 400, code, fields);
    expect(await fingerprint(api.db)).toEqual(before);
  };

  test.each(['2027-03-04', '2027-03-05', '9999-12-31'])('from %s, when the stay is over', async (date) => {
    const stay = await booked();
    await expectRefused(`/api/bookings/${stay.token}?order_id=${stay.order}&date=${date}`, 'stay_ended', [
      'date',
    ]);
  });

  test('after check-out, whatever the date', async () => {
    const stay = await booked();
    api.clock = DURING;
    await change(stay, { status: 'checked_in' });
    await change(stay, { status: 'checked_out' });
    await expectRefused(`/api/bookings/${stay.token}?order_id=${stay.order}&date=2027-03-01`, 'stay_ended');
  });

  test('after a no-show', async () => {
    const stay = await booked();
    api.clock = DURING;
    await change(stay, { status: 'no_show' });
    const path = `/api/bookings/${stay.token}?order_id=${stay.order}&date=2027-03-01`;
    await expectRefused(path, 'invalid_transition');
  });

  test('for an order that nobody has, or another property has', async () => {
    const [stay, other] = [await booked(), await booked()];
    for (const order of [1, -1, 0, Number.MAX_SAFE_INTEGER, other.order]) {
      await expectRefused(`/api/bookings/${stay.token}?order_id=${order}&date=2027-03-01`, 'unknown_booking');
    }
  });

  test.each([
    ['', ['order_id', 'date']],
    ['order_id=10001', ['date']],
    ['date=2027-03-01', ['order_id']],
    ['order_id=HM1&date=x', ['order_id', 'date']],
    ['order_id=1.5&date=2027-03-01', ['order_id']],
    ['order_id=&date=2027-03-01', ['order_id']],
    ['order_id=1&order_id=1&date=2027-03-01', ['order_id']],
  ])('for the query "%s"', async (query, fields) => {
    const { token } = await booked();
    await expectRefused(`/api/bookings/${token}?${query}`, 'invalid_parameters', fields);
  });

  test.each(NO_DATES)('for the date "%s"', async (date) => {
    const { token, order } = await booked();
    await expectRefused(
      `/api/bookings/${token}?order_id=${order}&date=${encodeURIComponent(date)}`,
      'invalid_parameters',
      ['date'],
    );
  });

  test('with 403 in the sandbox, also when the query is wrong', async () => {
    expectProblem(await api.delete('/api/bookings/api_token'), 403, 'demo_mode');
  });
});

describe('cancelling an OTA booking', () => {
  test('that was sold beyond what there was frees no night that is still sold', async () => {
    const stay = await booked();
    const over = await otaSells(api, stay);
    expect(over.conflict).toMatch(/overbooked/);
    expect(await available(stay)).toEqual([-1, -1, -1, 1]);
    await cancel({ ...stay, order: over.reservationId }, '2027-03-01');
    expect(await available(stay)).toEqual([0, 0, 0, 1]);
  });

  test('without a price posts nothing', async () => {
    const property = await api.property();
    const free = await otaSells(api, property, { priceMinor: 0 });
    const answer = await cancel({ ...property, order: free.reservationId }, '2027-03-02');
    expect(answer.body).toMatchObject({ status: 'cancelled', price: 0 });
    expect(await amounts(property)).toEqual([]);
  });
});
