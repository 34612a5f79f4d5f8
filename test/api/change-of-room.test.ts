// A guest in the house who moves to another room: the nights that are over stay where they were slept.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { refusalsBy } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
beforeEach(() => {
  api.clock = at('02-01');
});

/** A moment of 2027 in UTC, by default at 10:00. */
const at = (day: string, time = '10:00') => Temporal.Instant.from(`2027-${day}T${time}:00Z`);

type Stay = TestProperty & { order: number; others: number[] };

/** A stay of five nights from 1 March 2027, at 500 euros, in the first of three rooms. */
async function inHouse(status = 'checked_in', rooms: object[] = [{}, {}, {}]): Promise<Stay> {
  const property = await api.property({ rooms });
  const stay = { ...property, order: await book(property, property.room, '03-01', '03-06', 500) };
  api.clock = at('03-01', '16:00');
  if (status !== 'confirmed') await change(stay, { status });
  api.clock = at('03-03');
  return { ...stay, others: property.rooms.filter((room) => room !== property.room) };
}

async function book({ token }: TestProperty, room: number, from: string, until: string, price: number) {
  const { status, body } = await api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada',
    checkin: `2027-${from}`,
    checkout: `2027-${until}`,
    price,
  });
  expect(status).toBe(200);
  return body.order_id;
}

const change = ({ token, order }: { token: string; order: number }, body: object) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body });
const cancel = ({ token, order }: Stay, date: string) =>
  api.delete(`/api/bookings/${token}?order_id=${order}&date=2027-${date}`);
const refused = refusalsBy(api);

/** Returns the days of March with no available unit. */
async function taken({ token }: TestProperty, roomId: number): Promise<number[]> {
  const path = `/api/availability/${token}?room_id=${roomId}&fromdate=2027-03-01&todate=2027-03-08`;
  const nights: any[] = (await api.get(path)).body;
  return nights.filter(({ available }) => available < 1).map(({ date }) => Number(date.slice(8, 10)));
}

/** Returns what a room has earned by its ledger. */
async function earned({ token }: TestProperty, room: number): Promise<number> {
  const { body } = await api.get(`/api/accounting/${token}?room_id=${room}`);
  return body.reduce((sum: number, { amount }: any) => sum + amount, 0);
}

const consistent = ({ hotelId }: TestProperty) =>
  expectConsistent(api.db, hotelId, Temporal.PlainDate.from(api.clock!.toString().slice(0, 10)));

