// Nights of the house's own beside those that a channel has sold: they survive each of its messages, and what contradicts them is for people
// to decide.
import { beforeEach, describe, expect, test } from 'vitest';
import { nightsBetween } from '../../src/model/night.ts';
import type { Reservation } from '../../src/model/reservation.ts';
import { listChangedSince } from '../../src/pms/channel-sync/ingest/changed-since.ts';
import { checkAlteration } from '../../src/pms/channel-sync/ingest/requests.ts';
import { listOpenStays } from '../../src/pms/channel-sync/recovery.ts';
import { disconnectChannel } from '../../src/pms/connections.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { untilLockIsAwaited } from '../harness/lock-awaited.ts';
import { connectOrders, mappingOf, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const TODAY = date('2027-03-01');
const march = (day: number) => date(`2027-03-${String(day).padStart(2, '0')}`);

/** A night costs 100, here and at the channel, unless a test says otherwise. */
beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 1 }, { units: 1 }]);
  receive = await connectOrders(environment, 'channex', 'booking_com');
});

/** A version that sells the nights of March from one day to another. */
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

/** Receives an order, which people let begin and end on other days; returns the booking's id. */
async function prolonged(
  [soldFrom, soldUntil]: [number, number],
  [from, until]: [number, number],
  version: Version = {},
): Promise<number> {
  const { reservationIds } = await receive(sells(soldFrom, soldUntil, version));
  const [id] = reservationIds as [number];
  await change(id, {
    ...(from !== soldFrom && { checkin: march(from) }),
    ...(until !== soldUntil && { checkout: march(until) }),
  });
  return id;
}

function change(reservationId: number, patch: DeskPatch): Promise<Reservation> {
  const how = { today: TODAY, early: true, updateGuest: false };
  return environment.change(async (tx) =>
    patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
  );
}

const disconnect = () => environment.change((tx) => disconnectChannel(tx, 'channex'));

const stored = (reservationId: number) =>
  requireReservation(environment.db, environment.hotelId, reservationId);

/** The stay as `from–until (nights of the channel) price`. */
async function stayOf(reservationId: number): Promise<string> {
  const { checkin, checkout, channelCheckin, channelCheckout, priceMinor } = await stored(reservationId);
  const known = channelCheckin ? `${channelCheckin.day}–${channelCheckout?.day}` : 'none';
  return `${checkin.day}–${checkout.day} (${known}) ${priceMinor / 100}`;
}

const undecided = async (reservationId: number) =>
  (await stored(reservationId)).differences?.map(({ member, value }) => `${member} ${value}`) ?? null;

/** Days of March on which nothing is left of the first room. */
async function soldDays(): Promise<number[]> {
  const rows = await environment.db.query<{ date: string }>(
    `select date from nights where hotel_id = $1 and room_id = $2 and sold > 0 order by date`,
    [environment.hotelId, environment.room],
  );
  return rows.map((row) => date(row.date).day);
}

const daysOf = (from: number, until: number) =>
  nightsBetween(march(from), march(until)).map(({ day }) => day);

async function expectSold(...ranges: [number, number][]): Promise<void> {
  expect(await soldDays()).toEqual(ranges.flatMap(([from, until]) => daysOf(from, until)));
  await expectConsistent(environment.db, environment.hotelId, TODAY);
}

describe('people', () => {
  test('let a stay begin earlier and end later than its channel knows', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    expect(await stayOf(id)).toBe('9–14 (10–12) 500');
    await expectSold([9, 14]);
  });

  test('give own nights back', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    await change(id, { checkin: march(10), checkout: march(13) });
    expect(await stayOf(id)).toBe('10–13 (10–12) 300');
    await expectSold([10, 13]);
  });

  test.each([
    { checkin: march(11) },
    { checkout: march(11) },
    { checkin: march(12), checkout: march(14) },
  ])('cannot give back nights that the channel has sold: %j', async (patch) => {
    const id = await prolonged([10, 12], [10, 13]);
    await expect(change(id, patch)).rejects.toMatchObject({
      code: 'owned_by_channel',
      data: { channel: 'booking_com', checkin: march(10), checkout: march(12) },
    });
  });

  test('can do so once the channel is not connected any more', async () => {
    const id = await prolonged([10, 12], [10, 13]);
    await disconnect();
    await change(id, { checkin: march(20), checkout: march(22) });
    expect(await stayOf(id)).toBe('20–22 (10–12) 200');
  });
});

