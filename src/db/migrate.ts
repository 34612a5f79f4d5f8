// Brings the database's schema to the version this program needs: plain numbered SQL, forward only, one process at a time.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import Postgrator from 'postgrator';
import { runDataMigrations } from './data-migrations.ts';
import type { Queryable } from './database.ts';
import { StartError } from './start-error.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const VERSION_TABLE = 'schema_version';

/** Oldest PostgreSQL that the SQL here is written for. */
const MIN_SERVER_VERSION = 150_000;

/** An address at which nobody answers must not keep the start waiting for minutes. */
const CONNECT_TIMEOUT_MS = 5_000;

/** One number for everybody who migrates this schema ("innw" in ASCII). */
const LOCK = 0x696e6e77;

/**
 * Applies what is missing of the schema, all of it or nothing, then what is missing of changes of data, part by part, and returns how many
 * migrations of the schema that were. Processes that start at
 * once wait for each other. Refuses a server that is too old and a database that a newer innwire has already changed.
 */
export async function migrate(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innwire migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks is told by the statement under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await requireSupportedServer(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('begin');
    const applied = await applyMigrations(client);
    await client.query('commit');
    await runDataMigrations(client);
    // The job queue keeps its own schema and its own migrations.
    await runWorkerMigrations({ connectionString: url });
    return applied;
  } finally {
    await client.end(); // gives the lock back, and rolls back what was not committed
  }
}

/** Whether the database is reachable and its schema is the one this program needs. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ version: number }>(
    `select max(version)::int as version from ${VERSION_TABLE}`,
  );
  return row?.version === latestVersion();
}

async function applyMigrations(client: pg.Client): Promise<number> {
  const postgrator = postgratorFor(client);
  const have = await postgrator.getDatabaseVersion();
  const want = latestVersion();
  if (have > want) {
    throw new StartError(
      `The database is at schema version ${have}, made by a newer innwire than this one (which knows ${want}): start the newer version.`,
    );
  }
  const applied = await postgrator.migrate();
  // An upgrade is an act of the operator; a new database is none.
  if (have > 0 && applied.length > 0) {
    await client.query(
      `insert into operator_actions (hotel_id, at, operation, outcome, target) values (0, now(), 'migrate', 'ok', $1)`,
      [JSON.stringify({ from_version: have, to_version: want })],
    );
  }
  return applied.length;
}

function postgratorFor(client: pg.Client): Postgrator {
  return new Postgrator({
    migrationPattern: `${literalGlob(MIGRATIONS)}/*.sql`,
    driver: 'pg',
    schemaTable: VERSION_TABLE,
    execQuery: (text) => client.query(text),
    execSqlScript: (text) => client.query(text).then(() => undefined),
  });
}

/** The number of the newest migration in this program's own folder. */
export function latestVersion(): number {
  return Math.max(...readdirSync(MIGRATIONS).map((file) => Number(file.split('.')[0])));
}

/** A path in which no character means a pattern: innwire may lie in a folder called "[hotel]". */
function literalGlob(path: string): string {
  return path.replaceAll('\\', '/').replace(/[[\]{}()*?!@+]/g, '[$&]');
}

async function requireSupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
       current_setting('server_encoding') as encoding`,
  );
  const server = rows[0]!;
  if (server.number < MIN_SERVER_VERSION) {
    throw new StartError(
      `DATABASE_URL leads to PostgreSQL ${server.name}: innwire needs version 15 or newer.`,
    );
  }
  // A cluster made in the C locale has SQL_ASCII, in which no guest's name with an accent fits.
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database of DATABASE_URL has the encoding ${server.encoding}: make one with "create database … encoding 'UTF8' template template0".`,
    );
  }
}
