// Groups: several rooms are booked, changed and cancelled together, or not at all.
import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ poolSize: 16 });
const TODAY = Temporal.PlainDate.from('2027-02-01');
beforeEach(() => {
  api.clock = Temporal.Instant.from('2027-02-01T10:00:00Z');
});

const ORDER = { name: 'Ada', email: 'ada@example.com', checkin: '2027-03-01', checkout: '2027-03-04' };
const book = ({ token }: TestProperty, rooms: object[], more: object = {}) =>
  api.post(`/api/groups/${token}`, { ...ORDER, rooms, ...more });
const bookings = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/bookings/${token}?limit=100${query}`)).body;
const patch = ({ token }: TestProperty, { group_id }: { group_id: number }, body: object) =>
  api.request('PATCH', `/api/groups/${token}?group_id=${group_id}`, { body });
const cancel = ({ token }: TestProperty, { group_id }: { group_id: number }, date = '2027-03-01') =>
  api.delete(`/api/groups/${token}?group_id=${group_id}&date=${date}`);
const consistent = ({ hotelId }: TestProperty) => expectConsistent(api.db, hotelId, TODAY);

test('all rooms of a group are booked, each for its own guests, dates and price', async () => {
  const property = await api.property({ rooms: [{}, { units: 2 }] });
  const [one, two] = property.rooms as [number, number];
  const rooms = [
    { room_id: two, price: 200, adults: 2 },
    { room_id: one, price: 300.5, name: 'Grace', children: [7] },
    { room_id: two, price: 100, checkout: '2027-03-02' },
  ];
  const { status, body } = await book(property, rooms, { reference: 'G-17' });
  expect([status, body.name, body.reference, body.price, body.channel]).toEqual([
    200,
    'Ada',
    'G-17',
    600.5,
    'direct',
  ]);
  expect(body.bookings.map((each: any) => [each.room_id, each.name, each.price, each.email])).toEqual([
    [two, 'Ada', 200, 'ada@example.com'],
    [one, 'Grace', 300.5, 'ada@example.com'],
    [two, 'Ada', 100, 'ada@example.com'],
  ]);
  expect(await bookings(property, `&group_id=${body.group_id}`)).toHaveLength(3);
  expect((await api.get(`/api/groups/${property.token}?group_id=${body.group_id}`)).body).toEqual([body]);
  await consistent(property);
});

test('if one room is full nothing is booked, and the refusal names the room and its nights', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const [one, two] = property.rooms as [number, number];
  await book(property, [{ room_id: two, price: 1, checkin: '2027-03-02', checkout: '2027-03-03' }]);
  const before = await fingerprint(api.db);
  const answer = await book(property, [
    { room_id: two, price: 1 },
    { room_id: one, price: 1 },
  ]);
  expectProblem(answer, 400, 'room_unavailable');
  expect(answer.body).toMatchObject({ nights: ['2027-03-02'], data: { room_id: two } });
  expect(answer.body.detail).toContain(`Room ${two} has nothing left on 2027-03-02`);
  expect(await fingerprint(api.db)).toBe(before);
});

test('the refusal says how many rooms are left and how many are asked for', async () => {
  const property = await api.property({ rooms: [{ units: 3 }] });
  const [suite] = property.rooms as [number];
  await book(property, [{ room_id: suite, price: 1, checkin: '2027-03-02', checkout: '2027-03-03' }]);
  const before = await fingerprint(api.db);
  const rooms = (n: number) => Array.from({ length: n }, () => ({ room_id: suite, price: 1 }));
  for (const asked of [3, 5]) {
    const answer = await book(property, rooms(asked));
    expectProblem(answer, 400, 'room_unavailable');
    const first = asked === 3 ? { left: 2, nights: ['2027-03-02'] } : { nights: ['2027-03-02'] };
    expect(answer.body.data).toMatchObject({ room_id: suite, asked, ...first });
    expect(answer.body.detail).toContain(`has only 2 left on 2027-03-02, and ${asked} are asked for`);
  }
  expect(await fingerprint(api.db)).toBe(before);
});

test('the refusal counts the night in which most is missing', async () => {
  const property = await api.property({ rooms: [{ units: 3 }] });
  const stay = { room_id: property.rooms[0], price: 1, checkin: '2027-03-01', checkout: '2027-03-03' };
  await book(property, [stay]);
  const answer = await book(property, [stay, stay, stay, { ...stay, checkin: '2027-03-02' }]);
  expectProblem(answer, 400, 'room_unavailable');
  expect(answer.body.data).toMatchObject({ nights: ['2027-03-01', '2027-03-02'], left: 2, asked: 4 });
});

test('the refusal names every room that is not to be had, and none for nights that only the group itself would take', async () => {
  const property = await api.property({ rooms: [{}, {}, { min_stay: 5 }, {}] });
  const [one, two, three, four] = property.rooms as [number, number, number, number];
  for (const room_id of [one, four])
    await book(property, [{ room_id, price: 1, checkin: '2027-03-02', checkout: '2027-03-03' }]);
  const before = await fingerprint(api.db);
  const answer = await book(property, [
    { room_id: four, price: 1 },
    { room_id: one, price: 1 },
    { room_id: two, price: 1 },
    { room_id: three, price: 1 },
    // Free: the refused stay of the same room does not keep the nights that it could have had.
    { room_id: one, price: 1, checkin: '2027-03-01', checkout: '2027-03-02' },
  ]);
  expectProblem(answer, 400, 'room_unavailable');
  expect(answer.body.data).toMatchObject({
    room_id: one,
    nights: ['2027-03-02'],
    further: [
      { code: 'min_stay_not_met', data: { room_id: three, min_stay: 5 } },
      { code: 'room_unavailable', data: { room_id: four, nights: ['2027-03-02'] } },
    ],
  });
  for (const room of [one, three, four]) expect(answer.body.detail).toMatch(new RegExp(`Room ${room}\\b`));
  expect(await fingerprint(api.db)).toBe(before);
});

test('a group without a date of its own is cancelled from today', async () => {
  const property = await api.property({ rooms: [{}] });
  const { body: group } = await book(property, [{ room_id: property.rooms[0], price: 100 }]);
  const cancelled = await api.request('DELETE', `/api/groups/${property.token}?group_id=${group.group_id}`);
  expect(cancelled.body.bookings.map(({ status }: any) => status)).toEqual(['cancelled']);
});

test('a group is changed together, held and confirmed together, and cancelled together, once', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const rooms = property.rooms.map((room_id) => ({ room_id, price: 100 }));
  const { body: group } = await book(property, rooms, { hold_minutes: 30 });
  const path = `/api/groups/${property.token}?group_id=${group.group_id}`;
  expect(group.bookings.map(({ status }: any) => status)).toEqual(['held', 'held']);
  const changed = await api.request('PATCH', path, { body: { status: 'confirmed', name: 'Grace' } });
  expect(changed.body.bookings.map(({ status, name }: any) => [status, name])).toEqual([
    ['confirmed', 'Grace'],
    ['confirmed', 'Grace'],
  ]);
  const cancelled = await api.delete(`${path}&date=2027-03-01`);
  expect(cancelled.body.price).toBe(0);
  expect((await api.delete(`${path}&date=2027-03-01`)).body).toEqual(cancelled.body);
  expect((await bookings(property)).map(({ status }: any) => status)).toEqual(['cancelled', 'cancelled']);
  await consistent(property);
});

test('a booking whose guest did not come stays a no-show when its group is cancelled', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const rooms = property.rooms.map((room_id) => ({ room_id, price: 100 }));
  const { body: group } = await book(property, rooms);
  const [{ order_id }] = group.bookings;
  api.clock = Temporal.Instant.from('2027-03-01T18:00:00Z');
  await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order_id}`, {
    body: { status: 'no_show' },
  });
  const cancelled = await cancel(property, group);
  expect(cancelled.status, cancelled.text).toBe(200);
  expect(cancelled.body.bookings.map(({ status }: any) => status)).toEqual(['no_show', 'cancelled']);
});

