// Echoes of our calendar feed: channels export what they import, so our own closures
// come back as theirs. None may outlast its cause.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calendar } from '../../src/model/ical/read.ts';
import { nightsBetween } from '../../src/model/night.ts';
import { todayAt } from '../../src/model/property.ts';
import {
  type CalendarFeed,
  listFeeds,
  readOccupiedRanges,
  recordFetch,
} from '../../src/pms/calendar-feeds.ts';
import { importCalendar } from '../../src/pms/calendar-import/index.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { randomly } from '../harness/random.ts';
import { checkLeftovers } from './check-open-transactions.ts';
import { expectConsistent } from './invariants.ts';
import { shownCalendar } from './shown-calendar.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
checkLeftovers(database);

const STEP_MINUTES = 30;
const FIRST = date('2027-04-01');
const night = (n: number) => FIRST.add({ days: n });
const NIGHTS = 4;

/**
 * An OTA that imports our feed from time to time, and exports what it imported
 * as closed, besides what its host closed.
 */
type Ota = {
  channel: string;
  importEveryMinutes: number;
  /** minutes until an import shows in its export */
  lagMinutes: number;
  ownNights: Set<string>;
  imported: { at: Temporal.Instant; nights: string[] }[];
  nextImport: Temporal.Instant;
};

type Plan = Pick<Ota, 'importEveryMinutes' | 'lagMinutes'>;

type EchoRun = {
  environment: PropertyFixture;
  otas: Ota[];
  /** advances the clock with all polls; `watch` is called every half hour */
  pass(minutes: number, watch?: () => Promise<void>): Promise<void>;
  available(): Promise<number[]>;
};

async function createEchoRun(plans: readonly Plan[], units: number | null): Promise<EchoRun> {
  const environment = await createPropertyFixture(database.db, [{ units }]);
  const names = ['airbnb', 'vrbo', 'other'];
  const otas: Ota[] = plans.map((plan, i) => ({
    channel: names[i]!,
    ...plan,
    ownNights: new Set(),
    imported: [],
    nextImport: environment.now,
  }));
  for (const { channel } of otas) {
    await environment.change((tx) =>
      connectChannel(
        tx,
        {
          channel,
          protocol: 'ical',
          url: null,
          settings: {},
          rooms: [
            {
              roomId: environment.room,
              externalRoom: null,
              externalRates: [],
              icalUrl: `https://${channel.replaceAll('_', '-')}.example/1`,
            },
          ],
        },
        environment.db.secrets,
      ),
    );
  }
  const feeds = await listFeeds(environment.db, environment.hotelId, {}, { size: 100, after: null });
  const property = await environment.property();
  return {
    environment,
    otas,
    async pass(minutes, watch) {
      const end = environment.now.add({ minutes });
      while (Temporal.Instant.compare(environment.now, end) < 0) {
        for (const ota of otas) {
          if (Temporal.Instant.compare(environment.now, ota.nextImport) < 0) continue;
          await importAt(ota, environment, feeds.find((feed) => feed.channel === ota.channel)!);
        }
        for (const ota of otas) {
          await environment.change((tx) =>
            importCalendar(tx, {
              property,
              channel: ota.channel,
              roomId: environment.room,
              calendar: exported(ota, environment.now),
              confirmAfterMs: 15 * 60_000,
            }),
          );
        }
        await watch?.();
        environment.now = environment.now.add({ minutes: STEP_MINUTES });
      }
    },
    async available() {
      const rows = await environment.db.query<{ available: number }>(
        `select coalesce(available, units, 1) as available from rooms as room
         cross join generate_series($3::date, $4::date, '1 day') as day
         left join nights as night on night.hotel_id = room.hotel_id and night.room_id = room.room_id
           and night.date = day::date
         where room.hotel_id = $1 and room.room_id = $2 order by day`,
        [environment.hotelId, environment.room, night(0), night(NIGHTS - 1)],
      );
      return rows.map((row) => row.available);
    },
  };
}

