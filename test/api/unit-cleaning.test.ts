// The cleaning of units that guests in the house leave for another one, and of those whose check-out is taken back.
import { beforeEach, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { refusalsBy } from './expectations.ts';

const api = useApi({ poolSize: 16 });
const TODAY = Temporal.PlainDate.from('2026-06-15');
const NAME = 'Turnover cleaning';

beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

type House = TestProperty & { units: number[] };

async function houseWith(...names: string[]): Promise<House> {
  const property = await api.property({ rooms: [{ units: names.length, price: 100 }], timezone: 'UTC' });
  const body = { room_id: property.room, names };
  const units = (await api.post(`/api/units/${property.token}`, body)).body;
  return { ...property, units: units.map((unit: any) => unit.unit_id) };
}

const change = ({ token }: TestProperty, order: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });

/** A guest who came yesterday and leaves in two days. */
async function guestIn(house: House, unit: number | 'auto'): Promise<number> {
  const stay = { checkin: '2026-06-14', checkout: '2026-06-17', price: 300 };
  const body = { room_id: house.room, name: 'Ada', unit_id: unit, ...stay };
  const { order_id } = (await api.post(`/api/bookings/${house.token}`, body)).body;
  expect((await change(house, order_id, { status: 'checked_in' })).status).toBe(200);
  return order_id;
}

/** The cleaning tasks as `unit status day of the month`, with the booking of those that belong to one. */
async function cleanings({ token }: TestProperty): Promise<string[]> {
  const { body } = await api.get(`/api/tasks/${token}`);
  return body
    .filter(({ task_name }: any) => task_name === NAME)
    .map(({ unit, status, date, order_id }: any) => `${unit} ${status} ${date.slice(8)} ${order_id ?? '–'}`);
}

const conditions = async ({ token }: TestProperty) =>
  (await api.get(`/api/units/${token}`)).body.map(({ condition }: any) => condition);

const finish = async (house: House, unit: number, status: string) => {
  const { body } = await api.get(`/api/tasks/${house.token}?unit_id=${unit}&open=true`);
  const path = `/properties/${house.hotelId}/tasks/${body[0].task_id}`;
  expect((await api.operator('PATCH', path, { status })).status).toBe(200);
};

test('a unit that a guest leaves for another one has one cleaning task, due today, which makes it clean', async () => {
  const house = await houseWith('101', '102', '103');
  const [first, second, third] = house.units as [number, number, number];
  const order = await guestIn(house, first);
  await change(house, order, { unit_id: second });
  expect(await cleanings(house)).toEqual(['101 pending 15 –', `102 pending 17 ${order}`]);
  await finish(house, first, 'done');
  expect(await conditions(house)).toEqual(['clean', 'clean', 'clean']);
  await change(house, order, { unit_id: third });
  await change(house, order, { name: 'Ada Lovelace' });
  expect(await cleanings(house)).toEqual(['101 done 15 –', '102 pending 15 –', `103 pending 17 ${order}`]);
  await expectConsistent(api.db, house.hotelId, TODAY);
});

test('a guest who moves back takes the task with them, and the other unit has one', async () => {
  const house = await houseWith('101', '102');
  const [first, second] = house.units as [number, number];
  const order = await guestIn(house, first);
  await change(house, order, { unit_id: second });
  await change(house, order, { unit_id: first, unready: true });
  expect((await cleanings(house)).toSorted()).toEqual([
    '101 cancelled 15 –',
    `101 pending 17 ${order}`,
    '102 pending 15 –',
  ]);
});

test('a task that is open already is enough, also where the unit was dirty', async () => {
  const house = await houseWith('101', '102');
  const [first, second] = house.units as [number, number];
  const leaving = await guestIn(house, first);
  await change(house, leaving, { status: 'checked_out' });
  const body = { room_id: house.room, name: 'Bo', checkin: '2026-06-16', checkout: '2026-06-18', price: 200 };
  api.clock = Temporal.Instant.from('2026-06-16T10:00:00Z');
  const coming = (await api.post(`/api/bookings/${house.token}`, { ...body, unit_id: first })).body.order_id;
  expect((await change(house, coming, { status: 'checked_in', unready: true })).status).toBe(200);
  await change(house, coming, { unit_id: second });
  expect(await cleanings(house)).toEqual([`101 pending 15 ${leaving}`, `102 pending 18 ${coming}`]);
});