test('a value changes only where it is the same as in the first booking', async () => {
  const property = await api.property({ rooms: [{}, {}, {}] });
  const [one, two, three] = property.rooms as [number, number, number];
  const { body: group } = await book(property, [
    { room_id: three, price: 10 },
    { room_id: one, price: 10, name: 'Grace' },
    { room_id: two, price: 10 },
  ]);
  const changed = await patch(property, group, { name: 'Ada Lovelace', notes: 'Late arrival' });
  expect(changed.body.name).toBe('Ada Lovelace');
  expect(changed.body.bookings.map(({ name, notes }: any) => [name, notes])).toEqual([
    ['Ada Lovelace', 'Late arrival'],
    ['Grace', 'Late arrival'],
    ['Ada Lovelace', 'Late arrival'],
  ]);
  const [first, other, same] = changed.body.bookings.map((each: any) => each.guest_id);
  expect([first === same, first === other]).toEqual([true, false]);
  const [guest] = (await api.get(`/api/guests/${property.token}?guest_id=${first}`)).body;
  expect(guest).toMatchObject({ name: 'Ada Lovelace' });
});

test('the profile of the shared guest follows the group, those of other guests keep what people entered', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const rooms = property.rooms.map((room_id, i) => ({
    room_id,
    price: 10,
    ...(i === 1 && { name: 'Grace' }),
  }));
  const { body: group } = await book(property, rooms);
  const [ada, grace] = group.bookings.map((each: any) => each.guest_id);
  const path = (id: number) => `/api/guests/${property.token}?guest_id=${id}`;
  await api.request('PATCH', path(grace), { body: { email: 'grace@example.com' } });
  await patch(property, group, { email: 'ada@example.org' });
  const emails = () => Promise.all([ada, grace].map(async (id) => (await api.get(path(id))).body[0].email));
  expect(await emails()).toEqual(['ada@example.org', 'grace@example.com']);
  await patch(property, group, { email: 'all@example.org', update_guest: true });
  expect(await emails()).toEqual(['all@example.org', 'all@example.org']);
});

