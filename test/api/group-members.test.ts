// Groups gain and lose bookings after they were made.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ poolSize: 16 });
const TODAY = Temporal.PlainDate.from('2027-02-01');
beforeEach(() => {
  api.clock = Temporal.Instant.from('2027-02-01T10:00:00Z');
});

const STAY = { name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-04' };
const house = () => api.property({ rooms: [{ units: 9 }] });
const book = async ({ token, room }: TestProperty, more: object = {}) =>
  (await api.post(`/api/bookings/${token}`, { room_id: room, price: 100, ...STAY, ...more })).body;
const tryBook = ({ token, room }: TestProperty, more: object) =>
  api.post(`/api/bookings/${token}`, { room_id: room, price: 100, ...STAY, ...more });
const bookGroup = async ({ token, room }: TestProperty, more: object = {}) =>
  (
    await api.post(`/api/groups/${token}`, {
      ...STAY,
      email: 'ada@example.com',
      rooms: [{ room_id: room, price: 100 }],
      ...more,
    })
  ).body;
const change = ({ token }: TestProperty, { order_id }: { order_id: number }, body: object, headers = {}) =>
  api.request('PATCH', `/api/bookings/${token}?order_id=${order_id}`, { body, headers });
const groupOf = async ({ token }: TestProperty, id: number) =>
  (await api.get(`/api/groups/${token}?group_id=${id}`)).body[0];

describe('a new booking', () => {
  test('is a room of the group, of its guest, and counts in its sums', async () => {
    const property = await house();
    const group = await bookGroup(property);
    const added = await book(property, { group_id: group.group_id, price: 50 });
    const [first] = group.bookings;
    expect(added).toMatchObject({
      group_id: group.group_id,
      guest_id: first.guest_id,
      email: 'ada@example.com',
      status: 'confirmed',
    });
    expect(await groupOf(property, group.group_id)).toMatchObject({ price: 150, total: 150, balance: 150 });
    const other = await book(property, { group_id: group.group_id, name: 'Grace' });
    expect(other.guest_id).not.toBe(first.guest_id);
    expect(other.email).toBeNull();
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('is held as long as the group is, and ends with it', async () => {
    const property = await house();
    const group = await bookGroup(property, { hold_minutes: 60 });
    const { held_until } = group.bookings[0];
    const added = await book(property, { group_id: group.group_id, hold_minutes: 600 });
    expect(added).toMatchObject({ status: 'held', held_until });
    api.clock = Temporal.Instant.from(held_until);
    expectProblem(await tryBook(property, { group_id: group.group_id }), 400, 'hold_expired');
  });

  test('of a group that is not there, or whose hold has ended, is refused', async () => {
    const property = await house();
    const other = await bookGroup(await house());
    expectProblem(await tryBook(property, { group_id: other.group_id }), 400, 'unknown_group');
    expectProblem(await tryBook(property, { group_with: 999_999_999 }), 400, 'unknown_booking');
    const both = { group_id: 1, group_with: 1 };
    expectProblem(await tryBook(property, both), 400, 'invalid_data', ['group_with']);
  });

  test('makes a group with a booking that has none', async () => {
    const property = await house();
    const first = await book(property);
    const added = await book(property, { group_with: first.order_id });
    const { bookings, price } = await groupOf(property, added.group_id);
    expect([bookings.map((one: any) => one.order_id), price]).toEqual([
      [first.order_id, added.order_id],
      200,
    ]);
    expect(added.guest_id).toBe(first.guest_id);
    const third = await book(property, { group_with: added.order_id });
    expect(third.group_id).toBe(added.group_id);
  });
});

describe('a booking that is there', () => {
  test('joins a group, moves to another one and leaves it', async () => {
    const property = await house();
    const [one, other] = [await bookGroup(property), await bookGroup(property)];
    const booking = await book(property, { name: 'Grace', price: 30 });
    expect((await change(property, booking, { group_id: one.group_id })).body.group_id).toBe(one.group_id);
    expect(await groupOf(property, one.group_id)).toMatchObject({ price: 130, balance: 130 });
    await change(property, booking, { group_id: other.group_id });
    expect(await groupOf(property, one.group_id)).toMatchObject({ price: 100 });
    expect(await groupOf(property, other.group_id)).toMatchObject({ price: 130 });
    const left = await change(property, booking, { group_id: null });
    expect(left.body).toMatchObject({ group_id: null, name: 'Grace', price: 30 });
    expect(await groupOf(property, other.group_id)).toMatchObject({ price: 100 });
    await expectConsistent(api.db, property.hotelId, TODAY);
  });

  test('is the last one, and the group ends', async () => {
    const property = await house();
    const { group_id, bookings } = await bookGroup(property);
    await change(property, bookings[0], { group_id: null });
    expect(await groupOf(property, group_id)).toBeUndefined();
    expectProblem(await change(property, bookings[0], { group_id }), 400, 'unknown_group');
  });

  test('is grouped with another one, not with itself', async () => {
    const property = await house();
    const [one, two] = [await book(property), await book(property, { name: 'Grace' })];
    const { body } = await change(property, two, { group_with: one.order_id });
    expect((await groupOf(property, body.group_id)).bookings).toHaveLength(2);
    const own = { group_with: two.order_id };
    expectProblem(await change(property, two, own), 400, 'invalid_data', ['group_with']);
  });

  test('is held as long as the group that it joins', async () => {
    const property = await house();
    const group = await bookGroup(property, { hold_minutes: 60 });
    const held = await book(property, { hold_minutes: 600 });
    const { body } = await change(property, held, { group_id: group.group_id });
    expect(body.held_until).toBe(group.bookings[0].held_until);
  });

  test('joins with the version that was read, or not', async () => {
    const property = await house();
    const group = await bookGroup(property);
    const booking = await book(property);
    const stale = { 'if-match': '"stale"' };
    expectProblem(
      await change(property, booking, { group_id: group.group_id }, stale),
      412,
      'precondition_failed',
    );
    expect((await groupOf(property, group.group_id)).bookings).toHaveLength(1);
  });

  test('that joins two groups at once is in one of both', async () => {
    const property = await house();
    const [one, other] = [await bookGroup(property), await bookGroup(property)];
    const booking = await book(property);
    const answers = await Promise.all(
      [one, other].map(({ group_id }) => change(property, booking, { group_id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const sizes = await Promise.all(
      [one, other].map(async ({ group_id }) => (await groupOf(property, group_id)).bookings.length),
    );
    expect(sizes.toSorted()).toEqual([1, 2]);
  });

  test('that leaves while the group is paid for is paid for or not, as a whole', async () => {
    const property = await house();
    const { group_id, bookings } = await bookGroup(property, {
      rooms: [
        { room_id: property.room, price: 100 },
        { room_id: property.room, price: 100 },
      ],
    });
    await Promise.all([
      change(property, bookings[1], { group_id: null }),
      api.operator('POST', `/properties/${property.hotelId}/groups/${group_id}/payments`, {}),
    ]);
    expect((await groupOf(property, group_id)).balance).toBe(0);
    await expectConsistent(api.db, property.hotelId, TODAY);
  });
});
