// Orders whose channel numbers no rooms: each room keeps its booking, wherever it stands in the list, and what people changed of it.
import { beforeEach, describe, expect, test } from 'vitest';
import { Random } from '../../sample-people/random.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { SEED } from '../harness/random.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const TODAY = date('2027-03-01');

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 9 }, { units: 9 }]);
  receive = await connectOrders(environment, 'channex', 'expedia');
});

type Room = NonNullable<Version['rooms']>[number];

const room = (guestName: string, [from, until]: [number, number] = [1, 3], more: Room = {}): Room => ({
  guestName,
  checkin: date(`2027-03-0${from}`),
  checkout: date(`2027-03-0${until}`),
  total: `${(until - from) * 100}.00`,
  ...more,
});

/** Receives the next version of the order, with these rooms in this order; returns the bookings in the order of the rooms. */
async function lists(...rooms: Room[]): Promise<number[]> {
  return (await receive({ rooms, keysArePlaces: true })).reservationIds;
}

function change(reservationId: number, patch: DeskPatch) {
  const how = { today: TODAY, early: true, updateGuest: false };
  return environment.change(async (tx) =>
    patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
  );
}

const stored = (id: number) => requireReservation(environment.db, environment.hotelId, id);

const ANNA = room('Anna Alpha');
const BERT = room('Bert Beta', [1, 5]);
const CARL = room('Carl Gamma', [2, 4], { externalRoom: 'R1' });

describe('a room of the order', () => {
  test('leaves: the others keep their bookings, and what people changed of them', async () => {
    const [anna, bert, carl] = (await lists(ANNA, BERT, CARL)) as [number, number, number];
    await change(bert, { guestPhone: '+351910000001' });
    expect(await lists(BERT, CARL)).toEqual([bert, carl]);
    expect(await stored(anna)).toMatchObject({ status: 'cancelled' });
    expect(await stored(bert)).toMatchObject({ status: 'confirmed', guestPhone: '+351910000001' });
    expect((await stored(bert)).checkout.day).toBe(5);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('that leaves is not that of the guest in the house', async () => {
    const [anna, bert] = (await lists(ANNA, BERT)) as [number, number];
    await change(bert, { status: 'checked_in' });
    expect(await lists(BERT)).toEqual([bert]);
    expect(await stored(bert)).toMatchObject({ status: 'checked_in', differences: null });
    expect(await stored(anna)).toMatchObject({ status: 'cancelled' });
  });

  test.each([
    0, 1,
  ])('that leaves is not that of the guest in the house, where nothing else tells them apart (%i)', async (place) => {
    const bookings = await lists(ANNA, ANNA);
    await change(bookings[place]!, { status: 'checked_in' });
    expect(await lists(ANNA)).toEqual([bookings[place]]);
    expect(await stored(bookings[place]!)).toMatchObject({ status: 'checked_in', differences: null });
    expect(await stored(bookings[1 - place]!)).toMatchObject({ status: 'cancelled' });
  });

  test('changes places with another: a payment and a check-in stay where they are', async () => {
    const [anna, bert] = (await lists(ANNA, BERT)) as [number, number];
    await change(anna, { status: 'checked_in' });
    expect(await lists(BERT, ANNA)).toEqual([bert, anna]);
    expect(await stored(anna)).toMatchObject({ status: 'checked_in', priceMinor: 20_000 });
    expect(await stored(bert)).toMatchObject({ status: 'confirmed', priceMinor: 40_000 });
    expect(await lists(ANNA, BERT)).toEqual([anna, bert]);
  });

  test.each<[string, Room]>([
    ['other dates', room('Bert Beta', [2, 6])],
    ['another price', room('Bert Beta', [1, 5], { total: '333.00' })],
    ['another room', room('Bert Beta', [1, 5], { externalRoom: 'R1' })],
    ['another guest', room('Dora Delta', [1, 5])],
  ])('gets %s while another leaves and the list is in another order', async (_, changed) => {
    const [anna, bert, carl] = (await lists(ANNA, BERT, CARL)) as [number, number, number];
    expect(await lists(CARL, changed)).toEqual([carl, bert]);
    expect(await stored(anna)).toMatchObject({ status: 'cancelled' });
  });

  test('comes before the others: it is a booking of its own', async () => {
    const [anna, bert] = (await lists(ANNA, BERT)) as [number, number];
    const [carl, ...others] = await lists(CARL, ANNA, BERT);
    expect(others).toEqual([anna, bert]);
    expect([anna, bert]).not.toContain(carl);
    expect(await lists(CARL, BERT)).toEqual([carl, bert]);
    expect(await lists(ANNA, CARL, BERT)).toEqual([expect.any(Number), carl, bert]);
  });

  test('comes to the place of one that left before rooms were recognised by what they are', async () => {
    const [anna, bert] = (await lists(ANNA, BERT)) as [number, number];
    await receive({ rooms: [ANNA] });
    expect(await stored(bert)).toMatchObject({ status: 'cancelled' });
    const [carl, ...others] = await lists(CARL, ANNA);
    expect(others).toEqual([anna]);
    expect([anna, bert]).not.toContain(carl);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('that nothing tells apart keeps its place', async () => {
    const [first, second] = (await lists(ANNA, ANNA)) as [number, number];
    expect(await lists(ANNA, room('Anna Alpha', [1, 4]))).toEqual([first, second]);
    expect((await stored(second)).checkout.day).toBe(4);
  });
});

test('the order that is cancelled, and comes again, is in new bookings', async () => {
  const before = await lists(ANNA, BERT);
  await receive({ status: 'cancelled', rooms: [], keysArePlaces: true });
  const after = await lists(BERT, ANNA);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  await expectConsistent(environment.db, environment.hotelId, TODAY);
});

test('whatever leaves, comes, changes and is shuffled, each room keeps its booking', async () => {
  const random = new Random(SEED);
  let rooms = [0, 1, 2].map((id) => ({ id, room: room(`Guest ${id}`) }));
  let next = 3;
  const bookings = new Map<number, number>();
  for (let step = 0; step < 40; step += 1) {
    const one = random.between(0, rooms.length - 1);
    const kind = random.pick(['leave', 'come', 'dates', 'shuffle'] as const);
    if (kind === 'leave' && rooms.length > 1) rooms.splice(one, 1);
    if (kind === 'come' && rooms.length < 6) {
      rooms.splice(one, 0, { id: next, room: room(`Guest ${next}`) });
      next += 1;
    }
    if (kind === 'dates') {
      const from = random.between(1, 4);
      rooms[one]!.room = room(`Guest ${rooms[one]!.id}`, [from, from + random.between(1, 4)]);
    }
    if (kind === 'shuffle') rooms = random.shuffle(rooms);
    const ids = await lists(...rooms.map((each) => each.room));
    for (const [place, { id }] of rooms.entries()) {
      const known = bookings.get(id) ?? ids[place]!;
      expect(ids[place], `seed ${SEED}, step ${step}, ${kind}: guest ${id}`).toBe(known);
      bookings.set(id, known);
    }
  }
  await expectConsistent(environment.db, environment.hotelId, TODAY);
});
