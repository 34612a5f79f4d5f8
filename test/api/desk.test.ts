// GET desk: what a front desk shows, as of one event of the log.
import { beforeEach, describe, expect, test } from 'vitest';
import { TOKEN_PRESETS } from '../../src/model/scope.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { otaOrders, otaSells } from './outside-events.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
let property: TestProperty & { units: number[] };

beforeEach(async () => {
  api.clock = NOW;
  const made = await api.property({ rooms: [{ units: 2 }, { price: 80, min_stay: 2 }], timezone: 'UTC' });
  const { body } = await api.post(`/api/units/${made.token}`, { room_id: made.room, names: ['101', '102'] });
  property = { ...made, units: body.map((unit: any) => unit.unit_id) };
});

const read = async (query = '', token = property.token) => {
  const answer = await api.get(`/api/desk/${token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const book = async (checkin: string, checkout: string, more: object = {}): Promise<number> => {
  const stay = { room_id: property.room, name: 'Ada Lovelace', checkin, checkout, price: 100, ...more };
  const answer = await api.post(`/api/bookings/${property.token}`, stay);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
};
const change = async (order: number, body: object) => {
  const answer = await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order}`, { body });
  expect(answer.status, answer.text).toBe(200);
};
const cancel = async (order: number, date: string) => {
  const answer = await api.delete(`/api/bookings/${property.token}?order_id=${order}&date=${date}`);
  expect(answer.status, answer.text).toBe(200);
};
const idsOf = (desk: any): number[] => desk.bookings.map(({ order_id: id }: any) => id);
const lastSeq = async () =>
  Number((await api.get(`/api/events/${property.token}?last=0`)).headers['x-next-after']);

describe('a snapshot', () => {
  test('has the property, its place in the log, and two weeks back to two months ahead', async () => {
    const desk = await read();
    expect(desk).toMatchObject({ today: '2026-06-15', fromdate: '2026-06-01', todate: '2026-08-14' });
    expect(desk.seq).toBe(await lastSeq());
    expect(desk.property).toEqual((await api.get(`/api/hotels/${property.token}`)).body);
    expect(desk.rooms).toEqual((await api.get(`/api/rentals/${property.token}`)).body);
  });

  test('has bookings as the list of bookings has them, with their conflict', async () => {
    const order = await book('2026-06-20', '2026-06-22', { room_id: property.rooms[1] });
    const { reservationId } = await otaSells(api, property, {
      room: property.rooms[1]!,
      checkin: '2026-06-21',
      checkout: '2026-06-23',
    });
    const { bookings } = await read();
    const list = (await api.get(`/api/bookings/${property.token}`)).body;
    expect(bookings.map(({ conflict: _, ...booking }: any) => booking)).toEqual(list);
    expect(bookings.map((one: any) => [one.order_id, one.conflict !== null])).toEqual([
      [order, false],
      [reservationId, true],
    ]);
  });

  test('has nights as lists by day, with restrictions only where a night has one', async () => {
    await book('2026-06-16', '2026-06-17');
    const { token, room, rooms } = property;
    await api.post(`/api/availability/${token}`, {
      room_id: rooms[1],
      date: '2026-06-17',
      price: 95.5,
      max_stay: 5,
    });
    const { nights } = await read('?fromdate=2026-06-15&todate=2026-06-17');
    expect(nights).toEqual([
      { room_id: room, available: [2, 1, 2], price: [100, 100, 100], min_stay: [1, 1, 1] },
      {
        room_id: rooms[1],
        available: [1, 1, 1],
        price: [80, 80, 95.5],
        min_stay: [2, 2, 2],
        max_stay: [null, null, 5],
      },
    ]);
  });

  test('agrees with the calendar on every night', async () => {
    await book('2026-06-16', '2026-06-18');
    const { token, rooms } = property;
    const closed = { closed_to_arrival: true, stop_sell: true };
    await api.post(`/api/availability/${token}`, { room_id: rooms[1], date: '2026-06-20', ...closed });
    const window = '?fromdate=2026-06-10&todate=2026-06-30';
    const { nights } = await read(window);
    const calendar = (await api.get(`/api/availability/${token}${window}&limit=1000`)).body;
    expect(calendar).toHaveLength(42);
    for (const night of calendar) {
      const day = Number(night.date.slice(8, 10)) - 10;
      const lists = nights.find((one: any) => one.room_id === night.room_id);
      for (const member of ['available', 'price', 'min_stay'])
        expect(lists[member][day], `${member} of ${night.date}`).toBe(night[member]);
      for (const member of ['closed_to_arrival', 'stop_sell'])
        expect(lists[member]?.[day] ?? false).toBe(night[member] ?? false);
    }
  });

  test('has units in use, their closures, and tasks', async () => {
    const { token, units } = property;
    const closure = { unit_id: units[0], kind: 'out_of_service' };
    const close = (fromdate: string, todate: string) =>
      api.post(`/api/closures/${token}`, { ...closure, fromdate, todate });
    const inside = (await close('2026-06-30', '2026-07-02')).body;
    const outside = (await close('2026-07-03', '2026-07-04')).body;
    const ended = (await close('2026-07-01', '2026-07-01')).body;
    await api.delete(`/api/closures/${token}?closure_id=${ended.closure_id}`);
    const desk = await read('?fromdate=2026-07-02&todate=2026-07-02');
    expect(desk.closures).toEqual([inside]);
    expect((await read('?fromdate=2026-06-30&todate=2026-07-03')).closures).toEqual([inside, outside]);
    expect(desk.units.map((unit: any) => [unit.unit_id, unit.name, unit.condition])).toEqual([
      [units[0], '101', 'clean'],
      [units[1], '102', 'clean'],
    ]);
  });

  test('has tasks that are open on any day, and all that are due in the window', async () => {
    const { token, hotelId, room } = property;
    const add = async (date: string) =>
      (await api.operator('POST', `/properties/${hotelId}/tasks`, { room_id: room, task_name: 'Mop', date }))
        .body;
    const [far, near, farDone] = [await add('2027-06-01'), await add('2026-06-16'), await add('2027-06-02')];
    for (const { task_id } of [near, farDone]) {
      const path = `/properties/${hotelId}/tasks/${task_id}`;
      await api.operator('PATCH', path, { status: 'in_progress' });
      await api.operator('PATCH', path, { status: 'done' });
    }
    const { tasks } = await read();
    expect(tasks.map((task: any) => task.task_id)).toEqual([near.task_id, far.task_id]);
    expect(tasks[1]).toEqual((await api.get(`/api/tasks/${token}?fromdate=2027-06-01`)).body[0]);
  });
});

