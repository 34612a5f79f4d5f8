// Properties that inspect their units: tasks follow the condition, and check-in and the automatic choice follow it too.
import { expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { tally, times } from '../pms/concurrent-requests.ts';
import { expectConsistent } from '../pms/invariants.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2027-03-01T12:00:00Z');
const TODAY = Temporal.PlainDate.from('2027-03-01');

type House = TestProperty & { units: number[] };

const setInspection = (house: House, on: boolean) =>
  api.operator('PATCH', `/properties/${house.hotelId}`, { settings: { inspects_units: on } });

async function inspecting(names: readonly string[]): Promise<House> {
  const house = await propertyWithUnits(api, names);
  await api.request('PATCH', `/api/units/${house.token}?unit_id=${house.units[0]}`, {
    body: { condition: 'dirty' },
  });
  expect((await setInspection(house, true)).body.settings.inspects_units).toBe(true);
  return house;
}

const setCondition = (house: House, unit: number, condition: string) =>
  api.request('PATCH', `/api/units/${house.token}?unit_id=${unit}`, { body: { condition } });

const conditions = async (house: House): Promise<string[]> =>
  (await api.get(`/api/units/${house.token}`)).body.map((unit: any) => unit.condition);

const inspections = async (house: House, unit: number): Promise<any[]> =>
  (await api.get(`/api/tasks/${house.token}`)).body.filter(
    (task: any) => task.task_name === 'Inspection' && task.unit_id === unit,
  );

const statesOf = async (house: House, unit: number): Promise<string[]> =>
  (await inspections(house, unit)).map((task) => task.status);

const finish = async (house: House, task: number) =>
  api.operator('PATCH', `/properties/${house.hotelId}/tasks/${task}`, { status: 'done' });

const book = (house: House, more: object = {}) =>
  api.post(`/api/bookings/${house.token}`, {
    room_id: house.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-03',
    price: 100,
    ...more,
  });

const change = (house: House, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${house.token}?order_id=${order}`, { body });

test('no property inspects until it says so', async () => {
  const house = await propertyWithUnits(api, ['1']);
  expect((await api.get(`/api/hotels/${house.token}`)).body.settings.inspects_units).toBe(false);
  await setCondition(house, house.units[0]!, 'dirty');
  await setCondition(house, house.units[0]!, 'clean');
  expect(await inspections(house, house.units[0]!)).toEqual([]);
});

test('turning it on gives clean units a task, turning it off cancels the open ones', async () => {
  const house = await inspecting(['1', '2']);
  const [dirty, clean] = house.units as [number, number];
  expect(await statesOf(house, dirty)).toEqual([]);
  expect(await inspections(house, clean)).toMatchObject([
    { status: 'pending', date: '2027-03-01', unit: '2' },
  ]);
  await setInspection(house, true);
  expect(await statesOf(house, clean)).toEqual(['pending']);
  await setInspection(house, false);
  expect(await statesOf(house, clean)).toEqual(['cancelled']);
});

test('a cleaned unit is inspected by its task, and ready only then', async () => {
  const house = await inspecting(['1']);
  const [unit] = house.units as [number];
  const { body: stay } = await book(house, { unit_id: unit });
  const dirty = (await change(house, stay.order_id, { status: 'checked_in' })).body;
  expect(dirty).toMatchObject({ code: 'unit_not_ready', data: { condition: 'dirty', inspects: true } });
  expect(dirty.detail).toContain('have it cleaned and inspected');
  await setCondition(house, unit, 'clean');
  const clean = (await change(house, stay.order_id, { status: 'checked_in' })).body;
  expect(clean).toMatchObject({ code: 'unit_not_ready', data: { condition: 'clean' } });
  expect(clean.detail).toContain('is clean, but not inspected: have it inspected');
  const [task] = await inspections(house, unit);
  expect((await finish(house, task.task_id)).status).toBe(200);
  expect(await conditions(house)).toEqual(['inspected']);
  expect((await change(house, stay.order_id, { status: 'checked_in' })).status).toBe(200);
  expect((await change(house, stay.order_id, { status: 'checked_out' })).status).toBe(200);
  expect(await conditions(house)).toEqual(['dirty']);
  // The cleaning after the stay leads to the next inspection.
  const cleaning = (await api.get(`/api/tasks/${house.token}`)).body.find(
    (one: any) => one.order_id === stay.order_id,
  );
  await finish(house, cleaning.task_id);
  expect(await statesOf(house, unit)).toEqual(['done', 'pending']);
  await expectConsistent(api.db, house.hotelId, TODAY);
});

test('what people set by hand ends the task: inspected does it, dirty cancels it', async () => {
  const house = await inspecting(['1']);
  const [unit] = house.units as [number];
  await setCondition(house, unit, 'clean');
  await setCondition(house, unit, 'inspected');
  expect(await statesOf(house, unit)).toEqual(['done']);
  await setCondition(house, unit, 'clean');
  await setCondition(house, unit, 'dirty');
  expect(await statesOf(house, unit)).toEqual(['done', 'cancelled']);
  const [, cancelled] = await inspections(house, unit);
  // A task that is opened again and done says nothing of a unit that is dirty.
  await api.operator('PATCH', `/properties/${house.hotelId}/tasks/${cancelled.task_id}`, {
    status: 'pending',
  });
  await finish(house, cancelled.task_id);
  expect(await conditions(house)).toEqual(['dirty']);
  await setCondition(house, unit, 'clean');
  expect((await api.delete(`/api/units/${house.token}?unit_id=${unit}`)).status).toBe(200);
  expect((await statesOf(house, unit)).at(-1)).toBe('cancelled');
});

test('a guest who arrives now gets an inspected unit first, and is refused one that is only clean', async () => {
  const house = await inspecting(['1', '2', '3']);
  await setCondition(house, house.units[2]!, 'inspected');
  const { body: first } = await book(house);
  expect((await change(house, first.order_id, { status: 'checked_in' })).body).toMatchObject({ unit: '3' });
  const { body: second } = await book(house);
  expect((await change(house, second.order_id, { status: 'checked_in' })).body).toMatchObject({
    code: 'unit_not_ready',
  });
  expect((await change(house, second.order_id, { status: 'checked_in', unready: true })).status).toBe(200);
});

test('a unit that is cleaned by many at once has one open inspection', async () => {
  const house = await inspecting(['1']);
  const [unit] = house.units as [number];
  const answers = await Promise.all(
    times(200, (i) => setCondition(house, unit, i % 2 === 0 ? 'clean' : 'dirty')),
  );
  expect(tally(answers)).toEqual({ '200': 200 });
  await setCondition(house, unit, 'clean');
  const open = (await statesOf(house, unit)).filter((status) => status === 'pending');
  expect(open).toHaveLength(1);
});
