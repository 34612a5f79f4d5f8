// How stays begin and end, and which nights that releases: no status before its date, and no unsellable
// nights left behind.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { fingerprint } from './database-dump.ts';
import { refusalsBy } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
beforeEach(() => {
  api.clock = at('02-01');
});

/** A moment of 2027 in UTC, by default at 10:00. */
const at = (day: string, time = '10:00') => Temporal.Instant.from(`2027-${day}T${time}:00Z`);

type Booked = TestProperty & { order: number; record: any };

/** A stay of seven nights from 1 March 2027, at 700 euros. */
async function booked(rooms: object[] = [{}, {}]): Promise<Booked> {
  const property = await api.property({ rooms });
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-08',
    price: 700,
  });
  return { ...property, order: body.order_id, record: body };
}

const change = ({ hotelId, order }: Booked, body: object) =>
  api.operator('PATCH', `/properties/${hotelId}/bookings/${order}`, body);
const cancel = ({ token, order }: Booked, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=2027-${date}`);

/** Returns the days of March with no available unit. */
async function taken({ token, room }: TestProperty, roomId = room): Promise<number[]> {
  const path = `/api/availability/${token}?room_id=${roomId}&fromdate=2027-03-01&todate=2027-03-12`;
  const nights: any[] = (await api.get(path)).body;
  return nights.filter(({ available }) => available < 1).map(({ date }) => Number(date.slice(8, 10)));
}

/** Returns a room's ledger entries as `amount type`. */
async function ledger({ token }: TestProperty, room: number): Promise<string[]> {
  const { body } = await api.get(`/api/accounting/${token}?room_id=${room}`);
  return body.map(({ amount, type }: any) => `${amount} ${type}`);
}

const cleaning = async ({ token }: TestProperty) =>
  (await api.get(`/api/tasks/${token}`)).body.map(({ status, date }: any) => `${status} ${date.slice(5)}`);

const refused = refusalsBy(api);

async function expectRefused(stay: Booked, body: object, code: string, message: RegExp): Promise<void> {
  expect((await refused(() => change(stay, body), code)).detail).toMatch(message);
}

describe('before its check-in date a guest', () => {
  test('is checked in only where the caller says that it is early, and gets no earlier night', async () => {
    const stay = await booked();
    api.clock = at('02-27');
    const message = /begins on 2027-03-01 and today is 2027-02-27.*"early": true/;
    await expectRefused(stay, { status: 'checked_in' }, 'invalid_transition', message);
    const { body } = await change(stay, { status: 'checked_in', early: true });
    expect(body).toMatchObject({ status: 'checked_in', checkin: stay.record.checkin, price: 700 });
    expect(await taken(stay)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('may be checked in by moving the stay to today in the same change', async () => {
    const stay = await booked();
    api.clock = at('02-27');
    const answer = await change(stay, { status: 'checked_in', checkin: '2027-02-27' });
    expect([answer.status, answer.body.price]).toEqual([200, 900]);
  });

  test('a checked-in guest is not moved to a later arrival, unless the caller says that it is early', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    const later = { checkin: '2027-03-04', checkout: '2027-03-09' };
    const message =
      /is checked in and today is 2027-03-02: the stay cannot begin on 2027-03-04.*"early": true/;
    await expectRefused(stay, later, 'invalid_transition', message);
    expect(await taken(stay)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const early = { ...later, status: 'checked_in', early: true };
    expect((await change(stay, early)).status).toBe(200);
    const longer = await change(stay, { checkout: '2027-03-08' });
    expect(longer.status).toBe(200);
  });

  test.each(['no_show', 'checked_out'])('cannot be %s', async (status) => {
    const stay = await booked();
    api.clock = at('02-28', '23:59');
    if (status === 'checked_out') await change(stay, { status: 'checked_in', early: true });
    await expectRefused(stay, { status }, 'invalid_transition', /begins on 2027-03-01.*cancel the booking/);
  });

  test('is late in a time zone of the west and early in one of the east', async () => {
    for (const [timezone, status] of [
      ['Pacific/Kiritimati', 200],
      ['America/Los_Angeles', 400],
    ] as const) {
      const property = await api.property({ timezone });
      const { reservationId: order } = await otaSells(api, property);
      api.clock = at('02-28', '20:00');
      const answer = await change({ ...property, order, record: null }, { status: 'checked_in' });
      expect(answer.status, timezone).toBe(status);
    }
  });

  test.each([
    [{ early: true }],
    [{ early: true, status: 'no_show' }],
    [{ early: 'yes', status: 'checked_in' }],
  ])('refuses %j', async (body) => {
    const stay = await booked();
    await expectRefused(stay, body, 'invalid_data', /early/);
  });
});

describe('what a guest who leaves early or does not come gives back', () => {
  const ENDS = ['checked_out', 'no_show'] as const;
  async function end(stay: Booked, status: string, more: object = {}) {
    if (status === 'checked_out') await change(stay, { status: 'checked_in' });
    return change(stay, { status, ...more });
  }

  test.each(ENDS)('%s: the nights after today; tonight and the price stay', async (status) => {
    const stay = await booked();
    api.clock = at('03-02');
    const { body } = await end(stay, status);
    expect(body).toMatchObject({ status, price: 700, checkout: '2027-03-03T11:00:00.000Z' });
    expect(await taken(stay)).toEqual([1, 2]);
    expect(await ledger(stay, stay.room)).toEqual(['700 income']);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-02'));
    const next = {
      room_id: stay.room,
      name: 'Next',
      checkin: '2027-03-03',
      checkout: '2027-03-08',
      price: 1,
    };
    expect((await api.post(`/api/bookings/${stay.token}`, next)).status).toBe(200);
  });

  test.each([
    ['23:00 of the first evening', at('03-01', '23:00'), [1]],
    ['08:00 of the morning after', at('03-02', '08:00'), [1, 2]],
    ['the last day', at('03-08'), [1, 2, 3, 4, 5, 6, 7]],
    ['weeks later', at('03-30'), [1, 2, 3, 4, 5, 6, 7]],
  ])('a no-show declared at %s', async (_, moment, nights) => {
    const stay = await booked();
    api.clock = moment;
    expect((await change(stay, { status: 'no_show' })).status).toBe(200);
    expect(await taken(stay)).toEqual(nights);
    expect(await cleaning(stay)).toEqual(['cancelled 03-08']);
  });

  test.each(
    ENDS,
  )('%s with a checkout of today gives tonight back too, whatever the minimum stay', async (status) => {
    const stay = await booked([{ min_stay: 5 }]);
    api.clock = at('03-03');
    const { body } = await end(stay, status, { checkout: '2027-03-03', price: 250 });
    expect(body).toMatchObject({ status, price: 250, checkout: '2027-03-03T11:00:00.000Z' });
    expect(await taken(stay)).toEqual([1, 2]);
    expect(await ledger(stay, stay.room)).toEqual(['700 income', '-450 adjustment']);
  });

  test('another price with an early check-out is what the guest owes', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await end(stay, 'checked_out', { price: 300 });
    expect(await ledger(stay, stay.room)).toEqual(['700 income', '-400 adjustment']);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-02'));
  });

  test('tonight is released as well if the departure is today, for the price that is sent or that of the nights', async () => {
    const [kept, reduced] = [await booked(), await booked()];
    api.clock = at('03-03');
    const leaving = { status: 'checked_out', checkout: '2027-03-03' };
    for (const stay of [kept, reduced]) await change(stay, { status: 'checked_in' });
    expect((await change(kept, { ...leaving, price: 700 })).body).toMatchObject({ price: 700 });
    expect((await change(reduced, leaving)).body).toMatchObject({ status: 'checked_out', price: 200 });
    for (const stay of [kept, reduced]) {
      expect(await taken(stay)).toEqual([1, 2]);
      expect(await cleaning(stay)).toEqual(['pending 03-03']);
    }
  });

  test('the room that was left early can be cleaned today', async () => {
    const stay = await booked();
    api.clock = at('03-03');
    await end(stay, 'checked_out');
    expect(await cleaning(stay)).toEqual(['pending 03-03']);
  });

  test('an overlap that ends with it is flagged no more', async () => {
    const stay = await booked();
    const dates = { checkin: '2027-03-03', checkout: '2027-03-06' };
    const over = await otaSells(api, stay, dates);
    expect(over.conflict).toMatch(/overbooked/);
    api.clock = at('03-01');
    await end(stay, 'no_show');
    const conflicts = await api.operator('GET', `/properties/${stay.hotelId}/conflicts`);
    expect(conflicts.body).toEqual([]);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-01'));
  });
});

describe('a cancellation', () => {
  test('before the guest has arrived leaves no night behind, whatever its date', async () => {
    for (const [today, date] of [
      ['02-01', '03-05'],
      ['03-01', '03-07'],
    ] as const) {
      const stay = await booked();
      api.clock = at(today, '23:30');
      expect((await cancel(stay, date)).body).toMatchObject({ status: 'cancelled', price: 700 });
      expect(await taken(stay)).toEqual([]);
      expect(await ledger(stay, stay.room)).toEqual(['700 income', '-700 reversal']);
      expect(await cleaning(stay)).toEqual(['cancelled 03-08']);
    }
  });

  test('of a guest who was expected yesterday and never checked in releases from the date on', async () => {
    const stay = await booked();
    api.clock = at('03-03');
    expect((await cancel(stay, '03-03')).body).toMatchObject({ status: 'cancelled', price: 200 });
    expect(await taken(stay)).toEqual([1, 2]);
  });

  test('for a later day can be followed by an earlier one, which gives back what nobody else could', async () => {
    const stay = await booked();
    api.clock = at('03-02');
    await change(stay, { status: 'checked_in' });
    const planned = await cancel(stay, '03-06');
    expect(planned.body).toMatchObject({ status: 'cancelled', price: 500 });
    expect(await taken(stay)).toEqual([1, 2, 3, 4, 5]);
    const before = await fingerprint(api.db);
    expect((await cancel(stay, '03-06')).body).toEqual(planned.body);
    expect((await cancel(stay, '03-07')).body).toEqual(planned.body);
    expect(await fingerprint(api.db)).toBe(before);

    const sooner = await cancel(stay, '03-03');
    expect(sooner.body).toMatchObject({ checkout: '2027-03-03T11:00:00.000Z', price: 200 });
    expect(await taken(stay)).toEqual([1, 2]);
    expect(await ledger(stay, stay.room)).toEqual(['700 income', '-200 reversal', '-300 reversal']);
    expect(await cleaning(stay)).toEqual(['pending 03-03']);
    // Nights that have passed are not released.
    expect((await cancel(stay, '03-01')).body).toMatchObject({ price: 100 });
    expect(await taken(stay)).toEqual([1]);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-02'));
  });
});

describe('at once', () => {
  test('cancellations, check-outs and other dates give every night back once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const stay = await booked();
      api.clock = at('03-02');
      await change(stay, { status: 'checked_in' });
      const answers = await Promise.all([
        ...['03-02', '03-03', '03-05'].map((date) => cancel(stay, date)),
        ...[1, 2].map(() => change(stay, { status: 'checked_out' })),
        change(stay, { checkout: '2027-03-05' }),
        change(stay, { checkout: '2027-03-10' }),
        change(stay, { room_id: stay.rooms[1] }),
      ]);
      for (const answer of answers) expect([200, 400], answer.text).toContain(answer.status);
      await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-02'));
      api.clock = at('02-01');
    }
  });
});

describe('the income of a booking', () => {
  test('moves with it to its room, as often as it moves, and is reversed there', async () => {
    const stay = await booked([{}, {}, {}]);
    const [one, two, three] = stay.rooms as [number, number, number];
    await change(stay, { room_id: two });
    expect(await ledger(stay, one)).toEqual(['700 income', '-700 reversal']);
    expect(await ledger(stay, two)).toEqual(['700 income']);
    await change(stay, { room_id: three, price: 650, checkout: '2027-03-07' });
    expect(await ledger(stay, two)).toEqual(['700 income', '-700 reversal']);
    expect(await ledger(stay, three)).toEqual(['650 income']);
    await change(stay, { room_id: one, name: 'Grace' });
    expect(await ledger(stay, one)).toEqual(['700 income', '-700 reversal', '650 income']);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-02-01'));

    await change(stay, { room_id: two });
    api.clock = at('03-02');
    const { price } = (await cancel(stay, '03-03')).body;
    expect(await ledger(stay, two)).toEqual([
      '700 income',
      '-700 reversal',
      '650 income',
      `${price - 650} reversal`,
    ]);
    await expectConsistent(api.db, stay.hotelId, Temporal.PlainDate.from('2027-03-02'));
  });

  test('of nothing posts nothing', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const { reservationId: order } = await otaSells(api, property, { priceMinor: 0 });
    const stay = { ...property, order, record: null };
    await change(stay, { room_id: stay.rooms[1], price: 0 });
    expect((await api.get(`/api/accounting/${stay.token}`)).body).toEqual([]);
    await change(stay, { room_id: stay.rooms[0], price: 80 });
    expect(await ledger(stay, stay.rooms[0]!)).toEqual(['80 income']);
  });
});

describe('a cleaning', () => {
  const tick = async (stay: Booked, body: object) => {
    const [{ task_id }] = (await api.get(`/api/tasks/${stay.token}`)).body;
    return api.operator('PATCH', `/properties/${stay.hotelId}/tasks/${task_id}`, body);
  };

  test('is ticked in one step and unticked in one', async () => {
    const stay = await booked();
    expect((await tick(stay, { status: 'done' })).body.status).toBe('done');
    expect((await tick(stay, { status: 'pending' })).body.status).toBe('pending');
  });

  test.each([
    'done',
    'cancelled',
  ])('that is opened again after it was %s is due where its stay ends by now', async (closed) => {
    const stay = await booked();
    await tick(stay, { status: closed });
    await change(stay, { room_id: stay.rooms[1], checkout: '2027-03-10' });
    expect(await cleaning(stay)).toEqual([`${closed} 03-08`]);
    const { body } = await tick(stay, { status: 'in_progress' });
    expect(body).toMatchObject({ room_id: stay.rooms[1], date: '2027-03-10', status: 'in_progress' });
    await change(stay, { checkout: '2027-03-09' });
    expect(await cleaning(stay)).toEqual(['in_progress 03-09']);
  });

  test('that is opened again with a date has that date', async () => {
    const stay = await booked();
    await tick(stay, { status: 'done' });
    await change(stay, { checkout: '2027-03-10' });
    expect((await tick(stay, { status: 'pending', date: '2027-03-11' })).body.date).toBe('2027-03-11');
  });

  test('that is opened again while its stay moves ends up with the stay', async () => {
    for (let round = 0; round < 6; round += 1) {
      const stay = await booked();
      await tick(stay, { status: 'done' });
      const answers = await Promise.all([
        change(stay, { checkout: '2027-03-10' }),
        tick(stay, { status: 'pending' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await cleaning(stay)).toEqual(['pending 03-10']);
    }
  });
});
