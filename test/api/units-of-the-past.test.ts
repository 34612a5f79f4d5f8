// The units of reports of the past: as many as there were on each day, whatever happened to rooms, units and closures since.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';

const api = useApi();

const at = (day: string, time = '10:00') => {
  api.clock = Temporal.Instant.from(`2027-${day}T${time}:00Z`);
};
beforeEach(() => at('03-01'));

const house = (...rooms: object[]) => api.property({ rooms, timezone: 'UTC' });

async function report({ token }: TestProperty, query = ''): Promise<any> {
  const answer = await api.get(`/api/reports/${token}?fromdate=2027-03-01&todate=2027-03-06${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The units of each day from 1 to 6 March, less those that are out of order. */
const units = async (property: TestProperty, query?: string): Promise<string> =>
  (await report(property, query)).rows
    .map(({ units: number, out_of_order: closed }: any) => (closed ? `${number}-${closed}` : `${number}`))
    .join(' ');

const ok = async (answer: Promise<{ status: number; text: string; body: any }>) => {
  const { status, text, body } = await answer;
  expect(status, text).toBe(200);
  return body;
};
const setUnits = ({ hotelId, room }: TestProperty, number: number) =>
  ok(api.operator('PATCH', `/properties/${hotelId}/rooms/${room}`, { units: number }));
const retire = ({ hotelId }: TestProperty, room: number) =>
  ok(api.operator('DELETE', `/properties/${hotelId}/rooms/${room}`));
const addUnits = async ({ token, room }: TestProperty, ...names: string[]): Promise<number[]> =>
  (await ok(api.post(`/api/units/${token}`, { room_id: room, names }))).map(({ unit_id: id }: any) => id);
const archive = ({ token }: TestProperty, unit: number) =>
  ok(api.delete(`/api/units/${token}?unit_id=${unit}`));
const close = async ({ token }: TestProperty, unit: number, fromdate: string, todate: string) =>
  (await ok(api.post(`/api/closures/${token}`, { unit_id: unit, kind: 'out_of_order', fromdate, todate })))
    .closure_id;
const open = ({ token }: TestProperty, closure: number) =>
  ok(api.delete(`/api/closures/${token}?closure_id=${closure}`));

describe('the units of a day that is over', () => {
  test('are those that the room had then, and those of a day to come those that it has now', async () => {
    const property = await house({ units: 2 }, { units: 1 });
    at('03-03');
    await setUnits(property, 5);
    expect(await units(property)).toBe('3 3 6 6 6 6');
    at('03-05');
    await setUnits(property, 4);
    expect(await units(property)).toBe('3 3 6 6 5 5');
    expect(await units(property, '&as_of=2027-03-04T10:00:00Z')).toBe('3 3 6 6 6 6');
    expect(await units(property, '&as_of=2027-03-02T10:00:00Z')).toBe('3 3 3 3 3 3');
    expect((await report(property, '&by=room')).rows.map((row: any) => row.units)).toEqual([22, 6]);
    expect((await report(property)).total).toMatchObject({ units: 28, occupancy: 0, revpar: 0 });
  });

  test('do not change with units that are added or archived', async () => {
    const property = await house({});
    const [first] = await addUnits(property, '1', '2', '3');
    at('03-03');
    await addUnits(property, '4');
    at('03-05');
    await archive(property, first!);
    expect(await units(property)).toBe('3 3 4 4 3 3');
  });

  test('do not change with the room that is retired, or another one that is made', async () => {
    const property = await house({ units: 2 }, { units: 3 });
    at('03-04');
    await retire(property, property.rooms[1]!);
    expect(await units(property)).toBe('5 5 5 2 2 2');
    at('03-05');
    await ok(
      api.operator('POST', `/properties/${property.hotelId}/rooms`, {
        name: 'New',
        capacity: 2,
        price: 9,
        units: 7,
      }),
    );
    expect(await units(property)).toBe('5 5 5 2 9 9');
    expect(await units(property, '&as_of=2027-03-03T23:00:00Z')).toBe('5 5 5 5 5 5');
    expect(await units(property, '&as_of=2027-03-04T23:00:00Z')).toBe('5 5 5 2 2 2');
  });

  test('count the changes of the day up to midnight at the property', async () => {
    const property = await api.property({ rooms: [{ units: 2 }], timezone: 'America/New_York' });
    at('03-03', '04:59');
    await setUnits(property, 3);
    expect(await units(property)).toBe('2 3 3 3 3 3');
    at('03-04', '05:00');
    await setUnits(property, 4);
    expect(await units(property)).toBe('2 3 3 4 4 4');
  });
});

test('units that were closed count as they were: those of a day that is over, and at a moment', async () => {
  const property = await house({});
  const [first, second] = (await addUnits(property, '1', '2')) as [number, number];
  const long = await close(property, first, '2027-03-01', '2027-03-06');
  at('03-02');
  await close(property, second, '2027-03-04', '2027-03-05');
  at('03-03');
  await open(property, long);
  expect(await units(property)).toBe('2-1 2-1 2 2-1 2-1 2');
  expect(await units(property, '&as_of=2027-03-01T12:00:00Z')).toBe('2-1 2-1 2-1 2-1 2-1 2-1');
  expect(await units(property, '&as_of=2027-03-02T12:00:00Z')).toBe('2-1 2-1 2-1 2-2 2-2 2-1');
  expect(await units(property, '&as_of=2027-03-01T09:00:00Z')).toBe('');
});

test('a stay of the past that is entered later counts its room from its first night on', async () => {
  at('03-05');
  const property = await house({ units: 4 }, { units: 2 });
  expect(await units(property)).toBe('0 0 0 0 6 6');
  await ok(
    api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Ada',
      checkin: '2027-03-03',
      checkout: '2027-03-07',
      price: 400,
    }),
  );
  expect(await units(property)).toBe('0 0 4 4 6 6');
});

const STEP = fc.record({
  kind: fc.constantFrom(
    ...([
      'units',
      'add',
      'add',
      'archive',
      'close',
      'close',
      'open',
      'retire',
      'room',
      'book',
      'cancel',
    ] as const),
  ),
  hours: fc.integer({ min: 1, max: 20 }),
  room: fc.nat(3),
  one: fc.nat(9),
  days: fc.nat(4),
  nights: fc.integer({ min: 1, max: 5 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

type Course = {
  property: TestProperty;
  rooms: number[];
  units: number[];
  closures: number[];
  orders: number[];
};

/** Takes a step, which the house may refuse. */
async function takeStep(course: Course, { kind, one, days, nights, ...step }: Step): Promise<void> {
  const { property, rooms, units: all, closures, orders } = course;
  const { token, hotelId } = property;
  const pick = (from: readonly number[]) => from[one % Math.max(1, from.length)] ?? 0;
  const room = rooms[step.room % rooms.length]!;
  const today = Temporal.PlainDate.from(api.clock!.toString().slice(0, 10));
  const [from, until] = [today.add({ days }).toString(), today.add({ days: days + nights }).toString()];
  const steps: Record<Step['kind'], () => Promise<unknown>> = {
    units: () => api.operator('PATCH', `/properties/${hotelId}/rooms/${room}`, { units: 1 + (one % 6) }),
    async add() {
      const names = [`${all.length}-${api.clock}`];
      const { status, body } = await api.post(`/api/units/${token}`, { room_id: room, names });
      if (status === 200) all.push(body[0].unit_id);
    },
    archive: () => api.delete(`/api/units/${token}?unit_id=${pick(all)}`),
    async close() {
      const closure = { unit_id: pick(all), kind: 'out_of_order', fromdate: from, todate: until };
      const { status, body } = await api.post(`/api/closures/${token}`, closure);
      if (status === 200) closures.push(body.closure_id);
    },
    open: () => api.delete(`/api/closures/${token}?closure_id=${pick(closures)}`),
    retire: () => api.operator('DELETE', `/properties/${hotelId}/rooms/${room}`),
    async room() {
      const made = { name: `R${api.clock}`, capacity: 2, price: 9, ...(one % 3 && { units: one }) };
      const { status, body } = await api.operator('POST', `/properties/${hotelId}/rooms`, made);
      if (status === 200) rooms.push(body.room_id);
    },
    async book() {
      const stay = { room_id: room, name: 'Ada', checkin: from, checkout: until, price: 100 };
      const { status, body } = await api.post(`/api/bookings/${token}`, stay);
      if (status === 200) orders.push(body.order_id);
    },
    cancel: () => api.delete(`/api/bookings/${token}?order_id=${pick(orders)}&date=${from}`),
  };
  await steps[kind]();
}

const shown = ({ as_of: _, ...body }: any) => ({
  ...body,
  rows: body.rows.map(({ room: _room, ...row }: any) => row),
});

async function takeCourse(steps: readonly Step[]): Promise<void> {
  at('02-27');
  const property = await house({ units: 2 }, {});
  const course: Course = { property, rooms: [...property.rooms], units: [], closures: [], orders: [] };
  const kept: { moment: string; day: unknown; room: unknown }[] = [];
  const lastOfDay = new Map<string, any>();
  for (const step of steps) {
    api.clock = api.clock!.add({ hours: step.hours });
    await takeStep(course, step);
    const [day, room] = [await report(property), await report(property, '&by=room')];
    kept.push({ moment: api.clock.toString(), day: shown(day), room: shown(room) });
    const today = api.clock.toString().slice(0, 10);
    lastOfDay.set(
      today,
      day.rows.find(({ key }: any) => key === today),
    );
  }
  api.clock = api.clock!.add({ hours: 1 });
  for (const { moment, day, room } of kept) {
    expect(shown(await report(property, `&as_of=${moment}`)), moment).toEqual(day);
    expect(shown(await report(property, `&by=room&as_of=${moment}`)), moment).toEqual(room);
  }
  const { rows } = await report(property);
  const today = api.clock.toString().slice(0, 10);
  for (const { key, units: number, out_of_order: closed } of rows) {
    const then = key < today ? lastOfDay.get(key) : undefined;
    if (then) expect([key, number, closed]).toEqual([key, then.units, then.out_of_order]);
  }
}

test('reports as of a moment, and the days that are over, have the units that they showed then, whatever happened since', async () => {
  const courses = fc.array(STEP, { minLength: 10, maxLength: 20 });
  await fc.assert(fc.asyncProperty(courses, takeCourse), randomly(4, 'slow'));
});
