// Small children in cots, beside the capacity of a room: one rule for every way in which a stay is sold.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const STAY = { checkin: '2027-03-01', checkout: '2027-03-04' };

/** A house with one room for two, and so many cots. */
const houseWith = (room: object) => api.property({ rooms: [{ capacity: 2, units: 9, ...room }] });
const book = ({ token, room }: TestProperty, body: object) =>
  api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', price: 1, ...STAY, ...body });
const bookGroup = ({ token, room }: TestProperty, party: object) =>
  api.post(`/api/groups/${token}`, { name: 'Ada', ...STAY, rooms: [{ room_id: room, price: 1, ...party }] });
const isOffered = async ({ token }: TestProperty, query: string) =>
  (await api.get(`/api/offers/${token}?checkin=${STAY.checkin}&checkout=${STAY.checkout}&${query}`)).body[0]
    .bookable;

describe.each([
  ['without a cot a baby counts', 0, [0], false],
  ['a baby in a cot does not count', 1, [1], true],
  ['a child of the age counts', 1, [2], false],
  ['a child of unknown age counts', 1, [null], false],
  ['a second baby in a room with one cot counts', 1, [0, 1], false],
  ['two babies have two cots', 2, [0, 1], true],
] as const)('%s', (_, cots, children, fits) => {
  test('in offers, bookings, holds and groups', async () => {
    const house = await houseWith({ cots });
    const known = children.filter((age) => age !== null);
    const ages = known.length > 0 ? `&children=${known.join(',')}` : '';
    expect(await isOffered(house, `guests=${2 + children.length}${ages}`)).toBe(fits);
    const party = { adults: 2, children };
    const answers = [
      await book(house, party),
      await book(house, { ...party, hold_minutes: 60 }),
      await bookGroup(house, party),
    ];
    for (const answer of answers)
      if (fits) expect(answer.status).toBe(200);
      else expectProblem(answer, 400, 'capacity', ['guests']);
  });
});

test('the refusal says how many cots there are, and for whom', async () => {
  const house = await houseWith({ cots: 1 });
  const { body } = await book(house, { adults: 2, children: [0, 1] });
  expect(body.data).toEqual({
    room_id: house.room,
    capacity: 2,
    guests: 4,
    cots: 1,
    infants: 2,
    infants_under_age: 2,
  });
  expect(body.detail).toBe(
    `Room ${house.room} takes 2 guests and 1 cot, not 4, 2 of them under 2: choose another.`,
  );
});

test('the house says up to which age a child sleeps in a cot', async () => {
  const house = await houseWith({ cots: 1 });
  const set = (infants_under_age: unknown) =>
    api.operator('PATCH', `/properties/${house.hotelId}`, { settings: { infants_under_age } });
  expect((await set(4)).body.settings.infants_under_age).toBe(4);
  expect(await isOffered(house, 'guests=3&children=3')).toBe(true);
  expect((await book(house, { adults: 2, children: [3] })).status).toBe(200);
  await set(0);
  expectProblem(await book(house, { adults: 2, children: [0] }), 400, 'capacity', ['guests']);
  for (const wrong of [-1, 19, 1.5, null])
    expectProblem(await set(wrong), 400, 'invalid_data', ['settings.infants_under_age']);
});

test('cots of a room are given, changed and shown', async () => {
  const house = await houseWith({ cots: 1 });
  const path = `/properties/${house.hotelId}/rooms/${house.room}`;
  expect((await api.operator('GET', path)).body.cots).toBe(1);
  expect((await api.operator('PATCH', path, { cots: 2 })).body.cots).toBe(2);
  expect((await api.get(`/api/rentals/${house.token}`)).body[0].cots).toBe(2);
});

test('a change of who comes is not refused: whoever makes it may have found a bed', async () => {
  const house = await houseWith({ cots: 1 });
  const { order_id } = (await book(house, { adults: 2, children: [1] })).body;
  const path = `/api/bookings/${house.token}?order_id=${order_id}`;
  const changed = await api.request('PATCH', path, { body: { adults: 3 } });
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body.guests).toBe(4);
});
