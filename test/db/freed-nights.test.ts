// Migrations that correct data of earlier versions: unsellable nights, and income that was booked on the
// wrong room.
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { connectChannel } from '../../src/pms/connections.ts';
import { useDatabase } from '../harness/database.ts';
import { expectConsistent } from '../pms/invariants.ts';
import { countsOf, createPropertyFixture, type PropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();
let world: PropertyFixture;
let today: Temporal.PlainDate;
const day = (days: number) => today.add({ days });

beforeEach(async () => {
  today = Temporal.Now.plainDateISO('Europe/Lisbon');
  world = await createPropertyFixture(database.db, [{}, {}, { units: 2 }]);
  world.now = Temporal.Now.instant().subtract({ hours: 24 * 10 });
});

const migration = async (name: string) =>
  database.db.query(await readFile(new URL(`../../db/migrations/${name}.sql`, import.meta.url), 'utf8'));
const book = async (from: number, until: number, roomId = world.room) =>
  (await world.book({ roomId, checkin: day(from), checkout: day(until) })).reservationId;
/** Ends a stay as an earlier version did, `days` days from today: changes the status and nothing else. */
const end = (id: number, status: string, days: number) =>
  world.db.query(
    `update reservations set status = $3, updated_at = ($4::date + time '15:00') at time zone 'Europe/Lisbon'
     where hotel_id = $1 and reservation_id = $2`,
    [world.hotelId, id, status, day(days)],
  );
/** Cancels a stay before its arrival as an earlier version did: the nights before `until` stay sold. */
async function cancelPart(id: number, until: number): Promise<void> {
  await world.db.query(
    `with freed as (
       update reservation_nights set released_at = $4 where hotel_id = $1 and reservation_id = $2 and date >= $3
       returning room_id, date, price_minor
     ), sellable as (
       update nights set available = available + 1, sold = sold - 1 from freed
       where hotel_id = $1 and nights.room_id = freed.room_id and nights.date = freed.date
     ), posted as (
       insert into ledger_entries (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at)
       select $1, -sum(price_minor), 'EUR', 'reversal', 'Cancellation of booking ' || $2::bigint, min(room_id), $2, $4::timestamptz::date, $4
       from freed
     )
     update reservations set status = 'cancelled', checkout = $3, updated_at = $4,
       price_minor = price_minor - (select sum(price_minor) from freed)
     where hotel_id = $1 and reservation_id = $2`,
    [world.hotelId, id, day(until), world.now],
  );
  await world.db.query(`update tasks set due = $3 where hotel_id = $1 and reservation_id = $2`, [
    world.hotelId,
    id,
    day(until),
  ]);
}
const counts = (from: number, until: number, room = world.room) =>
  countsOf(world, room, day(from).toString(), day(until).toString());
const FREE = '0/0/1';
const SOLD = '1/0/0';

describe('nights that nobody could sell', () => {
  test('of a no-show declared months ahead are all free, and the price stays', async () => {
    const id = await book(60, 63);
    await end(id, 'no_show', -2);
    await migration('0010.do.free-lost-nights');
    expect(await counts(60, 63)).toEqual([FREE, FREE, FREE]);
    const [stay] = await world.db.query(`select * from reservations where hotel_id = $1`, [world.hotelId]);
    expect(stay).toMatchObject({ status: 'no_show', price_minor: 30_000, checkout: day(63).toString() });
  });

  test.each(['no_show', 'checked_out'])('of a %s are free after the day that ended it', async (status) => {
    const id = await book(-4, 5);
    await end(id, status, -2);
    await migration('0010.do.free-lost-nights');
    expect(await counts(-4, 5)).toEqual([SOLD, SOLD, SOLD, ...Array(6).fill(FREE)]);
    const [task] = await world.db.query(`select status, due from tasks where hotel_id = $1`, [world.hotelId]);
    expect(task).toEqual(
      status === 'no_show'
        ? { status: 'cancelled', due: day(5).toString() }
        : { status: 'pending', due: day(-2).toString() },
    );
    await expectConsistent(world.db, world.hotelId, today);
  });

  test('of a cancellation before the arrival are free, and earn nothing', async () => {
    const id = await book(-1, 6);
    world.now = world.now.subtract({ hours: 48 });
    await cancelPart(id, 3);
    expect(await counts(-1, 6)).toEqual([...Array(4).fill(SOLD), ...Array(3).fill(FREE)]);
    await migration('0010.do.free-lost-nights');
    expect(await counts(-1, 6)).toEqual(Array(7).fill(FREE));
    await expectConsistent(world.db, world.hotelId, today);
  });

  test('stay sold to a guest who is checked in, or has left', async () => {
    const inHouse = await book(-2, 3);
    const planned = await book(-2, 3, world.rooms[1]!);
    const over = await book(-9, -4);
    world.now = Temporal.Now.instant().subtract({ hours: 48 });
    await world.patch(inHouse, { status: 'checked_in' });
    await world.patch(planned, { status: 'checked_in' });
    await world.cancel(planned, day(2));
    await end(over, 'checked_out', -7);
    const before = await snapshot();
    await migration('0010.do.free-lost-nights');
    expect(await snapshot()).toEqual(before);
  });

  test('end the overlaps that they caused, are recorded in the log and compared again by channels', async () => {
    const id = await book(-1, 5);
    await world.accept({ roomId: world.room, checkin: day(3), checkout: day(6) });
    await world.change((tx) =>
      connectChannel(
        tx,
        {
          channel: 'expedia',
          protocol: 'expedia',
          url: null,
          settings: {},
          rooms: [{ roomId: world.room, externalRoom: 'R', externalRates: [], icalUrl: null }],
        },
        world.db.secrets,
      ),
    );
    await world.db.query(`update connections set full_push = false where hotel_id = $1`, [world.hotelId]);
    await end(id, 'no_show', -1);
    const [{ last_seq: seq }] = (await world.db.query(`select last_seq from log_heads where hotel_id = $1`, [
      world.hotelId,
    ])) as [{ last_seq: number }];
    await migration('0010.do.free-lost-nights');
    expect(await counts(2, 6)).toEqual([FREE, SOLD, SOLD, SOLD]);
    await expectConsistent(world.db, world.hotelId, today);
    const events = await world.db.query<{ kind: string; data: any }>(
      `select kind, data from events where hotel_id = $1 and seq > $2 order by seq`,
      [world.hotelId, seq],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'availability.changed',
      'booking.modified',
      'task.changed',
      'booking.modified',
    ]);
    expect(events[0]!.data).toEqual({
      roomId: world.room,
      from: day(0).toString(),
      until: day(5).toString(),
      what: ['available'],
    });
    expect(events[3]!.data).toMatchObject({ conflict: null, changed: ['conflict'] });
    const [connection] = await world.db.query(`select full_push from connections where hotel_id = $1`, [
      world.hotelId,
    ]);
    expect(connection).toEqual({ full_push: true });
  });
});