test('a cancelled group is restored as a whole, or not at all if a night is sold', async () => {
  const property = await api.property({ rooms: [{}, {}] });
  const [one, two] = property.rooms as [number, number];
  const { body: group } = await book(property, [
    { room_id: one, price: 100 },
    { room_id: two, price: 200 },
  ]);
  await cancel(property, group);
  const restored = await patch(property, group, { status: 'confirmed' });
  expect(restored.body).toMatchObject({ price: 300, total: 300 });
  await cancel(property, group);
  await book(property, [{ room_id: two, price: 1, checkin: '2027-03-02', checkout: '2027-03-03' }]);
  const before = await fingerprint(api.db);
  const refused = await patch(property, group, { status: 'confirmed' });
  expectProblem(refused, 400, 'room_unavailable');
  expect(refused.body).toMatchObject({ nights: ['2027-03-02'], data: { room_id: two } });
  expect(await fingerprint(api.db)).toBe(before);
  await consistent(property);
});

test('a refusal for the restrictions of a room names it', async () => {
  const property = await api.property({ rooms: [{}, { min_stay: 5 }] });
  const [one, two] = property.rooms as [number, number];
  const before = await fingerprint(api.db);
  const answer = await book(property, [
    { room_id: one, price: 1 },
    { room_id: two, price: 1 },
  ]);
  expectProblem(answer, 400, 'min_stay_not_met');
  expect(answer.body.data).toMatchObject({ room_id: two, min_stay: 5 });
  expect(answer.body.detail).toMatch(new RegExp(`^Room ${two}: Arriving on 2027-03-01`));
  expect(await fingerprint(api.db)).toBe(before);
});