/** The OTA fetches our feed, as over HTTP. */
async function importAt(ota: Ota, environment: PropertyFixture, feed: CalendarFeed): Promise<void> {
  const today = todayAt({ timezone: 'Europe/Lisbon' }, environment.now);
  const ranges = await readOccupiedRanges(environment.db, feed, {
    from: today.subtract({ days: 30 }),
    until: today.add({ days: 730 }),
  });
  const text = JSON.stringify(ranges);
  await recordFetch(environment.db, feed, {
    stretches: ranges,
    contentHash: createHash('sha256').update(text).digest(),
    now: environment.now,
  });
  const nights = ranges.flatMap(({ from, until }) => nightsBetween(from, until).map(String));
  ota.imported.push({ at: environment.now, nights });
  ota.nextImport = environment.now.add({ minutes: ota.importEveryMinutes });
}

function exported(ota: Ota, now: Temporal.Instant): Calendar {
  const seen = now.subtract({ minutes: ota.lagMinutes });
  const known = ota.imported.findLast(({ at }) => Temporal.Instant.compare(at, seen) <= 0)?.nights ?? [];
  const nights = [...new Set([...ota.ownNights, ...known])].sort();
  return shownCalendar(
    [],
    nights.map((one) => date(one)),
  );
}

const HOUR = 60;
const DAY = 24 * HOUR;

describe.each([
  { polls: 'every half hour and every three hours', plans: [plan(30, 0), plan(3 * HOUR, 0)] },
  {
    polls: 'every two hours and every six, with an hour of delay',
    plans: [plan(2 * HOUR, HOUR), plan(6 * HOUR, HOUR)],
  },
  { polls: 'once a day, both', plans: [plan(DAY, 0), plan(DAY, 0)] },
  {
    polls: 'a little less often than once a day, both',
    plans: [plan(26 * HOUR, HOUR), plan(25 * HOUR, 2 * HOUR)],
  },
  { polls: 'every hour, and once in two days', plans: [plan(HOUR, 0), plan(2 * DAY, 3 * HOUR)] },
])('two channels that read our calendar $polls', ({ plans }) => {
  test('never close a night again once the direct booking on it is cancelled', async () => {
    const run = await createEchoRun(plans, null);
    const { environment } = run;
    const stay = await environment.book({
      roomId: environment.room,
      checkin: night(0),
      checkout: night(NIGHTS),
    });
    await run.pass(3 * DAY);
    expect(await run.available()).toEqual([0, 0, 0, 0]);
    await environment.cancel(stay.reservationId, night(0));
    const seen = new Set<string>();
    await run.pass(6 * DAY, async () => {
      seen.add((await run.available()).join());
    });
    expect([...seen]).toEqual(['1,1,1,1']);
    expect(run.otas.map((ota) => ota.imported.at(-1)!.nights)).toEqual([[], []]);
    await expectConsistent(environment.db, environment.hotelId, date('2027-03-01'));
  });

  test('open the nights that the host of one of them had closed, here and at the other', async () => {
    const run = await createEchoRun(plans, null);
    const [first, second] = run.otas;
    for (let n = 0; n < NIGHTS; n += 1) first!.ownNights.add(night(n).toString());
    await run.pass(3 * DAY);
    expect(await run.available()).toEqual([0, 0, 0, 0]);
    expect(second!.imported.at(-1)!.nights).toHaveLength(NIGHTS);
    expect(first!.imported.at(-1)!.nights).toEqual([]);
    first!.ownNights.clear();
    await run.pass(8 * DAY);
    expect(await run.available()).toEqual([1, 1, 1, 1]);
    expect(second!.imported.at(-1)!.nights).toEqual([]);
  });
});

test('two channels that both had the last two units closed do not keep each other closed', async () => {
  const run = await createEchoRun([plan(2 * HOUR, 0), plan(3 * HOUR, 0)], 2);
  for (const ota of run.otas) ota.ownNights.add(night(1).toString());
  await run.pass(2 * DAY);
  expect(await run.available()).toEqual([2, 0, 2, 2]);
  for (const ota of run.otas) ota.ownNights.clear();
  await run.pass(3 * DAY);
  expect(await run.available()).toEqual([2, 2, 2, 2]);
});

