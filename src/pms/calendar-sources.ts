// Calendars that are fetched from channels: which are due, the results of their
// fetches, and the connection state that follows.
import type { Queryable } from '../db/database.ts';
import { about, type Cause } from '../model/cause.ts';
import type { CalendarReading } from '../model/ical/reading.ts';
import { type PlainDate, toPlainDateOrNull } from '../model/night.ts';
import { type RetryPolicy, retryDelaySeconds } from '../model/retry-policy.ts';
import { storableSummary } from './activity.ts';
import type { StoredCalendarUrl } from './calendar-url.ts';
import { causeJson } from './cause.ts';
import { setConnectionState } from './connections.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** The calendar of a room or a unit at a channel, with the results of its last fetches. */
export type CalendarSubscription = {
  hotelId: number;
  channel: string;
  protocol: string;
  roomId: number;
  /** the unit whose calendar it is; null = that of the room as a whole */
  unitId: number | null;
  address: StoredCalendarUrl;
  /** time of the next fetch, as the claim set it; identifies the claim (see `isClaimValid`) */
  dueAt: Temporal.Instant;
  etag: string | null;
  lastModified: string | null;
  /** the date of the last unconditional fetch (without If-None-Match and If-Modified-Since) */
  fullReadOn: PlainDate | null;
  lastGoodAt: Temporal.Instant | null;
  failures: number;
  /** the connection's settings */
  settings: Record<string, unknown>;
};

/** Polls are spread over a fifth of the interval, so that not all calendars of a host are fetched at once. */
const JITTER = 0.2;
/**
 * Shortest time until a claimed calendar is due again: a fetch takes up to
 * twenty seconds, and its import some more.
 */
const CLAIM_SECONDS = 60;
/** Longest time until the next attempt, however often a calendar failed. */
const MAX_RETRY_SECONDS = 3_600;
/** The shortest interval of polls, a second, doubled so often is above MAX_RETRY_SECONDS. */
const DOUBLINGS = 12;

/** Retries of a calendar that could not be read: each after twice the time, an hour at most. */
export function calendarRetries(pollSeconds: number): RetryPolicy {
  const seconds = (doublings: number) => Math.min(pollSeconds * 2 ** doublings, MAX_RETRY_SECONDS);
  return { seconds: Array.from({ length: DOUBLINGS + 1 }, (_, doublings) => seconds(doublings)) };
}

/** A calendar that is to be fetched, with the due time that was read. */
export type DueCalendar = Pick<CalendarSubscription, 'hotelId' | 'channel' | 'roomId' | 'unitId' | 'dueAt'>;

/** Which due calendars to find: `perProperty` is how many of one property may be under way, with those that are (`busy`). */
type DueQuery = {
  now: Temporal.Instant;
  limit: number;
  perProperty: number;
  busy: ReadonlyMap<number, number>;
};

/**
 * Finds calendars that are due, the longest due first, but of one property no more than it may have under way.
 * Those of paused connections wait.
 */
export async function findDueCalendars(
  db: Queryable,
  { now, limit, perProperty, busy }: DueQuery,
): Promise<DueCalendar[]> {
  const rows = await db.query<{
    hotel_id: number;
    channel: string;
    room_id: number;
    unit_id: number;
    due_at: Temporal.Instant;
  }>(
    `select due.* from (
       select room.hotel_id, room.channel, room.room_id, room.unit_id, room.due_at,
         row_number() over (partition by room.hotel_id order by room.due_at, room.channel, room.room_id, room.unit_id) as place
       from connection_rooms as room
       join connections as connection on connection.hotel_id = room.hotel_id and connection.channel = room.channel
       where room.due_at <= $1 and room.ical_url is not null and connection.paused_at is null
     ) as due
     left join unnest($3::bigint[], $4::int[]) as busy (hotel_id, count) on busy.hotel_id = due.hotel_id
     where due.place + coalesce(busy.count, 0) <= $5
     order by due.due_at limit $2`,
    [now, limit, [...busy.keys()], [...busy.values()], perProperty],
  );
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    channel: row.channel,
    roomId: row.room_id,
    unitId: row.unit_id || null,
    dueAt: row.due_at,
  }));
}

