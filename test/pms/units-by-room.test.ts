// Units of stays that change rooms: whatever happens in which order, a stay holds a unit of a room only on nights that it spends in that room, in the
// past and in nights to come.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBefore, type PlainDate } from '../../src/model/night.ts';
import { todayAt } from '../../src/model/property.ts';
import type { PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { lockReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { assignArrivals, moveStays } from '../../src/pms/units/assign.ts';
import { claimSoldUnit, moveToSoldUnit } from '../../src/pms/units/sold-unit.ts';
import { createUnits } from '../../src/pms/units/units.ts';
import { useDatabase } from '../harness/database.ts';
import { randomly } from '../harness/random.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, outcomeOf, type PropertyFixture, START } from './test-property.ts';

const database = useDatabase();
const march = (day: number) => date('2027-02-28').add({ days: day });

type House = PropertyFixture & { units: number[][] };

/** Rooms A and B have units, room C has none. */
async function houseOfRooms(unitsOfRoom: number): Promise<House> {
  const environment = await createPropertyFixture(database.db, [
    { units: unitsOfRoom },
    { units: unitsOfRoom },
    { units: 1 },
  ]);
  const units: number[][] = [];
  for (const [i, name] of ['A', 'B'].entries()) {
    const names = Array.from({ length: unitsOfRoom }, (_, n) => `${name}${n + 1}`);
    const made = await environment.change((tx) =>
      createUnits(tx, { roomId: environment.rooms[i]!, names, floor: null }, march(1)),
    );
    units.push(made.map(({ unitId }) => unitId));
  }
  return Object.assign(environment, { units });
}

const todayOf = ({ now }: House) => todayAt({ timezone: 'Europe/Lisbon' }, now);

type Choice = { unitId: number | 'auto' | null; from?: PlainDate };

const change = (house: House, reservationId: number, patch: DeskPatch, unit?: Choice) =>
  house.change(async (tx) => {
    const how = { today: todayOf(house), early: true, updateGuest: false, unready: true, unit };
    const before = await lockReservation(tx, reservationId);
    const { checkin, checkout } = { ...before, ...patch };
    // As the API refuses it.
    if (!isBefore(checkin, checkout)) return before;
    return patchReservation(tx, before, patch, how);
  });

const book = (house: House, room: number, [from, until]: [number, number], unitId?: number | 'auto') =>
  house.change((tx) =>
    createReservation(tx, {
      roomId: house.rooms[room]!,
      guestName: 'Ada',
      guestEmail: null,
      guestPhone: null,
      checkin: march(from),
      checkout: march(until),
      priceMinor: 10_000,
      currency: 'EUR',
      charges: null,
      collectedBy: null,
      today: todayOf(house),
      ...(unitId !== undefined && { unit: unitId }),
    }),
  );

/** Returns the nights in units as `A1 2027-03-01`. */
async function unitNights({ db, hotelId }: House, reservationId: number): Promise<string[]> {
  const rows = await db.query<{ night: string }>(
    `select unit.name || ' ' || held.date as night from unit_nights as held join units as unit using (hotel_id, unit_id)
     where hotel_id = $1 and held.reservation_id = $2 order by held.date`,
    [hotelId, reservationId],
  );
  return rows.map(({ night }) => night);
}

/** Returns what is wrong: nights in units of a room in which the stay does not spend them. */
const misplaced = ({ db, hotelId }: House) =>
  db.query(
    `select held.reservation_id, unit.name, held.date, night.room_id from unit_nights as held
     join units as unit using (hotel_id, unit_id)
     left join reservation_nights as night on night.hotel_id = $1 and night.reservation_id = held.reservation_id
       and night.date = held.date and night.released_at is null
     where held.hotel_id = $1 and held.reservation_id is not null and night.room_id is distinct from unit.room_id`,
    [hotelId],
  );

const setDay = (house: House, day: number) => {
  house.now = START.add({ hours: 24 * (day - 1) });
};

describe('an earlier check-in of a guest who has moved to another room', () => {
  test('adds nights of the former room, without a unit if it had none there', async () => {
    const house = await houseOfRooms(1);
    const { reservationId: id } = await book(house, 0, [3, 8]);
    setDay(house, 4);
    await change(house, id, { roomId: house.rooms[1]! });
    await change(house, id, { status: 'checked_in' });
    const nights = ['B1 2027-03-04', 'B1 2027-03-05', 'B1 2027-03-06', 'B1 2027-03-07'];
    expect(await unitNights(house, id)).toEqual(nights);
    await change(house, id, { checkin: march(1) });
    expect(await unitNights(house, id)).toEqual(nights);
  });

  test('adds nights in the unit that the guest had there', async () => {
    const house = await houseOfRooms(1);
    const { reservationId: id } = await book(house, 0, [3, 6], house.units[0]![0]);
    setDay(house, 3);
    await change(house, id, { status: 'checked_in' });
    setDay(house, 4);
    await change(house, id, { roomId: house.rooms[1]! });
    await change(house, id, { checkin: march(2) });
    expect(await unitNights(house, id)).toEqual([
      'A1 2027-03-02',
      'A1 2027-03-03',
      'B1 2027-03-04',
      'B1 2027-03-05',
    ]);
    await expectConsistent(house.db, house.hotelId, march(4));
  });
});

test('the automatic assignment gives a guest who came late units of the present room only for nights in it', async () => {
  const house = await houseOfRooms(1);
  const { reservationId: id } = await book(house, 0, [3, 6]);
  setDay(house, 4);
  await change(house, id, { roomId: house.rooms[1]! });
  const assign = () =>
    house.change((tx) => assignArrivals(tx, { from: march(1), to: march(9) }, todayOf(house)));
  expect((await assign()).assigned).toHaveLength(1);
  expect(await unitNights(house, id)).toEqual(['B1 2027-03-04', 'B1 2027-03-05']);
  expect(await assign()).toEqual({ assigned: [], blocked: [] });
});

test('the unit of a listing is given to a guest who came late only for nights in its room', async () => {
  const house = await houseOfRooms(1);
  const { reservationId: id } = await book(house, 0, [3, 6]);
  setDay(house, 4);
  await change(house, id, { roomId: house.rooms[1]! });
  const [unit] = house.units[1]!;
  const claimed = await house.change(async (tx) =>
    claimSoldUnit(tx, await lockReservation(tx, id), unit!, todayOf(house)),
  );
  expect(claimed.conflictKind).toBe(null);
  expect(await unitNights(house, id)).toEqual(['B1 2027-03-04', 'B1 2027-03-05']);
});

const STEP = fc.record({
  kind: fc.constantFrom(
    ...([
      'room',
      'room',
      'checkin',
      'checkin',
      'checkout',
      'dates',
      'arrive',
      'arrive',
      'leave',
      'cancel',
    ] as const),
    ...(['undo', 'unit', 'unit', 'move', 'assign', 'claim', 'listing', 'no_show', 'book'] as const),
  ),
  days: fc.constantFrom(0, 0, 0, 1, 1, 2),
  which: fc.nat(3),
  room: fc.nat(2),
  unit: fc.nat(2),
  from: fc.integer({ min: -3, max: 4 }),
  nights: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** Takes a step at `day`; one that is refused changes nothing. */
async function takeStep(house: House, orders: number[], day: number, step: Step): Promise<void> {
  const { kind, from, nights, room } = step;
  const [first, until] = [Math.max(1, day + from), Math.max(2, day + from + nights)];
  const id = orders[step.which % orders.length]!;
  const unitId = house.units[room % 2]![step.unit % house.units[0]!.length]!;
  const within = (work: (tx: PropertyTransaction) => Promise<unknown>) => outcomeOf(house.change(work));
  const patch = (body: DeskPatch, unit?: Choice) => outcomeOf(change(house, id, body, unit));
  const steps: Record<Step['kind'], () => Promise<unknown>> = {
    room: () => patch({ roomId: house.rooms[room]! }, step.unit === 0 ? { unitId: 'auto' } : undefined),
    checkin: () => patch({ checkin: march(first) }),
    checkout: () => patch({ checkout: march(until) }),
    dates: () => patch({ checkin: march(first), checkout: march(until) }),
    arrive: () => patch({ status: 'checked_in' }),
    leave: () => patch({ status: 'checked_out' }),
    no_show: () => patch({ status: 'no_show' }),
    cancel: () => patch({ status: 'cancelled' }),
    undo: async () => (await patch({ status: 'checked_in' })) ?? (await patch({ status: 'confirmed' })),
    unit: () => patch({}, { unitId: step.unit === 2 ? 'auto' : unitId, from: march(first) }),
    move: () =>
      within((tx) => moveStays(tx, [{ reservationId: id, unitId, from: march(first) }], todayOf(house))),
    assign: () => within((tx) => assignArrivals(tx, { from: march(1), to: march(40) }, todayOf(house))),
    claim: () => within(async (tx) => claimOf(tx, claimSoldUnit)),
    listing: () => within(async (tx) => claimOf(tx, moveToSoldUnit)),
    async book() {
      const made = await outcomeOf(
        book(house, room, [first, until], room < 2 && step.unit ? 'auto' : undefined),
      );
      if (typeof made !== 'string') orders.push(made.reservationId);
    },
  };
  async function claimOf(tx: PropertyTransaction, claim: typeof claimSoldUnit): Promise<unknown> {
    const stay = await lockReservation(tx, id);
    const place = house.rooms.indexOf(stay.roomId);
    const units = house.units[place];
    return units && claim(tx, stay, units[step.unit % units.length]!, todayOf(house));
  }
  await steps[kind]();
}

/** Takes the steps and looks at all nights after each, those that are over and those to come. */
async function takeCourse(unitsOfRoom: number, steps: readonly Step[]): Promise<void> {
  const house = await houseOfRooms(unitsOfRoom);
  const orders: number[] = [];
  let day = 3;
  setDay(house, day);
  orders.push((await book(house, 0, [2, 6])).reservationId);
  for (const step of steps) {
    day += step.days;
    // So that no two changes have the same moment.
    house.now = START.add({ hours: 24 * (day - 1), seconds: steps.indexOf(step) });
    await takeStep(house, orders, day, step);
    expect(await misplaced(house), JSON.stringify(step)).toEqual([]);
  }
  await expectConsistent(house.db, house.hotelId, march(day));
}

test('no course of changes of rooms, dates, units and states holds a unit on a night that the stay spends in another room', async () => {
  const courses = fc.array(STEP, { minLength: 1, maxLength: 25, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 }), courses, takeCourse),
    randomly(40, 'slow'),
  );
});
