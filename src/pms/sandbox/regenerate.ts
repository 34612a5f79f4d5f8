// Brings the sample property in the database to what it is at an hour, in one transaction.
import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { SANDBOX_ID } from './property.ts';
import { snapshotAt } from './sample/snapshot.ts';
import { type SampleTable, tablesOf } from './tables.ts';

/**
 * Makes the sample property what it is at this hour. Processes that do so at once wait for each other, and all but the
 * first find it done; a newer program that tells anything else of the same hour does write it.
 */
export async function regenerateSandbox(db: Database, hour: Temporal.Instant): Promise<void> {
  const tables = tablesOf(snapshotAt(hour), hour).map((table) => ({
    ...table,
    json: JSON.stringify(table.rows),
  }));
  const fingerprint = fingerprintOf(tables);
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock($1)`, [LOCK]);
    const written = await readWritten(tx);
    if (written?.fingerprint === fingerprint) return { value: undefined };
    // Sent in one go: PostgreSQL works through them in this order. What refers to something goes before it and comes after.
    await Promise.all([
      tx.query(`select set_config('innwire.regenerating', 'on', true)`),
      ...tables.toReversed().map((table) => deleteOthers(tx, table)),
      ...tables.flatMap((table) => [upsert(tx, table), ...(written ? [] : analyse(tx, table))]),
      tx.query(`update connections set settings = $2 where hotel_id = $1`, [
        SANDBOX_ID,
        JSON.stringify({ fingerprint }),
      ]),
    ]);
    return { value: undefined };
  });
}

/** One number for everybody who does this ("casa" in ASCII). */
const LOCK = 0x63617361;

type Packed = SampleTable & { json: string };

function fingerprintOf(tables: readonly Packed[]): string {
  const hash = createHash('sha256');
  for (const { name, json } of tables) hash.update(name).update(json);
  return hash.digest('base64url');
}

/** What was written last. The connections of the sample lead nowhere; their settings keep it. */
async function readWritten(tx: Transaction): Promise<{ fingerprint: string | null } | undefined> {
  const [row] = await tx.query<{ fingerprint: string | null }>(
    `select (select max(settings ->> 'fingerprint') from connections where hotel_id = $1) as fingerprint
     from properties where hotel_id = $1`,
    [SANDBOX_ID],
  );
  return row;
}

// Few rows differ from one hour to the next, and only these are touched (measured without a vacuum: 0.2 s each hour; when
// all were deleted and written anew, 0.6 s the first time and 4 s the fourth, for the dead rows that they left behind).

/** Deletes the sample property's rows that are none of these. */
function deleteOthers(tx: Transaction, { name, key, rows, json, immutable }: Packed): Promise<unknown> {
  const compared = immutable
    ? json
    : JSON.stringify(rows.map((row) => Object.fromEntries(key.map((one) => [one, row[one]]))));
  return tx.query(
    `delete from ${name} as old where hotel_id = $1 and not exists (
       select 1 from jsonb_populate_recordset(null::${name}, $2::jsonb) as new
       where ${same(key, immutable ? columnsOf(rows) : key)}
     )`,
    [SANDBOX_ID, compared],
  );
}

/** Inserts the rows that are missing and brings those that differ up to date. */
function upsert(tx: Transaction, { name, key, rows, json }: Packed): Promise<unknown> {
  const columns = columnsOf(rows);
  return tx.query(
    `insert into ${name} (hotel_id, ${columns.join(', ')})
     select $1, ${columns.map((column) => `new.${column}`).join(', ')}
     from jsonb_populate_recordset(null::${name}, $2::jsonb) as new
     where not exists (select 1 from ${name} as old where old.hotel_id = $1 and ${same(key, columns)})
     on conflict (hotel_id${key.map((column) => `, ${column}`).join('')}) do update set
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [SANDBOX_ID, json],
  );
}

/**
 * In a new database nobody has told PostgreSQL that one property has many reservations, and it checks each night's and
 * message's reservation by reading all of them (measured: 0.2 s of the first writing).
 */
function analyse(tx: Transaction, { name }: Packed): Promise<unknown>[] {
  return name === 'reservations' ? [tx.query('analyze reservations')] : [];
}

function columnsOf(rows: SampleTable['rows']): string[] {
  return Object.keys(rows[0]!);
}

/** The key is compared as such, so that it can be looked up; other columns may be null. */
function same(key: readonly string[], columns: readonly string[]): string {
  return (
    columns
      .map((column) => `old.${column} ${key.includes(column) ? '=' : 'is not distinct from'} new.${column}`)
      .join(' and ') || 'true'
  );
}