/**
 * Claims a due calendar by setting it due at its next poll; returns null if another process was faster. So only
 * one process fetches it, and if that dies the next poll comes anyway. The new due time identifies the claim, so it
 * is truncated to whole milliseconds, the precision of an Instant read from the database.
 */
export async function claimCalendar(
  db: Queryable,
  due: DueCalendar,
  { now, nextAfterSeconds }: { now: Temporal.Instant; nextAfterSeconds: number },
): Promise<CalendarSubscription | null> {
  const [row] = await db.query<SourceRow>(
    `update connection_rooms as room
     set due_at = date_trunc('milliseconds', $6::timestamptz + make_interval(
       secs => greatest($8::float, $7::float * (1 - $9::float / 2 + $9::float * random()))))
     from connections as connection
     where room.hotel_id = $1 and room.channel = $2 and room.room_id = $3 and room.unit_id = $4 and room.ical_url is not null
       and room.due_at <= $6 and date_trunc('milliseconds', room.due_at) = $5
       and connection.hotel_id = $1 and connection.channel = $2 and connection.paused_at is null
     returning room.*, connection.protocol, connection.settings`,
    [...keyOf(due), due.dueAt, now, nextAfterSeconds, CLAIM_SECONDS, JITTER],
  );
  return row ? toSource(row) : null;
}

/**
 * Returns whether the claim still holds, and locks the mapping until the transaction ends. Everything that
 * changes the mapping, requests a fetch or claims the calendar again sets another `due_at`. The result of an
 * older fetch is then discarded: it may be of another address, or read with other settings.
 */
export async function isClaimValid(tx: PropertyTransaction, source: CalendarSubscription): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from connection_rooms
     where hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = $4 and due_at = $5 and ical_url is not null for no key update`,
    [...keyOf(source), source.dueAt],
  );
  return rows.length > 0;
}

/** Records a successful fetch. `content` is null when the channel answered that the calendar is unchanged. */
export async function recordSuccessfulFetch(
  tx: PropertyTransaction,
  source: CalendarSubscription,
  fetched: {
    content: { etag: string | null; lastModified: string | null; readOn: PlainDate } | null;
    pollSeconds: number;
  },
): Promise<void> {
  const { content, pollSeconds } = fetched;
  // With an interval shorter than CLAIM_SECONDS the claim set the next poll too late.
  const nextPollAt = pollSeconds < CLAIM_SECONDS ? tx.now.add({ seconds: pollSeconds }) : null;
  await tx.query(
    `update connection_rooms set last_good_at = $5, failures = 0, error = null, error_cause = null,
       due_at = least(due_at, $10::timestamptz),
       etag = case when $6 then $7 else etag end,
       last_modified = case when $6 then $8 else last_modified end,
       full_read_on = case when $6 then $9::date else full_read_on end
     where hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = $4`,
    [
      ...keyOf(source),
      tx.now,
      content !== null,
      content?.etag ?? null,
      content?.lastModified ?? null,
      content?.readOn ?? null,
      nextPollAt,
    ],
  );
  await tx.query(`update connections set last_sync_at = $3 where hotel_id = $1 and channel = $2`, [
    source.hotelId,
    source.channel,
    tx.now,
  ]);
  await updateConnectionState(tx, source);
}

/**
 * Records a failed fetch: what the calendar showed before stays valid, and the next attempt comes later each
 * time. `partial`: some events could be read and were applied; the calendar is then fetched again at the
 * usual interval, because new events may close further nights. The validators (etag, last_modified) stay
 * those of the last complete read, so that "not modified" never refers to the partial one.
 */
export async function recordFailedFetch(
  tx: PropertyTransaction,
  source: CalendarSubscription,
  failure: { error: string; cause: Cause; pollSeconds: number; partial?: boolean },
): Promise<void> {
  const failures = failure.partial ? 1 : source.failures + 1;
  const pause = retryDelaySeconds(calendarRetries(failure.pollSeconds), failures)!;
  await tx.query(
    `update connection_rooms set failures = failures + 1, error = $5, due_at = $6, error_cause = $7
     where hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = $4`,
    [
      ...keyOf(source),
      storableSummary(failure.error),
      tx.now.add({ seconds: Math.max(Math.round(pause), 1) }),
      causeJson(failure.cause),
    ],
  );
  await updateConnectionState(tx, source);
}

/** Stores what was found in a calendar, whether all of its events could be read or some. */
export async function recordReading(
  tx: PropertyTransaction,
  source: CalendarSubscription,
  reading: CalendarReading,
): Promise<void> {
  await tx.query(
    `update connection_rooms set last_reading = $5 where hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = $4`,
    [...keyOf(source), JSON.stringify({ ...reading, readAt: tx.now.toString() })],
  );
}

/** Makes every calendar of a connection due now, for an unconditional fetch. */
export async function pollNow(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connection_rooms set due_at = $3, full_read_on = null
     where hotel_id = $1 and channel = $2 and ical_url is not null`,
    [tx.hotelId, channel, tx.now],
  );
}

