// The sample property in a real database: written completely, updated, and by several processes at once.
import { beforeEach, describe, expect, test } from 'vitest';
import { presentMoment } from '../../src/api/present.ts';
import { SANDBOX_ID } from '../../src/model/property.ts';
import { listActivity } from '../../src/pms/activity.ts';
import { FEED_CHANNELS, listFeeds } from '../../src/pms/calendar-feeds.ts';
import { listConnections } from '../../src/pms/connections.ts';
import { listNights } from '../../src/pms/inventory/calendar.ts';
import { listEntries } from '../../src/pms/ledger.ts';
import { listMessages } from '../../src/pms/messages.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { pruneProposals } from '../../src/pms/proposals.ts';
import { listReservations } from '../../src/pms/reservations/find.ts';
import { findExpiredHolds } from '../../src/pms/reservations/holds.ts';
import { listReviews } from '../../src/pms/reviews.ts';
import { listRooms } from '../../src/pms/rooms.ts';
import { listTasks } from '../../src/pms/tasks.ts';
import { regenerateSandbox } from '../../src/sandbox/regenerate.ts';
import { type SampleSnapshot, snapshotAt } from '../../src/sandbox/snapshot.ts';
import { useDatabase } from '../harness/database.ts';
import { hour } from './snapshot-helpers.ts';

const HOUR = hour('2026-11-21T10:00:00Z');
const NEXT = hour('2026-11-21T11:00:00Z');
const ALL = { size: 100_000, after: null };
const TABLES = [
  'rooms',
  'units',
  'nights',
  'booking_groups',
  'reservations',
  'closures',
  'unit_nights',
  'reservation_nights',
  'ledger_entries',
  'tasks',
  'messages',
  'reviews',
  'proposals',
  'events',
  'activity',
  'calendar_feeds',
  'connections',
  'connection_rooms',
];

describe('in a new database', () => {
  const database = useDatabase();

  test('processes that start at once write it once, with the data of the hour', async () => {
    const { db } = database;
    const snapshot = sampleAt(HOUR);
    await Promise.all([1, 2, 3].map(() => write(db, HOUR)));
    const stays = await listReservations(db, SANDBOX_ID, {}, ALL);
    const booked = snapshot.reservations
      // The list leaves out options, also those that have ended.
      .filter(({ heldUntil }) => heldUntil === null)
      .toSorted(
        (a, b) => Temporal.PlainDate.compare(a.checkin, b.checkin) || a.reservationId - b.reservationId,
      )
      .map((stay) => ({
        ...stay,
        createdAt: presentMoment(stay.createdAt),
        updatedAt: presentMoment(stay.updatedAt),
      }));
    expect(plain(stays)).toEqual(plain(booked));
    expect(plain(sorted(await listEntries(db, SANDBOX_ID, {}, ALL), 'entryId'))).toEqual(
      plain(sorted(snapshot.entries, 'entryId')),
    );
    expect(plain(sorted(await listMessages(db, SANDBOX_ID, {}, ALL), 'messageId'))).toEqual(
      plain(sorted(snapshot.messages, 'messageId')),
    );
    const tasks = snapshot.tasks.map(({ createdAt: _, ...task }) => task);
    expect(plain(sorted(await listTasks(db, SANDBOX_ID, {}, ALL), 'taskId'))).toEqual(
      plain(sorted(tasks, 'taskId')),
    );
    expect(plain(sorted(await listActivity(db, SANDBOX_ID, {}, ALL), 'entryId'))).toEqual(
      plain(sorted(snapshot.activity, 'entryId')),
    );
    const reviews = snapshot.reviews.map(({ repliedAt: _, ...review }) => review);
    expect(sorted(plain(await listReviews(db, SANDBOX_ID, {}, ALL)), 'reviewId')).toEqual(
      sorted(plain(reviews), 'reviewId'),
    );
  });
});