describe('income that stayed with a former room', () => {
  test('moves to the current room, dated today; entries that people posted stay', async () => {
    const id = await book(3, 6);
    await world.db.query(
      `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at)
       values ($1, -5000, 'EUR', 'adjustment', 'Goodwill', $3, $2, current_date, now()),
         ($1, -1000, 'EUR', 'adjustment', 'Change of booking ' || $2::bigint, $4, $2, current_date, now())`,
      [world.hotelId, id, world.rooms[0], world.rooms[1]],
    );
    await world.db.query(
      `update reservations set room_id = $3, price_minor = price_minor - 1000 where hotel_id = $1 and reservation_id = $2`,
      [world.hotelId, id, world.rooms[1]],
    );
    await migration('0013.do.income-of-moved-bookings');
    const rows = await world.db.query<{ room: number; minor: number; date: string }>(
      `select room_id as room, sum(amount_minor) as minor, max(date) as date from ledger_entries
       where hotel_id = $1 and description <> 'Goodwill' group by 1 order by 1`,
      [world.hotelId],
    );
    expect(rows.map(({ minor }) => minor)).toEqual([0, 29_000]);
    expect(rows.map(({ date }) => date)).toEqual([today.toString(), today.toString()]);
    const events = await world.db.query<{ kind: string; seq: number }>(
      `select kind, seq from events where hotel_id = $1 order by seq desc limit 2`,
      [world.hotelId],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['accounting.posted', 'accounting.posted']);
    const moved = await snapshot();
    expect(events[0]!.seq).toBe(moved.seq);
    await migration('0013.do.income-of-moved-bookings');
    expect(await snapshot()).toEqual(moved);
  });
});

async function snapshot() {
  const [row] = await world.db.query<{ nights: unknown; stays: unknown; entries: number; seq: number }>(
    `select (select jsonb_agg(n order by room_id, date) from nights as n where hotel_id = $1) as nights,
       (select jsonb_agg(r order by reservation_id) from reservations as r where hotel_id = $1) as stays,
       (select count(*)::int from ledger_entries where hotel_id = $1) as entries,
       (select last_seq from log_heads where hotel_id = $1) as seq`,
    [world.hotelId],
  );
  return row!;
}
