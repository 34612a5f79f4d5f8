// Reads what a connection has to do, from the log after its cursor, in one statement.

import type { Queryable } from '../../db/database.ts';
import type { Cause } from '../../model/cause.ts';
import type { ConnectionState } from '../../model/channel.ts';
import { type PlainDate, toPlainDateOrNull } from '../../model/night.ts';
import { CLOSING_FIELDS, memberOf } from '../../model/night-values.ts';
import type { ConnectionKey, Owner } from './ownership.ts';
import { unreadSince } from './recovery.ts';
import {
  IS_NIGHT_EVENT,
  NO_UNIT_RANGES,
  readUnitRanges,
  STALE_RANGES,
  type StaleJson,
  type StaleRange,
  toRanges,
} from './stale-ranges.ts';

export type PendingSync = {
  /** changes with settings, credentials and mapping */
  revision: number;
  /** increases when the channel has sold, moved or cancelled stays */
  ingestVersion: number;
  /** a message was sent whose outcome is unknown */
  hasUnknownOutcome: boolean;
  state: ConnectionState;
  lastError: string | null;
  lastErrorCause: Cause | null;
  /** since when the state is `error`; null = it is not */
  errorSince: Temporal.Instant | null;
  /** the channel has answered before */
  syncedBefore: boolean;
  /** last sequence number of the log in this snapshot: the new cursor once the ranges are pushed */
  headSeq: number;
  cursorSeq: number;
  /** null = all nights are to be compared */
  stale: StaleRange[] | null;
  /** there are changed counts or closings, which cannot wait as long as prices */
  urgent: boolean;
  fullPush: boolean;
  comparedOn: PlainDate | null;
  driftCheckedOn: PlainDate | null;
  /**
   * when the channel's order list was last compared; null = not since the connection was created or changed
   */
  recoveredAt: Temporal.Instant | null;
  /**
   * the queue may have lost orders after that time; null = it was read without a gap since the last recovery
   */
  gapSince: Temporal.Instant | null;
  /** pulls for which the channel has announced new records */
  requestedPulls: string[];
  cursors: Record<string, string>;
  /** a reply to a guest or a review, an answer to a request, or a review of a guest was written since the cursor */
  hasReplies: boolean;
  /** when the first refused closing is to be tried again; null = none is refused */
  retryAt: Temporal.Instant | null;
  /** changes when closings are refused, tried again or accepted */
  refusedClosings: string;
};

/** SQL: names in the log of the values that can close a night. */
const CLOSING_MEMBERS = CLOSING_FIELDS.map((field) => `'${memberOf(field)}'`).join(', ');

/** SQL: events of what is to be sent to guests. */
const REPLY_KINDS = `'message.queued', 'message.changed', 'inquiry.queued', 'inquiry.changed', 'review.replied', 'guest_request.answered', 'guest_review.written'`;

/** Reading more entries than this costs more than comparing all nights. */
const MAX_ENTRIES = 5_000;

/**
 * Returns what a connection has to do; null when it is gone, or owned by another process. `sellsUnits`: a mapping may be of one
 * unit of a room, so that changes of units that change no count are read as well, with a second statement.
 */