describe('a payment', () => {
  const group = async (prices: number[], property?: TestProperty) => {
    const own = property ?? (await api.property({ rooms: prices.map(() => ({})) }));
    const rooms = prices.map((price, i) => ({ room_id: own.rooms[i], price }));
    return { property: own, group: (await book(own, rooms)).body };
  };
  const pay = ({ hotelId }: TestProperty, { group_id }: { group_id: number }, body: object = {}) =>
    api.operator('POST', `/properties/${hotelId}/groups/${group_id}/payments`, body);
  const balances = (answer: ApiResponse) => answer.body.group.bookings.map(({ balance }: any) => balance);

  test('is split in proportion to what each booking owes, to the cent', async () => {
    const { property, group: made } = await group([100, 100, 100.01]);
    const deposit = await pay(property, made, { amount: 100, method: 'cash', reference: 'T-1' });
    expect(deposit.status).toBe(200);
    expect(
      deposit.body.entries.map(({ amount, type, method, reference, order_id }: any) => [
        amount,
        type,
        method,
        reference,
        order_id,
      ]),
    ).toEqual(
      made.bookings.map(({ order_id }: any, i: number) => [
        [33.34, 33.33, 33.33][i],
        'payment',
        'cash',
        'T-1',
        order_id,
      ]),
    );
    expect(deposit.body.group).toMatchObject({ total: 300.01, paid: 100, balance: 200.01 });
    const rest = await pay(property, made);
    expect(rest.body.group).toMatchObject({ paid: 300.01, balance: 0 });
    expect(balances(rest)).toEqual([0, 0, 0]);
    expectProblem(await pay(property, made), 400, 'exceeds_balance');
    await consistent(property);
  });

  test('goes to the bookings that owe something, and none gets more than that', async () => {
    const { property, group: made } = await group([100, 50, 1]);
    await api.operator('POST', `/properties/${property.hotelId}/accounting`, {
      amount: 100,
      type: 'payment',
      description: 'First room',
      order_id: made.bookings[0].order_id,
    });
    const paid = await pay(property, made, { amount: 50.5 });
    expect(balances(paid).map((each: number) => each >= 0)).toEqual([true, true, true]);
    expect(paid.body.entries.map(({ amount }: any) => amount).reduce((a: number, b: number) => a + b)).toBe(
      50.5,
    );
    expect(paid.body.group.balance).toBe(0.5);
  });

  test('that exceeds the balance, or has the wrong sign, is refused and changes nothing', async () => {
    const { property, group: made } = await group([100, 50]);
    const before = await fingerprint(api.db);
    for (const amount of [150.01, -1, 0]) {
      const refused = await pay(property, made, { amount });
      expectProblem(refused, 400, 'exceeds_balance');
      expect(refused.body.data).toEqual({ group_id: made.group_id, balance: 150, currency: 'EUR' });
    }
    expectProblem(await pay(property, { group_id: 999_999 }), 400, 'unknown_group');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('is refunded after a cancellation', async () => {
    const { property, group: made } = await group([100, 50]);
    await pay(property, made, { amount: 75 });
    expect((await cancel(property, made)).body).toMatchObject({ total: 0, paid: 75, balance: -75 });
    const refund = await pay(property, made);
    expect(refund.body.entries.map(({ amount, type }: any) => [amount, type])).toEqual([
      [-50, 'refund'],
      [-25, 'refund'],
    ]);
    expect(refund.body.group).toMatchObject({ paid: 0, balance: 0 });
  });

  test('made by many at the same time is never posted twice', async () => {
    const { property, group: made } = await group([100, 70.07, 30]);
    const answers = await Promise.all(Array.from({ length: 40 }, () => pay(property, made)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'exceeds_balance')).toHaveLength(39);
    const parts = await group([100, 70.07, 30]);
    const some = await Promise.all(
      Array.from({ length: 40 }, () => pay(parts.property, parts.group, { amount: 10, confirm: true })),
    );
    expect(some.filter(({ status }) => status === 200)).toHaveLength(20);
    const [now] = (await api.get(`/api/groups/${parts.property.token}`)).body;
    expect(now).toMatchObject({ paid: 200, balance: 0.07 });
  });

  test('to a group of another property is refused', async () => {
    const { group: made } = await group([100]);
    const other = await group([100]);
    const before = await fingerprint(api.db);
    expectProblem(await pay(other.property, made), 400, 'unknown_group');
    expectProblem(await patch(other.property, made, { name: 'Eve' }), 400, 'unknown_group');
    expectProblem(await cancel(other.property, made), 400, 'unknown_group');
    expect((await api.get(`/api/groups/${other.property.token}?group_id=${made.group_id}`)).body).toEqual([]);
    expect(await bookings(other.property, `&group_id=${made.group_id}`)).toEqual([]);
    expect(await fingerprint(api.db)).toBe(before);
  });
});

test('an unknown group is refused', async () => {
  const property = await api.property();
  expectProblem(
    await api.delete(`/api/groups/${property.token}?group_id=999999&date=2027-03-01`),
    400,
    'unknown_group',
  );
});

test('of groups that ask for the last rooms in opposite order one wins whole, without a deadlock', async () => {
  for (let round = 0; round < 4; round += 1) {
    const property = await api.property({ rooms: [{}, {}, {}] });
    const rooms = property.rooms.map((room_id) => ({ room_id, price: 100 }));
    const answers: ApiResponse[] = await Promise.all(
      Array.from({ length: 40 }, (_, i) => book(property, i % 2 === 0 ? rooms : rooms.toReversed())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'room_unavailable')).toHaveLength(39);
    expect(await bookings(property)).toHaveLength(3);
    const [groups] = await api.db.query<{ count: number }>(
      'select count(*)::int as count from booking_groups where hotel_id = $1',
      [property.hotelId],
    );
    expect(groups!.count).toBe(1);
    await consistent(property);
  }
});

test('groups that are changed, paid and cancelled at the same time are changed whole', async () => {
  const property = await api.property({ rooms: [{}, {}, {}] });
  const { body: group } = await book(
    property,
    property.rooms.map((room_id) => ({ room_id, price: 100 })),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? patch(property, group, { name: `Ada ${i}` }) : cancel(property, group),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
  const [now] = (await api.get(`/api/groups/${property.token}`)).body;
  expect(new Set(now.bookings.map(({ name, status }: any) => `${name} ${status}`)).size).toBe(1);
  await consistent(property);
});
