// Cleaning that is finished: a unit that is set clean ends its turnover task, a task that is done makes its unit clean, and both are taken back together.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { expectConsistent } from '../pms/invariants.ts';

const api = useApi();
const TODAY = Temporal.PlainDate.from('2026-06-15');

const at = (moment: string) => {
  api.clock = Temporal.Instant.from(moment);
};
let minute = 0;
const later = () => {
  minute += 1;
  at(`2026-06-15T10:${String(minute).padStart(2, '0')}:00Z`);
};
beforeEach(() => {
  minute = 0;
  at('2026-06-15T10:00:00Z');
});

type House = TestProperty & { units: number[] };

const change = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });

async function book(house: House, unit: number, checkin: string, checkout: string): Promise<number> {
  const body = { room_id: house.room, name: 'Ada', checkin, checkout, price: 100, unit_id: unit };
  const answer = await api.post(`/api/bookings/${house.token}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
}

/** A house whose unit a guest has left today, and in which another guest comes tonight. */
async function leftHouse(): Promise<{ house: House; unit: number; left: number; next: number }> {
  const house = await propertyWithUnits(api, ['101', '102']);
  const unit = house.units[0]!;
  const left = await book(house, unit, '2026-06-14', '2026-06-15');
  const next = await book(house, unit, '2026-06-15', '2026-06-17');
  for (const status of ['checked_in', 'checked_out']) {
    expect((await change(house, left, { status })).status).toBe(200);
    later();
  }
  return { house, unit, left, next };
}

const setCondition = async ({ token }: House, unit: number, condition: string) => {
  later();
  const answer = await api.request('PATCH', `/api/units/${token}?unit_id=${unit}`, { body: { condition } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const tasksOf = async ({ token }: House) => (await api.get(`/api/tasks/${token}`)).body;

/** The tasks as `name of the booking or – status`. */
const states = async (house: House) =>
  (await tasksOf(house)).map(
    ({ task_name, order_id, status }: any) => `${task_name} ${order_id ?? '–'} ${status}`,
  );

const conditionOf = async ({ token }: House, unit: number) =>
  (await api.get(`/api/units/${token}?unit_id=${unit}`)).body[0].condition;

async function setTask(house: House, order: number | null, name: string, status: string): Promise<void> {
  later();
  const task = (await tasksOf(house)).find((one: any) => one.order_id === order && one.task_name === name);
  const path = `/properties/${house.hotelId}/tasks/${task.task_id}`;
  const answer = await api.operator('PATCH', path, { status });
  expect(answer.status, answer.text).toBe(200);
}

const eventsOf = async ({ hotelId }: House, kind: string) =>
  api.db.query<{ data: any }>(`select data from events where hotel_id = $1 and kind = $2 order by seq`, [
    hotelId,
    kind,
  ]);

const CLEANING = 'Turnover cleaning';

describe.each(['clean', 'inspected'])('a unit that is set %s', (condition) => {
  test('ends the cleaning after the guest who has left, and not that after the next one', async () => {
    const { house, unit, left, next } = await leftHouse();
    await setCondition(house, unit, condition);
    expect(await states(house)).toEqual([`${CLEANING} ${left} done`, `${CLEANING} ${next} pending`]);
    const changed = (await eventsOf(house, 'task.changed')).at(-1)!.data;
    expect(changed).toMatchObject({
      status: 'done',
      changed: ['status'],
      before: { status: 'pending' },
    });
    await expectConsistent(api.db, house.hotelId, TODAY);
  });

  test('has its cleaning to be done again when that is taken back, as it was before', async () => {
    const { house, unit, left, next } = await leftHouse();
    await setTask(house, left, CLEANING, 'in_progress');
    await setCondition(house, unit, condition);
    await setCondition(house, unit, 'dirty');
    expect(await states(house)).toEqual([`${CLEANING} ${left} in_progress`, `${CLEANING} ${next} pending`]);
    await setCondition(house, unit, condition);
    expect((await states(house))[0]).toBe(`${CLEANING} ${left} done`);
    await expectConsistent(api.db, house.hotelId, TODAY);
  });
});

test('the cleaning after a guest who is in the house is that of the day of departure, whether or not the guest was checked out', async () => {
  const house = await propertyWithUnits(api, ['101']);
  const unit = house.units[0]!;
  const order = await book(house, unit, '2026-06-14', '2026-06-16');
  await change(house, order, { status: 'checked_in' });
  await setCondition(house, unit, 'dirty');
  await setCondition(house, unit, 'clean');
  expect(await states(house)).toEqual([`${CLEANING} ${order} pending`]);
  await change(house, order, { checkout: '2026-06-15' });
  await setCondition(house, unit, 'clean');
  expect(await states(house)).toEqual([`${CLEANING} ${order} done`]);
  await setCondition(house, unit, 'dirty');
  expect(await states(house)).toEqual([`${CLEANING} ${order} pending`]);
});

test('other tasks, other units and later days are left alone, and cleanings of the days before are not', async () => {
  const { house, unit, left, next } = await leftHouse();
  const path = `/properties/${house.hotelId}/tasks`;
  const task = { task_name: 'Change the bulb', date: '2026-06-15' };
  await api.operator('POST', path, { ...task, unit_id: unit });
  const other = house.units[1]!;
  const neighbour = await book(house, other, '2026-06-14', '2026-06-15');
  for (const status of ['checked_in', 'checked_out']) await change(house, neighbour, { status });
  at('2026-06-16T09:00:00Z');
  const body = { condition: 'clean' };
  await api.request('PATCH', `/api/units/${house.token}?unit_id=${unit}`, { body });
  expect((await states(house)).toSorted()).toEqual(
    [
      `${CLEANING} ${left} done`,
      `${CLEANING} ${next} pending`,
      `${CLEANING} ${neighbour} pending`,
      'Change the bulb – pending',
    ].toSorted(),
  );
});

test('a unit that a guest has left for another one is cleaned in both ways', async () => {
  const house = await propertyWithUnits(api, ['101', '102', '103']);
  const [first, second, third] = house.units as [number, number, number];
  const order = await book(house, first, '2026-06-14', '2026-06-18');
  await change(house, order, { status: 'checked_in' });
  await change(house, order, { unit_id: second });
  await setCondition(house, first, 'clean');
  await change(house, order, { unit_id: third });
  await setTask(house, null, CLEANING, 'done');
  const done = (await states(house)).filter((state: string) => state.endsWith('done'));
  expect(done).toEqual([`${CLEANING} – done`]);
  await setCondition(house, second, 'clean');
  expect((await states(house)).toSorted()).toEqual(
    [`${CLEANING} – done`, `${CLEANING} – done`, `${CLEANING} ${order} pending`].toSorted(),
  );
});

describe('a cleaning that is opened again', () => {
  test('makes the unit dirty again that it had made clean', async () => {
    const { house, unit, left } = await leftHouse();
    await setTask(house, left, CLEANING, 'done');
    expect(await conditionOf(house, unit)).toBe('clean');
    await setTask(house, left, CLEANING, 'pending');
    expect(await conditionOf(house, unit)).toBe('dirty');
    await setTask(house, left, CLEANING, 'done');
    expect(await conditionOf(house, unit)).toBe('clean');
    await expectConsistent(api.db, house.hotelId, TODAY);
  });

  test('makes the unit dirty whose setting had ended it', async () => {
    const { house, unit, left } = await leftHouse();
    await setCondition(house, unit, 'inspected');
    await setTask(house, left, CLEANING, 'pending');
    expect(await conditionOf(house, unit)).toBe('dirty');
  });

  test('leaves a unit as it is whose condition was set since, or that a guest has moved into', async () => {
    const { house, unit, left, next } = await leftHouse();
    await setTask(house, left, CLEANING, 'done');
    await setCondition(house, unit, 'inspected');
    await setTask(house, left, CLEANING, 'pending');
    expect(await conditionOf(house, unit)).toBe('inspected');
    await setCondition(house, unit, 'dirty');
    await setTask(house, left, CLEANING, 'done');
    expect((await change(house, next, { status: 'checked_in' })).status).toBe(200);
    await setTask(house, left, CLEANING, 'pending');
    expect(await conditionOf(house, unit)).toBe('clean');
  });
});

test('a unit that becomes dirty anew has its earlier cleanings done: after the next guest moved in, or on another day', async () => {
  const { house, unit, left, next } = await leftHouse();
  await setCondition(house, unit, 'clean');
  expect((await change(house, next, { status: 'checked_in' })).status).toBe(200);
  await setCondition(house, unit, 'dirty');
  expect(await states(house)).toEqual([`${CLEANING} ${left} done`, `${CLEANING} ${next} pending`]);

  const again = await leftHouse();
  await setCondition(again.house, again.unit, 'clean');
  at('2026-06-16T09:00:00Z');
  const path = `/api/units/${again.house.token}?unit_id=${again.unit}`;
  await api.request('PATCH', path, { body: { condition: 'dirty' } });
  expect((await states(again.house))[0]).toBe(`${CLEANING} ${again.left} done`);
});

test('where units are inspected, both steps are taken back with their tasks', async () => {
  const { house, unit, left, next } = await leftHouse();
  await api.operator('PATCH', `/properties/${house.hotelId}`, { settings: { inspects_units: true } });
  const ofUnit = async () => (await tasksOf(house)).filter((one: any) => one.unit_id === unit);
  const inspections = async () =>
    (await ofUnit()).flatMap(({ task_name, status }: any) => (task_name === 'Inspection' ? [status] : []));
  await setCondition(house, unit, 'clean');
  expect(await inspections()).toEqual(['pending']);
  await setCondition(house, unit, 'inspected');
  expect(await inspections()).toEqual(['done']);
  const inspection = (await ofUnit()).find((one: any) => one.task_name === 'Inspection').task_id;
  later();
  await api.operator('PATCH', `/properties/${house.hotelId}/tasks/${inspection}`, { status: 'pending' });
  expect(await conditionOf(house, unit)).toBe('clean');
  expect(await inspections()).toEqual(['pending']);
  await setTask(house, left, CLEANING, 'pending');
  // It was inspected and is clean by another setting than that of its cleaning.
  expect(await conditionOf(house, unit)).toBe('clean');
  await setCondition(house, unit, 'dirty');
  expect(await inspections()).toEqual(['cancelled']);
  expect(await states(house)).toContain(`${CLEANING} ${next} pending`);
});

test('a unit that is set clean and whose task is done at the same time, by many, ends once', async () => {
  const { house, unit, left } = await leftHouse();
  const [task] = (await tasksOf(house)).filter((one: any) => one.order_id === left);
  const clean = () =>
    api.request('PATCH', `/api/units/${house.token}?unit_id=${unit}`, { body: { condition: 'clean' } });
  const done = () =>
    api.operator('PATCH', `/properties/${house.hotelId}/tasks/${task.task_id}`, { status: 'done' });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? clean() : done())));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await conditionOf(house, unit)).toBe('clean');
  const ended = (await eventsOf(house, 'task.changed')).filter(({ data }) => data.changed.includes('status'));
  expect(ended).toHaveLength(1);
});