const MESSAGES: Record<string, Version> = {
  'a remark': { notes: 'A cot, please' },
  'another name': { guest: { name: 'Grace B.', email: null, phone: null } },
  'other guests': { rooms: [{ party: { adults: 1, children: [4] } }] },
  'a room of another key': { rooms: [{ key: 'list-1' }] },
};

test.each(Object.keys(MESSAGES))('own nights survive %s', async (name) => {
  const id = await prolonged([10, 12], [9, 14]);
  await receive(sells(10, 12, MESSAGES[name]));
  expect(await stayOf(id)).toBe('9–14 (10–12) 500');
  expect(await undecided(id)).toBeNull();
  await expectSold([9, 14]);
});

describe('dates that the channel changes', () => {
  test.each<[string, number, number, string, string[] | null]>([
    ['later, over own nights', 10, 14, '9–14 (10–14) 500', null],
    ['later than the own nights', 10, 16, '9–16 (10–16) 700', null],
    ['earlier than the own nights', 7, 12, '7–14 (7–12) 700', null],
    ['over all own nights', 8, 16, '8–16 (8–16) 800', null],
    ['to the own nights after it', 12, 14, '9–14 (12–14) 500', ['checkin 2027-03-12']],
    ['beside the own nights', 14, 16, '9–16 (14–16) 700', ['checkin 2027-03-14']],
    ['shorter at its end', 10, 11, '9–14 (10–11) 500', ['checkout 2027-03-11']],
    ['shorter at its beginning', 11, 12, '9–14 (11–12) 500', ['checkin 2027-03-11']],
  ])('%s', async (_, from, until, stay, differences) => {
    const id = await prolonged([10, 12], [9, 14]);
    await receive(sells(from, until));
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toEqual(differences);
    const { checkin, checkout } = await stored(id);
    await expectSold([checkin.day, checkout.day]);
  });

  test('apart from the own nights are another stay, and people decide about the former one', async () => {
    const id = await prolonged([10, 12], [10, 14]);
    const { reservationIds } = await receive(sells(20, 22));
    expect(reservationIds).not.toContain(id);
    expect(await stayOf(reservationIds[0]!)).toBe('20–22 (20–22) 200');
    expect(await stayOf(id)).toBe('10–14 (none) 400');
    expect(await undecided(id)).toEqual(['status cancelled']);
    await expectSold([10, 14], [20, 22]);
    // The order is the new stay from now on.
    await receive(sells(20, 23));
    expect(await stayOf(reservationIds[0]!)).toBe('20–23 (20–23) 300');
    expect(await stayOf(id)).toBe('10–14 (none) 400');
  });

  test('follow the channel where there are no own nights', async () => {
    const { reservationIds } = await receive(sells(10, 12));
    await receive(sells(20, 23));
    expect(await stayOf(reservationIds[0]!)).toBe('20–23 (20–23) 300');
    await expectSold([20, 23]);
  });

  test('do not move a stay that people moved while the channel was not connected', async () => {
    const { reservationIds } = await receive(sells(10, 12));
    const id = reservationIds[0]!;
    await disconnect();
    await change(id, { checkin: march(20), checkout: march(22) });
    await receive(sells(10, 12, { notes: 'A cot, please' }));
    expect(await undecided(id)).toBeNull();
    await receive(sells(10, 13));
    expect(await stayOf(id)).toBe('20–22 (10–13) 200');
    expect(await undecided(id)).toEqual(['checkin 2027-03-10', 'checkout 2027-03-13', 'priceMinor 30000']);
    await receive(sells(20, 22));
    expect(await undecided(id)).toBeNull();
  });
});

