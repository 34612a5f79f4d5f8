// Reports: what counts, how figures are computed, and what was sold at a moment of the past.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();

const report = async (property: TestProperty, query: string) => {
  const answer = await api.get(`/api/reports/${property.token}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

async function book(property: TestProperty, more: object = {}): Promise<number> {
  const { body, status, text } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-03-10',
    checkout: '2027-03-13',
    price: 300,
    ...more,
  });
  expect(status, text).toBe(200);
  return body.order_id;
}

const change = async (property: TestProperty, order: number, body: object) => {
  const answer = await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order}`, { body });
  expect(answer.status, answer.text).toBe(200);
};

const cancel = (property: TestProperty, order: number, date: string) =>
  api.delete(`/api/bookings/${property.token}?order_id=${order}&date=${date}`);

const at = (moment: string) => {
  api.clock = Temporal.Instant.from(moment);
};

const MARCH = 'fromdate=2027-03-10&todate=2027-03-13';

describe('a report', () => {
  test('has units, sold nights, occupancy, revenue, ADR and RevPAR of each day and of all', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 3 }, { units: 1 }] });
    await book(property);
    await book(property, {
      room_id: property.rooms[1],
      checkin: '2027-03-12',
      checkout: '2027-03-13',
      price: 50,
    });
    const body = await report(property, MARCH);
    expect(body).toMatchObject({ by: 'day', as_of: null, since: null, currency: 'EUR' });
    expect(body.rows.map((row: any) => [row.key, row.units, row.sold, row.occupancy, row.revenue])).toEqual([
      ['2027-03-10', 4, 1, 25, 100],
      ['2027-03-11', 4, 1, 25, 100],
      ['2027-03-12', 4, 2, 50, 150],
      ['2027-03-13', 4, 0, 0, 0],
    ]);
    expect(body.rows[2]).toMatchObject({ adr: 75, revpar: 37.5, pickup: null, pickup_revenue: null });
    expect(body.rows[3]).toMatchObject({ adr: null, revpar: 0 });
    expect(body.total).toMatchObject({
      units: 16,
      sold: 4,
      occupancy: 25,
      revenue: 350,
      adr: 87.5,
      revpar: 21.88,
    });
  });

  test('is given by month, by room and by channel, with the same sums', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 3 }, {}] });
    await book(property, { checkin: '2027-03-30', checkout: '2027-04-02' });
    await otaSells(api, property, {
      channel: 'airbnb',
      checkin: '2027-03-30',
      checkout: '2027-04-01',
      priceMinor: 10_000,
    });
    const range = 'fromdate=2027-03-29&todate=2027-04-02';
    const of = async (by: string) => report(property, `${range}&by=${by}`);
    const keys = ({ rows }: any) => rows.map((row: any) => [row.key, row.sold]);
    const [day, month, room, channel] = await Promise.all(['day', 'month', 'room', 'channel'].map(of));
    expect(keys(month)).toEqual([
      ['2027-03', 4],
      ['2027-04', 1],
    ]);
    expect(keys(room)).toEqual(property.rooms.map((id, i) => [String(id), i === 0 ? 5 : 0]));
    expect(keys(channel)).toEqual([
      ['airbnb', 2],
      ['direct', 3],
    ]);
    for (const other of [month, room]) expect(other.total).toEqual(day.total);
    expect(channel.total).toMatchObject({
      sold: 5,
      revenue: day.total.revenue,
      units: null,
      occupancy: null,
    });
  });

  test('by room names the rooms as they are called now, also those that were retired', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ name: 'Double' }, { name: 'Single' }] });
    await book(property);
    const [double, single] = property.rooms;
    const room = (id?: number) => `/properties/${property.hotelId}/rooms/${id}`;
    expect((await api.operator('PATCH', room(double), { name: 'Garden' })).status).toBe(200);
    at('2027-03-12T10:00:00Z');
    expect((await api.operator('DELETE', room(single))).status).toBe(200);
    for (const name of ['', 'bookings/']) {
      const of = async (by: string) =>
        (await api.get(`/api/reports/${name}${property.token}?${MARCH}&by=${by}`)).body.rows.map(
          (row: any) => [row.key, Object.entries(row).at(-1)],
        );
      expect(await of('room')).toEqual([
        [String(double), ['room', 'Garden']],
        ...(name === '' ? [[String(single), ['room', 'Single']]] : []),
      ]);
      expect(await of('channel')).toEqual([['direct', ['room', null]]]);
    }
  });

  test('counts the nights that a cancelled booking, a no-show and an early departure keep', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 9 }] });
    const [cancelled, noShow, left] = [await book(property), await book(property), await book(property)];
    await cancel(property, cancelled, '2027-03-10');
    at('2027-03-10T20:00:00Z');
    await change(property, noShow, { status: 'no_show' });
    await change(property, left, { status: 'checked_in' });
    at('2027-03-12T10:00:00Z');
    await cancel(property, left, '2027-03-12');
    const { rows } = await report(property, MARCH);
    expect(rows.map((row: any) => row.sold)).toEqual([2, 1, 0, 0]);
  });

  test('leaves out holds until they are confirmed', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 9 }] });
    const held = await book(property, { hold_minutes: 60 });
    await book(property, { hold_minutes: 60 });
    expect((await report(property, MARCH)).total.sold).toBe(0);
    at('2027-03-01T10:30:00Z');
    await change(property, held, { status: 'confirmed' });
    expect((await report(property, MARCH)).total.sold).toBe(3);
    expect((await report(property, `${MARCH}&as_of=2027-03-01T10:29:00Z`)).total.sold).toBe(0);
  });

  test('has nothing of another property', async () => {
    at('2027-03-01T10:00:00Z');
    const [property, other] = [await api.property(), await api.property()];
    await book(other);
    for (const by of ['day', 'room', 'channel'])
      expect((await report(property, `${MARCH}&by=${by}`)).total).toMatchObject({ sold: 0, revenue: 0 });
  });

  test('compares with an earlier moment', async () => {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 9 }] });
    const first = await book(property);
    at('2027-03-05T10:00:00Z');
    await book(property, { price: 600 });
    await cancel(property, first, '2027-03-10');
    const { total } = await report(property, `${MARCH}&since=2027-03-04T00:00:00Z`);
    expect(total).toMatchObject({ sold: 3, pickup: 0, pickup_revenue: 300 });
    const before = await report(
      property,
      `${MARCH}&as_of=2027-03-04T00:00:00%2B01:00&since=2027-01-01T00:00:00Z`,
    );
    expect(before).toMatchObject({
      as_of: '2027-03-03T23:00:00.000Z',
      total: { sold: 3, pickup: 3, revenue: 300 },
    });
  });

  test.each([
    ['todate=2027-03-01', 'fromdate'],
    ['fromdate=2027-03-01', 'todate'],
    ['fromdate=2027-03-02&todate=2027-03-01', 'fromdate'],
    ['fromdate=2027-03-01&todate=2031-03-01', 'todate'],
    ['fromdate=2027-03-01&todate=2027-03-02&by=year', 'by'],
    ['fromdate=2027-03-01&todate=2027-03-02&as_of=yesterday', 'as_of'],
  ])('refuses "%s"', async (query, field) => {
    const { token } = await api.property();
    const answer = await api.get(`/api/reports/${token}?${query}`);
    expectProblem(answer, 400, 'invalid_parameters', [field]);
  });
});

