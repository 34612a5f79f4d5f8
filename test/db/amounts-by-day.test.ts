// The migration that gives earlier entries of accommodation their parts by day.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

const MIGRATION = 52;
const HOTEL = 4711;

test('earlier accommodation is split as its nights cost when it was posted', async () => {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await applyMigrations(client, 1, MIGRATION - 1);
  const store = (sql: string, ...values: unknown[]) => client.query(sql, [HOTEL, ...values]);
  await store(
    `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', now())`,
  );
  await store(
    `insert into rooms (hotel_id, room_id, name, capacity, price_minor, created_at) values ($1, 101, 'Room', 2, 10000, now())`,
  );
  await store(
    `insert into guests (hotel_id, guest_id, name, created_at, updated_at) values ($1, 5, 'Ada', now(), now())`,
  );
  await store(
    `insert into reservations (hotel_id, reservation_id, room_id, status, channel, guest_name, guest_id, checkin, checkout,
       price_minor, currency, created_at, updated_at)
     values ($1, 1, 101, 'confirmed', 'direct', 'Ada', 5, '2026-12-30', '2027-01-02', 60000, 'EUR', now(), now())`,
  );
  // Booked on 1 November at 100 + 400 + 100, repriced on the 2nd to 10 + 40 + 10.
  const nights: [string, number][] = [
    ['2026-12-30', 10_000],
    ['2026-12-31', 40_000],
    ['2027-01-01', 10_000],
  ];
  for (const [day, price] of nights) {
    await store(
      `insert into reservation_night_history (hotel_id, reservation_id, room_id, date, price_minor, taken_at, ended_at)
       values ($1, 1, 101, $2, $3, '2026-11-01', '2026-11-02')`,
      day,
      price,
    );
    await store(
      `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at)
       values ($1, 1, 101, $2, $3::bigint / 10, '2026-11-02')`,
      day,
      price,
    );
  }
  for (const [type, code, amount, posted, until] of [
    ['income', 'accommodation', 60_000, '2026-11-01', '2027-01-02'],
    ['adjustment', 'accommodation', -54_001, '2026-11-02', '2027-01-02'],
    ['income', 'tax', 300, '2026-11-01', '2027-01-02'],
    ['income', 'accommodation', 100, '2026-11-01', '2027-01-05'],
  ])
    await store(
      `insert into ledger_entries (hotel_id, amount_minor, currency, type, code, description, reservation_id, room_id, date, created_at,
         service_from, service_until)
       values ($1, $4, 'EUR', $2, $3, '', 1, 101, '2026-11-01', $5, '2026-12-30', $6)`,
      type,
      code,
      amount,
      posted,
      until,
    );
  await applyMigrations(client, MIGRATION, MIGRATION);
  const { rows } = await client.query(
    `select day_amounts_minor as parts from ledger_entries order by entry_id`,
  );
  expect(rows.map(({ parts }) => parts?.join(' ') ?? null)).toEqual([
    '10000 40000 10000',
    '-9000 -36001 -9000',
    null,
    null,
  ]);
  await expect(client.query(`update ledger_entries set code = 'x'`)).rejects.toThrow(/never edited/);
});