/** Sets the connection's state to that of its worst calendar. */
async function updateConnectionState(tx: PropertyTransaction, source: CalendarSubscription): Promise<void> {
  const [row] = await tx.query<{ failing: FailingCalendar[]; unread: number }>(
    `select coalesce(jsonb_agg(jsonb_build_object('roomId', room_id, 'cause', error_cause,
         'text', 'room ' || room_id || case when unit_id <> 0 then ', unit ' || unit_id else '' end || ': ' || error)
         order by 'room ' || room_id || case when unit_id <> 0 then ', unit ' || unit_id else '' end)
         filter (where failures > 0 and error is not null), '[]') as failing,
       (count(*) filter (where last_good_at is null))::int as unread
     from connection_rooms where hotel_id = $1 and channel = $2`,
    [source.hotelId, source.channel],
  );
  const [worst] = row?.failing ?? [];
  const state = worst ? 'error' : row && row.unread > 0 ? 'connecting' : 'connected';
  const cause = worst?.cause && { ...about(worst.cause, 'calendar'), roomIds: [worst.roomId] };
  await setConnectionState(tx, source.channel, {
    state,
    lastError: worst?.text ?? null,
    cause: cause ?? null,
  });
}

type FailingCalendar = { roomId: number; text: string; cause: Cause | null };

function keyOf(source: Omit<DueCalendar, 'dueAt'>): [number, string, number, number] {
  return [source.hotelId, source.channel, source.roomId, source.unitId ?? 0];
}

type SourceRow = StoredCalendarUrl & {
  hotel_id: number;
  channel: string;
  protocol: string;
  room_id: number;
  unit_id: number;
  due_at: Temporal.Instant;
  etag: string | null;
  last_modified: string | null;
  full_read_on: string | null;
  last_good_at: Temporal.Instant | null;
  failures: number;
  settings: Record<string, unknown>;
};

function toSource(row: SourceRow): CalendarSubscription {
  return {
    hotelId: row.hotel_id,
    channel: row.channel,
    protocol: row.protocol,
    roomId: row.room_id,
    unitId: row.unit_id || null,
    address: { ical_url: row.ical_url, encrypted_ical_url: row.encrypted_ical_url },
    dueAt: row.due_at,
    etag: row.etag,
    lastModified: row.last_modified,
    fullReadOn: toPlainDateOrNull(row.full_read_on),
    lastGoodAt: row.last_good_at,
    failures: row.failures,
    settings: row.settings,
  };
}
