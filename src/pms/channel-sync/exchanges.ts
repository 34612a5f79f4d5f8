// The audit trail of the channels: one entry for each round, and behind it every exchange, redacted. Kept for thirty days.
import type { Database, Queryable } from '../../db/database.ts';
import type { SyncExchange } from '../activity.ts';

/** A request and what came back, already without credentials and card data. */
export type Exchange = {
  at: Temporal.Instant;
  method: string;
  url: string;
  request: string;
  status: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
};

/** Longer bodies are cut: a full push of a large property is megabytes. */
const MAX_BODY = 64 * 1024;

/** Stores an entry with its exchanges. */
export async function storeRound(
  db: Queryable,
  entry: Omit<SyncExchange, 'kind'>,
  exchanges: readonly Exchange[],
): Promise<void> {
  await db.query(
    `with entry as (
       insert into activity (hotel_id, kind, created_at, summary, channel, direction, operation, outcome, items, error, duration_ms)
       values ($1, 'sync', $2, $3, $4, $5, $6, $7, $8, $9, $10)
       returning entry_id
     )
     insert into exchanges (hotel_id, activity_id, position, at, method, url, request, status, response, error, duration_ms)
     select $1, entry.entry_id, position, exchange.at, method, url, request, status, response, exchange.error, exchange.duration_ms
     from entry, rows from (jsonb_to_recordset($11::jsonb) as (at timestamptz, method text, url text, request text,
       status int, response text, error text, duration_ms real)) with ordinality
       as exchange(at, method, url, request, status, response, error, duration_ms, position)`,
    [
      entry.hotelId,
      entry.createdAt,
      entry.summary,
      entry.channel,
      entry.direction,
      entry.operation,
      entry.outcome,
      entry.items,
      entry.error?.slice(0, MAX_ERROR) ?? null,
      entry.durationMs,
      JSON.stringify(exchanges.map(toColumns)),
    ],
  );
}

const MAX_ERROR = 2_000;

function toColumns({ durationMs, request, response, ...rest }: Exchange) {
  return {
    ...rest,
    request: storable(request),
    response: response === null ? null : storable(response),
    duration_ms: durationMs,
  };
}

/** PostgreSQL's text holds no NUL. */
function storable(body: string): string {
  return body.slice(0, MAX_BODY).replaceAll('\u0000', '\ufffd');
}

/** In the order they were sent. */
export async function listExchanges(db: Queryable, hotelId: number, activityId: number): Promise<Exchange[]> {
  const rows = await db.query<Omit<Exchange, 'durationMs'> & { duration_ms: number }>(
    `select at, method, url, request, status, response, error, duration_ms from exchanges
     where hotel_id = $1 and activity_id = $2 order by position`,
    [hotelId, activityId],
  );
  return rows.map(({ duration_ms: durationMs, ...row }) => ({ ...row, durationMs }));
}

/** As long as the audit trail's own entries. */
const KEPT_DAYS = 30;

export async function pruneExchanges(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from exchanges where at < $1`, [now.subtract({ hours: 24 * KEPT_DAYS })]);
}
