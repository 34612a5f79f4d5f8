// Calendar imports that run while the same room is sold, moved, set and cancelled: they
// may wait, but cause no error and lose nothing.
import { expect, test } from 'vitest';
import type { Calendar } from '../../src/model/ical/read.ts';
import { importCalendar } from '../../src/pms/calendar-import/index.ts';
import { changeRoom } from '../../src/pms/rooms.ts';
import { useDatabase } from '../harness/database.ts';
import { dice, RACE_RUNS, SEED } from '../harness/random.ts';
import { checkLeftovers } from './check-open-transactions.ts';
import { expectConsistent } from './invariants.ts';
import { shownCalendar } from './shown-calendar.ts';
import {
  connectCalendars,
  createPropertyFixture,
  date,
  outcomeOf,
  type PropertyFixture,
} from './test-property.ts';

const database = useDatabase({ poolSize: 24 });
checkLeftovers(database);

const TODAY = date('2027-03-01');
const day = (n: number) => TODAY.add({ days: n });
const CHANNELS = ['airbnb', 'vrbo', 'booking_com'];

test('imports of three channels, sales, moves, cancellations and settings of two rooms at once stay consistent', async () => {
  const roll = dice(SEED);
  for (let round = 0; round < 12 * RACE_RUNS; round += 1) {
    const environment = await createPropertyFixture(database.db, [{ units: 1 }, { units: 2 }]);
    await connectCalendars(environment, CHANNELS);
    const ids: number[] = [];
    const actions: (() => Promise<unknown>)[] = [];
    for (let i = 0; i < 60; i += 1) {
      const room = environment.rooms[roll(2)]!;
      const [from, length, what] = [1 + roll(8), 1 + roll(4), roll(10)];
      const dates = { checkin: day(from), checkout: day(from + length) };
      const some = () => ids[roll(Math.max(1, ids.length))];
      if (what < 4) {
        const calendar = calendarOf(roll);
        actions.push(() => importInto(environment, room, CHANNELS[i % 3]!, calendar));
      } else if (what < 6) {
        actions.push(() =>
          environment.book({ roomId: room, ...dates }).then((one) => ids.push(one.reservationId)),
        );
      } else if (what < 7) {
        actions.push(async () => some() && environment.cancel(some()!, day(roll(10))));
      } else if (what < 9) {
        actions.push(async () => some() && environment.patch(some()!, { roomId: room, ...dates }));
      } else if (i % 2) {
        actions.push(() =>
          environment.set([{ roomId: room, date: day(from), priceMinor: 5_000, available: roll(2) }]),
        );
      } else
        actions.push(() => environment.change((tx) => changeRoom(tx, room, { units: 1 + roll(3) }, TODAY)));
    }
    let next = 0;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        // Any error but a refusal fails the test.
        while (next < actions.length) await outcomeOf(actions[next++]!());
      }),
    );
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  }
});

test('overlapping stays that are cancelled at once are all cancelled, and no conflict remains', async () => {
  for (let round = 0; round < 10 * RACE_RUNS; round += 1) {
    const environment = await createPropertyFixture(database.db, [{ units: 1 }]);
    const stays = [await environment.book({ roomId: environment.room, checkin: day(3), checkout: day(6) })];
    for (let i = 0; i < 5; i += 1) {
      stays.push(
        await environment.accept({ roomId: environment.room, checkin: day(2 + (i % 3)), checkout: day(6) }),
      );
    }
    const kept = stays.splice(round % stays.length, 1)[0]!;
    const cancelled = await Promise.all(stays.map((one) => environment.cancel(one.reservationId, day(0))));
    expect(cancelled.map((one) => one.status)).toEqual(Array(5).fill('cancelled'));
    await expectConsistent(environment.db, environment.hotelId, TODAY);
    const [left] = await environment.db.query<{ conflict: string | null }>(
      `select conflict from reservations where hotel_id = $1 and reservation_id = $2`,
      [environment.hotelId, kept.reservationId],
    );
    expect(left!.conflict).toBeNull();
  }
});

async function importInto(
  environment: PropertyFixture,
  roomId: number,
  channel: string,
  calendar: Calendar,
): Promise<void> {
  const property = await environment.property();
  await environment.change((tx) =>
    importCalendar(tx, { property, channel, roomId, calendar, confirmAfterMs: 0 }),
  );
}

function calendarOf(roll: (n: number) => number): Calendar {
  const stays = ['a', 'b', 'c'].filter(() => roll(2) === 0);
  return shownCalendar(
    stays.map((uid) => {
      const from = day(1 + roll(8));
      return { uid, from, until: from.add({ days: 1 + roll(4) }) };
    }),
    Array.from({ length: 10 }, (_, i) => day(i + 1)).filter(() => roll(4) === 0),
  );
}