describe('a report as of a moment', () => {
  const STEP = fc.record({
    kind: fc.constantFrom('book', 'book', 'dates', 'room', 'price', 'both', 'cancel', 'undo'),
    wait: fc.integer({ min: 1, max: 100_000 }),
    order: fc.nat(),
    room: fc.integer({ min: 0, max: 1 }),
    from: fc.nat(20),
    nights: fc.integer({ min: 1, max: 6 }),
    cents: fc.nat(100_000),
  });
  type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

  const RANGE = 'fromdate=2027-03-01&todate=2027-05-01&by=room';
  const day = (n: number) => Temporal.PlainDate.from('2027-03-10').add({ days: n }).toString();

  test('equals the bookings as they were then, whatever happened since', async () => {
    const courses = fc.array(STEP, { minLength: 20, maxLength: 40 });
    await fc.assert(fc.asyncProperty(courses, takeCourse), randomly(3, 'slow'));
  });

  async function takeCourse(steps: Step[]): Promise<void> {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{ units: 40 }, { units: 40 }] });
    const orders: number[] = [];
    const then: { moment: string; rooms: object; live: unknown }[] = [];
    for (const step of steps) {
      api.clock = api.clock!.add({ milliseconds: step.wait });
      await takeStep(property, orders, step);
      const live = (await report(property, RANGE)).rows;
      then.push({ moment: api.clock!.toString(), rooms: await expected(property), live });
    }
    for (const { moment, rooms, live } of then) {
      const { rows } = await report(property, `${RANGE}&as_of=${moment}`);
      expect(rows).toEqual(live);
      const counted = rows.map((row: any) => [row.key, { sold: row.sold, revenue: row.revenue }]);
      expect(Object.fromEntries(counted), moment).toEqual(rooms);
    }
  }

  async function takeStep(property: TestProperty, orders: number[], step: Step): Promise<void> {
    const order = orders[step.order % Math.max(1, orders.length)];
    const room_id = property.rooms[step.room];
    const price = step.cents / 100;
    const dates = { checkin: day(step.from), checkout: day(step.from + step.nights) };
    if (step.kind === 'book' || order === undefined) {
      orders.push(await book(property, { room_id, ...dates, price }));
    } else if (step.kind === 'cancel') {
      await cancel(property, order, day(-5));
    } else {
      const body = {
        dates,
        room: { room_id },
        price: { price },
        both: { room_id, price, ...dates },
        undo: { status: 'confirmed' },
      }[step.kind];
      // Refused for a booking that is cancelled.
      await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order}`, { body });
    }
  }

  /** The nights and the revenue of each room, from the list of bookings. */
  async function expected(property: TestProperty): Promise<object> {
    const rooms = Object.fromEntries(property.rooms.map((room) => [room, { sold: 0, cents: 0 }]));
    for (const one of (await api.get(`/api/bookings/${property.token}`)).body) {
      if (one.status === 'cancelled') continue;
      const [from, to] = [one.checkin, one.checkout].map((text: string) =>
        Temporal.PlainDate.from(text.slice(0, 10)),
      );
      rooms[one.room_id]!.sold += from!.until(to!).days;
      rooms[one.room_id]!.cents += Math.round(one.price * 100);
    }
    const entries = Object.entries(rooms).map(([room, { sold, cents }]) => [
      room,
      { sold, revenue: cents / 100 },
    ]);
    return Object.fromEntries(entries);
  }
});