describe('bookings of a window', () => {
  const WINDOW = '?fromdate=2026-07-10&todate=2026-07-12';

  test('are those with one of its nights, and those that leave on its first day', async () => {
    const room_id = property.rooms[1];
    const stays = [
      ['2026-07-07', '2026-07-09'],
      ['2026-07-01', '2026-07-10'],
      ['2026-07-10', '2026-07-12'],
      ['2026-07-12', '2026-07-15'],
      ['2026-07-13', '2026-07-15'],
    ] as const;
    const orders: number[] = [];
    for (const [place, [from, until]] of stays.entries())
      orders.push(await book(from, until, place % 2 === 0 ? {} : { room_id }));
    expect(idsOf(await read(WINDOW))).toEqual(orders.slice(1, 4));
  });

  test('have holds among them, and neither cancelled ones nor holds that ended', async () => {
    const held = await book('2026-07-10', '2026-07-11', { hold_minutes: 60 });
    const cancelled = await book('2026-07-10', '2026-07-12');
    await cancel(cancelled, '2026-07-10');
    expect(idsOf(await read(WINDOW))).toEqual([held]);
    await cancel(held, '2026-07-10');
    expect(idsOf(await read(WINDOW))).toEqual([]);
  });

  test('have early departures among them, with the nights that were kept', async () => {
    const order = await book('2026-06-13', '2026-06-20');
    await change(order, { status: 'checked_in', unit_id: property.units[0] });
    await cancel(order, '2026-06-17');
    expect((await read('?fromdate=2026-06-16&todate=2026-06-16')).bookings).toMatchObject([
      { order_id: order, status: 'cancelled', checkout: '2026-06-17T11:00:00.000Z' },
    ]);
    expect(idsOf(await read('?fromdate=2026-06-18&todate=2026-06-19'))).toEqual([order]); // still in the house
    api.clock = Temporal.Instant.from('2026-06-18T10:00:00Z');
    expect(idsOf(await read('?fromdate=2026-06-18&todate=2026-06-19'))).toEqual([]);
  });

  test('have guests among them who are still in the house, whenever they should have left', async () => {
    const order = await book('2026-06-14', '2026-06-15');
    await change(order, { status: 'checked_in', unit_id: property.units[0] });
    expect(idsOf(await read(WINDOW))).toEqual([order]);
    await change(order, { status: 'checked_out' });
    expect(idsOf(await read(WINDOW))).toEqual([]);
  });

  test('can be asked for by their ids', async () => {
    const orders = [await book('2026-07-10', '2026-07-11'), await book('2026-07-11', '2026-07-12')];
    const elsewhere = await book('2026-08-11', '2026-08-12');
    const query = `${WINDOW}&parts=bookings&bookings=${orders[1]},${elsewhere},99999999`;
    expect(idsOf(await read(query))).toEqual([orders[1]]);
  });
});

