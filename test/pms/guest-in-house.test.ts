// A guest who is in the house stays there, whatever a channel reports: people decide.
import { beforeEach, describe, expect, test } from 'vitest';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const march = (day: number) => date(`2027-03-${String(day).padStart(2, '0')}`);
let today = march(1);

beforeEach(async () => {
  today = march(1);
  environment = await createPropertyFixture(database.db, [{ units: 1 }, { units: 1 }]);
  receive = await connectOrders(environment, 'channex', 'expedia');
});

const sells = (from: number, until: number, version: Version = {}): Version => ({
  ...version,
  rooms: [
    {
      checkin: march(from),
      checkout: march(until),
      total: `${(until - from) * 100}.00`,
      ...version.rooms?.[0],
    },
  ],
});

const CANCELLED: Version = { status: 'cancelled', rooms: [] };

function change(reservationId: number, patch: DeskPatch) {
  const how = { today, early: true, updateGuest: false };
  return environment.change(async (tx) =>
    patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
  );
}

/** Receives an order from the 1st to the 5th, whose guest checks in on the 1st; returns the booking's id on the 2nd. */
async function inHouse(): Promise<number> {
  const { reservationIds } = await receive(sells(1, 5));
  await change(reservationIds[0]!, { status: 'checked_in' });
  environment.now = environment.now.add({ hours: 24 });
  today = march(2);
  return reservationIds[0]!;
}

const stored = (id: number) => requireReservation(environment.db, environment.hotelId, id);

/** The stay as `from–until (nights of the channel) price status`. */
async function stayOf(id: number): Promise<string> {
  const { checkin, checkout, channelCheckin, channelCheckout, priceMinor, status } = await stored(id);
  const known = channelCheckin ? `${channelCheckin.day}–${channelCheckout?.day}` : 'none';
  return `${checkin.day}–${checkout.day} (${known}) ${priceMinor / 100} ${status}`;
}

const undecided = async (id: number) =>
  (await stored(id)).differences?.map(({ member, value }) => `${member} ${value}`) ?? null;

async function expectSold(from: number, until: number): Promise<void> {
  const rows = await environment.db.query<{ date: string }>(
    `select date from nights where hotel_id = $1 and room_id = $2 and sold > 0 order by date`,
    [environment.hotelId, environment.room],
  );
  const days = rows.map((row) => date(row.date).day);
  expect(days).toEqual(Array.from({ length: until - from }, (_, i) => from + i));
  await expectConsistent(environment.db, environment.hotelId, today);
}

describe('dates that a channel changes', () => {
  test.each<[string, [number, number], string, string[] | null]>([
    ['a later end', [1, 7], '1–7 (1–7) 600 checked_in', null],
    ['an earlier end after tonight', [1, 4], '1–4 (1–4) 300 checked_in', null],
    ['an end on tomorrow', [1, 3], '1–3 (1–3) 200 checked_in', null],
    ['an end on today', [1, 2], '1–3 (1–2) 200 checked_in', ['checkout 2027-03-02']],
    ['a beginning after tonight', [3, 5], '1–5 (3–5) 400 checked_in', ['checkin 2027-03-03']],
    ['a beginning on today', [2, 5], '1–5 (2–5) 400 checked_in', ['checkin 2027-03-02']],
    ['both', [4, 6], '1–6 (4–6) 500 checked_in', ['checkin 2027-03-04']],
  ])('%s', async (_, [from, until], stay, differences) => {
    const id = await inHouse();
    await receive(sells(from, until));
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toEqual(differences);
    await expectSold(1, (await stored(id)).checkout.day);
    // The same once more, with a remark.
    await receive(sells(from, until, { notes: 'A cot, please' }));
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toEqual(differences);
  });

  test('to others that do not adjoin the stay are another one, and people decide about the guest’s', async () => {
    const id = await inHouse();
    const { reservationIds } = await receive(sells(20, 22));
    expect(reservationIds).not.toContain(id);
    expect(await stayOf(reservationIds[0]!)).toBe('20–22 (20–22) 200 confirmed');
    expect(await stayOf(id)).toBe('1–5 (none) 400 checked_in');
    expect(await undecided(id)).toEqual(['status cancelled']);
  });

  test('count before the guest is in the house', async () => {
    const { reservationIds } = await receive(sells(1, 5));
    await receive(sells(3, 5));
    expect(await stayOf(reservationIds[0]!)).toBe('3–5 (3–5) 200 confirmed');
  });

  test('and that are decided as the channel says give the nights back from today on', async () => {
    const id = await inHouse();
    await receive(sells(1, 2));
    await change(id, { checkout: march(2) });
    expect(await stayOf(id)).toBe('1–2 (1–2) 100 checked_in');
    expect(await undecided(id)).toBeNull();
    await expectSold(1, 2);
  });
});

describe('a cancellation', () => {
  test.each<[string, Version]>([
    ['of the order', CANCELLED],
    ['of the room', { status: 'modified', rooms: [] }],
  ])('%s keeps the stay until people decide', async (_, version) => {
    const id = await inHouse();
    await receive(version);
    expect(await stayOf(id)).toBe('1–5 (none) 400 checked_in');
    expect(await undecided(id)).toEqual(['status cancelled']);
    await expectSold(1, 5);
  });

  test('is accepted: the stay ends today', async () => {
    const id = await inHouse();
    await receive(CANCELLED);
    await change(id, { status: 'cancelled' });
    expect(await stayOf(id)).toBe('1–2 (none) 100 cancelled');
    expect(await undecided(id)).toBeNull();
    await expectSold(1, 2);
  });

  test('is declined: the guest stays, and leaves when they leave', async () => {
    const id = await inHouse();
    await receive(CANCELLED);
    await change(id, { status: 'checked_in' });
    expect(await undecided(id)).toBeNull();
    await receive(CANCELLED);
    expect(await undecided(id)).toBeNull();
    await change(id, { checkout: march(6) });
    expect(await stayOf(id)).toBe('1–6 (none) 500 checked_in');
  });

  test('is taken back by the channel', async () => {
    const id = await inHouse();
    await receive(CANCELLED);
    const { reservationIds } = await receive(sells(1, 5));
    expect(reservationIds).toEqual([id]);
    expect(await stayOf(id)).toBe('1–5 (1–5) 400 checked_in');
    expect(await undecided(id)).toBeNull();
  });

  test('of a guest who has left changes nothing', async () => {
    const id = await inHouse();
    await change(id, { status: 'checked_out' });
    const left = await stayOf(id);
    await receive(CANCELLED);
    expect(await stayOf(id)).toBe(left);
  });
});

test('another room of the channel moves no guest who is in the house', async () => {
  const id = await inHouse();
  await receive(sells(1, 5, { rooms: [{ externalRoom: 'R1' }] }));
  expect(await stored(id)).toMatchObject({ roomId: environment.room, status: 'checked_in' });
  await expectSold(1, 5);
});