describe('a date to decide', () => {
  test.each([
    ['the channel’s', 11, '9–11 (10–11) 200'],
    ['the house’s', 14, '9–14 (10–11) 500'],
  ])('is %s', async (_, day, stay) => {
    const id = await prolonged([10, 12], [9, 14]);
    await receive(sells(10, 11));
    await change(id, { checkout: march(day) });
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toBeNull();
    await receive(sells(10, 11, { notes: 'A cot, please' }));
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toBeNull();
  });

  test('is none any more when the channel takes it back', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    await receive(sells(10, 11));
    await receive(sells(10, 12));
    expect(await stayOf(id)).toBe('9–14 (10–12) 500');
    expect(await undecided(id)).toBeNull();
  });
});

describe('a cancellation by the channel', () => {
  const CANCELLED: Version = { status: 'cancelled', rooms: [] };

  async function cancelledAtChannel(): Promise<number> {
    const id = await prolonged([10, 12], [10, 14]);
    await receive(CANCELLED);
    return id;
  }

  test('keeps a stay with own nights until people decide', async () => {
    const id = await cancelledAtChannel();
    expect(await stored(id)).toMatchObject({ status: 'confirmed' });
    expect(await stayOf(id)).toBe('10–14 (none) 400');
    expect(await undecided(id)).toEqual(['status cancelled']);
    await expectSold([10, 14]);
  });

  test('is accepted', async () => {
    const id = await cancelledAtChannel();
    await change(id, { status: 'cancelled' });
    expect(await undecided(id)).toBeNull();
    await expectSold();
    // It was people's decision, which they can take back.
    await change(id, { status: 'confirmed' });
    await expectSold([10, 14]);
  });

  test.each<[string, DeskPatch, string]>([
    ['as a whole', { status: 'confirmed' }, '10–14 (none) 400'],
    ['with its own nights', { checkin: march(12) }, '12–14 (none) 200'],
  ])('is declined: the guest comes %s', async (_, patch, stay) => {
    const id = await cancelledAtChannel();
    await change(id, patch);
    expect(await stayOf(id)).toBe(stay);
    expect(await undecided(id)).toBeNull();
    await receive(CANCELLED);
    expect(await undecided(id)).toBeNull();
  });

  test('is taken back by the channel', async () => {
    const id = await cancelledAtChannel();
    const { reservationIds } = await receive(sells(10, 12));
    expect(reservationIds).toEqual([id]);
    expect(await stayOf(id)).toBe('10–14 (10–12) 400');
    expect(await undecided(id)).toBeNull();
  });

  test('is taken back by the channel at another price, and given again: nobody here has set one', async () => {
    const id = await prolonged([10, 12], [10, 14]);
    const cancelled: Version = { ...sells(10, 12), status: 'cancelled' };
    await receive(cancelled);
    await receive(sells(10, 12, { rooms: [{ total: '150.00' }] }));
    expect([await stayOf(id), await undecided(id)]).toEqual(['10–14 (10–12) 350', null]);
    await receive(cancelled);
    expect([await stayOf(id), await undecided(id)]).toEqual(['10–14 (none) 350', ['status cancelled']]);
  });

  test('ends the question about its price and its dates', async () => {
    const id = await prolonged([10, 12], [10, 14]);
    await change(id, { priceMinor: 100_00 });
    await receive(sells(10, 12, { rooms: [{ total: '150.00' }] }));
    expect(await undecided(id)).toEqual(['priceMinor 20000']);
    await receive({ ...sells(10, 12), status: 'cancelled' });
    expect(await undecided(id)).toEqual(['status cancelled']);
  });

  test('of one of several rooms keeps that room', async () => {
    const [one] = sells(10, 12).rooms!;
    const { reservationIds } = await receive({ rooms: [{ ...one }, { ...one, externalRoom: 'R1' }] });
    const second = reservationIds[1]!;
    await change(second, { checkout: march(14) });
    await receive({ rooms: [{ ...one }] });
    expect(await stayOf(second)).toBe('10–14 (none) 400');
    expect(await undecided(second)).toEqual(['status cancelled']);
  });

  test('leaves a guest alone who has stayed the nights of the channel', async () => {
    const id = await prolonged([1, 3], [1, 5]);
    await change(id, { status: 'checked_in' });
    environment.now = environment.now.add({ hours: 72 });
    await receive(CANCELLED);
    expect(await stored(id)).toMatchObject({ status: 'checked_in', differences: null });
    expect(await stayOf(id)).toBe('1–5 (1–3) 400');
  });

  test('of a guest in the house is for people to decide', async () => {
    const id = await prolonged([1, 3], [1, 5]);
    await change(id, { status: 'checked_in' });
    await receive(CANCELLED);
    expect(await stored(id)).toMatchObject({ status: 'checked_in' });
    expect(await undecided(id)).toEqual(['status cancelled']);
    await change(id, { status: 'checked_in' });
    expect(await undecided(id)).toBeNull();
  });

  test('ends a stay without own nights', async () => {
    const { reservationIds } = await receive(sells(10, 12));
    await receive(CANCELLED);
    expect(await stored(reservationIds[0]!)).toMatchObject({ status: 'cancelled', differences: null });
    await expectSold();
  });
});

