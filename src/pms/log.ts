// Reading the property's log: what came after a number, of many properties in one statement.
import type { Queryable } from '../db/database.ts';
import type { Event, EventKind } from '../model/event.ts';

/** Where a reader stands in a property's log. */
export type LogPlace = { hotelId: number; seq: number };

/** What stands in these properties' logs after these places, in order; at most `limit` entries. */
export async function readLog(db: Queryable, after: readonly LogPlace[], limit: number): Promise<Event[]> {
  const rows = await db.query<EventRow>(
    `select event.* from unnest($1::bigint[], $2::bigint[]) as place(hotel_id, seq)
     join events as event on event.hotel_id = place.hotel_id and event.seq > place.seq
     order by event.hotel_id, event.seq limit $3`,
    [after.map((place) => place.hotelId), after.map((place) => place.seq), limit],
  );
  return rows.map(({ hotel_id: hotelId, ...event }) => ({ hotelId, ...event }));
}

/** Where the property's log ends now. */
export async function endOfLog(db: Queryable, hotelId: number): Promise<number> {
  const [row] = await db.query<{ last_seq: number }>('select last_seq from log_heads where hotel_id = $1', [
    hotelId,
  ]);
  return row?.last_seq ?? 0;
}

type EventRow = {
  hotel_id: number;
  seq: number;
  kind: EventKind;
  subject: string;
  at: Temporal.Instant;
  data: Record<string, unknown>;
};