test('a night that the channel opened and sold again is closed at once, though it was ours an hour ago', async () => {
  const run = await createEchoRun([plan(30, 0)], null);
  const { environment } = run;
  const stay = await environment.book({ roomId: environment.room, checkin: night(0), checkout: night(2) });
  await run.pass(2 * HOUR);
  await environment.cancel(stay.reservationId, night(0));
  await run.pass(2 * HOUR);
  expect(run.otas[0]!.imported.at(-1)!.nights).toEqual([]);
  run.otas[0]!.ownNights.add(night(0).toString());
  await run.pass(HOUR);
  expect(await run.available()).toEqual([0, 1, 1, 1]);
});

test("a closure of the channel's own under a booking of ours that is cancelled counts within a day", async () => {
  const run = await createEchoRun([plan(2 * HOUR, 0)], null);
  const { environment } = run;
  const stay = await environment.book({ roomId: environment.room, checkin: night(0), checkout: night(2) });
  run.otas[0]!.ownNights.add(night(0).toString());
  await run.pass(6 * HOUR);
  await environment.cancel(stay.reservationId, night(0));
  await run.pass(12 * HOUR);
  expect(await run.available()).toEqual([0, 1, 1, 1]);
});

test('closures of a channel that no longer reads our calendar count after some days', async () => {
  const run = await createEchoRun([plan(2 * HOUR, 0)], null);
  const { environment } = run;
  const stay = await environment.book({ roomId: environment.room, checkin: night(0), checkout: night(2) });
  await run.pass(6 * HOUR);
  run.otas[0]!.nextImport = environment.now.add({ hours: 24 * 365 });
  run.otas[0]!.ownNights.add(night(0).toString());
  await environment.cancel(stay.reservationId, night(0));
  await run.pass(4 * DAY);
  expect((await run.available())[0]).toBe(0);
});

test('whatever two or three channels, their hosts and we close and open, all opens after the last reason is gone', async () => {
  const minutes = (least: number, most: number) =>
    fc.integer({ min: least / STEP_MINUTES, max: most / STEP_MINUTES }).map((n) => n * STEP_MINUTES);
  const plans = fc.array(
    fc.record({ importEveryMinutes: minutes(30, 26 * HOUR), lagMinutes: minutes(0, 3 * HOUR) }),
    { minLength: 2, maxLength: 3 },
  );
  const action = fc.oneof(
    fc.record({
      do: fc.constant('book' as const),
      from: fc.nat({ max: 2 }),
      length: fc.integer({ min: 1, max: 2 }),
    }),
    fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 5 }) }),
    fc.record({ do: fc.constant('close' as const), ota: fc.nat({ max: 2 }), n: fc.nat({ max: NIGHTS - 1 }) }),
    fc.record({ do: fc.constant('open' as const), ota: fc.nat({ max: 2 }), n: fc.nat({ max: NIGHTS - 1 }) }),
  );
  const scenario = fc.record({
    plans,
    units: fc.constantFrom(null, 1, 2, 3),
    actions: fc.array(fc.record({ action, pause: minutes(30, 30 * HOUR) }), { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ plans: chosen, units, actions }) => {
      const run = await createEchoRun(chosen, units);
      const { environment, otas } = run;
      const booked: number[] = [];
      for (const { action: one, pause } of actions) {
        if (one.do === 'book') {
          const stay = {
            roomId: environment.room,
            checkin: night(one.from),
            checkout: night(one.from + one.length),
          };
          await environment.book(stay).then(
            ({ reservationId }) => booked.push(reservationId),
            () => {},
          );
        } else if (one.do === 'cancel') {
          const [id] = booked.splice(one.which % Math.max(1, booked.length), 1);
          if (id) await environment.cancel(id, night(0));
        } else if (one.do === 'close') otas[one.ota % otas.length]!.ownNights.add(night(one.n).toString());
        else otas[one.ota % otas.length]!.ownNights.delete(night(one.n).toString());
        await run.pass(pause);
        await expectConsistent(environment.db, environment.hotelId, date('2027-03-01'));
      }
      for (const id of booked) await environment.cancel(id, night(0));
      for (const ota of otas) ota.ownNights.clear();
      await run.pass(5 * DAY);
      expect(await run.available()).toEqual(Array(NIGHTS).fill(units ?? 1));
    }),
    randomly(6, 'slow'),
  );
});

function plan(importEveryMinutes: number, lagMinutes: number): Plan {
  return { importEveryMinutes, lagMinutes };
}
