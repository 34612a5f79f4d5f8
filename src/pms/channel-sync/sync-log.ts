// The sync log: an entry for each cycle of a channel, with its redacted HTTP exchanges, for thirty days.

import { ASYNCHRONOUS_COMMIT } from '../../db/asynchronous-commit.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { HttpExchange } from '../../model/channel.ts';
import { ERASED_TEXT } from '../../model/guest.ts';
import { type SyncActivity, storableSummary, storableText } from '../activity.ts';
import { firstDayLeft, namedExchanges } from './proof-of-nights.ts';

/** Limit for redacted bodies: a full push of a large property is megabytes. */
const MAX_BODY = 64 * 1024;

/** An entry of the sync log and its HTTP exchanges. */
export type LoggedCycle = {
  entry: Omit<SyncActivity, 'kind' | 'hotelId'>;
  /** from `reserveEntryId`; absent or null = a new one */
  entryId?: number | null;
  exchanges: readonly HttpExchange[];
};

/** Returns the id of an entry that is stored later, so that what it proves can name it before. */
export async function reserveEntryId(db: Queryable): Promise<number> {
  const [row] = await db.query<{ entry_id: number }>(`select nextval('activity_id') as entry_id`, []);
  return row!.entry_id;
}

/**
 * Stores entries of a property with their exchanges, in one statement for all. Exchanges of before the last erasure of a person at the property
 * are stored without what was said: the erasure did not see them. An erasure that is under way is waited for.
 */
export async function storeCycles(
  db: Queryable,
  hotelId: number,
  cycles: readonly LoggedCycle[],
): Promise<void> {
  await db.query(
    `with given as (
       select coalesce(cycle.reserved_id, nextval('activity_id')) as entry_id, cycle.*
       from ${ASYNCHRONOUS_COMMIT}, jsonb_to_recordset($2::jsonb) as cycle(reserved_id bigint, created_at timestamptz, summary text,
         channel text, direction text, operation text, outcome text, items int, error text, duration_ms real, exchanges jsonb)
     ), erased as (
       select last_at from erasures where hotel_id = $1::bigint for share
     ), entries as (
       insert into activity (hotel_id, entry_id, kind, created_at, summary, channel, direction, operation, outcome, items,
         error, duration_ms)
       select $1::bigint, entry_id, 'sync', created_at, summary, channel, direction, operation, outcome, items, error, duration_ms
       from given
     )
     insert into exchanges (hotel_id, activity_id, position, at, method, url, request, status, response, error, duration_ms)
     select $1::bigint, given.entry_id, position, exchange.at, method, coalesce(removed.text, url), coalesce(removed.text, request), status,
       case when response is not null then coalesce(removed.text, response) end,
       case when exchange.error is not null then coalesce(removed.text, exchange.error) end, exchange.duration_ms
     from given left join erased on true
     cross join lateral rows from (jsonb_to_recordset(given.exchanges) as (at timestamptz, method text, url text, request text,
       status int, response text, error text, duration_ms real)) with ordinality
       as exchange(at, method, url, request, status, response, error, duration_ms, position)
     cross join lateral (select case when exchange.at <= erased.last_at then $3 end as text) as removed`,
    [hotelId, JSON.stringify(cycles.map(toRow)), ERASED_TEXT],
  );
}

function toRow({ entry, entryId = null, exchanges }: LoggedCycle) {
  const { createdAt, durationMs, summary, error, ...rest } = entry;
  return {
    ...rest,
    reserved_id: entryId,
    created_at: createdAt,
    duration_ms: durationMs,
    summary: storableSummary(summary),
    error: error === null ? null : storableSummary(error),
    exchanges: exchanges.map(toColumns),
  };
}

function toColumns({ durationMs, url, request, response, error, ...rest }: HttpExchange) {
  return {
    ...rest,
    url: storableSummary(url, MAX_URL),
    request: storableText(request, MAX_BODY),
    response: response === null ? null : storableText(response, MAX_BODY),
    error: error === null ? null : storableSummary(error),
    duration_ms: durationMs,
  };
}

const MAX_URL = 8_000;

export type StoredExchange = HttpExchange & { position: number };

/** Returns the exchanges of an entry in the order they were sent, or the one at `position`. */
export async function listExchanges(
  db: Queryable,
  hotelId: number,
  { activityId, position }: { activityId: number; position?: number | undefined },
): Promise<StoredExchange[]> {
  const rows = await db.query<Omit<StoredExchange, 'durationMs'> & { duration_ms: number }>(
    `select at, method, url, request, status, response, error, duration_ms, position from exchanges
     where hotel_id = $1 and activity_id = $2 and ($3::int is null or position = $3) order by position`,
    [hotelId, activityId, position ?? null],
  );
  return rows.map(({ duration_ms: durationMs, ...row }) => ({ ...row, durationMs }));
}

/** As for the entries of the sync log. */
const RETENTION_DAYS = 30;

/** Deletes exchanges older than thirty days, but for those that nights to come name. */
export async function pruneExchanges(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(
    `delete from exchanges as exchange where at < $1 and not exists (
       select 1 from (${namedExchanges('$2')}) as named
       where named.hotel_id = exchange.hotel_id and named.entry_id = exchange.activity_id and named.position = exchange.position
     )`,
    [now.subtract({ hours: 24 * RETENTION_DAYS }), firstDayLeft(now)],
  );
}
