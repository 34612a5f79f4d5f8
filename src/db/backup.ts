// Backup and restore: all data as one text file of COPY sections, taken from one moment while innwire goes on working.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { latestVersion } from './migrate.ts';
import { StartError } from './start-error.ts';

/**
 * Tables in the order in which they can be filled: what is referred to comes first. What is not here is not kept:
 * waiting jobs are made anew from the data, and the sample property is generated.
 */
const TABLES = [
  'installation',
  'properties',
  'log_heads',
  'events',
  'tokens',
  'rooms',
  'nights',
  'night_changes',
  'reservations',
  'reservation_nights',
  'ledger_entries',
  'tasks',
  'inquiries',
  'messages',
  'reviews',
  'idempotency_keys',
  'activity',
  'connections',
  'connection_rooms',
  'calendar_stays',
  'calendar_blocks',
  'calendar_feeds',
  'feed_servings',
  'channel_keys',
  'channel_inbox',
  'channel_stays',
  'exchanges',
  'webhooks',
  'webhook_deliveries',
  'operator_actions',
] as const;

/** Tables without rows of properties. */
const WITHOUT_HOTEL = new Set<string>(['installation']);

/** The sample property: see pms/sandbox. */
const SANDBOX_ID = 1;

const HEADER = '-- innwire backup, schema version ';

/**
 * The text of a backup: readable by `restoreBackup`, and by psql after `innwire migrate`. Everything in it is of the one
 * moment at which it began.
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
        : `(select ${columns} from ${table} where hotel_id <> ${SANDBOX_ID})`;
      yield `copy ${table} (${columns}) from stdin;\n`;
      yield* client.query(
        copyTo(`copy ${WITHOUT_HOTEL.has(table) ? `${table} (${columns})` : rows} to stdout`),
      );
      yield '\\.\n';
    }
    yield* sequenceLines(client);
    complete = true;
  } finally {
    // Given up by its reader it is in the middle of a COPY, which PostgreSQL would finish sending before it hears us.
    if (!complete) socketOf(client).destroy();
    await client.end();
  }
}

function socketOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** Fills an empty, migrated database from a backup: all of it or nothing. Returns how many rows came in. */
export async function restoreBackup(url: string, backup: Readable): Promise<number> {
  // An error before the first line is read is found when it is read.
  backup.on('error', () => {});
  const client = await connect(url, 'innwire restore');
  try {
    await client.query('begin');
    await requireEmptyDatabase(client);
    await client.query('delete from installation'); // the migration made one; the backup brings its own
    const rows = await copyIn(client, backup);
    // What an older innwire stored is read again at the next start.
    await client.query('delete from data_migrations');
    // What channels have heard since the backup was made nobody knows: they are told everything again.
    await client.query(
      'update connections set full_push = true, compared_on = null, in_flight = null, owner = null',
    );
    await client.query(
      `insert into operator_actions (hotel_id, at, operation, outcome, target) values (0, now(), 'restoreBackup', 'ok', $1)`,
      [JSON.stringify({ rows })],
    );
    // The original may still run: two that fetch from one queue take reservations from each other. Where the database is
    // has to be found out anew.
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
  // A connection that breaks is told by the statement under way; without a listener it would end the whole server.
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
        await finished(section).catch(() => {}); // `refused` has it
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
      // Told by the next write, or by `finished`; a broken file ends the whole restore anyway.
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

/** Numbers go on where they were, so that no id is given twice. */
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
