// Searches a property's log backwards: what happened last to a booking, to a room, by whom, in some days.
import type { Queryable } from '../db/database.ts';
import type { ActorKind } from '../model/actor.ts';
import type { Event } from '../model/event.ts';
import { type EventRow, toEvent } from './log.ts';
import { resolvePersons } from './log-persons.ts';
import { type Condition, restrict } from './page.ts';

/** Who made a change: everybody of a kind, or one of them by the id of the person or token, or the name of the channel. */
export type ActorFilter = { kind: ActorKind; one: string | null };

export type LogSearch = {
  /** only events before this sequence number */
  before?: number | undefined;
  /** only events after this sequence number */
  after?: number | undefined;
  /** only events of these kinds; absent = all */
  kinds?: readonly string[] | undefined;
  /** only events of this booking: its own, and those of its folio, messages and tasks */
  reservationId?: number | undefined;
  /** only events about this room, or in which a booking left it */
  roomId?: number | undefined;
  by?: ActorFilter | undefined;
  /** only events from this moment on */
  since?: Temporal.Instant | undefined;
  /** only events before this moment */
  until?: Temporal.Instant | undefined;
};

/** The longest time by which `at` can deviate from the order of the numbers: the length of a transaction. */
const MAX_DEVIATION = { minutes: 5 };

/** Returns at most `limit` events, the newest first. Removed events are left out without an error. */
export async function searchLog(
  db: Queryable,
  hotelId: number,
  search: LogSearch,
  limit: number,
): Promise<Event[]> {
  const { where, values, placeholder } = restrict(conditionsOf(hotelId, search));
  const rows = await db.query<EventRow>(
    `select event.*, coalesce(person.name, token.label) as actor_name, approver.name as approver_name
     from (
       select * from events where ${where.join(' and ')} order by seq desc limit ${placeholder(limit)}
     ) as event
     left join users as person on person.user_id = (event.actor ->> 'userId')::bigint
     left join tokens as token on token.token_id = (event.actor ->> 'tokenId')::bigint
     left join users as approver on approver.user_id = (event.actor ->> 'approvedBy')::bigint
     order by event.seq desc`,
    values,
  );
  return resolvePersons(db, hotelId, rows.map(toEvent(hotelId)));
}

function conditionsOf(hotelId: number, search: LogSearch): Condition[] {
  const { before, after, kinds, reservationId, roomId, by, since, until } = search;
  const idOf = { person: 'userId', token: 'tokenId', agent: 'tokenId', channel: 'channel' } as const;
  const id = by && by.kind in idOf ? idOf[by.kind as keyof typeof idOf] : undefined;
  return [
    ['hotel_id = ?', hotelId],
    ['seq < ?', before],
    ['seq > ?', after],
    ['kind = any(?::text[])', kinds],
    [
      `seq = any(array(
        select own.seq from events as own
        where own.hotel_id = ?2 and own.subject = 'booking/' || ?::bigint and own.kind like 'booking.%'
        union all
        select about.seq from events as about
        where about.hotel_id = ?2 and (about.data ->> 'reservationId')::bigint = ?
          and about.data ->> 'reservationId' is not null and about.kind not like 'booking.%'))`,
      reservationId,
      hotelId,
    ],
    [`(data ->> 'roomId' = ?::text or data -> 'before' ->> 'roomId' = ?::text)`, roomId && String(roomId)],
    // PostgreSQL takes `->> =` for rare, and would sort the whole log instead of reading it backwards: 1.1 s instead of 20 ms.
    [`coalesce(actor ->> 'kind' = ?, false)`, by?.kind],
    [`coalesce(actor ->> '${id}' = ?, false)`, (id && by?.one) ?? undefined],
    ['at < ?', until],
    ['at >= ?', since],
    // The search ends there, instead of at the beginning of the log.
    [
      `seq > coalesce((select older.seq from events as older where older.hotel_id = ?2 and older.at < ?
        order by older.seq desc limit 1), 0)`,
      since && startOf(since),
      hotelId,
    ],
  ];
}

/** Returns when the search for events since a moment starts. Before 1970 there are none, and far before PostgreSQL knows no dates. */
function startOf(since: Temporal.Instant): Temporal.Instant {
  const start = since.subtract(MAX_DEVIATION);
  return start.epochMilliseconds < 0 ? Temporal.Instant.fromEpochMilliseconds(0) : start;
}