describe('a guest in the house who moves to another room', () => {
  test('has slept the nights before today in the former one, which earned them', async () => {
    const stay = await inHouse();
    const [other] = stay.others as [number];
    const { status, body } = await change(stay, { room_id: other });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      room_id: other,
      price: 500,
      total: 500,
      earlier_rooms: [{ room_id: stay.room, fromdate: '2027-03-01', todate: '2027-03-02' }],
    });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect([await earned(stay, stay.room), await earned(stay, other)]).toEqual([200, 300]);
    const report = await api.get(`/api/reports/${stay.token}?fromdate=2027-03-01&todate=2027-03-05&by=room`);
    expect(report.body.rows.map(({ key, sold, revenue }: any) => [Number(key), sold, revenue])).toEqual([
      [stay.room, 2, 200],
      [other, 3, 300],
      [stay.others[1], 0, 0],
    ]);
    await consistent(stay);
  });

  test('may move although the other room was sold on the nights that are over', async () => {
    const stay = await inHouse();
    const [other] = stay.others as [number];
    api.clock = at('02-01');
    await book(stay, other, '03-01', '03-03', 100);
    api.clock = at('03-03');
    expect((await change(stay, { room_id: other })).status).toBe(200);
    expect(await taken(stay, other)).toEqual([1, 2, 3, 4, 5]);
    await consistent(stay);
  });

  test('is not refused because the other room is closed to arrival, but if a night there is sold or stopped', async () => {
    const stay = await inHouse();
    const [other, third] = stay.others as [number, number];
    const set = (room_id: number, date: string, more: object) =>
      api.post(`/api/availability/${stay.token}`, { room_id, date, ...more });
    await set(other, '2027-03-03', { closed_to_arrival: true });
    await set(other, '2027-03-06', { closed_to_departure: true });
    await set(third, '2027-03-04', { stop_sell: true });
    await refused(() => change(stay, { room_id: third }), 'stop_sell');
    api.clock = at('03-01', '17:00');
    await set(third, '2027-03-01', { closed_to_arrival: true });
    await set(third, '2027-03-04', { stop_sell: false });
    expect((await change(stay, { room_id: third })).status).toBe(200);
    expect((await change(stay, { room_id: stay.room })).status).toBe(200);
    api.clock = at('03-03');
    expect((await change(stay, { room_id: other })).status).toBe(200);
    await consistent(stay);
  });

  test('moves again, back, and on the same day: each night stays in the room where it was slept', async () => {
    const stay = await inHouse();
    const [other, third] = stay.others as [number, number];
    await change(stay, { room_id: other });
    await change(stay, { room_id: third });
    expect(await taken(stay, other)).toEqual([]);
    api.clock = at('03-05');
    const { body } = await change(stay, { room_id: stay.room });
    expect(body.earlier_rooms).toEqual([
      { room_id: stay.room, fromdate: '2027-03-01', todate: '2027-03-02' },
      { room_id: third, fromdate: '2027-03-03', todate: '2027-03-04' },
    ]);
    expect([await taken(stay, stay.room), await taken(stay, third)]).toEqual([
      [1, 2, 5],
      [3, 4],
    ]);
    await consistent(stay);
  });

  test('keeps them through an extension, a new price, another arrival, a check-out and its way back', async () => {
    const stay = await inHouse();
    const [other] = stay.others as [number];
    await change(stay, { room_id: other, checkout: '2027-03-07', price: 1200 });
    expect([await earned(stay, stay.room), await earned(stay, other)]).toEqual([400, 800]);
    await change(stay, { checkin: '2027-02-28' });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ]);
    await consistent(stay);
    await change(stay, { status: 'checked_out' });
    expect(await taken(stay, other)).toEqual([3]);
    await consistent(stay);
    const { body } = await change(stay, { status: 'checked_in' });
    expect(body).toMatchObject({
      room_id: other,
      earlier_rooms: [{ room_id: stay.room, fromdate: '2027-02-28', todate: '2027-03-02' }],
    });
    expect(await taken(stay, other)).toEqual([3, 4, 5, 6]);
    await consistent(stay);
  });

  test('leaves early: from a night in the former room on, it is a stay there alone, and comes back whole', async () => {
    const stay = await inHouse();
    const [other] = stay.others as [number];
    await change(stay, { room_id: other });
    const { body } = await cancel(stay, '03-02');
    expect(body).toMatchObject({ room_id: stay.room, earlier_rooms: null, price: 100, total: 100 });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([[1], []]);
    await consistent(stay);
    await change(stay, { status: 'checked_in' });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect([await earned(stay, stay.room), await earned(stay, other)]).toEqual([200, 300]);
    await consistent(stay);
  });

  test('leaves the former room to be cleaned today; coming back the same day cancels that', async () => {
    const stay = await inHouse();
    const [other] = stay.others as [number];
    const cleanings = async () =>
      (await api.get(`/api/tasks/${stay.token}`)).body.map((task: any) => [
        task.room_id,
        task.date,
        task.status,
      ]);
    await change(stay, { room_id: other });
    expect((await cleanings()).sort()).toEqual(
      [
        [stay.room, '2027-03-03', 'pending'],
        [other, '2027-03-06', 'pending'],
      ].sort(),
    );
    await change(stay, { room_id: stay.room });
    expect((await cleanings()).sort()).toEqual(
      [
        [stay.room, '2027-03-03', 'cancelled'],
        [other, '2027-03-03', 'pending'],
        [stay.room, '2027-03-06', 'pending'],
      ].sort(),
    );
    await consistent(stay);
  });

  test('moves between rooms with units: the former unit keeps the nights slept in it', async () => {
    const stay = await inHouse('confirmed', [{ units: 2 }, { units: 2 }]);
    const [other] = stay.others as [number];
    api.clock = at('03-01', '16:00');
    const units = async (room: number, names: string[]) =>
      (await api.post(`/api/units/${stay.token}`, { room_id: room, names })).body;
    const [former] = await units(stay.room, ['101', '102']);
    const [, later] = await units(other, ['201', '202']);
    await change(stay, { status: 'checked_in', unit_id: former.unit_id });
    api.clock = at('03-03');
    const { status, body } = await change(stay, { room_id: other, unit_id: later.unit_id });
    expect([status, body.unit]).toEqual([200, '202']);
    expect(body.unit_nights).toEqual([
      { unit_id: former.unit_id, unit: '101', fromdate: '2027-03-01', todate: '2027-03-02' },
      { unit_id: later.unit_id, unit: '202', fromdate: '2027-03-03', todate: '2027-03-05' },
    ]);
    await consistent(stay);
  });
});

