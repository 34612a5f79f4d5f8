// The migration that stores on ledger entries who posted them, applied to the ledger and the log of an earlier release.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

const MIGRATION = 79;
const HOTEL = 4711;

test('an entry gets whom the log names; one that is no longer in the log, or whose poster it does not know, gets nobody', async () => {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await applyMigrations(client, 1, MIGRATION - 1);
  const store = (sql: string, ...values: unknown[]) => client.query(sql, [HOTEL, ...values]);
  for (const hotel of [HOTEL, HOTEL + 1]) {
    await client.query(
      `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', now())`,
      [hotel],
    );
    await client.query(`insert into log_heads (hotel_id, last_seq) values ($1, 7)`, [hotel]);
  }
  const ids: number[] = [];
  for (const description of ['of a person', 'of nobody known', 'no longer in the log']) {
    const { rows } = await store(
      `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, date, created_at, code)
       values ($1, 100, 'EUR', 'payment', $2, '2026-06-01', now(), 'payment') returning entry_id`,
      description,
    );
    ids.push(Number(rows[0].entry_id));
  }
  const log = (seq: number, hotel: number, entry: number, actor: object | null) =>
    client.query(
      `insert into events (hotel_id, seq, kind, subject, at, data, actor)
       values ($1, $2, 'accounting.posted', $3, now(), '{}', $4)`,
      [hotel, seq, `accounting/${entry}`, actor && JSON.stringify(actor)],
    );
  await log(1, HOTEL, ids[0]!, { kind: 'person', userId: 3 });
  await log(2, HOTEL, ids[1]!, null);
  await log(1, HOTEL + 1, ids[2]!, { kind: 'operator' });
  await applyMigrations(client, MIGRATION, MIGRATION);
  const { rows } = await store(`select posted_by from ledger_entries where hotel_id = $1 order by entry_id`);
  expect(rows.map((row) => row.posted_by)).toEqual([{ kind: 'person', userId: 3 }, null, null]);
  await expect(store(`update ledger_entries set amount_minor = 0 where hotel_id = $1`)).rejects.toThrow(
    /never edited/,
  );
});