describe('the price', () => {
  const priced = (total: string, version: Version = {}) =>
    sells(10, 12, { ...version, rooms: [{ total, ...version.rooms?.[0] }] });

  test('of the channel is that of its nights', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    await receive(priced('260.00'));
    expect(await stayOf(id)).toBe('9–14 (10–12) 560');
    expect(await nightPrices(id)).toEqual([100, 130, 130, 100, 100]);
  });

  test('that people set is that of the own nights', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    await change(id, { priceMinor: 44_000 });
    expect(await nightPrices(id)).toEqual([80, 100, 100, 80, 80]);
    await receive(priced('260.00'));
    expect(await nightPrices(id)).toEqual([80, 130, 130, 80, 80]);
    expect(await undecided(id)).toBeNull();
  });

  test('below that of the channel is another one for all nights', async () => {
    const id = await prolonged([10, 12], [9, 14]);
    await change(id, { priceMinor: 15_000 });
    expect(await nightPrices(id)).toEqual([30, 30, 30, 30, 30]);
  });

  test('that both have changed is for people to decide, with that of the own nights', async () => {
    const { reservationIds } = await receive(sells(10, 12));
    const id = reservationIds[0]!;
    await change(id, { priceMinor: 18_000 });
    await change(id, { checkout: march(13) });
    await receive(priced('260.00'));
    expect(await nightPrices(id)).toEqual([90, 90, 100]);
    expect(await undecided(id)).toEqual(['priceMinor 36000']);
    await change(id, { checkout: march(14) });
    expect(await undecided(id)).toEqual(['priceMinor 46000']);
    await change(id, { priceMinor: 46_000 });
    expect(await nightPrices(id)).toEqual([130, 130, 100, 100]);
    expect(await undecided(id)).toBeNull();
    await receive(priced('280.00'));
    expect(await nightPrices(id)).toEqual([140, 140, 100, 100]);
  });

  test('in another currency than the own nights is for people to decide', async () => {
    const id = await prolonged([10, 12], [10, 13]);
    await receive(priced('260.00', { currency: 'USD' }));
    expect(await stored(id)).toMatchObject({ priceMinor: 30_000, currency: 'EUR' });
    expect((await stored(id)).differences).toMatchObject([{ member: 'priceMinor', currency: 'USD' }]);
  });

  test('of own nights is collected by the property', async () => {
    const id = await prolonged([10, 12], [10, 14], { collectedBy: 'channel' });
    expect(await collected(id)).toEqual({ channel: 200, property: 200 });
    expect(await stored(id)).toMatchObject({ ...NO_BALANCE_OF_CHANNEL });
    await receive(sells(10, 13, { collectedBy: 'channel' }));
    expect(await collected(id)).toEqual({ channel: 300, property: 100 });
    await receive({ status: 'cancelled', rooms: [] });
    expect(await collected(id)).toEqual({ channel: 0, property: 400 });
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  const NO_BALANCE_OF_CHANNEL = { totalMinor: 40_000, paidMinor: 20_000 };

  async function nightPrices(id: number): Promise<number[]> {
    const rows = await environment.db.query<{ price_minor: number }>(
      `select price_minor from reservation_nights where hotel_id = $1 and reservation_id = $2 order by date`,
      [environment.hotelId, id],
    );
    return rows.map((row) => row.price_minor / 100);
  }

  async function collected(id: number): Promise<Record<string, number>> {
    const rows = await environment.db.query<{ collected_by: string; sum: number }>(
      `select collected_by, sum(amount_minor)::int / 100 as sum from ledger_entries
       where hotel_id = $1 and reservation_id = $2 group by collected_by`,
      [environment.hotelId, id],
    );
    return Object.fromEntries(rows.map(({ collected_by: by, sum }) => [by, sum]));
  }
});

