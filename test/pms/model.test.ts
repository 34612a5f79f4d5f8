// Random sequences of operations on a property, compared with a model of plain numbers: after every step the
// calendar, the money, the tasks and the log must agree.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Calendar } from '../../src/model/ical/read.ts';
import { todayAt } from '../../src/model/property.ts';
import { importCalendar } from '../../src/pms/calendar-import/index.ts';
import { changeRoom } from '../../src/pms/rooms.ts';
import { Problem } from '../../src/problems.ts';
import { useDatabase } from '../harness/database.ts';
import { randomly } from '../harness/random.ts';
import {
  type CalendarModel,
  createModel,
  type FeedContents,
  type ModelPatch,
  Refused,
} from './calendar-model.ts';
import { expectConsistent } from './invariants.ts';
import { expectLogged, takeSnapshot } from './log-coverage.ts';
import { shownCalendar } from './shown-calendar.ts';
import { connectCalendars, createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();

const TODAY = date('2027-03-01');
const day = (n: number) => TODAY.add({ days: n });
/** First day of a step, relative to the day on which it happens. */
const FIRST_DAY = -3;
const CONFIRM_AFTER_MS = 15 * 60_000;
const CHANNELS = ['airbnb', 'vrbo'] as const;
const ROOMS = [
  { units: null, price: 10_000, minStay: 1 },
  { units: 1, price: 0, minStay: 2 },
  { units: 3, price: 7_777, minStay: 1 },
];

const room = fc.nat({ max: ROOMS.length - 1 });
const start = fc.integer({ min: FIRST_DAY, max: 8 });
const length = fc.integer({ min: 1, max: 5 });
const which = fc.nat({ max: 30 });
const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60_000 }));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('book' as const), room, start, length, price }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('accept' as const), room, start, length, price }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      which,
      from: fc.integer({ min: -5, max: 14 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('patch' as const),
      which,
      room: some(room),
      move: some(
        fc.record({ start: fc.integer({ min: -2, max: 8 }), length: fc.integer({ min: 4, max: 6 }) }),
      ),
      price: some(price),
      status: some(fc.constantFrom('checked_in' as const, 'checked_out' as const, 'no_show' as const)),
      early: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('restore' as const),
      which,
      status: fc.constantFrom('confirmed' as const, 'checked_in' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      room,
      start,
      length,
      price,
      available: some(fc.nat({ max: 3 })),
      minStay: some(fc.integer({ min: 1, max: 3 })),
      restrictions: fc.record(
        {
          maxStay: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 1 }),
          closedToArrival: fc.boolean(),
          closedToDeparture: fc.boolean(),
          stopSell: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('units' as const), room, units: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      room,
      channel: fc.constantFrom(...CHANNELS),
      minutes: fc.integer({ min: 1, max: 20 }),
      shown: fc.option(
        fc.record({
          stays: fc.uniqueArray(
            fc.record({
              uid: fc.constantFrom('u1', 'u2', 'u3'),
              start: fc.integer({ min: -1, max: 8 }),
              length: fc.integer({ min: 2, max: 4 }),
            }),
            { maxLength: 3, selector: ({ uid }) => uid },
          ),
          blocked: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 5 }),
        }),
        { nil: null, freq: 6 },
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test('after any sequence of operations a property agrees with a model of plain numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), runSteps),
    randomly(40, 'slow'),
  );
});

async function runSteps(steps: readonly Step[]): Promise<void> {
  const environment = await createPropertyFixture(
    database.db,
    ROOMS.map(({ units, price: priceMinor, minStay }) => ({ units, priceMinor, minStay })),
  );
  await connectCalendars(environment, CHANNELS);
  const model = createModel(ROOMS);
  const ids: number[] = [];
  let snapshot = await takeSnapshot(environment.db, environment.hotelId);
  for (const one of steps) {
    environment.now = environment.now.add({ seconds: 1, hours: one.do === 'wait' ? 24 * one.days : 0 });
    const before = dayOf(environment.now);
    const shown = one.do === 'import' ? toShown(one, { model, today: before }) : null;
    const expected = inModel(model, one, { environment, shown });
    const got = await inDatabase(environment, one, { ids, today: before, shown });
    expect(got, JSON.stringify(one)).toBe(expected);
    for (const id of await newIds(environment, ids)) ids.push(id);
    snapshot = await expectLogged(environment.db, environment.hotelId, snapshot);
    await expectConsistent(environment.db, environment.hotelId, day(dayOf(environment.now)));
    expect(await nightsOf(environment)).toEqual(nightsOfModel(model));
    expect(await staysOf(environment, ids)).toEqual(
      model.stays.map(({ held, prices, rooms, imported: _, shown: __, beforeEnd: ___, ...stay }) => ({
        ...stay,
        held: [...held].sort((a, b) => a - b).map((d) => [d, prices.get(d), rooms.get(d)]),
      })),
    );
  }
  await expectAllReleasable(environment, ids);
}