describe('units of a guest who moves', () => {
  /** A guest in unit 101 of a room with two, with two other rooms; the second has units 201 and 202. */
  async function inUnit() {
    const stay = await inHouse('confirmed', [{ units: 2 }, { units: 2 }, { units: 2 }]);
    const [other, plain] = stay.others as [number, number];
    api.clock = at('03-01', '16:00');
    const add = async (room: number, names: string[]) =>
      (await api.post(`/api/units/${stay.token}`, { room_id: room, names })).body.map(
        (one: any) => one.unit_id,
      );
    const [own, neighbour] = await add(stay.room, ['101', '102']);
    const [first, second] = await add(other, ['201', '202']);
    await change(stay, { status: 'checked_in', unit_id: own });
    api.clock = at('03-03');
    return { ...stay, other, plain, own, neighbour, first, second };
  }

  const stateOf = async ({ token }: TestProperty, unit: number) => {
    const { body } = await api.get(`/api/units/${token}`);
    const { occupancy, order_id, condition } = body.find((one: any) => one.unit_id === unit);
    return { occupancy, order_id, condition };
  };
  const openCleanings = async ({ token }: TestProperty) =>
    (await api.get(`/api/tasks/${token}?open=true`)).body
      .map(({ room_id, unit, date }: any) => `${unit ?? room_id} ${date.slice(5)}`)
      .sort();

  test('stay those of the nights slept in them when the stay ends on the day of the move', async () => {
    const stay = await inUnit();
    await change(stay, { room_id: stay.other, unit_id: stay.first });
    await book(stay, stay.room, '03-03', '03-05', 200);
    await book(stay, stay.room, '03-03', '03-05', 200);
    const { status, body } = await change(stay, { checkout: '2027-03-03' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ room_id: stay.room, unit: '101', unit_nights: null, earlier_rooms: null });
    expect(await openCleanings(stay)).toEqual(
      ['101 03-03', '201 03-03', `${stay.room} 03-05`, `${stay.room} 03-05`].sort(),
    );
    await consistent(stay);
  });

  test('are cleaned, both of them, when the guest leaves early on the day of the move', async () => {
    const stay = await inUnit();
    await change(stay, { room_id: stay.other, unit_id: stay.first });
    await cancel(stay, '03-03');
    expect(await openCleanings(stay)).toEqual(['101 03-03', '201 03-03']);
    await consistent(stay);
  });

  test('are free once the guest sleeps in a room without units', async () => {
    const stay = await inUnit();
    const moved = await change(stay, { room_id: stay.plain });
    expect(moved.body).toMatchObject({ unit: null, unit_id: null });
    await api.request('PATCH', `/api/units/${stay.token}?unit_id=${stay.own}`, {
      body: { condition: 'clean' },
    });
    expect(await stateOf(stay, stay.own)).toMatchObject({ occupancy: 'vacant', order_id: null });
    await change(stay, { status: 'checked_out' });
    expect(await stateOf(stay, stay.own)).toMatchObject({ condition: 'clean' });
    await consistent(stay);
  });

  test('are the own ones again for a guest who comes back on the same day, as they were left', async () => {
    const stay = await inUnit();
    await change(stay, { room_id: stay.other, unit_id: stay.first });
    const { status, body } = await change(stay, { room_id: stay.room });
    expect([status, body.unit, body.unit_nights]).toEqual([200, '101', null]);
    expect(await openCleanings(stay)).toEqual(['101 03-06', '201 03-03']);
    await consistent(stay);
  });

  test('are chosen on the day of departure for the nights in the present room only', async () => {
    const stay = await inUnit();
    await change(stay, { room_id: stay.other, unit_id: stay.first });
    api.clock = at('03-06');
    const { status, body } = await change(stay, { unit_id: stay.second });
    expect(status).toBe(200);
    expect(body.unit_nights.map(({ unit, fromdate, todate }: any) => [unit, fromdate, todate])).toEqual([
      ['101', '2027-03-01', '2027-03-02'],
      ['202', '2027-03-03', '2027-03-05'],
    ]);
    await consistent(stay);
  });
});