test('a channel that asks for its orders hears of its own nights and their price only', async () => {
  const id = await prolonged([10, 12], [9, 14]);
  await change(id, { priceMinor: 44_000 });
  const [order] = await listChangedSince(environment.db, key(), START);
  expect(order).toMatchObject({
    reservation: { rooms: [{ checkin: march(10), checkout: march(12) }] },
    booking: { priceMinor: 20_000 },
  });
  await receive({ status: 'cancelled', rooms: [] });
  const [ended] = await listChangedSince(environment.db, key(), START);
  expect(ended?.reservation.status).toBe('cancelled');
});

test('a list of the channel’s orders need not have a stay whose guest is on own nights', async () => {
  const id = await prolonged([1, 3], [1, 6]);
  const openOn = async (day: number) =>
    (await listOpenStays(environment.db, key(), march(day))).map(({ reservationId }) => reservationId);
  expect(await openOn(2)).toEqual([id]);
  expect(await openOn(3)).toEqual([]);
});

test.each([
  ['over own nights', [10, 13], null],
  ['to nights before it that are free', [8, 12], null],
  ['beyond them, where the room is sold', [10, 15], 'room_unavailable'],
] as const)('a channel may alter a stay %s', async (_, [from, until], reason) => {
  await prolonged([10, 12], [10, 14]);
  await environment.book({ roomId: environment.room, checkin: march(14), checkout: march(16) });
  const source = {
    property: await environment.property(),
    channel: 'channex',
    rooms: mappingOf(environment),
  };
  const terms = { minNoticeDays: 0, daysOffered: null, lowestPricePercent: 0 };
  const refusal = await checkAlteration(
    environment.db,
    source,
    { terms, guests: null, nightsPrice: null },
    {
      reference: 'booking_com/N1',
      wanted: { checkin: march(from), checkout: march(until), externalRoom: 'R0', externalRate: null },
      now: environment.now,
    },
  );
  expect(refusal?.reason ?? null).toBe(reason);
});

const key = () => ({ hotelId: environment.hotelId, channel: 'channex' });

test('a stay that is prolonged in the moment in which a version arrives keeps its nights', async () => {
  const { reservationIds } = await receive(sells(10, 12));
  const id = reservationIds[0]!;
  const how = { today: TODAY, early: false, updateGuest: false };
  let arrived: Promise<unknown> | undefined;
  await environment.change(async (tx) => {
    await patchReservation(tx, await lockReservation(tx, id), { checkout: march(14) }, how);
    arrived = receive(sells(10, 13));
    await untilLockIsAwaited(environment.db);
  });
  await arrived;
  expect(await stayOf(id)).toBe('10–14 (10–13) 400');
  await expectSold([10, 14]);
});
