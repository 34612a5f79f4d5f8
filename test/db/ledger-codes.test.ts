// The migration that gives ledger entries codes, applied to the ledger of an earlier release.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

const MIGRATION = 32;
const HOTEL = 4711;

const CHARGES = [
  {
    kind: 'tax',
    description: 'City tax',
    amountMinor: 1_200,
    quantity: 2,
    included: false,
    collectedBy: 'property',
  },
  {
    kind: 'service',
    description: 'Breakfast',
    amountMinor: 900,
    quantity: 1,
    included: true,
    collectedBy: null,
  },
];

/** Stores, as the earlier release did, a direct booking, two of a channel – the second cancelled – and entries. */
async function storeEarlier(client: pg.Client): Promise<void> {
  const store = (sql: string, ...values: unknown[]) => client.query(sql, [HOTEL, ...values]);
  await store(
    `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', now())`,
  );
  await store(`insert into log_heads (hotel_id, last_seq) values ($1, 7)`);
  await store(
    `insert into rooms (hotel_id, room_id, name, capacity, price_minor, created_at) values ($1, 101, 'Room', 2, 10000, now())`,
  );
  for (const [id, channel, status, collector] of [
    [1, 'direct', 'confirmed', null],
    [2, 'airbnb', 'confirmed', 'channel'],
    [3, 'airbnb', 'cancelled', 'channel'],
  ])
    await store(
      `insert into reservations (hotel_id, reservation_id, room_id, status, channel, guest_name, checkin, checkout,
         price_minor, currency, collected_by, charges, created_at, updated_at)
       values ($1, $2, 101, $3, $4, 'Ada', '2027-03-01', '2027-03-04', 30000, 'EUR', $5, $6, now(), now())`,
      id,
      status,
      channel,
      collector,
      channel === 'direct' ? null : JSON.stringify(CHARGES),
    );
  for (const [type, reservationId] of [
    ['income', 1],
    ['income', 2],
    ['reversal', 3],
    ['payment', 1],
    ['refund', 1],
    ['expense', null],
    ['Taxi', null],
  ])
    await store(
      `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, reservation_id, date, created_at)
       values ($1, 100, 'EUR', $2, $2, $3, '2026-12-01', now())`,
      type,
      reservationId,
    );
}

test('entries get the code of their type, and charges beside the price get entries, which the log has', async () => {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await applyMigrations(client, 1, MIGRATION - 1);
  await storeEarlier(client);
  await applyMigrations(client, MIGRATION, MIGRATION);

  const { rows } = await client.query(
    `select concat_ws(' ', type, code, amount_minor, reservation_id, collected_by, service_from) as text
     from ledger_entries order by entry_id`,
  );
  expect(rows.map(({ text }) => text)).toEqual([
    'income accommodation 100 1 property',
    'income accommodation 100 2 channel',
    'reversal accommodation 100 3 channel',
    'payment payment 100 1',
    'refund refund 100 1',
    'expense expense 100',
    'Taxi other 100',
    'income tax 1200 2 property 2027-03-01',
  ]);
  const events = await client.query(
    `select seq::int, kind, data->>'code' as code, data->>'serviceUntil' as until from events`,
  );
  expect(events.rows).toEqual([{ seq: 8, kind: 'accounting.posted', code: 'tax', until: '2027-03-04' }]);
  await expect(client.query(`update ledger_entries set code = 'x'`)).rejects.toThrow(/never edited/);
});