export async function loadPendingSync(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  { processId, sellsUnits = false }: Owner & { sellsUnits?: boolean },
  now: Temporal.Instant,
): Promise<PendingSync | null> {
  const [row] = await db.query<WorkRow>(
    `select connection.revision, connection.ingest_version, connection.in_flight is not null as doubtful, connection.state,
       connection.last_error, connection.last_error_cause, connection.error_since, connection.last_sync_at is not null as synced_before, connection.cursor_seq, head.first_seq, head.last_seq, connection.full_push,
       connection.compared_on, connection.drift_checked_on, connection.recovered_at,
       coalesce(connection.gap_since, ${unreadSince('$5::timestamptz')}) as gap_since, connection.requested_pulls, connection.cursors, news.stale,
       coalesce(news.replies, false) as replies, coalesce(news.urgent, false) as urgent, refused.retry_at,
       refused.version as refused_closings
     from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     left join lateral (
       select ${STALE_RANGES} filter (where ${IS_NIGHT_EVENT}) as stale,
         bool_or(kind in (${REPLY_KINDS})) as replies,
         bool_or(kind = 'availability.changed' and data -> 'what' ?| array[${CLOSING_MEMBERS}]) as urgent
       from events
       where events.hotel_id = $1 and seq > connection.cursor_seq and seq <= head.last_seq
         and head.last_seq - connection.cursor_seq <= $4::int
         and (${IS_NIGHT_EVENT} or kind in (${REPLY_KINDS}))
     ) as news on true
     left join lateral (
       select min(retry_at) as retry_at, concat_ws('/', count(*), min(retry_at), max(retry_at)) as version from channel_nights as night
       where night.hotel_id = $1 and night.channel = $2 and night.retry_at is not null
     ) as refused on true
     where connection.hotel_id = $1 and connection.channel = $2 and connection.lease_owner = $3`,
    [hotelId, channel, processId, MAX_ENTRIES, now],
  );
  if (!row) return null;
  // Entries that the log no longer has may be about any night.
  const tooMany = row.last_seq - row.cursor_seq > MAX_ENTRIES || row.cursor_seq + 1 < row.first_seq;
  const ofUnits = sellsUnits && !tooMany ? await readUnitRanges(db, hotelId, row) : NO_UNIT_RANGES;
  return {
    revision: row.revision,
    ingestVersion: row.ingest_version,
    hasUnknownOutcome: row.doubtful,
    state: row.state,
    lastError: row.last_error,
    lastErrorCause: row.last_error_cause,
    errorSince: row.error_since,
    syncedBefore: row.synced_before,
    headSeq: row.last_seq,
    cursorSeq: row.cursor_seq,
    stale: tooMany ? null : [...toRanges(row.stale), ...ofUnits.ranges],
    urgent: row.urgent || tooMany || ofUnits.ranges.length > 0,
    fullPush: row.full_push,
    comparedOn: toPlainDateOrNull(row.compared_on),
    driftCheckedOn: toPlainDateOrNull(row.drift_checked_on),
    recoveredAt: row.recovered_at,
    gapSince: row.gap_since,
    requestedPulls: row.requested_pulls,
    cursors: row.cursors,
    hasReplies: row.replies || tooMany,
    retryAt: row.retry_at,
    refusedClosings: row.refused_closings,
  };
}

/** Lists connections of this process that are behind the log or have work: notifications can be missed. */
export async function listBehind(db: Queryable, { processId }: Owner): Promise<ConnectionKey[]> {
  const rows = await db.query<{ hotel_id: number; channel: string }>(
    `select connection.hotel_id, connection.channel from connections as connection
     join log_heads as head on head.hotel_id = connection.hotel_id
     where connection.lease_owner = $1
       and (connection.cursor_seq < head.last_seq or connection.full_push or cardinality(connection.requested_pulls) > 0)`,
    [processId],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id, channel: row.channel }));
}

/** Stores the cursor of a pull. */
export async function saveCursor(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  pull: string,
  cursor: string,
): Promise<void> {
  await db.query(
    `update connections set cursors = cursors || jsonb_build_object($4::text, $5::text)
     where hotel_id = $1 and channel = $2 and lease_owner = $3`,
    [hotelId, channel, processId, pull, cursor],
  );
}

/** Clears the announced pulls, once they are due. */
export async function clearRequestedPulls(db: Queryable, { hotelId, channel }: ConnectionKey): Promise<void> {
  await db.query(
    `update connections set requested_pulls = '{}' where hotel_id = $1 and channel = $2 and requested_pulls <> '{}'`,
    [hotelId, channel],
  );
}

type WorkRow = {
  revision: number;
  ingest_version: number;
  doubtful: boolean;
  first_seq: number;
  state: ConnectionState;
  last_error: string | null;
  last_error_cause: Cause | null;
  error_since: Temporal.Instant | null;
  synced_before: boolean;
  cursor_seq: number;
  last_seq: number;
  full_push: boolean;
  compared_on: string | null;
  drift_checked_on: string | null;
  recovered_at: Temporal.Instant | null;
  gap_since: Temporal.Instant | null;
  requested_pulls: string[];
  cursors: Record<string, string>;
  stale: StaleJson;
  replies: boolean;
  urgent: boolean;
  retry_at: Temporal.Instant | null;
  refused_closings: string;
};