describe('at an hour', () => {
  const database = useDatabase();
  beforeEach(() => write(database.db, HOUR));

  test('the property, its rooms, links and connections are complete, and lead nowhere', async () => {
    const { db } = database;
    const property = await getProperty(db, SANDBOX_ID);
    expect(property).toMatchObject({ name: 'Casa da Graça', currency: 'EUR', timezone: 'Europe/Lisbon' });
    expect(property.settings).toMatchObject({ checkinTime: '15:00', checkoutTime: '11:00', language: 'pt' });
    expect(property.subscription).toEqual({ plan: 'sandbox', status: 'active', renewsAt: null });
    expect([String(property.sandboxAt), property.lastSeq]).toEqual([
      String(HOUR),
      sampleAt(HOUR).events.length,
    ]);
    const rooms = await listRooms(db, SANDBOX_ID, {}, ALL);
    expect(rooms.map(({ roomId, units }) => [roomId, units])).toEqual(
      [2, 1, 1, 1, 1, 1, 11, 10, 5, 4].map((units, i) => [101 + i, units]),
    );
    const links = await listFeeds(db, SANDBOX_ID, {}, ALL);
    expect(links.map(({ channel }) => channel)).toEqual(rooms.flatMap(() => FEED_CHANNELS));
    expect(links.every(({ feedKey }) => /^[0-9A-Za-z]{32}$/.test(feedKey))).toBe(true);
    const connections = await listConnections(db, SANDBOX_ID, Temporal.Now.instant());
    expect(connections.map(({ channel, protocol, state, url }) => [channel, protocol, state, url])).toEqual(
      ['airbnb', 'booking_com', 'expedia', 'vrbo'].map((name) => [name, name, 'connected', null]),
    );
    const outgoing = await db.query(
      `select 1 from connection_rooms where ical_url is not null or due_at is not null
       union all select 1 from connections where cursor_seq <> $1 or credentials is not null
       union all select 1 from messages where delivery = 'queued' or delivery = 'failed'
       union all select 1 from reviews where reply_delivery <> 'sent'`,
      [property.lastSeq],
    );
    expect(outgoing).toEqual([]);
  });

  test('prices and availability of nights are those of the snapshot', async () => {
    const window = {
      from: Temporal.PlainDate.from('2026-11-21'),
      until: Temporal.PlainDate.from('2028-04-04'),
    };
    const nights = await listNights(database.db, SANDBOX_ID, { ...window, roomId: 105 }, ALL);
    const snapshot = sampleAt(HOUR);
    const wanted = snapshot.nights.filter(
      ({ roomId, night }) => roomId === 105 && String(snapshot.date(night)) >= '2026-11-21',
    );
    expect(nights.length).toBe(500);
    expect(nights.map(({ available, priceMinor, minStay }) => [available, priceMinor, minStay])).toEqual(
      wanted.slice(0, 500).map(({ available, priceMinor, minStay }) => [available, priceMinor, minStay]),
    );
  });

  test('a second run for the same hour generates and writes nothing; the next hour writes only what changed', async () => {
    const { db } = database;
    const before = await versions(db);
    await regenerateSandbox(db, HOUR, { generate: () => expect.unreachable('was generated again') });
    expect(await versions(db)).toEqual(before);
    await write(db, NEXT);
    const after = await versions(db);
    const kept = [...after].filter((row) => before.has(row)).length;
    expect(kept / after.size).toBeGreaterThan(0.97);
  });

  test('rows that differ from the data of the hour are corrected: surplus, missing or changed', async () => {
    const { db } = database;
    const expected = await contents(db);
    await db.transaction(async (tx) => {
      await tx.query(`select set_config('innwire.regenerating', 'on', true)`);
      await tx.query(`delete from ledger_entries where hotel_id = 1 and entry_id % 7 = 0`);
      await tx.query(
        `update reservations set guest_name = 'Somebody Else' where hotel_id = 1 and reservation_id % 5 = 0`,
      );
      await tx.query(`insert into tasks (hotel_id, room_id, name, status, due, created_at, updated_at)
        values (1, 101, 'Not ours', 'pending', '2026-12-01', now(), now())`);
      await tx.query(
        `update connections set settings = '{"fingerprint": "of an older program"}' where hotel_id = 1`,
      );
      return { value: undefined };
    });
    await write(db, HOUR);
    expect(await contents(db)).toEqual(expected);
  });

  test('going back and forth by months leaves exactly the data of the hour', async () => {
    const { db } = database;
    const expected = await contents(db);
    await write(db, hour('2027-08-21T10:00:00Z'));
    await Promise.all([write(db, HOUR), write(db, HOUR)]);
    expect(await contents(db)).toEqual(expected);
  });

  test('its options are ended by its own data, not by the job that ends holds', async () => {
    const { db } = database;
    const held = await db.query(`select 1 from reservations where hotel_id = $1 and status = 'held'`, [
      SANDBOX_ID,
    ]);
    expect(held.length).toBeGreaterThan(0);
    const later = { now: HOUR.add({ hours: 30 * 24 }), limit: 10 };
    expect(await findExpiredHolds(db, later)).toEqual([]);
  });

  test('its proposals are not pruned: they follow its hour', async () => {
    const { db } = database;
    const count = () => db.query(`select proposal_id from proposals where hotel_id = $1`, [SANDBOX_ID]);
    const before = await count();
    expect(before.length).toBeGreaterThan(0);
    await pruneProposals(db, HOUR.add({ hours: 100 * 24 }));
    expect(await count()).toEqual(before);
  });

  test('its ledger entries cannot be deleted by other code', async () => {
    await expect(database.db.query(`delete from ledger_entries where hotel_id = 1`)).rejects.toThrow(
      /never edited/,
    );
  });
});

const plain = <T>(rows: T[]): T[] => JSON.parse(JSON.stringify(rows));

function sorted<T, K extends keyof T>(rows: readonly T[], key: K): T[] {
  return rows.toSorted((a, b) => Number(a[key]) - Number(b[key]));
}

type Db = ReturnType<typeof useDatabase>['db'];

const generated = new Map<string, SampleSnapshot>();

/** Returns the sample at an hour, generated once: that takes a second, in which this process does nothing else. */
function sampleAt(hour: Temporal.Instant): SampleSnapshot {
  const known = generated.get(String(hour)) ?? snapshotAt(hour);
  generated.set(String(hour), known);
  return known;
}

/** Writes the sample of an hour. */
const write = (db: Db, hour: Temporal.Instant) =>
  regenerateSandbox(db, hour, { generate: async () => sampleAt(hour) });

/** Returns the physical position and version of each row; a row that is written again gets another one. */
async function versions(db: Db): Promise<Set<string>> {
  const found = await Promise.all(
    TABLES.map((table) =>
      db.query<{ row: string }>(`select '${table} ' || ctid || ' ' || xmin as row from ${table}`),
    ),
  );
  return new Set(found.flat().map(({ row }) => row));
}

async function contents(db: Db): Promise<unknown[]> {
  return Promise.all(
    [...TABLES, 'properties', 'log_heads'].map(async (table) => {
      const rows = await db.query<{ row: string }>(
        `select row_to_json(one)::text as row from ${table} as one where hotel_id = 1`,
      );
      return [table, rows.map(({ row }) => row).toSorted()];
    }),
  );
}
