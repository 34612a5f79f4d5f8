// Stays that people here cancelled before the guest arrived: they stay cancelled when their channel sends the order once more, and
// whether they take place is for people to decide.
import { beforeEach, describe, expect, test } from 'vitest';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const TODAY = date('2027-02-01');

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 1 }, { units: 1 }]);
  receive = await connectOrders(environment, 'channex', 'booking_com');
});

const TWO_ROOMS = [{}, { externalRoom: 'R1' }];
const REMARK: Version = {
  notes: 'We arrive late',
  guest: { name: 'Grace B. Hopper', email: null, phone: null },
};

/** Receives an order, of which people cancel the first stay; returns the ids of all. */
async function cancelledHere(version: Version = {}): Promise<[number, ...number[]]> {
  const { reservationIds } = await receive(version);
  const [id] = reservationIds as [number];
  await environment.change((tx) => cancelReservation(tx, { reservationId: id, date: TODAY, today: TODAY }));
  return reservationIds as [number, ...number[]];
}

function decide(reservationId: number, patch: DeskPatch) {
  const how = { today: TODAY, early: true, updateGuest: false };
  return environment.change(async (tx) =>
    patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
  );
}

const stored = (reservationId: number) =>
  requireReservation(environment.db, environment.hotelId, reservationId);

/** `cancelled (status confirmed)`: the status, and what is to be decided. */
async function stateOf(reservationId: number): Promise<string> {
  const { status, differences } = await stored(reservationId);
  const open = differences?.map(({ member, value }) => `${member} ${value}`).join(', ');
  return open ? `${status} (${open})` : status;
}

/** Of each booking, in the order in which they were made. */
async function all(): Promise<string[]> {
  const rows = await environment.db.query<{ reservation_id: number }>(
    'select reservation_id from reservations where hotel_id = $1 order by reservation_id',
    [environment.hotelId],
  );
  return Promise.all(rows.map(({ reservation_id: id }) => stateOf(id)));
}

async function nightsSold(): Promise<number> {
  await expectConsistent(environment.db, environment.hotelId, TODAY);
  const [row] = await environment.db.query<{ sold: number }>(
    'select coalesce(sum(sold), 0)::int as sold from nights where hotel_id = $1',
    [environment.hotelId],
  );
  return row!.sold;
}

describe('the channel adds a remark', () => {
  test('the stay stays cancelled, its guest is up to date, and people decide', async () => {
    const [id] = await cancelledHere();
    const { reservationIds } = await receive(REMARK);
    expect(reservationIds).toEqual([id]);
    expect(await all()).toEqual(['cancelled (status confirmed)']);
    expect(await stored(id)).toMatchObject({ guestName: 'Grace B. Hopper', notes: 'We arrive late' });
    expect(await nightsSold()).toBe(0);
  });

  test('once more, and nothing else is asked', async () => {
    const [id] = await cancelledHere();
    await receive(REMARK);
    const { differences } = await stored(id);
    await receive({ ...REMARK, notes: 'We arrive even later' });
    expect((await stored(id)).differences).toEqual(differences);
  });

  test('of one of several rooms: the others are changed', async () => {
    const [id, other] = await cancelledHere({ rooms: TWO_ROOMS });
    await receive({ ...REMARK, rooms: TWO_ROOMS });
    expect(await all()).toEqual(['cancelled (status confirmed)', 'confirmed']);
    expect([await stored(id), await stored(other!)]).toMatchObject([
      { guestName: 'Grace B. Hopper' },
      { guestName: 'Grace B. Hopper' },
    ]);
    expect(await nightsSold()).toBe(3);
  });

  test('and numbers its rooms otherwise', async () => {
    await cancelledHere({ rooms: TWO_ROOMS });
    await receive({
      ...REMARK,
      rooms: [
        { key: '9', externalRoom: 'R0' },
        { key: '8', externalRoom: 'R1' },
      ],
    });
    expect(await all()).toEqual(['cancelled (status confirmed)', 'confirmed']);
  });
});

describe('people decide', () => {
  test('that it stays cancelled', async () => {
    const [id] = await cancelledHere();
    await receive(REMARK);
    await decide(id, { status: 'cancelled' });
    expect(await all()).toEqual(['cancelled']);
    await receive({ ...REMARK, notes: null });
    expect(await all()).toEqual(['cancelled (status confirmed)']);
  });

  test('that it takes place', async () => {
    const [id] = await cancelledHere();
    await receive(REMARK);
    await decide(id, { status: 'confirmed' });
    expect(await all()).toEqual(['confirmed']);
    expect(await nightsSold()).toBe(3);
    expect((await stored(id)).priceMinor).toBe(30_000);
    await receive({ ...REMARK, notes: null });
    expect(await all()).toEqual(['confirmed']);
  });

  test('that it takes place, but its nights are sold by now', async () => {
    const [id] = await cancelledHere();
    await receive(REMARK);
    await receive({ reference: 'booking_com/N2' });
    await expect(decide(id, { status: 'confirmed' })).rejects.toMatchObject({ code: 'room_unavailable' });
    expect(await all()).toEqual(['cancelled (status confirmed)', 'confirmed']);
  });
});

describe('nothing is to be decided any more', () => {
  test('when the channel cancels it as well', async () => {
    await cancelledHere();
    await receive(REMARK);
    await receive({ status: 'cancelled' });
    expect(await all()).toEqual(['cancelled']);
  });

  test('when the channel drops the room', async () => {
    await cancelledHere({ rooms: TWO_ROOMS });
    await receive({ ...REMARK, rooms: TWO_ROOMS });
    await receive({ rooms: [{ key: '2', externalRoom: 'R1' }] });
    expect(await all()).toEqual(['cancelled', 'confirmed']);
  });

  test('when the channel gives it other dates: that is a booking of its own', async () => {
    await cancelledHere();
    await receive(REMARK);
    await receive({ rooms: [{ checkout: date('2027-03-06') }] });
    expect(await all()).toEqual(['cancelled', 'confirmed']);
    expect(await nightsSold()).toBe(5);
  });
});

test('a stay that the channel cancelled, and then has again, is a booking of its own', async () => {
  await receive();
  await receive({ status: 'cancelled' });
  await receive(REMARK);
  expect(await all()).toEqual(['cancelled', 'confirmed']);
});
