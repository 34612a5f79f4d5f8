// Migrations of the channels' tables, applied to connections as an earlier release stored them.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { isRecoveryDue } from '../../src/jobs/channels/recover.ts';
import { listOpenStays } from '../../src/pms/channel-sync/recovery.ts';
import { loadPendingSync } from '../../src/pms/channel-sync/work.ts';
import { connectForTest } from '../harness/connect.ts';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

/** The last migration of the release before recovery. */
const RELEASED = 13;
const HOTEL = 4711;
const OWNER = '00000000-0000-4000-8000-000000000001';
const MADE = '2026-01-05T10:00:00Z';

type Row = { channel: string; protocol: string; state: string; fullPush: boolean };

const CONNECTIONS: readonly Row[] = [
  { channel: 'booking_com', protocol: 'booking_com', state: 'connected', fullPush: false },
  { channel: 'channex', protocol: 'channex', state: 'delayed', fullPush: true },
  { channel: 'open_channel', protocol: 'open_channel', state: 'error', fullPush: false },
  { channel: 'expedia', protocol: 'expedia', state: 'connecting', fullPush: true },
  { channel: 'airbnb', protocol: 'airbnb', state: 'error', fullPush: true },
  { channel: 'feeds', protocol: 'ical', state: 'connected', fullPush: false },
];

/**
 * Stores, in the form of the earlier release, a property, its connections, a refused night, and a booking of
 * a channel.
 */
async function storeEarlier(client: pg.Client): Promise<void> {
  const store = (sql: string, ...values: unknown[]) => client.query(sql, [HOTEL, ...values]);
  await store(
    `insert into properties (hotel_id, name, currency, timezone, created_at)
     values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', $2)`,
    MADE,
  );
  await store(`insert into log_heads (hotel_id, last_seq) values ($1, 0)`);
  const { rows } = await store(
    `insert into rooms (hotel_id, name, capacity, price_minor, created_at) values ($1, 'Room', 2, 10000, $2) returning room_id`,
    MADE,
  );
  for (const { channel, protocol, state, fullPush } of CONNECTIONS) {
    await store(
      `insert into connections (hotel_id, channel, protocol, state, full_push, owner, compared_on, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, '2026-02-01', $7, $7)`,
      channel,
      protocol,
      state,
      fullPush,
      OWNER,
      MADE,
    );
  }
  await store(
    `insert into channel_nights (hotel_id, channel, room_id, date, available, refused, words)
     values ($1, 'booking_com', $2, '2027-05-01', 1, '{"available": 0}', 'not now')`,
    rows[0].room_id,
  );
  const booked = await store(
    `insert into reservations (hotel_id, room_id, channel, status, guest_name, checkin, checkout, price_minor, currency, created_at, updated_at)
     values ($1, $2, 'booking_com', 'confirmed', 'Ada', '2027-05-03', '2027-05-05', 20000, 'EUR', $3, $3) returning reservation_id`,
    rows[0].room_id,
    MADE,
  );
  await store(
    `insert into channel_stays (hotel_id, channel, reference, room_key, reservation_id) values ($1, 'booking_com', '1', '1', $2)`,
    booked.rows[0].reservation_id,
  );
  await store(
    `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at, applied_at, outcome)
     values ($1, 'booking_com', 'reservation', '1', 'a', '{}', $2, $2, $2, 'stored')`,
    MADE,
  );
}

async function migrated(): Promise<Database> {
  const url = await newDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await applyMigrations(client, 1, RELEASED);
    await storeEarlier(client);
    await applyMigrations(client, RELEASED + 1, Number.POSITIVE_INFINITY);
  } finally {
    await client.end();
  }
  const db = connectForTest(url, { poolSize: 2 });
  onTestFinished(() => db.close());
  return db;
}

const now = Temporal.Instant.from('2027-04-01T10:00:00Z');

test('connections that have pushed before list their orders once and continue to push; others read before they open nights', async () => {
  const db = await migrated();
  const works = await Promise.all(
    CONNECTIONS.map(async ({ channel }) => {
      const work = await loadPendingSync(db, { hotelId: HOTEL, channel }, { processId: OWNER }, now);
      return [channel, { ...work! }] as const;
    }),
  );
  const seen = works.map(([channel, work]) => [
    channel,
    { recovered: work.recoveredAt?.toString() ?? null, gap: work.gapSince?.toString() ?? null },
  ]);
  const once = { recovered: MADE, gap: MADE };
  const never = { recovered: null, gap: null };
  expect(Object.fromEntries(seen)).toEqual({
    booking_com: once,
    channex: once,
    open_channel: once,
    expedia: never,
    airbnb: never,
    feeds: never,
  });
  for (const [channel, work] of works) expect(isRecoveryDue(work, now), channel).toBe(true);
});

test('all nights are compared again, refusals stay unchanged, and no closing counts as refused', async () => {
  const db = await migrated();
  const compared = await db.query(
    `select channel from connections where hotel_id = $1 and compared_on is not null`,
    [HOTEL],
  );
  expect(compared).toEqual([]);
  const nights = await db.query(
    `select to_jsonb(night) as night from channel_nights as night where hotel_id = $1`,
    [HOTEL],
  );
  expect(nights).toEqual([
    {
      night: expect.objectContaining({
        available: 1,
        unit_id: 0,
        refused: { available: 0 },
        refusal_reason: 'not now',
        withheld: null,
        withheld_reason: null,
        close_refusals: 0,
        retry_at: null,
      }),
    },
  ]);
  const work = await loadPendingSync(
    db,
    { hotelId: HOTEL, channel: 'booking_com' },
    { processId: OWNER },
    now,
  );
  expect(work).toMatchObject({ comparedOn: null, retryAt: null });
});

test('earlier bookings are sales, not accepted requests whose response may be lost', async () => {
  const db = await migrated();
  const stays = await db.query(`select accepted_at from channel_stays where hotel_id = $1`, [HOTEL]);
  expect(stays).toEqual([{ accepted_at: null }]);
  const open = await listOpenStays(
    db,
    { hotelId: HOTEL, channel: 'booking_com' },
    Temporal.PlainDate.from('2027-04-01'),
  );
  expect(open.map(({ reference }) => reference)).toEqual(['1']);
});