test('guests who exchange their units leave both to be cleaned, once, however often the request is repeated', async () => {
  const house = await houseWith('101', '102');
  const [first, second] = house.units as [number, number];
  const [one, other] = [await guestIn(house, first), await guestIn(house, second)];
  const moves = [
    { order_id: one, unit_id: second },
    { order_id: other, unit_id: first },
  ];
  const exchange = () => api.post(`/api/assignments/${house.token}`, { moves });
  for (const answer of await Promise.all(Array.from({ length: 50 }, exchange)))
    expect(answer.status, answer.text).toBe(200);
  const today = (await cleanings(house)).filter((task) => task.endsWith('–'));
  expect(today.toSorted()).toEqual(['101 pending 15 –', '102 pending 15 –']);
  expect(await conditions(house)).toEqual(['dirty', 'dirty']);
});

test('a guest who moves to a room without units leaves a unit to be cleaned as well', async () => {
  const house = await houseWith('101');
  const [unit] = house.units as [number];
  const order = await guestIn(house, unit);
  const room = { name: 'Barn', capacity: 2, price: 100, units: 1 };
  const { body } = await api.operator('POST', `/properties/${house.hotelId}/rooms`, room);
  expect((await change(house, order, { room_id: body.room_id })).status).toBe(200);
  expect(await conditions(house)).toEqual(['dirty']);
  expect(await cleanings(house)).toEqual(['101 pending 15 –', `null pending 17 ${order}`]);
  await expectConsistent(api.db, house.hotelId, TODAY);
});

test.each([
  'clean',
  'inspected',
])('a check-out that is taken back leaves a unit %s that was so', async (condition) => {
  const house = await houseWith('101');
  const [unit] = house.units as [number];
  const order = await guestIn(house, unit);
  const path = `/api/units/${house.token}?unit_id=${unit}`;
  await api.request('PATCH', path, { body: { condition } });
  for (const status of ['checked_out', 'cancelled']) {
    expect((await change(house, order, { status })).status).toBe(200);
    expect(await conditions(house)).toEqual(['dirty']);
    expect((await change(house, order, { status: 'checked_in' })).status).toBe(200);
    expect(await conditions(house)).toEqual([condition]);
    expect(await cleanings(house)).toEqual([`101 pending 17 ${order}`]);
  }
  await expectConsistent(api.db, house.hotelId, TODAY);
});

test('what people or housekeeping said since a check-out stays when it is taken back', async () => {
  const house = await houseWith('101');
  const [unit] = house.units as [number];
  const order = await guestIn(house, unit);
  await change(house, order, { status: 'checked_out' });
  api.clock = Temporal.Instant.from('2026-06-15T10:05:00Z');
  await api.request('PATCH', `/api/units/${house.token}?unit_id=${unit}`, { body: { condition: 'dirty' } });
  await change(house, order, { status: 'checked_in' });
  expect(await conditions(house)).toEqual(['dirty']);
  await change(house, order, { status: 'checked_out' });
  await finish(house, unit, 'done');
  await change(house, order, { status: 'checked_in' });
  expect(await conditions(house)).toEqual(['clean']);
});

test('a guest who gets another unit when the check-out is taken back leaves the former one to be cleaned', async () => {
  const house = await houseWith('101', '102');
  const [first, second] = house.units as [number, number];
  const order = await guestIn(house, 'auto');
  await change(house, order, { status: 'checked_out' });
  const next = { room_id: house.room, name: 'Bo', checkin: '2026-06-16', checkout: '2026-06-17', price: 100 };
  await api.post(`/api/bookings/${house.token}`, { ...next, unit_id: first });
  const back = (await change(house, order, { status: 'checked_in' })).body;
  expect(back).toMatchObject({ status: 'checked_in', unit_id: second });
  expect(await conditions(house)).toEqual(['dirty', 'clean']);
  expect((await cleanings(house)).slice(0, 1)).toEqual(['101 pending 15 –']);
  expect(await cleanings(house)).toContain(`102 pending 17 ${order}`);
});

test('a task of people names a unit, alone or with its room', async () => {
  const house = await houseWith('101');
  const [unit] = house.units as [number];
  const task = { task_name: 'Change the bulb', date: '2026-06-15' };
  const add = (more: object) =>
    api.operator('POST', `/properties/${house.hotelId}/tasks`, { ...task, ...more });
  const refused = refusalsBy(api);
  for (const named of [{ unit_id: unit }, { unit_id: unit, room_id: house.room }])
    expect((await add(named)).body).toMatchObject({ room_id: house.room, unit_id: unit, unit: '101' });
  expect((await add({ room_id: house.room })).body).toMatchObject({ unit_id: null });
  await refused(() => add({}), 'invalid_data', ['room_id']);
  await refused(() => add({ unit_id: 999_999 }), 'unknown_unit');
  const other = await api.operator('POST', `/properties/${house.hotelId}/rooms`, {
    name: 'B',
    capacity: 2,
    price: 9,
  });
  await refused(() => add({ unit_id: unit, room_id: other.body.room_id }), 'unit_of_other_room');
});