test('the cleaning of a room that was left is not cancelled by another guest who moves in', async () => {
  const stay = await inHouse('checked_in', [{ units: 2 }, {}, {}]);
  const [other, third] = stay.others as [number, number];
  api.clock = at('02-01');
  const neighbour = { ...stay, order: await book(stay, third, '03-01', '03-06', 500) };
  api.clock = at('03-03');
  await change(neighbour, { status: 'checked_in' });
  await change(stay, { room_id: other });
  await change(neighbour, { room_id: stay.room });
  const { body } = await api.get(`/api/tasks/${stay.token}?open=true`);
  expect(body.filter(({ date }: any) => date === '2027-03-03').map(({ room_id }: any) => room_id)).toEqual([
    stay.room,
    third,
  ]);
});

test('a feed of a room to which a guest comes back has each range under an identifier of its own', async () => {
  const stay = await inHouse();
  await change(stay, { room_id: stay.others[0] });
  api.clock = at('03-05');
  await change(stay, { room_id: stay.room });
  const { body } = await api.get(`/api/ical/${stay.token}?room_id=${stay.room}`);
  const feed = await api.get(new URL(body[0].url).pathname);
  const uids = feed.text.match(/^UID:.*$/gm)!.map((line: string) => line.trim().split('@')[0]);
  expect(uids).toEqual([`UID:stay-${stay.order}`, `UID:stay-${stay.order}-2027-03-05`]);
});

test('bookings are found by the room of a night, and otherwise by the present one', async () => {
  const stay = await inHouse();
  const [other] = stay.others as [number];
  await change(stay, { room_id: other });
  const found = async (query: string) =>
    (await api.get(`/api/bookings/${stay.token}?${query}`)).body.map((one: any) => one.order_id);
  expect(await found(`room_id=${stay.room}&staying_on=2027-03-02`)).toEqual([stay.order]);
  expect(await found(`room_id=${other}&staying_on=2027-03-02`)).toEqual([]);
  expect(await found(`room_id=${other}&staying_on=2027-03-03`)).toEqual([stay.order]);
  expect(await found(`room_id=${other}`)).toEqual([stay.order]);
  expect(await found(`room_id=${stay.room}`)).toEqual([]);
});

test('on the day of departure no night is left to move, unless the guest stays longer', async () => {
  const stay = await inHouse();
  const [other] = stay.others as [number];
  api.clock = at('03-06');
  const { detail } = await refused(() => change(stay, { room_id: other }), 'invalid_transition');
  expect(detail).toMatch(/no night is left.*send checkout/);
  const { body } = await change(stay, { room_id: other, checkout: '2027-03-08' });
  expect(body.earlier_rooms).toEqual([{ room_id: stay.room, fromdate: '2027-03-01', todate: '2027-03-05' }]);
  await consistent(stay);
});

describe('a change of the room moves the whole stay', () => {
  test('of a guest who is still to come, or whose stay is over', async () => {
    const stay = await inHouse('confirmed');
    const [other] = stay.others as [number];
    api.clock = at('02-28');
    expect((await change(stay, { room_id: other })).body.earlier_rooms).toBe(null);
    expect(await taken(stay, other)).toEqual([1, 2, 3, 4, 5]);
    api.clock = at('03-07');
    const { body } = await change(stay, { room_id: stay.room });
    expect(body).toMatchObject({ room_id: stay.room, earlier_rooms: null });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([[1, 2, 3, 4, 5], []]);
    await consistent(stay);
  });

  test('not of a guest who was expected before today and whom nobody has checked in', async () => {
    const stay = await inHouse('confirmed');
    const [other] = stay.others as [number];
    await change(stay, { room_id: other });
    expect([await taken(stay, stay.room), await taken(stay, other)]).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    await consistent(stay);
  });
});

test('a guest who leaves an overbooked room ends the conflict of both', async () => {
  const stay = await inHouse();
  const [other] = stay.others as [number];
  const sold = await otaSells(api, stay, { checkin: '2027-03-02', checkout: '2027-03-05' });
  const conflicts = async () =>
    (await api.operator('GET', `/properties/${stay.hotelId}/conflicts`)).body.map((one: any) => one.order_id);
  expect((await conflicts()).sort()).toEqual([sold.reservationId]);
  expect((await change(stay, { room_id: other })).status).toBe(200);
  expect(await conflicts()).toEqual([]);
  expect(await taken(stay, stay.room)).toEqual([1, 2, 3, 4]);
  await consistent(stay);
});
