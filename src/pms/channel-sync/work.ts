// What a connection has to do: read from the property's log after its cursor, in one statement and one picture of it.
import type { Queryable } from '../../db/database.ts';
import type { ConnectionState } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey, Owner } from './ownership.ts';
import { MAX_READ_INTERVAL } from './recovery.ts';

/** Nights of [from, until) of a room – all rooms when null – that may differ from what the channel knows. */
export type StaleRange = { roomId: number | null; from: PlainDate | null; until: PlainDate | null };

export type Work = {
  /** changes with settings, credentials and mapping */
  revision: number;
  /** counts what the channel sold, moved and cancelled itself */
  ingestVersion: number;
  /** a message went out of which nobody heard what became */
  hasUnknownOutcome: boolean;
  state: ConnectionState;
  lastError: string | null;
  /** since when the state is `error`; null = it is not */
  errorSince: Temporal.Instant | null;
  /** the channel has answered before */
  syncedBefore: boolean;
  /** the log's last number in this picture: how far the reader has come once the ranges are told */
  headSeq: number;
  cursorSeq: number;
  /** null: everything is to be compared */
  stale: StaleRange[] | null;
  /** among the news are counts, or a closing: they cannot wait as long as prices */
  urgent: boolean;
  fullPush: boolean;
  comparedOn: PlainDate | null;
  driftCheckedOn: PlainDate | null;
  /** when the channel's listing of orders was last compared with ours; null = not since the connection was made or changed */
  recoveredAt: Temporal.Instant | null;
  /** the queue may have lost what happened after that; null = it was read without a gap since the last recovery */
  gapSince: Temporal.Instant | null;
  /** pulls that the other side announced news for */
  requestedPulls: string[];
  cursors: Record<string, string>;
  /** a reply or an answer to a review was written since the cursor */
  hasReplies: boolean;
  /** when the first of the closings that the channel refused is to be tried again; null = it refused none */
  retryAt: Temporal.Instant | null;
};

/** The log's entries that make nights stale, and the distinct ranges of them. */
export const IS_NIGHT_EVENT = `kind in ('availability.changed', 'room.changed', 'property.changed')`;
export const STALE_RANGES = `jsonb_agg(distinct jsonb_build_object('roomId', data -> 'roomId', 'from', data -> 'from', 'until', data -> 'until'))`;

/** Reading so many entries costs more than comparing the whole calendar. */
const MAX_ENTRIES = 5_000;

/** Null when the connection is gone, or another process speaks for it. */
export async function readWork(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  { processId }: Owner,
  now: Temporal.Instant,
): Promise<Work | null> {
  const [row] = await db.query<WorkRow>(
    `select connection.revision, connection.intakes, connection.in_flight is not null as doubtful, connection.state,
       connection.last_error, connection.error_since, connection.last_sync_at is not null as synced_before, connection.cursor_seq, head.first_seq, head.last_seq, connection.full_push,
       connection.compared_on, connection.drift_checked_on, connection.recovered_at,
       coalesce(connection.gap_since, case when $5::timestamptz - connection.read_at > interval '${MAX_READ_INTERVAL}' then connection.read_at end)
         as gap_since, connection.wanted, connection.cursors, news.stale,
       coalesce(news.replies, false) as replies, coalesce(news.urgent, false) as urgent, refused.retry_at
     from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     left join lateral (
       select ${STALE_RANGES} filter (where ${IS_NIGHT_EVENT}) as stale,
         bool_or(kind in ('message.queued', 'inquiry.queued', 'review.replied')) as replies,
         bool_or(kind = 'availability.changed' and data -> 'what' ?| array['available', 'stop_sell']) as urgent
       from events
       where events.hotel_id = $1 and seq > connection.cursor_seq and seq <= head.last_seq
         and head.last_seq - connection.cursor_seq <= $4::int
         and (${IS_NIGHT_EVENT} or kind in ('message.queued', 'inquiry.queued', 'review.replied'))
     ) as news on true
     left join lateral (
       select min(retry_at) as retry_at from channel_nights as night
       where night.hotel_id = $1 and night.channel = $2 and night.retry_at is not null
     ) as refused on true
     where connection.hotel_id = $1 and connection.channel = $2 and connection.owner = $3`,
    [hotelId, channel, processId, MAX_ENTRIES, now],
  );
  if (!row) return null;
  // Entries that an installation does not keep may have told of anything.
  const tooMany = row.last_seq - row.cursor_seq > MAX_ENTRIES || row.cursor_seq + 1 < row.first_seq;
  return {
    revision: row.revision,
    ingestVersion: row.intakes,
    hasUnknownOutcome: row.doubtful,
    state: row.state,
    lastError: row.last_error,
    errorSince: row.error_since,
    syncedBefore: row.synced_before,
    headSeq: row.last_seq,
    cursorSeq: row.cursor_seq,
    stale: tooMany ? null : toRanges(row.stale),
    urgent: row.urgent || tooMany,
    fullPush: row.full_push,
    comparedOn: date(row.compared_on),
    driftCheckedOn: date(row.drift_checked_on),
    recoveredAt: row.recovered_at,
    gapSince: row.gap_since,
    requestedPulls: row.wanted,
    cursors: row.cursors,
    hasReplies: row.replies || tooMany,
    retryAt: row.retry_at,
  };
}

/** Connections of this process whose log has gone on without them: rings can be missed. */
export async function listBehind(db: Queryable, { processId }: Owner): Promise<ConnectionKey[]> {
  const rows = await db.query<{ hotel_id: number; channel: string }>(
    `select connection.hotel_id, connection.channel from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     where connection.owner = $1
       and (connection.cursor_seq < head.last_seq or connection.full_push or cardinality(connection.wanted) > 0)`,
    [processId],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id, channel: row.channel }));
}

/** Where a pull left off. */
export async function saveCursor(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  pull: string,
  cursor: string,
): Promise<void> {
  await db.query(
    `update connections set cursors = cursors || jsonb_build_object($4::text, $5::text)
     where hotel_id = $1 and channel = $2 and owner = $3`,
    [hotelId, channel, processId, pull, cursor],
  );
}

/** The pulls that were asked for have begun. */
export async function clearRequestedPulls(db: Queryable, { hotelId, channel }: ConnectionKey): Promise<void> {
  await db.query(
    `update connections set wanted = '{}' where hotel_id = $1 and channel = $2 and wanted <> '{}'`,
    [hotelId, channel],
  );
}

type WorkRow = {
  revision: number;
  intakes: number;
  doubtful: boolean;
  first_seq: number;
  state: ConnectionState;
  last_error: string | null;
  error_since: Temporal.Instant | null;
  synced_before: boolean;
  cursor_seq: number;
  last_seq: number;
  full_push: boolean;
  compared_on: string | null;
  drift_checked_on: string | null;
  recovered_at: Temporal.Instant | null;
  gap_since: Temporal.Instant | null;
  wanted: string[];
  cursors: Record<string, string>;
  stale: StaleJson;
  replies: boolean;
  urgent: boolean;
  retry_at: Temporal.Instant | null;
};

export type StaleJson = { roomId: number | null; from: string | null; until: string | null }[] | null;

/** `room.changed` names its room; `property.changed` may have moved the horizon of all. */
export function toRanges(stale: StaleJson): StaleRange[] {
  return (stale ?? []).map(({ roomId, from, until }) => ({ roomId, from: date(from), until: date(until) }));
}

function date(text: string | null): PlainDate | null {
  return text === null ? null : Temporal.PlainDate.from(text);
}
