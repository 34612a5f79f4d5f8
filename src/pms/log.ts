// Reads a property's log: events after a sequence number, in order, and the range that is still stored.
// Removes events that are older than the operator wants to keep.
import type { Database, Queryable } from '../db/database.ts';
import type { Actor } from '../model/actor.ts';
import type { Event, EventKind } from '../model/event.ts';
import { Problem } from '../problems.ts';
import { resolvePersons } from './log-persons.ts';

type LogQuery = {
  /** sequence number after which to read */
  after: number;
  limit: number;
  /** only events of these kinds; absent = all */
  kinds?: readonly string[] | undefined;
  /** no events after this sequence number */
  upTo?: number | undefined;
};

export type LogPage = {
  events: Event[];
  /** sequence number up to which was read: the next page starts after it, past events of other kinds */
  readTo: number;
} & LogEnds;

export type LogEnds = {
  /** sequence number of the oldest stored event; `lastSeq` + 1 when there is none */
  firstSeq: number;
  lastSeq: number;
};

/**
 * Reads one page of a property's log, as of one moment. The log never shows a gap: a writer locks its head
 * until the commit, so whoever sees a number sees all lower ones. Throws `events_compacted` when events after
 * `after` were removed, and `unknown_property`. Names, contacts and texts of people are those that are stored now.
 */
export async function readLog(db: Queryable, hotelId: number, query: LogQuery): Promise<LogPage> {
  const rows = await db.query<EndsRow & Partial<EventRow>>(
    `select head.first_seq, head.last_seq, event.seq, event.kind, event.subject, event.at, event.data, event.actor,
       coalesce(person.name, token.label) as actor_name, approver.name as approver_name
     from log_heads as head left join lateral (
       select * from events
       where hotel_id = $1 and seq > $2 and seq <= coalesce($5::bigint, head.last_seq)
         and ($4::text[] is null or kind = any($4))
       order by seq limit $3
     ) as event on true
     left join users as person on person.user_id = (event.actor ->> 'userId')::bigint
     left join tokens as token on token.token_id = (event.actor ->> 'tokenId')::bigint
     left join users as approver on approver.user_id = (event.actor ->> 'approvedBy')::bigint
     where head.hotel_id = $1
     order by event.seq`,
    [hotelId, query.after, query.limit, query.kinds ?? null, query.upTo ?? null],
  );
  const ends = toEnds(hotelId, rows[0]);
  requireAvailable(query.after, ends);
  const events = rows.filter((row): row is EventRow & EndsRow => row.seq != null).map(toEvent(hotelId));
  const end = Math.max(query.after, Math.min(query.upTo ?? ends.lastSeq, ends.lastSeq));
  const readTo = events.length === query.limit ? events.at(-1)!.seq : end;
  return { events: await resolvePersons(db, hotelId, events), readTo, ...ends };
}

/**
 * Returns events of several properties, each after its own number, in one statement. For readers that only
 * want to know what changed, without names of who made the changes; removed events are skipped without an error.
 */
export async function readLogs(
  db: Queryable,
  after: readonly { hotelId: number; seq: number }[],
  limit: number,
): Promise<Event[]> {
  const rows = await db.query<EventRow & { hotel_id: number }>(
    `select event.* from unnest($1::bigint[], $2::bigint[]) as place(hotel_id, seq)
     join events as event on event.hotel_id = place.hotel_id and event.seq > place.seq
     order by event.hotel_id, event.seq limit $3`,
    [after.map((place) => place.hotelId), after.map((place) => place.seq), limit],
  );
  return rows.map((row) => toEvent(row.hotel_id)(row));
}

/** Returns the range of events that is stored of a property. Throws `unknown_property`. */
export async function readLogEnds(db: Queryable, hotelId: number): Promise<LogEnds> {
  const rows = await db.query<EndsRow>(`select first_seq, last_seq from log_heads where hotel_id = $1`, [
    hotelId,
  ]);
  return toEnds(hotelId, rows[0]);
}

/** Throws `events_compacted` unless all events after this number are still stored. */
export function requireAvailable(after: number, { firstSeq }: LogEnds): void {
  if (after + 1 >= firstSeq) return;
  throw new Problem('events_compacted', { firstSeq });
}

/**
 * Removes events older than `before` of all properties, oldest first; the remaining ones keep their numbers.
 * Returns how many were removed. The sample property is left out: it regenerates its own log.
 */
export async function compactLogs(db: Database, before: Temporal.Instant): Promise<number> {
  const heads = await db.query<{ hotel_id: number }>(
    `select head.hotel_id from log_heads as head
     join properties as property on property.hotel_id = head.hotel_id and property.sandbox_at is null
     join events as event on event.hotel_id = head.hotel_id and event.seq = head.first_seq and event.at < $1
     order by head.hotel_id`,
    [before],
  );
  let removed = 0;
  for (const { hotel_id: hotelId } of heads) removed += await compactLog(db, hotelId, before);
  return removed;
}

/**
 * Events deleted per statement. More would lock the log's head, which every
 * write to the property needs, for too long.
 */
const COMPACTED_AT_ONCE = 5_000;

async function compactLog(db: Database, hotelId: number, before: Temporal.Instant): Promise<number> {
  for (let removed = 0; ; ) {
    const [row] = await db.query<{ removed: number }>(
      // `at` can deviate from the order of the numbers by the length of a transaction: the
      // first event that is young enough ends the range.
      `with stop as (
         select coalesce(
           (select min(seq) from events join log_heads as head using (hotel_id)
            where hotel_id = $1 and seq < head.first_seq + $3 and at >= $2),
           (select least(first_seq + $3, last_seq + 1) from log_heads where hotel_id = $1)) as seq
       ), head as (
         update log_heads set first_seq = stop.seq from stop where hotel_id = $1 and first_seq < stop.seq
       ), gone as (
         delete from events using stop where hotel_id = $1 and events.seq < stop.seq returning 1
       )
       select count(*)::int as removed from gone`,
      [hotelId, before, COMPACTED_AT_ONCE],
    );
    removed += row!.removed;
    if (row!.removed < COMPACTED_AT_ONCE) return removed;
  }
}

type EndsRow = { first_seq: number; last_seq: number };
export type EventRow = {
  seq: number;
  kind: EventKind;
  subject: string;
  at: Temporal.Instant;
  data: Record<string, unknown>;
  actor: Actor | null;
  actor_name?: string | null;
  approver_name?: string | null;
};

function toEnds(hotelId: number, row: EndsRow | undefined): LogEnds {
  if (!row) throw new Problem('unknown_property', { hotelId });
  return { firstSeq: row.first_seq, lastSeq: row.last_seq };
}

/** Returns a function that converts rows of a property. */
export function toEvent(hotelId: number): (row: EventRow) => Event {
  return ({
    seq,
    kind,
    subject,
    at,
    data,
    actor,
    actor_name: name = null,
    approver_name: approver = null,
  }) => ({
    ...{ hotelId, seq, kind, subject, at, data },
    actor: actor && { ...actor, name, ...(approver !== null && { approver }) },
  });
}
