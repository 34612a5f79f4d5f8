// Backup and restore: all data as one text file of COPY sections, a consistent snapshot taken while innwire
// runs.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { SANDBOX_ID } from '../model/property.ts';
import { latestVersion } from './migrate.ts';
import { StartError } from './start-error.ts';

/**
 * Tables in the order in which they can be filled: referenced tables first. Other tables are not backed up:
 * queued jobs are created again from the data, and the sample property is generated.
 */
const TABLES = [
  'installation',
  'properties',
  'log_heads',
  'erasures',
  'events',
  'tokens',
  'token_properties',
  'users',
  'user_roles',
  'shared_screens',
  'sessions',
  'sign_in_links',
  'passkeys',
  'second_factors',
  'recovery_codes',
  'rooms',
  'room_unit_history',
  'blocked_night_history',
  'units',
  'closures',
  'proposals',
  'nights',
  'night_changes',
  'guests',
  'booking_groups',
  'reservations',
  'reservation_nights',
  'unit_nights',
  'reservation_night_history',
  'ledger_entries',
  'tasks',
  'task_photos',
  'inquiries',
  'guest_requests',
  'guest_reviews',
  'messages',
  'message_templates',
  'reviews',
  'idempotency_keys',
  'activity',
  'connections',
  'connection_rooms',
  'connection_otas',
  'ota_problems',
  'calendar_stays',
  'calendar_blocks',
  'calendar_feeds',
  'feed_fetches',
  'channel_keys',
  'channel_inbox',
  'channel_stays',
  'exchanges',
  'webhooks',
  'webhook_deliveries',
  'operator_actions',
] as const;

/** Tables without a hotel_id. */
const WITHOUT_HOTEL = new Set<string>([
  'installation',
  'users',
  'passkeys',
  'recovery_codes',
  'second_factors',
  'sessions',
  'shared_screens',
  'sign_in_links',
]);

const HEADER = '-- innwire backup, schema version ';

/**
 * Returns the text of a backup, for `restoreBackup`, or psql after `innwire migrate`. It is a snapshot of the
 * moment at which reading began.
 */
export function readBackup(url: string): Readable {
  return Readable.from(backupText(url), { objectMode: false });
}

async function* backupText(url: string): AsyncGenerator<string | Buffer> {
  const client = await connect(url, 'innwire backup');
  let complete = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    yield `${HEADER}${latestVersion()}, ${new Date().toISOString()}\n`;
    for (const table of TABLES) {
      const columns = await columnsOf(client, table);
      const rows = WITHOUT_HOTEL.has(table)
        ? table
        : `(select ${columns} from ${table} where hotel_id is distinct from ${SANDBOX_ID})`;
      yield `copy ${table} (${columns}) from stdin;\n`;
      yield* client.query(
        copyTo(`copy ${WITHOUT_HOTEL.has(table) ? `${table} (${columns})` : rows} to stdout`),
      );
      yield '\\.\n';
    }
    yield* sequenceLines(client);
    complete = true;
  } finally {
    // If the reader stopped in the middle of a COPY, PostgreSQL would send the rest before it handles the
    // end.
    if (!complete) socketOf(client).destroy();
    await client.end();
  }
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * Restores a backup into an empty, migrated database, completely or not at all. Returns the number of rows.
 * Throws StartError.
 */
export async function restoreBackup(url: string, backup: Readable): Promise<number> {
  // An error before the first read is thrown by that read.
  backup.on('error', () => {});
  const client = await connect(url, 'innwire restore');
  try {
    await client.query('begin');
    await requireEmptyDatabase(client);
    await client.query('delete from installation'); // created by the migration; the backup has its own
    const rows = await copyIn(client, backup);
    // Data migrations run again at the next start, on rows that an older innwire stored.
    await client.query('delete from data_migrations');
    // What was pushed to channels since the backup is unknown: everything is pushed again.
    await client.query(
      'update connections set full_push = true, compared_on = null, in_flight = null, lease_owner = null',
    );
    await client.query(
      `insert into operator_actions (hotel_id, at, operation, outcome, target) values (0, now(), 'restoreBackup', 'ok', $1)`,
      [JSON.stringify({ rows })],
    );
    // The original may still run: two installations that pull from one queue take each other's reservations.
    // So everything starts paused, and the database's identity is determined again.
    const reason = 'this database was restored from a backup';
    await client.query(
      `update installation set system_identifier = null, database_oid = null, data_directory = null,
         paused_at = now(), pause_reason = $1`,
      [reason],
    );
    await client.query('update connections set paused_at = now(), pause_reason = $1', [reason]);
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  // A broken connection rejects the statement in progress; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function copyIn(client: pg.Client, backup: Readable): Promise<number> {
  let rows = 0;
  let section: Writable | null = null;
  let refused: Error | null = null;
  let sawHeader = false;
  let complete = false;
  for await (const line of linesOf(backup)) {
    if (refused) break;
    if (section) {
      if (line === '\\.') {
        section.end();
        await finished(section).catch(() => {}); // see `refused`
        section = null;
      } else {
        rows += 1;
        if (!section.write(`${line}\n`)) await once(section, 'drain');
      }
    } else if (line.startsWith(HEADER)) {
      sawHeader = true;
      requireSameVersion(Number.parseInt(line.slice(HEADER.length), 10));
    } else if (!sawHeader) {
      throw new StartError('This file is no innwire backup.');
    } else if (/^copy \w+ \([\w, ]+\) from stdin;$/.test(line)) {
      section = client.query(copyFrom(line.slice(0, -1)));
      // Checked at the next line; a broken file ends the whole restore.
      section.on('error', (error) => {
        refused = error;
      });
    } else if (/^select setval\('\w+', \d+, (true|false)\);$/.test(line)) {
      await client.query(line);
    } else if (line === COMPLETE) {
      complete = true;
    }
  }
  if (refused) {
    const { message } = refused as Error;
    throw new StartError(`The backup holds what the database refuses (${message}). Nothing was restored.`);
  }
  if (!complete)
    throw new StartError('This backup is not complete: its end is missing. Nothing was restored.');
  return rows;
}

const COMPLETE = '-- complete';

async function* linesOf(backup: Readable): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of backup.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new StartError(
      `This file is no whole innwire backup (${(error as Error).message}). Nothing was restored.`,
    );
  }
}

function requireSameVersion(version: number): void {
  if (version === latestVersion()) return;
  throw new StartError(
    `This backup has schema version ${version}, this innwire ${latestVersion()}: restore it with the version that made it, then upgrade.`,
  );
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 from properties where hotel_id <> ${SANDBOX_ID} limit 1`);
  if (rows.length > 0) {
    throw new StartError('The database is not empty: restore into a new DATA_DIR or an empty database.');
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(attname, ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0]!.columns;
}

/**
 * Yields the statements that set the sequences, so that no id is assigned twice, and the line that ends the
 * backup.
 */
async function* sequenceLines(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`,
  );
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    );
    yield `select setval('${name}', ${values[0]!.last_value}, ${values[0]!.is_called});\n`;
  }
  yield `${COMPLETE}\n`;
}
