// Keeps the sample property in the database up to date: each hour its data is generated again, around the
// present, and written in one transaction.
import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../db/database.ts';
import { SANDBOX_ID } from '../model/property.ts';
import { snapshotAt } from './snapshot.ts';
import { type SampleTable, tablesOf } from './tables.ts';

type SandboxRefresher = {
  /** Writes the sample property's data of this hour. Does nothing if that was done. */
  refresh(): Promise<void>;
};

/** Creates a refresher. Concurrent calls of `refresh` share one generation. */
export function createSandboxRefresher(db: Database, now: () => Temporal.Instant): SandboxRefresher {
  let freshUntil = Temporal.Instant.fromEpochMilliseconds(0);
  let working: Promise<void> | null = null;
  return {
    async refresh() {
      if (Temporal.Instant.compare(now(), freshUntil) < 0) return;
      working ??= (async () => {
        const hour = now().round({ smallestUnit: 'hour', roundingMode: 'floor' });
        await regenerateSandbox(db, hour);
        freshUntil = hour.add({ hours: 1 });
      })().finally(() => {
        working = null;
      });
      await working;
    },
  };
}

/**
 * Writes the sample property's data of this hour. Concurrent processes wait for each other; all but the first
 * find the same fingerprint and write nothing. A newer program whose data of the hour differs writes it.
 */
export async function regenerateSandbox(db: Database, hour: Temporal.Instant): Promise<void> {
  const tables = tablesOf(snapshotAt(hour), hour).map((table) => ({
    ...table,
    columns: columnsOf(table.rows),
    json: JSON.stringify(table.rows),
  }));
  const hash = createHash('sha256');
  for (const { name, json } of tables) hash.update(name).update(json);
  const fingerprint = hash.digest('base64url');
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock($1)`, [LOCK]);
    const written = await readWritten(tx);
    if (written?.fingerprint === fingerprint) return { value: undefined };
    // Sent together; PostgreSQL executes them in this order: rows that refer to others are
    // deleted before these and inserted after them.
    await Promise.all([
      tx.query(`select set_config('innwire.regenerating', 'on', true)`),
      ...tables.toReversed().map((table) => deleteOthers(tx, table)),
      // In a new database `reservations` is analysed: without statistics PostgreSQL checks the reservation of
      // each night and message by reading all reservations (measured: 0.2 s of the first write).
      ...tables.flatMap((table) => [
        upsert(tx, table),
        ...(!written && table.name === 'reservations' ? [tx.query('analyze reservations')] : []),
      ]),
      tx.query(`update connections set settings = $2 where hotel_id = $1`, [
        SANDBOX_ID,
        JSON.stringify({ fingerprint }),
      ]),
    ]);
    return { value: undefined };
  });
}

/** Key of the advisory lock that all processes use ("casa" in ASCII). */
const LOCK = 0x63617361;

type Packed = SampleTable & { columns: string[]; json: string };

/**
 * Returns the fingerprint of the data that was written last; undefined if the property does not exist. It is
 * stored in the settings of the sample's connections, which are never used.
 */
async function readWritten(tx: Transaction): Promise<{ fingerprint: string | null } | undefined> {
  const [row] = await tx.query<{ fingerprint: string | null }>(
    `select (select max(settings ->> 'fingerprint') from connections where hotel_id = $1) as fingerprint
     from properties where hotel_id = $1`,
    [SANDBOX_ID],
  );
  return row;
}

// Only rows that differ from the hour before are written (measured without a vacuum: 0.2 s
// each hour; when all rows were deleted and inserted, 0.6 s the first time and 4 s the
// fourth, because of the deleted rows that are left behind).

/** Deletes the sample property's rows that are not among these. */
function deleteOthers(
  tx: Transaction,
  { name, key, rows, columns, json, immutable }: Packed,
): Promise<unknown> {
  const keys = () => rows.map((row) => Object.fromEntries(key.map((one) => [one, row[one]])));
  return tx.query(
    `delete from ${name} as old where hotel_id = $1 and not exists (
       select 1 from jsonb_populate_recordset(null::${name}, $2::jsonb) as new
       where ${same(key, immutable ? columns : key)}
     )`,
    [SANDBOX_ID, immutable ? json : JSON.stringify(keys())],
  );
}

/** Inserts missing rows and updates those that differ. */
function upsert(tx: Transaction, { name, key, columns, json }: Packed): Promise<unknown> {
  return tx.query(
    `insert into ${name} (hotel_id, ${columns.join(', ')})
     select $1, ${columns.map((column) => `new.${column}`).join(', ')}
     from jsonb_populate_recordset(null::${name}, $2::jsonb) as new
     where not exists (select 1 from ${name} as old where old.hotel_id = $1 and ${same(key, columns)})
     on conflict (${['hotel_id', ...key].join(', ')}) do update set
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [SANDBOX_ID, json],
  );
}

/** Returns the columns that any of the rows has. */
function columnsOf(rows: SampleTable['rows']): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const column in row) columns.add(column);
  return [...columns];
}

/** Returns the SQL that compares rows. Key columns are compared with `=`, to use an index; others may be null. */
function same(key: readonly string[], columns: readonly string[]): string {
  const equals = (column: string) => (key.includes(column) ? '=' : 'is not distinct from');
  return columns.map((column) => `old.${column} ${equals(column)} new.${column}`).join(' and ') || 'true';
}
