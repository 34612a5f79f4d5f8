// Units: adding, changing and archiving them, and giving them to stays.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { refusalsBy } from './expectations.ts';

const api = useApi();
const TODAY = Temporal.PlainDate.from('2026-06-15');

beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const house = async (units: number) =>
  await api.property({ rooms: [{ units, price: 100 }], timezone: 'UTC' });

const addUnits = ({ token, room }: TestProperty, names: string[], more: object = {}) =>
  api.post(`/api/units/${token}`, { room_id: room, names, ...more });

/** A property whose room has these units, with their ids. */
async function houseWith(...names: string[]) {
  const property = await house(names.length);
  const units = (await addUnits(property, names)).body.map((unit: any) => unit.unit_id) as number[];
  return { ...property, units };
}

const book = ({ token, room }: TestProperty, checkin: string, checkout: string, more: object = {}) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 100, ...more });

const change = ({ token }: TestProperty, orderId: number, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${orderId}`, { body });

const unitsOf = async ({ token }: TestProperty) => (await api.get(`/api/units/${token}`)).body;

const expectRefused = refusalsBy(api);

describe('adding units', () => {
  test('answers with their records, in the order given', async () => {
    const property = await house(2);
    const answer = await addUnits(property, ['204', ' 205 '], { floor: '2' });
    expect(answer.body).toEqual([
      {
        unit_id: expect.any(Number),
        hotel_id: property.hotelId,
        room_id: property.room,
        name: '204',
        floor: '2',
        position: 1,
        condition: 'clean',
        condition_at: '2026-06-15T10:00:00.000Z',
        occupancy: 'vacant',
        order_id: null,
        next_arrival: null,
        next_order_id: null,
        closure: null,
      },
      expect.objectContaining({ name: '205', position: 2 }),
    ]);
    expect(await unitsOf(property)).toEqual(answer.body);
  });

  test('makes the room sell as many as it has units, and its number cannot be set otherwise', async () => {
    const property = await house(1);
    await addUnits(property, ['1', '2', '3']);
    const nights = await api.get(`/api/availability/${property.token}?fromdate=2026-07-01&todate=2026-07-01`);
    expect(nights.body[0].available).toBe(3);
    const set = (units: number) =>
      api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { units });
    await expectRefused(() => set(4), 'room_has_units');
    expect((await set(3)).status).toBe(200);
  });

  test('is refused for a name that another unit has, whatever its case', async () => {
    const property = await houseWith('Sea a');
    await expectRefused(() => addUnits(property, ['SEA A']), 'unit_name_taken');
    await expectRefused(() => addUnits(property, ['7', '7']), 'unit_name_taken');
  });

  test('is refused when more is sold than the units that are named', async () => {
    const property = await house(2);
    await book(property, '2026-07-01', '2026-07-02');
    await book(property, '2026-07-01', '2026-07-02');
    await expectRefused(() => addUnits(property, ['1']), 'exceeds_units');
  });

  test.each([
    [{ names: [] }, 'names'],
    [{ names: [''] }, 'names.0'],
    [{ names: ['  '] }, 'names.0'],
    [{ names: ['x'.repeat(51)] }, 'names.0'],
    [{ names: ['203', '204,205'] }, 'names.1'],
    [{ names: '204' }, 'names'],
    [{ floor: 2 }, 'floor'],
  ])('is refused for %j', async (body, field) => {
    const property = await house(1);
    await expectRefused(() => addUnits(property, ['1'], body), 'invalid_data', [field]);
  });
});

describe('a booking', () => {
  test('is made for a unit, which nobody else then gets in these nights', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const booked = (await book(property, '2026-07-01', '2026-07-04', { unit_id: first })).body;
    expect(booked).toMatchObject({ unit_id: first, unit: '1', unit_pinned: true, unit_nights: null });
    const refused = await expectRefused(
      () => book(property, '2026-07-03', '2026-07-05', { unit_id: first }),
      'unit_taken',
    );
    expect(refused.data.holdings).toEqual([
      {
        fromdate: '2026-07-03',
        todate: '2026-07-03',
        order_id: booked.order_id,
        closure_id: null,
        channel: null,
      },
    ]);
    expect(refused.detail).toContain(`by booking ${booked.order_id}`);
    const auto = (await book(property, '2026-07-03', '2026-07-05', { unit_id: 'auto' })).body;
    expect(auto).toMatchObject({ unit_id: second, unit: '2', unit_pinned: false });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('is refused for a unit of another room, of another property, or none', async () => {
    const property = await houseWith('1');
    const other = await houseWith('9');
    const created = await api.operator('POST', `/properties/${property.hotelId}/rooms`, {
      name: 'B',
      capacity: 2,
      price: 1,
    });
    const sameHouse = { ...property, room: created.body.room_id };
    const [unit] = property.units;
    await expectRefused(
      () => book(sameHouse, '2026-07-01', '2026-07-02', { unit_id: unit }),
      'unit_of_other_room',
    );
    await expectRefused(
      () => book(property, '2026-07-01', '2026-07-02', { unit_id: other.units[0] }),
      'unknown_unit',
    );
    for (const value of ['best', true, 1.5, {}, [1]])
      await expectRefused(
        () => book(property, '2026-07-01', '2026-07-02', { unit_id: value }),
        'invalid_data',
        ['unit_id'],
      );
  });

  test('gets, changes and loses its unit by hand', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const { order_id } = (await book(property, '2026-07-01', '2026-07-04')).body;
    expect((await change(property, order_id, { unit_id: first })).body).toMatchObject({
      unit: '1',
      unit_pinned: true,
    });
    expect((await change(property, order_id, { unit_id: second })).body).toMatchObject({ unit: '2' });
    expect((await change(property, order_id, { unit_id: null })).body).toMatchObject({
      unit_id: null,
      unit: null,
      unit_pinned: false,
    });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('is split over units by the first night in the next one', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const { order_id } = (await book(property, '2026-07-01', '2026-07-05', { unit_id: first })).body;
    const split = (await change(property, order_id, { unit_id: second, unit_from: '2026-07-03' })).body;
    expect(split).toMatchObject({
      unit_id: first,
      unit_nights: [
        { unit_id: first, unit: '1', fromdate: '2026-07-01', todate: '2026-07-02' },
        { unit_id: second, unit: '2', fromdate: '2026-07-03', todate: '2026-07-04' },
      ],
    });
    api.clock = Temporal.Instant.from('2026-07-03T10:00:00Z');
    const [later] = (await api.get(`/api/bookings/${property.token}?order_id=${order_id}`)).body;
    expect(later).toMatchObject({ unit_id: second, unit: '2' });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test.each([
    [{ unit_from: '2026-07-02' }, 'unit_from'],
    [{ unit_id: 'auto', unit_from: '2026-07-05' }, 'unit_from'],
    [{ unit_id: 'auto', unit_from: '2026-06-30' }, 'unit_from'],
  ])('is not changed by %j', async (body, field) => {
    const property = await houseWith('1', '2');
    const { order_id } = (await book(property, '2026-07-01', '2026-07-05')).body;
    await expectRefused(() => change(property, order_id, body), 'invalid_data', [field]);
  });

  test('that is cancelled, shortened or moved releases its unit with its nights', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const one = (await book(property, '2026-07-01', '2026-07-05', { unit_id: first })).body;
    const shortened = await change(property, one.order_id, { checkout: '2026-07-03' });
    expect(shortened.body).toMatchObject({ unit_id: first, unit_nights: null });
    const two = (await book(property, '2026-07-03', '2026-07-05', { unit_id: first })).body;
    await expectRefused(() => change(property, one.order_id, { checkout: '2026-07-04' }), 'unit_taken');
    const moved = await change(property, one.order_id, { checkout: '2026-07-04', unit_id: second });
    expect(moved.body).toMatchObject({ unit_id: second });
    const cancelled = await api.delete(
      `/api/bookings/${property.token}?order_id=${two.order_id}&date=2026-07-03`,
    );
    expect(cancelled.body).toMatchObject({ unit_id: null, unit_nights: null, unit_pinned: false });
    expect((await change(property, one.order_id, { unit_id: first })).status).toBe(200);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('whose unit nobody chose gets another one when its new dates need it, or none', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const one = (await book(property, '2026-07-01', '2026-07-03', { unit_id: 'auto' })).body;
    expect(one.unit_id).toBe(first);
    await book(property, '2026-07-03', '2026-07-05', { unit_id: first });
    const longer = (await change(property, one.order_id, { checkout: '2026-07-04' })).body;
    expect(longer).toMatchObject({ unit_id: second, unit_nights: null });
    await change(property, one.order_id, { checkout: '2026-07-03', unit_id: 'auto' });
    await book(property, '2026-07-04', '2026-07-06', { unit_id: second });
    const shifted = (await change(property, one.order_id, { checkin: '2026-07-02', checkout: '2026-07-05' }))
      .body;
    expect(shifted.code ?? shifted.unit_id).toBe('room_unavailable');
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('shows the new name of its unit', async () => {
    const property = await houseWith('1');
    const [unit] = property.units;
    const { order_id } = (await book(property, '2026-07-01', '2026-07-03', { unit_id: unit })).body;
    await api.request('PATCH', `/api/units/${property.token}?unit_id=${unit}`, { body: { name: '101' } });
    const [shown] = (await api.get(`/api/bookings/${property.token}?order_id=${order_id}`)).body;
    expect(shown.unit).toBe('101');
    const [task] = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(task).toMatchObject({ unit_id: unit, unit: '101' });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});

describe('archiving a unit', () => {
  const archive = ({ token }: TestProperty, unit: number) =>
    api.delete(`/api/units/${token}?unit_id=${unit}`);

  test('is refused while a stay has it, naming the stay, and lowers what the room sells', async () => {
    const property = await houseWith('1', '2');
    const [first] = property.units as [number];
    const { order_id } = (await book(property, '2026-07-01', '2026-07-03', { unit_id: first })).body;
    const refused = await expectRefused(() => archive(property, first), 'unit_taken');
    expect(refused.data.holdings[0].order_id).toBe(order_id);
    await change(property, order_id, { unit_id: null });
    expect((await archive(property, first)).body).toEqual({ unit_id: first, archived: true });
    await expectRefused(() => archive(property, first), 'unknown_unit');
    expect((await unitsOf(property)).map((unit: any) => unit.name)).toEqual(['2']);
    const [room] = (await api.get(`/api/rentals/${property.token}`)).body;
    expect(room.units).toBe(1);
    expect((await addUnits(property, ['1'])).status).toBe(200);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});

describe('a guest', () => {
  const checkIn = (property: TestProperty, orderId: number, more: object = {}) =>
    change(property, orderId, { status: 'checked_in', ...more });

  test('who checks in without a unit gets a vacant one that is clean', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    await api.request('PATCH', `/api/units/${property.token}?unit_id=${first}`, {
      body: { condition: 'dirty' },
    });
    const { order_id } = (await book(property, '2026-06-15', '2026-06-17')).body;
    expect((await checkIn(property, order_id)).body).toMatchObject({ status: 'checked_in', unit_id: second });
    expect(await unitsOf(property)).toMatchObject([
      { occupancy: 'vacant', condition: 'dirty' },
      { occupancy: 'occupied', order_id },
    ]);
  });

  test('moves into no unit that is occupied, and only on demand into one that is not ready', async () => {
    const property = await houseWith('1');
    const [unit] = property.units;
    const leaving = (await book(property, '2026-06-13', '2026-06-15', { unit_id: unit })).body;
    await checkIn(property, leaving.order_id);
    const coming = (await book(property, '2026-06-15', '2026-06-17', { unit_id: unit })).body;
    expect(await unitsOf(property)).toMatchObject([
      {
        occupancy: 'departing',
        order_id: leaving.order_id,
        next_arrival: '2026-06-15',
        next_order_id: coming.order_id,
      },
    ]);
    const refused = await expectRefused(() => checkIn(property, coming.order_id), 'unit_occupied');
    expect(refused.data.order_id).toBe(leaving.order_id);
    await change(property, leaving.order_id, { status: 'checked_out' });
    expect(await unitsOf(property)).toMatchObject([{ occupancy: 'arriving', condition: 'dirty' }]);
    await expectRefused(() => checkIn(property, coming.order_id), 'unit_not_ready');
    expect((await checkIn(property, coming.order_id, { unready: true })).status).toBe(200);
  });

  test('finds a unit ready once its cleaning task is done', async () => {
    const property = await houseWith('1');
    const [unit] = property.units;
    const leaving = (await book(property, '2026-06-13', '2026-06-15', { unit_id: unit })).body;
    await checkIn(property, leaving.order_id);
    await change(property, leaving.order_id, { status: 'checked_out' });
    const [task] = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(task).toMatchObject({ unit_id: unit, unit: '1' });
    await api.operator('PATCH', `/properties/${property.hotelId}/tasks/${task.task_id}`, { status: 'done' });
    expect(await unitsOf(property)).toMatchObject([{ condition: 'clean' }]);
    const coming = (await book(property, '2026-06-15', '2026-06-17', { unit_id: unit })).body;
    expect((await checkIn(property, coming.order_id)).status).toBe(200);
  });

  test('in the house who moves keeps the unit of the nights slept, and leaves it to be cleaned', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    const { order_id } = (await book(property, '2026-06-14', '2026-06-18', { unit_id: first })).body;
    await checkIn(property, order_id);
    await expectRefused(() => change(property, order_id, { unit_id: null }), 'invalid_data', ['unit_id']);
    const moved = (await change(property, order_id, { unit_id: second })).body;
    expect(moved).toMatchObject({
      unit_id: second,
      unit_nights: [
        { unit_id: first, fromdate: '2026-06-14', todate: '2026-06-14' },
        { unit_id: second, fromdate: '2026-06-15', todate: '2026-06-17' },
      ],
    });
    expect(await unitsOf(property)).toMatchObject([
      { condition: 'dirty', occupancy: 'vacant' },
      { condition: 'clean', occupancy: 'occupied' },
    ]);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('who came without a unit in the night keeps the one given since, through every extension', async () => {
    const property = await houseWith('101', '102');
    const [first] = property.units;
    const { order_id: order } = (await book(property, '2026-06-14', '2026-06-16')).body;
    const arrived = await change(property, order, { status: 'checked_in' });
    expect(arrived.body).toMatchObject({ unit_id: first, unit_pinned: false });
    const extended = (await change(property, order, { checkout: '2026-06-18' })).body;
    expect(extended.unit_nights).toEqual([
      { unit_id: first, unit: '101', fromdate: '2026-06-15', todate: '2026-06-17' },
    ]);
    const next = (await book(property, '2026-06-18', '2026-06-20', { unit_id: first })).body;
    expect(next.unit_id).toBe(first);
    await expectRefused(() => change(property, order, { checkout: '2026-06-19' }), 'unit_taken');
    const other = (await book(property, '2026-06-16', '2026-06-18', { unit_id: 'auto' })).body;
    expect(other.unit).toBe('102');
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('who cannot have one unit for the whole stay gets the moves or the split that would help', async () => {
    const property = await houseWith('1', '2');
    const [first, second] = property.units;
    // Each unit is taken for a part of the wanted stay, by stays that could share one unit.
    const one = (await book(property, '2026-06-15', '2026-06-17')).body;
    const two = (await book(property, '2026-06-17', '2026-06-19')).body;
    await change(property, one.order_id, { unit_id: first });
    await change(property, two.order_id, { unit_id: second });
    const wanted = await expectRefused(
      () => book(property, '2026-06-16', '2026-06-18', { unit_id: 'auto' }),
      'no_unit_without_moving',
    );
    // People chose both units, so nobody is to be moved.
    expect(wanted.data).toMatchObject({
      moves: [],
      split: [
        { unit_id: second, fromdate: '2026-06-16', todate: '2026-06-16' },
        { unit_id: first, fromdate: '2026-06-17', todate: '2026-06-17' },
      ],
    });
    await api.db.query('update reservations set unit_pinned = false where reservation_id = $1', [
      two.order_id,
    ]);
    const movable = await book(property, '2026-06-16', '2026-06-18', { unit_id: 'auto' });
    expect(movable.body.data.moves).toEqual([
      { order_id: two.order_id, unit_id: first, name: '1' },
      { order_id: null, unit_id: second, name: '2' },
    ]);
  });
});

test('rooms without units work as before', async () => {
  const property = await house(2);
  const { order_id, ...booked } = (await book(property, '2026-06-15', '2026-06-17')).body;
  expect(booked).toMatchObject({ unit_id: null, unit: null, unit_pinned: false, unit_nights: null });
  expect((await change(property, order_id, { status: 'checked_in' })).status).toBe(200);
  await expectRefused(() => change(property, order_id, { unit_id: 'auto' }), 'no_unit_without_moving');
  expect((await change(property, order_id, { status: 'checked_out' })).status).toBe(200);
  expect(await unitsOf(property)).toEqual([]);
});