describe('stays about which people must decide', () => {
  const FAR = { checkin: '2027-05-01', checkout: '2027-05-03' };
  const undecidedOf = (desk: any): string[] =>
    desk.undecided.map((one: any) =>
      [one.status, one.conflict && 'in conflict', ...(one.differences ?? []).map(({ member }: any) => member)]
        .filter(Boolean)
        .join(' '),
    );

  test('are there wherever they are: sold twice, or changed by the channel and by people', async () => {
    await book(FAR.checkin, FAR.checkout, { room_id: property.rooms[1] });
    const sold = await otaSells(api, property, { room: property.rooms[1]!, ...FAR });
    const receive = await otaOrders(api, property);
    const { reservationIds } = await receive();
    await change(reservationIds[0]!, { price: 250 });
    await receive({ rooms: [{ total: '310.00' }] });
    const desk = await read();
    expect(desk.bookings).toEqual([]);
    expect(desk.undecided.map((one: any) => one.order_id)).toEqual([reservationIds[0], sold.reservationId]);
    expect(undecidedOf(desk)).toEqual(['confirmed price', 'confirmed in conflict']);
    expect(undecidedOf(await read(`?bookings=${sold.reservationId}`))).toEqual(['confirmed in conflict']);
  });

  test('are not those that the window shows already', async () => {
    await book('2026-06-20', '2026-06-22', { room_id: property.rooms[1] });
    const stay = { room: property.rooms[1]!, checkin: '2026-06-21', checkout: '2026-06-23' };
    const { reservationId } = await otaSells(api, property, stay);
    const desk = await read();
    expect(desk.undecided).toEqual([]);
    expect(desk.bookings.find((one: any) => one.order_id === reservationId).conflict).not.toBeNull();
    const later = await read('?fromdate=2026-08-01&todate=2026-08-31');
    expect([idsOf(later), undecidedOf(later)]).toEqual([[], ['confirmed in conflict']]);
  });

  test('are cancelled ones that their channel sends again, until people have decided', async () => {
    const receive = await otaOrders(api, property);
    const {
      reservationIds: [id],
    } = await receive();
    await cancel(id!, '2027-03-01');
    expect(undecidedOf(await read())).toEqual([]);
    await receive({ notes: 'We come late' });
    expect(undecidedOf(await read())).toEqual(['cancelled status']);
    await change(id!, { status: 'cancelled' });
    expect(undecidedOf(await read())).toEqual([]);
  });

  test('are forgotten two weeks after the departure', async () => {
    await book('2026-06-20', '2026-06-22', { room_id: property.rooms[1] });
    await otaSells(api, property, {
      room: property.rooms[1]!,
      checkin: '2026-06-20',
      checkout: '2026-06-22',
    });
    const at = async (day: string) => {
      api.clock = Temporal.Instant.from(`${day}T10:00:00Z`);
      return undecidedOf(await read('?fromdate=2026-12-01&todate=2026-12-31'));
    };
    expect(await at('2026-07-06')).toEqual(['confirmed in conflict']);
    expect(await at('2026-07-07')).toEqual([]);
  });
});

describe('the query', () => {
  test('chooses parts, and rooms for the nights', async () => {
    const desk = await read(`?parts=nights&rooms=${property.rooms[1]}`);
    expect(desk).not.toHaveProperty('bookings');
    expect(desk).not.toHaveProperty('rooms');
    expect(desk.nights.map((one: any) => one.room_id)).toEqual([property.rooms[1]]);
  });

  test('takes one of the days, or both, and at most 400 days', async () => {
    expect(await read('?fromdate=2026-07-01')).toMatchObject({
      fromdate: '2026-07-01',
      todate: '2026-08-30',
    });
    expect(await read('?todate=2026-07-20')).toMatchObject({ fromdate: '2026-07-06', todate: '2026-07-20' });
    expect(await read('?fromdate=2026-01-01&todate=2027-02-04')).toHaveProperty('nights');
    const refused = ['fromdate=2026-01-01&todate=2027-02-05', 'fromdate=2026-07-02&todate=2026-07-01'];
    for (const query of [...refused, 'parts=guests', 'parts=', 'bookings=1,', 'rooms=x'])
      expectProblem(await api.get(`/api/desk/${property.token}?${query}`), 400, 'invalid_parameters');
  });

  test('reaches the first and the last date there are', async () => {
    expect(await read('?todate=0001-01-05')).toMatchObject({ fromdate: '0001-01-01' });
    expect(await read('?fromdate=9999-12-01&parts=bookings')).toMatchObject({ bookings: [] });
  });
});

