// The usage log of the API and the sync log of the channels, in one table. Entries
// are written in batches and kept for 30 days; those that prove a night to come, until it has passed.
import { toColumns } from '../db/columns.ts';
import type { Database, Queryable } from '../db/database.ts';
import { withoutCardNumbers } from '../model/card-numbers.ts';
import { withoutHiddenCharacters } from '../model/hidden-characters.ts';
import { firstDayLeft, namedExchanges } from './channel-sync/proof-of-nights.ts';
import { keyset, type Page } from './page.ts';

export type ApiCall = {
  kind: 'api';
  hotelId: number;
  createdAt: Temporal.Instant;
  summary: string;
  method: string;
  /** with `{api_token}` instead of the token */
  path: string;
  status: number;
  durationMs: number;
  requestId: string;
  tokenLabel: string;
};

export type SyncActivity = {
  kind: 'sync';
  hotelId: number;
  createdAt: Temporal.Instant;
  summary: string;
  channel: string;
  direction: 'push' | 'pull';
  operation: string;
  outcome: 'ok' | 'partial' | 'failed';
  items: number;
  durationMs: number;
  error: string | null;
};

type NewActivity = ApiCall | SyncActivity;
export type Activity = NewActivity & { entryId: number };

/**
 * Returns the text in a form that may be stored: shortened to `mostCharacters`, without card numbers, hidden
 * characters and characters that PostgreSQL's `text` cannot store.
 */
export function storableSummary(text: string, mostCharacters = MAX_CHARACTERS): string {
  return storableText(withoutCardNumbers(withoutHiddenCharacters(withoutNul(text))), mostCharacters);
}

/**
 * Shortens the text and replaces what PostgreSQL's `text` cannot store: NUL, and a
 * lone surrogate, which the shortening may leave.
 */
export function storableText(text: string, mostCharacters: number): string {
  return withoutNul(text.slice(0, mostCharacters)).toWellFormed();
}

function withoutNul(text: string): string {
  return text.replaceAll('\u0000', '\ufffd');
}

const MAX_CHARACTERS = 2_000;

/** Stores entries in the given order. */
export async function storeActivity(db: Queryable, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length === 0) return;
  await db.query(
    `insert into activity
       (hotel_id, kind, created_at, summary, method, path, status, request_id, token_label,
        channel, direction, operation, outcome, items, error, duration_ms)
     select hotel_id, kind, created_at, summary, method, path, status, request_id, token_label,
        channel, direction, operation, outcome, items, error, duration_ms
     from jsonb_to_recordset($1::jsonb) as entry
       (hotel_id bigint, kind text, created_at timestamptz, summary text, method text, path text, status int,
        request_id text, token_label text, channel text, direction text, operation text, outcome text, items int,
        error text, duration_ms real)`,
    [JSON.stringify(entries.map(storable))],
  );
}

type ActivityFilter = { kind?: Activity['kind'] | undefined; channel?: string | undefined };

/** Returns one page of a property's entries, newest first. */
export async function listActivity(
  db: Queryable,
  hotelId: number,
  filter: ActivityFilter,
  page: Page,
): Promise<Activity[]> {
  const { text, values } = keyset(
    'select * from activity',
    [
      ['hotel_id = ?', hotelId],
      ['kind = ?', filter.kind],
      ['channel = ?', filter.channel],
    ],
    { columns: ['entry_id'], types: ['bigint'], descending: true },
    page,
  );
  return (await db.query<ActivityRow>(text, values)).map(toActivity);
}

/** Deletes entries older than RETENTION_DAYS, but for those that nights to come name; returns how many. */
export async function pruneActivity(db: Database, now: Temporal.Instant): Promise<number> {
  const rows = await db.query(
    `with deleted as (
       delete from activity as entry where created_at < $1 and not exists (
         select 1 from (${namedExchanges('$2')}) as named
         where named.hotel_id = entry.hotel_id and named.entry_id = entry.entry_id
       )
       returning 1
     ) select count(*)::int from deleted`,
    [now.subtract({ hours: RETENTION_DAYS * 24 }), firstDayLeft(now)],
  );
  return (rows[0] as { count: number }).count;
}

/** Long enough to look into a complaint about last month's stay. */
const RETENTION_DAYS = 30;

// biome-ignore lint/suspicious/noExplicitAny: which columns are filled depends on `kind`; the table's checks hold them
type ActivityRow = Record<string, any> & {
  entry_id: number;
  hotel_id: number;
  kind: 'api' | 'sync';
  created_at: Temporal.Instant;
  summary: string;
  duration_ms: number;
};

function storable(entry: NewActivity): Record<string, unknown> {
  const stored = (value: unknown) => (typeof value === 'string' ? storableSummary(value) : value);
  return toColumns(Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, stored(value)])));
}

function toActivity(row: ActivityRow): Activity {
  const shared = {
    entryId: row.entry_id,
    hotelId: row.hotel_id,
    createdAt: row.created_at,
    summary: row.summary,
    durationMs: row.duration_ms,
  };
  if (row.kind === 'api') {
    const { method, path, status, request_id: requestId, token_label: tokenLabel } = row;
    return { ...shared, kind: 'api', method, path, status, requestId, tokenLabel };
  }
  const { channel, direction, operation, outcome, items, error } = row;
  return { ...shared, kind: 'sync', channel, direction, operation, outcome, items, error };
}
