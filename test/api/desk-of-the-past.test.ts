// GET desk with as_of: what the desk showed at a moment of the past, whatever happened since.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { TOKEN_PRESETS } from '../../src/model/scope.ts';
import { compactLogs } from '../../src/pms/log.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { expireHold, findExpiredHolds } from '../../src/pms/reservations/holds.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
beforeEach(() => at('2027-03-01T10:00:00Z'));

const at = (moment: string) => {
  api.clock = Temporal.Instant.from(moment);
};

const WINDOWS = ['', '&fromdate=2027-03-05&todate=2027-03-08', '&fromdate=2027-02-20&todate=2027-05-01'];
const ask = ({ token }: TestProperty, query: string) =>
  api.get(`/api/desk/${token}?${query.replace(/^&/, '')}`);

async function desk(property: TestProperty, query = ''): Promise<any> {
  const answer = await ask(property, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Without what is that of now by design: the property, its nights, and what bookings say of people. */
const comparable = ({ nights: _, property: __, as_of: ___, ...desk }: any) => ({
  ...desk,
  bookings: desk.bookings?.map(
    ({ name: _, email: __, phone: ___, notes: ____, companions: _____, guest_id: ______, ...rest }: any) =>
      rest,
  ),
});

const book = async ({ token, room }: TestProperty, more: object = {}): Promise<number> => {
  const stay = { room_id: room, name: 'Ada', checkin: '2027-03-04', checkout: '2027-03-07', price: 300 };
  const answer = await api.post(`/api/bookings/${token}`, { ...stay, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
};
const patch = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });

/** What happens in a house, more or less as often. Some of it is refused in some states. */
const KINDS = [
  ...(['book', 'book', 'book', 'ota', 'hold', 'confirm', 'dates', 'dates', 'room', 'price', 'name'] as const),
  ...([
    'arrive',
    'arrive',
    'leave',
    'no_show',
    'cancel',
    'back',
    'pay',
    'unit',
    'some_unit',
    'split',
  ] as const),
  ...(['no_unit', 'close', 'move_closure', 'end_closure', 'condition', 'rename_unit', 'archive'] as const),
  ...(['add_unit', 'rename_room', 'task', 'task_done', 'task_moved', 'expire'] as const),
];
const STEP = fc.record({
  kind: fc.constantFrom(...KINDS),
  hours: fc.integer({ min: 1, max: 14 }),
  which: fc.nat(1_000),
  room: fc.integer({ min: 0, max: 1 }),
  from: fc.integer({ min: -1, max: 14 }),
  nights: fc.integer({ min: 1, max: 6 }),
  cents: fc.nat(100_000),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** A house with what has been made in it so far. */
type House = TestProperty & { orders: number[]; units: number[]; closures: number[]; tasks: number[] };

/** Returns a day that is so many days after today. */
const day = (n: number) =>
  api.clock!.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().add({ days: n }).toString();

async function takeStep(house: House, step: Step): Promise<number> {
  const order = house.orders[step.which % Math.max(1, house.orders.length)];
  const makes = ['book', 'ota', 'hold'].includes(step.kind) || order === undefined;
  const answer = await (makes
    ? sell(house, step)
    : (changeStay(house, order, step) ?? changeHouse(house, step)));
  return answer?.status ?? 200;
}

async function sell(house: House, { kind, room, from, nights, cents, which }: Step) {
  const stay = { checkin: day(Math.max(0, from)), checkout: day(Math.max(0, from) + nights) };
  const room_id = house.rooms[room]!;
  if (kind === 'ota') {
    const sale = { ...stay, room: room_id, reference: `4${which}${cents}`, priceMinor: cents };
    house.orders.push((await otaSells(api, house, sale)).reservationId);
    return;
  }
  const hold = kind === 'hold' ? { hold_minutes: 60 + which * 3 } : {};
  const body = { ...stay, ...hold, room_id, name: 'Ada', price: cents / 100 };
  const answer = await api.post(`/api/bookings/${house.token}`, body);
  if (answer.status === 200) house.orders.push(answer.body.order_id);
  return answer;
}

function changeStay(house: House, order: number, step: Step) {
  const { kind, room, from, nights, cents, which } = step;
  const unit_id = house.units[which % house.units.length];
  const bodies: Record<string, object> = {
    confirm: { status: 'confirmed' },
    back: { status: 'confirmed' },
    dates: { checkin: day(from), checkout: day(from + nights) },
    room: { room_id: house.rooms[room] },
    price: { price: cents / 100 },
    name: { name: `Ada ${cents}`, phone: '+351900000000', notes: 'quiet', adults: (which % 3) + 1 },
    arrive: { status: 'checked_in' },
    no_show: { status: 'no_show' },
    unit: { unit_id: 'auto' },
    some_unit: { unit_id },
    no_unit: { unit_id: null },
  };
  if (kind === 'leave') return leave(house);
  if (kind === 'split') return splitStay(house, unit_id!);
  if (kind === 'cancel')
    return api.delete(`/api/bookings/${house.token}?order_id=${order}&date=${day(from)}`);
  if (kind === 'pay') {
    const entry = { type: 'payment', description: '', order_id: order, amount: cents / 100 };
    return api.operator('POST', `/properties/${house.hotelId}/accounting`, entry);
  }
  return kind in bodies ? patch(house, order, bodies[kind]!) : null;
}

/** Checks out the first guest who is in the house. */
async function leave(house: House) {
  const stay = (await desk(house)).bookings.find(({ status }: any) => status === 'checked_in');
  return stay && patch(house, stay.order_id, { status: 'checked_out' });
}

/** Gives a stay of the room with units another unit from its second night on: the first one that is free. */
async function splitStay(house: House, unit_id: number) {
  const { bookings } = await desk(house);
  let answer: any;
  for (const { order_id, room_id, status, checkin } of bookings) {
    if (room_id !== house.room || status !== 'confirmed') continue;
    const second = Temporal.PlainDate.from(checkin.slice(0, 10)).add({ days: 1 });
    answer = await patch(house, order_id, { unit_id, unit_from: second.toString() });
    if (answer.status === 200) return answer;
  }
  return answer;
}

async function changeHouse(house: House, { kind, room, from, nights, cents, which }: Step) {
  const pick = (ids: readonly number[]) => ids[which % Math.max(1, ids.length)] ?? 0;
  const staff = (method: string, path: string, body?: object) =>
    api.operator(method, `/properties/${house.hotelId}${path}`, body);
  const first = { fromdate: day(Math.max(0, from)), todate: day(Math.max(0, from) + nights) };
  switch (kind) {
    case 'close': {
      const closureKind = cents % 2 ? 'out_of_order' : 'out_of_service';
      const body = { unit_id: pick(house.units), kind: closureKind, reason: 'Paint', ...first };
      const answer = await staff('POST', '/closures', body);
      if (answer.status === 200) house.closures.push(answer.body.closure_id);
      return answer;
    }
    case 'move_closure':
      return staff('PATCH', `/closures?closure_id=${pick(house.closures)}`, first);
    case 'end_closure':
      return staff('DELETE', `/closures?closure_id=${pick(house.closures)}`);
    case 'condition': {
      const condition = ['dirty', 'clean', 'inspected'][cents % 3];
      return staff('PATCH', `/units?unit_id=${pick(house.units)}`, { condition });
    }
    case 'rename_unit':
      return staff('PATCH', `/units?unit_id=${pick(house.units)}`, { name: `U${cents}`, floor: `${room}` });
    case 'archive':
      return cents % 3 === 0 ? staff('DELETE', `/units?unit_id=${pick(house.units)}`) : undefined;
    case 'add_unit': {
      const answer = await staff('POST', '/units', { room_id: house.room, names: [`N${cents}`] });
      if (answer.status === 200) house.units.push(answer.body[0].unit_id);
      return answer;
    }
    case 'rename_room':
      return staff('PATCH', `/rooms/${house.rooms[room]}`, { name: `Room ${cents}`, price: cents / 100 });
    case 'task': {
      const task = { room_id: house.rooms[room], task_name: 'Mop', date: day(from) };
      const answer = await staff('POST', '/tasks', task);
      if (answer.status === 200) house.tasks.push(answer.body.task_id);
      return answer;
    }
    case 'task_done':
      return staff('PATCH', `/tasks/${pick(house.tasks)}`, { status: 'done', assignee: 'Rosa' });
    case 'task_moved':
      return staff('PATCH', `/tasks/${pick(house.tasks)}`, { date: day(from) });
    default:
      return expire();
  }
}

/** Ends the holds whose time has passed, as the worker does. */
async function expire(): Promise<undefined> {
  for (const { hotelId, reservationId } of await findExpiredHolds(api.db, { now: api.clock!, limit: 100 }))
    await inPropertyTransaction(api.db, { hotelId, now: api.clock!, actor: INNWIRE }, (tx) =>
      expireHold(tx, reservationId),
    );
}

async function makeHouse(): Promise<House> {
  const property = await api.property({ rooms: [{}, { units: 3 }] });
  const made = await api.operator('POST', `/properties/${property.hotelId}/units`, {
    room_id: property.room,
    names: ['1', '2', '3', '4'],
  });
  expect(made.status, made.text).toBe(200);
  return {
    ...property,
    orders: [],
    units: made.body.map((unit: any) => unit.unit_id),
    closures: [],
    tasks: [],
  };
}

type Shown = { moment: string; live: any[] };

describe('the desk as of a moment', () => {
  const done = new Map<string, number>();

  test('is what it showed then, whatever happened since', async () => {
    const courses = fc.array(STEP, { minLength: 60, maxLength: 80 });
    await fc.assert(fc.asyncProperty(courses, takeCourse), {
      ...randomly(4, 'slow'),
      endOnFailure: true,
    });
    // A course in which a verb was always refused would prove nothing of it.
    expect(KINDS.filter((kind) => !done.has(kind))).toEqual([]);
  });

  async function takeCourse(steps: Step[]): Promise<void> {
    at('2027-03-01T10:00:00Z');
    const house = await makeHouse();
    const shown: Shown[] = [];
    for (const step of steps) {
      api.clock = api.clock!.add({ hours: step.hours });
      const status = await takeStep(house, step);
      expect(status, JSON.stringify(step)).toBeLessThan(500);
      if (status === 200) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
      const live = await Promise.all(WINDOWS.map((window) => desk(house, window)));
      shown.push({ moment: api.clock!.toString(), live });
    }
    for (const { moment, live } of shown) await compare(house, moment, live);
    // With half of the log removed, a moment is answered right or refused.
    const half = shown[Math.floor(shown.length / 2)]!.moment;
    await compactLogs(api.db, Temporal.Instant.from(half));
    let answered = 0;
    for (const { moment, live } of shown) {
      const answer = await ask(house, `as_of=${moment}`);
      if (answer.status !== 200) expectProblem(answer, 400, 'moment_not_kept');
      else if (moment >= half) answered += 1;
      if (answer.status === 200)
        expect(timeless(comparable(answer.body))).toEqual(timeless(comparable(live[0])));
    }
    expect(answered).toBeGreaterThan(0);
  }

  async function compare(house: House, moment: string, live: any[]): Promise<void> {
    for (const [i, window] of WINDOWS.entries()) {
      const then = await desk(house, `${window}&as_of=${moment}`);
      expect(then.nights).toBeUndefined();
      expect(comparable(then), `${window} at ${moment}`).toEqual(comparable(live[i]));
    }
  }

  /** Where the last event before the moment was removed, when a record was last changed is not known. */
  const timeless = (desk: any) =>
    JSON.parse(
      JSON.stringify(desk, (name, value) =>
        ['updated_at', 'updated', 'condition_at'].includes(name) ? undefined : value,
      ),
    );

  test('shows a stay where it was, what was paid by then, and a hold before it ended', async () => {
    const house = await makeHouse();
    const stay = await book(house, { unit_id: house.units[0] });
    const hold = await book(house, { hold_minutes: 60 });
    at('2027-03-02T10:00:00Z');
    await expire();
    await patch(house, stay, { unit_id: house.units[1], checkout: '2027-03-08' });
    await changeStay(house, stay, {
      kind: 'pay',
      cents: 5_000,
      from: 0,
      nights: 1,
      room: 0,
      which: 0,
      hours: 1,
    });
    at('2027-03-03T10:00:00Z');
    const then = await desk(house, 'as_of=2027-03-01T10:30:00Z');
    expect(then).toMatchObject({
      as_of: '2027-03-01T10:30:00.000Z',
      today: '2027-03-01',
      fromdate: '2027-02-15',
    });
    expect(then.bookings).toMatchObject([
      { order_id: stay, unit_id: house.units[0], checkout: '2027-03-07T11:00:00.000Z', paid: 0 },
      { order_id: hold, status: 'held' },
    ]);
    const now = await desk(house);
    expect(now.as_of).toBeUndefined();
    expect(now.bookings).toMatchObject([{ order_id: stay, unit_id: house.units[1], paid: 50 }]);
  });

  test('keeps erased guests erased, and shows the names that are stored now', async () => {
    const house = await makeHouse();
    const stay = await book(house, { email: 'ada@example.com', phone: '+351900000000' });
    at('2027-03-02T10:00:00Z');
    await patch(house, stay, { unit_id: 'auto' });
    await api.delete(`/api/bookings/${house.token}?order_id=${stay}&date=2027-03-04`);
    const guest = (await desk(house, 'as_of=2027-03-01T10:00:00Z')).bookings[0].guest_id;
    at('2027-03-03T10:00:00Z');
    const erased = await api.operator('POST', `/properties/${house.hotelId}/guests/${guest}/erase`, {});
    expect(erased.status, erased.text).toBe(200);
    for (const moment of ['2027-03-01T10:00:00Z', '2027-03-02T09:59:59Z']) {
      const { bookings } = await desk(house, `as_of=${moment}`);
      expect(bookings).toMatchObject([{ order_id: stay, status: 'confirmed', email: null, phone: null }]);
      expect(JSON.stringify(bookings)).not.toContain('Ada');
    }
  });

  test('has what the token may see now, and no more', async () => {
    const house = await makeHouse();
    await book(house);
    const at = `as_of=${api.clock}`;
    for (const scopes of [TOKEN_PRESETS.housekeeping.scopes, ['bookings:read']]) {
      const made = await api.operator('POST', `/properties/${house.hotelId}/tokens`, {
        label: 'some',
        scopes,
      });
      expect(made.status, made.text).toBe(200);
      const some = { ...house, token: made.body.api_token };
      const [now, then] = [await desk(some), await desk(some, at)];
      const { nights: _, ...parts } = now;
      expect(Object.keys(then).toSorted()).toEqual([...Object.keys(parts), 'as_of'].toSorted());
    }
  });

  test('can be asked for some parts and bookings', async () => {
    const house = await makeHouse();
    const [one] = [await book(house), await book(house)];
    const then = await desk(house, `as_of=${api.clock}&parts=bookings,nights&bookings=${one}`);
    expect(then.bookings).toMatchObject([{ order_id: one }]);
    expect([then.nights, then.units, then.rooms]).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['2027-03-01T10:01:01Z', 'in_future', 'must be in the past, and it is 2027-03-01T10:00:00Z now'],
    [
      '2027-02-28T10:00:00Z',
      'before_property',
      'must not be before 2027-03-01T10:00:00Z, when the property was created',
    ],
    ['yesterday', 'wrong_format', 'must be'],
  ])('is refused at %s', async (moment, rule, sentence) => {
    const answer = await ask(await api.property(), `as_of=${moment}`);
    expectProblem(answer, 400, 'invalid_parameters', ['as_of']);
    expect(answer.body.errors[0].rule).toBe(rule);
    expect(answer.body.detail).toContain(`as_of ${sentence}`);
  });

  test('is refused before the log begins, with the moment from which it is known', async () => {
    const house = await makeHouse();
    at('2027-03-05T10:00:00Z');
    await book(house, { checkin: '2027-03-09', checkout: '2027-03-10' });
    await compactLogs(api.db, Temporal.Instant.from('2027-03-05T00:00:00Z'));
    const answer = await ask(house, 'as_of=2027-03-05T09:00:00Z');
    expectProblem(answer, 400, 'moment_not_kept');
    expect(answer.body.detail).toBe(
      'What the property was at 2027-03-05T09:00:00Z is not known: the log with its changes begins at 2027-03-05T10:00:00Z. Send as_of from then on, or leave it out.',
    );
    expect((await desk(house, 'as_of=2027-03-05T10:00:00Z')).bookings).toHaveLength(1);
  });
});