test('a snapshot that is read while bookings are made has what the events up to its number made', async () => {
  await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.rooms[1]}`, {
    units: 40,
    min_stay: 1,
  });
  const readNight = () => read('?fromdate=2026-06-16&todate=2026-06-16');
  const snapshots: any[] = [];
  for (let wave = 0; wave < 3; wave++) {
    let over = false;
    const writes = Promise.all(
      Array.from({ length: 10 }, () => book('2026-06-16', '2026-06-17', { room_id: property.rooms[1] })),
    ).finally(() => {
      over = true;
    });
    while (!over) snapshots.push(await readNight());
    await writes;
    snapshots.push(await readNight());
  }
  const events: any[] = (await api.get(`/api/events/${property.token}?kinds=booking.created&limit=1000`))
    .body;
  expect(new Set(snapshots.map(({ seq }) => seq)).size).toBeGreaterThan(2);
  for (const desk of snapshots) {
    const created = events.filter(({ seq }) => seq <= desk.seq).map(({ data }) => data.order_id);
    expect(idsOf(desk).toSorted()).toEqual(created.toSorted());
    expect(desk.nights[1].available).toEqual([40 - created.length]);
    expect(desk.tasks).toHaveLength(created.length);
  }
});

describe('an unchanged snapshot', () => {
  test('is not sent again before the next event or the next day', async () => {
    const ask = (etag: string) => api.get(`/api/desk/${property.token}`, { 'if-none-match': etag });
    const first = await api.get(`/api/desk/${property.token}`);
    const { etag } = first.headers;
    expect((await ask(etag!)).status).toBe(304);
    await book('2026-06-16', '2026-06-17');
    const second = await ask(etag!);
    expect(second.status).toBe(200);
    api.clock = Temporal.Instant.from('2026-06-16T10:00:00Z');
    expect((await ask(second.headers.etag!)).status).toBe(200);
  });
});

describe('a token', () => {
  const tokenOf = async (wanted: object): Promise<string> => {
    const label = 'restricted';
    const path = `/properties/${property.hotelId}/tokens`;
    return (await api.operator('POST', path, { label, ...wanted })).body.api_token;
  };

  test('gets the parts that its scopes open', async () => {
    const partsOf = async (scopes: readonly string[]) =>
      Object.keys(await read('', await tokenOf({ scopes }))).slice(5);
    expect(await partsOf(['bookings:read'])).toEqual(['rooms', 'bookings', 'undecided']);
    expect(await partsOf(['availability:read'])).toEqual(['rooms', 'nights']);
    expect(await partsOf(['housekeeping'])).toEqual(['rooms', 'units', 'closures', 'tasks']);
    expect(await partsOf(['reports'])).toEqual(['rooms']);
    expect(await partsOf(['reports', 'bookings:read', 'housekeeping', 'availability:read'])).toEqual([
      'rooms',
      'units',
      'bookings',
      'undecided',
      'nights',
      'closures',
      'tasks',
    ]);
  });

  test('without contacts gets no personal data', async () => {
    await book('2026-06-16', '2026-06-17', { email: 'ada@example.com', notes: 'a cot, Ada' });
    const receive = await otaOrders(api, property);
    const { reservationIds } = await receive({ guest: { name: 'Ada B.', email: null, phone: null } });
    await change(reservationIds[0]!, { price: 250 });
    await receive({ guest: { name: 'Ada B.', email: null, phone: null }, rooms: [{ total: '310.00' }] });
    const { scopes } = TOKEN_PRESETS.housekeeping;
    const desk = await read('', await tokenOf({ scopes }));
    expect(desk.bookings).toMatchObject([{ name: 'Guest', email: null, notes: null, companions: null }]);
    expect(desk.undecided).toMatchObject([{ name: 'Guest' }]);
    expect(JSON.stringify(desk)).not.toContain('Ada');
  });

  test('of the public sample reads it', async () => {
    const desk = await read('', 'api_token');
    expect(desk.bookings.length).toBeGreaterThan(10);
    expect(desk.nights).toHaveLength(desk.rooms.length);
  });
});