/** Returns the number of days since the first day of the test. */
function dayOf(now: Temporal.Instant): number {
  return TODAY.until(todayAt({ timezone: 'Europe/Lisbon' }, now)).days;
}

/** Cancels all stays that can be cancelled and checks that no night after today stays sold. */
async function expectAllReleasable(environment: PropertyFixture, ids: readonly number[]): Promise<void> {
  const today = day(dayOf(environment.now));
  for (const id of ids) {
    await environment.cancel(id, today).catch((error) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
  const lost = await environment.db.query(
    `select night.room_id, night.date, held.reservation_id, stay.status from nights as night
     left join reservation_nights as held on held.hotel_id = $1 and held.room_id = night.room_id
       and held.date = night.date and held.released_at is null
     left join reservations as stay on stay.hotel_id = $1 and stay.reservation_id = held.reservation_id
     where night.hotel_id = $1 and night.date > $2 and night.sold > 0`,
    [environment.hotelId, today],
  );
  expect(lost, 'nights that stay sold after all cancellations').toEqual([]);
  await expectConsistent(environment.db, environment.hotelId, today);
}

/** Applies a step to the model and returns the expected result: `done`, or the code of the refusal. */
function inModel(
  model: CalendarModel,
  one: Step,
  { environment, shown }: { environment: PropertyFixture; shown: FeedContents | null },
): string {
  const before = structuredClone({ rooms: model.rooms, stays: model.stays });
  model.today = dayOf(environment.now);
  const { today } = model;
  try {
    switch (one.do) {
      case 'book':
        model.book(one.room, today + one.start, today + one.start + one.length, one.price);
        break;
      case 'accept':
        model.accept(one.room, today + one.start, today + one.start + one.length, one.price);
        break;
      case 'cancel':
        if (model.stays.length > 0) model.cancel(one.which % model.stays.length, today + one.from);
        break;
      case 'patch':
        if (model.stays.length > 0) model.patch(one.which % model.stays.length, toModelPatch(one, today));
        break;
      case 'restore':
        if (model.stays.length > 0) model.restore(one.which % model.stays.length, one.status);
        break;
      case 'set':
        model.set(one.room, days(today + one.start, one.length), { ...one, ...one.restrictions });
        break;
      case 'units':
        model.setUnits(one.room, one.units);
        break;
      case 'import': {
        const now = environment.now.add({ minutes: one.minutes });
        model.today = dayOf(now);
        model.import(one.room, one.channel, shown, {
          nowMs: now.epochMilliseconds,
          confirmAfterMs: CONFIRM_AFTER_MS,
        });
      }
    }
    return 'done';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    Object.assign(model, before);
    return error.code;
  }
}

type StepContext = { ids: readonly number[]; today: number; shown: FeedContents | null };

async function inDatabase(environment: PropertyFixture, one: Step, context: StepContext): Promise<string> {
  try {
    await act(environment, one, context);
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

async function act(
  environment: PropertyFixture,
  one: Step,
  { ids, today, shown }: StepContext,
): Promise<void> {
  switch (one.do) {
    case 'book':
    case 'accept': {
      const stay = {
        roomId: environment.rooms[one.room]!,
        checkin: day(today + one.start),
        checkout: day(today + one.start + one.length),
        priceMinor: one.price,
        channel: 'expedia', // a channel whose calendar the test does not import
      };
      await (one.do === 'book' ? environment.book(stay) : environment.accept(stay));
      return;
    }
    case 'cancel':
      if (ids.length > 0) await environment.cancel(ids[one.which % ids.length]!, day(today + one.from));
      return;
    case 'patch': {
      if (ids.length === 0) return;
      const { room: index, from, until, price: priceMinor, status, early } = toModelPatch(one, today);
      const patch = {
        ...(index !== undefined && { roomId: environment.rooms[index]! }),
        ...(from !== undefined && { checkin: day(from) }),
        ...(until !== undefined && { checkout: day(until) }),
        ...(priceMinor !== undefined && { priceMinor }),
        ...(status !== undefined && { status }),
      };
      await environment.patch(ids[one.which % ids.length]!, patch, early);
      return;
    }
    case 'restore':
      if (ids.length > 0) await environment.restore(ids[one.which % ids.length]!, one.status);
      return;
    case 'set':
      await environment.set(
        days(today + one.start, one.length).map((n) => ({
          roomId: environment.rooms[one.room]!,
          date: day(n),
          priceMinor: one.price,
          ...(one.available !== undefined && { available: one.available }),
          ...(one.minStay !== undefined && { minStay: one.minStay }),
          ...one.restrictions,
        })),
      );
      return;
    case 'units':
      await environment.change((tx) =>
        changeRoom(tx, environment.rooms[one.room]!, { units: one.units }, day(today)),
      );
      return;
    case 'import': {
      environment.now = environment.now.add({ minutes: one.minutes });
      const property = await environment.property();
      const source = {
        property,
        channel: one.channel,
        roomId: environment.rooms[one.room]!,
        calendar: toCalendar(shown),
        confirmAfterMs: CONFIRM_AFTER_MS,
      };
      await environment.change((tx) => importCalendar(tx, source));
    }
  }
}

function toModelPatch(one: Step & { do: 'patch' }, today: number): ModelPatch {
  return {
    ...(one.room !== undefined && { room: one.room }),
    ...(one.move && { from: today + one.move.start, until: today + one.move.start + one.move.length }),
    ...(one.price !== undefined && { price: one.price }),
    ...(one.status !== undefined && { status: one.status }),
    early: one.early,
  };
}

/** Returns what the channel's calendar shows in this step. A stay that follows a past one gets a new UID. */
function toShown(
  { shown, room: index, channel }: Step & { do: 'import' },
  { model, today }: { model: CalendarModel; today: number },
): FeedContents | null {
  return (
    shown && {
      stays: shown.stays
        .map(({ uid, start: from, length: nights }) => ({
          uid: `${uid}-${model.past(index, channel, uid)}`,
          from: today + from,
          until: today + from + nights,
        }))
        .sort((a, b) => a.from - b.from || a.until - b.until || (a.uid < b.uid ? -1 : 1)),
      blocked: shown.blocked.map((n) => today + n).sort((a, b) => a - b),
    }
  );
}

function toCalendar(shown: FeedContents | null): Calendar | null {
  if (!shown) return null;
  return shownCalendar(
    shown.stays.map(({ uid, from, until }) => ({ uid, from: day(from), until: day(until) })),
    shown.blocked.map(day),
  );
}

const days = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

async function newIds(environment: PropertyFixture, known: readonly number[]): Promise<number[]> {
  const rows = await environment.db.query<{ reservation_id: number }>(
    `select reservation_id from reservations where hotel_id = $1 and not reservation_id = any($2::bigint[])
     order by reservation_id`,
    [environment.hotelId, known],
  );
  return rows.map((row) => row.reservation_id);
}

type NightsByKey = Record<string, object>;

async function nightsOf(environment: PropertyFixture): Promise<NightsByKey> {
  const rows = await environment.db.query<{ room_id: number; n: number } & Record<string, unknown>>(
    `select room_id, date - $2::date as n, sold, blocked, available + sold + blocked as total, allotted,
       price_minor as price, min_stay as "minStay", max_stay as "maxStay", closed_to_arrival as "closedToArrival",
       closed_to_departure as "closedToDeparture", stop_sell as "stopSell"
     from nights where hotel_id = $1`,
    [environment.hotelId, TODAY],
  );
  return Object.fromEntries(
    rows.map(({ room_id, n, ...night }) => [`${environment.rooms.indexOf(room_id)}/${n}`, night]),
  );
}

function nightsOfModel(model: CalendarModel): NightsByKey {
  return Object.fromEntries(
    model.rooms.flatMap(({ nights }, index) => [...nights].map(([n, night]) => [`${index}/${n}`, night])),
  );
}

async function staysOf(environment: PropertyFixture, ids: readonly number[]): Promise<object[]> {
  type StayRow = { reservation_id: number; room: number; held: [number, number, number][] };
  const rows = await environment.db.query<StayRow & Record<string, unknown>>(
    `select reservation_id, room_id as room, status, checkin - $2::date as from, checkout - $2::date as until,
       price_minor as price, (
         select coalesce(jsonb_agg(jsonb_build_array(date - $2::date, price_minor, room_id) order by date), '[]')
         from reservation_nights as night where night.hotel_id = $1
           and night.reservation_id = stay.reservation_id and released_at is null
       ) as held
     from reservations as stay where hotel_id = $1`,
    [environment.hotelId, TODAY],
  );
  const byId = new Map(
    rows.map(({ reservation_id, room, held, ...stay }) => [
      reservation_id,
      {
        ...stay,
        room: environment.rooms.indexOf(room),
        held: held.map(([night, price, roomId]) => [night, price, environment.rooms.indexOf(roomId)]),
      },
    ]),
  );
  return ids.map((id) => byId.get(id)!);
}
