// Reports at a moment of the past: as they were shown then, whatever happened since.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { compactLogs } from '../../src/pms/log.ts';
import { regenerateSandbox } from '../../src/sandbox/regenerate.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
beforeEach(() => at('2027-03-01T10:00:00Z'));

const at = (moment: string) => {
  api.clock = Temporal.Instant.from(moment);
};

const QUERIES = [
  '?by=day',
  '?by=month',
  '?by=room',
  '?by=channel',
  '?by=month&since=2027-03-01T10:00:00Z',
  'pace?by=day',
  'pace?by=week',
  'pace?by=month',
  'bookings?by=channel',
  'bookings?by=room',
  'bookings?by=length_of_stay&dates=booking',
  'bookings?by=lead_time',
  'charges?by=code',
  'charges?by=month&dates=posting',
  'balances?dates=arrival',
  'balances?dates=departure&open=true',
];
const RANGE = 'fromdate=2027-02-20&todate=2027-05-01';

/** Asks for a report: `pace?by=day`, and `?by=day` for occupancy. */
function ask({ token }: TestProperty, query: string) {
  const [name, rest] = query.split('?');
  return api.get(`/api/reports${name && `/${name}`}/${token}?${RANGE}&${rest}`);
}

async function report(property: TestProperty, query: string): Promise<any> {
  const answer = await ask(property, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function book(property: TestProperty, more: object = {}): Promise<number> {
  const stay = { room_id: property.room, name: 'Ada', checkin: '2027-03-10', checkout: '2027-03-13' };
  const answer = await api.post(`/api/bookings/${property.token}`, { ...stay, price: 300, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
}

/** Some of these are refused in some states. */
const patch = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });

const cancel = ({ token }: TestProperty, order: number, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=${date}`);

const pay = ({ hotelId }: TestProperty, order: number, amount: number) =>
  api.operator('POST', `/properties/${hotelId}/accounting`, {
    type: 'payment',
    description: '',
    order_id: order,
    amount,
  });

const STEP = fc.record({
  kind: fc.constantFrom(
    ...(['book', 'book', 'hold', 'confirm', 'dates', 'room', 'price', 'name', 'arrive', 'leave'] as const),
    ...(['no_show', 'cancel', 'undo', 'pay', 'unit'] as const),
  ),
  hours: fc.integer({ min: 1, max: 30 }),
  order: fc.nat(),
  room: fc.integer({ min: 0, max: 1 }),
  from: fc.nat(20),
  nights: fc.integer({ min: 1, max: 6 }),
  cents: fc.nat(100_000),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

const day = (n: number) => Temporal.PlainDate.from('2027-03-03').add({ days: n }).toString();

async function takeStep(property: TestProperty, orders: number[], step: Step): Promise<void> {
  const order = orders[step.order % Math.max(1, orders.length)];
  const room_id = property.rooms[step.room];
  const price = step.cents / 100;
  const dates = { checkin: day(step.from), checkout: day(step.from + step.nights) };
  if (step.kind === 'book' || step.kind === 'hold' || order === undefined) {
    const hold = step.kind === 'hold' ? { hold_minutes: 1_440 } : {};
    const stay = { room_id, name: 'Ada', ...dates, price, ...hold };
    const { status, body } = await api.post(`/api/bookings/${property.token}`, stay);
    if (status === 200) orders.push(body.order_id);
  } else if (step.kind === 'cancel') {
    await cancel(property, order, day(step.from));
  } else if (step.kind === 'pay') {
    await pay(property, order, price);
  } else {
    const bodies = {
      confirm: { status: 'confirmed' },
      undo: { status: 'confirmed' },
      dates,
      room: { room_id },
      price: { price },
      name: { name: `Ada ${step.cents}` },
      arrive: { status: 'checked_in' },
      leave: { status: 'checked_out' },
      no_show: { status: 'no_show' },
      unit: { unit_id: 'auto' },
    };
    await patch(property, order, bodies[step.kind]);
  }
}

/** Names and units are shown as they are now, and the moments themselves may be absent. */
const comparable = ({ as_of: _, ...body }: any) => ({
  ...body,
  rows: body.rows?.map(({ name: _name, ...row }: any) => row),
});

describe('reports as of a moment', () => {
  test('equal those that were shown then, whatever happened since', async () => {
    const courses = fc.array(STEP, { minLength: 25, maxLength: 40 });
    await fc.assert(fc.asyncProperty(courses, takeCourse), randomly(3, 'slow'));
  });

  async function takeCourse(steps: Step[]): Promise<void> {
    at('2027-03-01T10:00:00Z');
    const property = await api.property({ rooms: [{}, { units: 40 }] });
    const { hotelId } = property;
    const units = { room_id: property.room, names: ['1', '2', '3', '4'] };
    const made = await api.operator('POST', `/properties/${hotelId}/units`, units);
    expect(made.status, made.text).toBe(200);
    const orders: number[] = [];
    const shown: { moment: string; live: object[] }[] = [];
    for (const step of steps) {
      api.clock = api.clock!.add({ hours: step.hours });
      await takeStep(property, orders, step);
      const live = await Promise.all(QUERIES.map((query) => report(property, query)));
      shown.push({ moment: api.clock!.toString(), live });
    }
    await compare(property, shown);
    // With the first half of the log removed, moments before its beginning are reported right, or refused.
    await compactLogs(api.db, Temporal.Instant.from(shown[Math.floor(shown.length / 2)]!.moment));
    const [first] = await api.db.query<{ at: Temporal.Instant }>(
      'select min(at) as at from events where hotel_id = $1',
      [hotelId],
    );
    await compare(property, shown, first!.at);
  }

  async function compare(
    property: TestProperty,
    shown: { moment: string; live: object[] }[],
    logBegins = Temporal.Instant.fromEpochMilliseconds(0),
  ): Promise<void> {
    for (const { moment, live } of shown) {
      for (const [i, query] of QUERIES.entries()) {
        const answer = await ask(property, `${query}&as_of=${moment}`);
        const isLogged = Temporal.Instant.compare(moment, logBegins) >= 0;
        if (answer.status !== 200 && !isLogged) expectProblem(answer, 400, 'moment_not_kept');
        else expect(comparable(answer.body), `${query} at ${moment}`).toEqual(comparable(live[i]));
      }
    }
  }

  test.each(['bookings', 'charges', 'balances'])('say in %s which moment they are of', async (name) => {
    const property = await api.property();
    const order = await book(property);
    at('2027-03-02T10:00:00Z');
    await cancel(property, order, '2027-03-10');
    expect((await report(property, `${name}?`)).as_of).toBeNull();
    const { as_of, rows } = await report(property, `${name}?as_of=2027-03-02T10:59:59%2B01:00`);
    expect(as_of).toBe('2027-03-02T09:59:59.000Z');
    expect(rows).toHaveLength(1);
    const before = await report(property, `${name}?as_of=2027-03-01T09:59:59Z`);
    expect(before.rows).toEqual([]);
    // As exact as the clocks of callers are.
    const soon = await report(property, `${name}?as_of=2027-03-02T10:00:59Z`);
    expect(comparable(soon)).toEqual(comparable(await report(property, `${name}?`)));
  });

  test.each([
    ['bookings?as_of=2027-03-01T10:01:01Z', 'as_of', 'in_future'],
    ['charges?as_of=2027-03-01T10:01:01Z', 'as_of', 'in_future'],
    ['balances?as_of=2027-03-01T10:01:01Z', 'as_of', 'in_future'],
    ['pace?as_of=2040-01-01T00:00:00Z', 'as_of', 'in_future'],
    ['?as_of=2027-03-01T11:01:01%2B00:30', 'as_of', 'in_future'],
    ['?since=2027-03-01T10:01:01Z', 'since', 'in_future'],
    ['?as_of=2027-02-01T00:00:00Z&since=2027-02-01T00:00:01Z', 'since', 'after'],
  ])('are refused in the future, and with a comparison with what came later: %s', async (query, field, rule) => {
    const answer = await ask(await api.property(), query);
    expectProblem(answer, 400, 'invalid_parameters', [field]);
    expect(answer.body.errors[0].rule).toBe(rule);
    const end =
      rule === 'after'
        ? 'must not be after as_of'
        : 'must be in the past, and it is 2027-03-01T10:00:00Z now: send an earlier moment, or leave it out';
    expect(answer.body.detail).toContain(`${field} ${end}`);
  });

  test('do not count a hold before it was confirmed, and show what was owed before it was paid', async () => {
    const property = await api.property();
    const order = await book(property, { hold_minutes: 600 });
    at('2027-03-01T11:00:00Z');
    expect((await patch(property, order, { status: 'confirmed' })).status).toBe(200);
    at('2027-03-01T12:00:00Z');
    await pay(property, order, 300);
    at('2027-03-01T13:00:00Z');
    const balances = async (moment: string) =>
      (await report(property, `balances?as_of=${moment}`)).rows.map((row: any) => row.balance);
    expect(await balances('2027-03-01T10:30:00Z')).toEqual([]);
    expect(await balances('2027-03-01T11:30:00Z')).toEqual([300]);
    expect(await balances('2027-03-01T12:30:00Z')).toEqual([0]);
    expect((await report(property, 'bookings?as_of=2027-03-01T10:30:00Z')).total.bookings).toBe(0);
  });

  test('count no night of a hold before it was confirmed, also if it was repriced and moved before', async () => {
    const property = await api.property();
    const order = await book(property, { hold_minutes: 600 });
    at('2027-03-01T10:20:00Z');
    expect((await patch(property, order, { price: 240 })).status).toBe(200);
    at('2027-03-01T10:40:00Z');
    expect((await patch(property, order, { checkout: '2027-03-14' })).status).toBe(200);
    at('2027-03-01T11:00:00Z');
    expect((await patch(property, order, { status: 'confirmed' })).status).toBe(200);
    at('2027-03-01T12:00:00Z');
    for (const [moment, nights] of [
      ['10:10', 0],
      ['10:30', 0],
      ['10:50', 0],
      ['11:10', 4],
    ]) {
      const asOf = `as_of=2027-03-01T${moment}:00Z`;
      for (const report of ['', 'pace/']) {
        const answer = await api.get(`/api/reports/${report}${property.token}?${RANGE}&by=month&${asOf}`);
        expect(answer.body.total.sold, `${report} ${moment}`).toBe(nights);
      }
    }
  });

  test('are refused where the log no longer has what changed since, with the moment from which it does', async () => {
    const property = await api.property();
    const order = await book(property);
    at('2027-03-05T10:00:00Z');
    await patch(property, order, { checkin: '2027-03-11' });
    at('2027-03-06T10:00:00Z');
    await compactLogs(api.db, Temporal.Instant.from('2027-03-05T00:00:00Z'));
    for (const name of ['bookings', 'balances']) {
      const answer = await ask(property, `${name}?as_of=2027-03-02T00:00:00Z`);
      expectProblem(answer, 400, 'moment_not_kept');
      expect(answer.body.detail).toBe(
        'What one booking was at 2027-03-02T00:00:00Z is not known: the log with their changes begins at 2027-03-05T10:00:00Z. Send as_of from then on, or leave it out.',
      );
      expect((await ask(property, `${name}?as_of=2027-03-05T10:00:00Z`)).status).toBe(200);
    }
    // The ledger is never shortened.
    expect((await report(property, 'charges?as_of=2027-03-02T00:00:00Z')).rows).toMatchObject([
      { amount: 300 },
    ]);
  });

  test('of the sample property are known from the beginning of its log on', async () => {
    at('2027-03-20T10:00:00Z');
    await regenerateSandbox(api.db, api.clock!);
    for (const name of ['bookings', 'charges', 'balances']) {
      const path = `/api/reports/${name}/api_token?fromdate=2027-03-01&todate=2027-03-31`;
      const month = await api.get(`${path}&as_of=2027-03-10T10:00:00Z`);
      expect(month.status, month.text).toBe(200);
      expect(month.body.rows.length).toBeGreaterThan(0);
    }
  });
});
