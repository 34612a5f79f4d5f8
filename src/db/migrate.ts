// Migrates the database's schema to this program's version: numbered SQL files, forward only, one process at
// a time.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import Postgrator from 'postgrator';
import { runDataMigrations } from './data-migrations.ts';
import type { Queryable } from './database.ts';
import { StartError } from './start-error.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));
const VERSION_TABLE = 'schema_version';

/** Oldest supported PostgreSQL. */
const MIN_SERVER_VERSION = 150_000;

/** An address that does not respond must not delay the start by minutes; a busy machine may take some seconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Key of the advisory lock for migrations ("innw" in ASCII). */
const LOCK = 0x696e6e77;

/**
 * Applies the missing schema migrations in one transaction, then the missing data migrations part by part,
 * and returns the number of schema migrations applied. Processes that start at the same time wait for each
 * other, without limit. Throws StartError for a server that is too old, and for a database that a newer innwire has already
 * migrated; and the driver's error if there is no connection within `connectTimeoutMs`.
 */
export async function migrate(
  url: string,
  { connectTimeoutMs = CONNECT_TIMEOUT_MS }: { connectTimeoutMs?: number } = {},
): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innwire migrate',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // A broken connection rejects the statement in progress; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await requireSupportedServer(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query('begin');
    const applied = await applyMigrations(client);
    await client.query('commit');
    await runDataMigrations(client);
    return applied;
  } finally {
    await client.end(); // releases the lock, and rolls back what was not committed
  }
}

/** Whether the schema has this program's version. Throws if the database is unreachable. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ version: number }>(
    `select max(version)::int as version from ${VERSION_TABLE}`,
  );
  return row?.version === latestVersion();
}

async function applyMigrations(client: pg.Client): Promise<number> {
  const postgrator = postgratorFor(client);
  const current = await postgrator.getDatabaseVersion();
  const target = latestVersion();
  if (current > target) {
    throw new StartError(
      `The database is at schema version ${current}, made by a newer innwire than this one (which knows ${target}): start the newer version.`,
    );
  }
  const applied = await postgrator.migrate();
  // An upgrade is recorded as an operator's action; the creation of a database is not.
  if (current > 0 && applied.length > 0) {
    await client.query(
      `insert into operator_actions (hotel_id, at, operation, outcome, target) values (0, now(), 'migrate', 'ok', $1)`,
      [JSON.stringify({ from_version: current, to_version: target })],
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

/** Returns the number of this program's newest migration. */
export function latestVersion(): number {
  return Math.max(...readdirSync(MIGRATIONS).map((file) => Number(file.split('.')[0])));
}

/** Escapes a path for a glob pattern: innwire may be installed in a folder called "[hotel]". */
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
  // A cluster created in the C locale has SQL_ASCII, which does not handle guests' names with accents.
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database of DATABASE_URL has the encoding ${server.encoding}: make one with "create database … encoding 'UTF8' template template0".`,
    );
  }
}
