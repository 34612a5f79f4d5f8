// A desk's snapshot as it was at a moment of the past.
import type { Database, Transaction } from '../../db/database.ts';
import { invalidParameter, Problem } from '../../problems.ts';
import { getProperty } from '../properties.ts';
import { readPastBookings } from './past-bookings.ts';
import { readPastClosures, readPastRooms, readPastTasks, readPastUnits } from './past-rooms.ts';
import { LAST_EVENT_AT } from './past-states.ts';
import { type DeskPart, type DeskSnapshot, inOneSnapshot, type PastDeskQuery } from './snapshot.ts';

/**
 * Reads the parts as they were at the moment `asOf`, all from one snapshot of the database. `today` is the day at the property then. The property itself is
 * the present one, but for its place in the log, and there are neither nights, because what prices and counts were is not kept, nor stays to decide about. Throws `unknown_property`, a
 * wrong `as_of` when the property did not exist, and `moment_not_kept` when the log no longer reaches so far back, or no longer has what some bookings were.
 */
export function readPastDesk(db: Database, query: PastDeskQuery): Promise<DeskSnapshot> {
  const { hotelId, parts, asOf } = query;
  return inOneSnapshot(db, hotelId, async (tx) => {
    const of = <T>(part: DeskPart, read: () => Promise<T[]>) => (parts.has(part) ? read() : []);
    const needsUnits = parts.has('units') || parts.has('closures');
    const [property, lastSeq, units, rooms, stays, tasks] = await Promise.all([
      getProperty(tx, hotelId),
      findLastEvent(tx, query),
      needsUnits ? readPastUnits(tx, query) : [],
      of('rooms', () => readPastRooms(tx, query)),
      parts.has('bookings') ? readPastBookings(tx, query) : { bookings: [], unknown: 0 },
      of('tasks', () => readPastTasks(tx, query)),
    ]);
    const { bookings, unknown } = stays;
    if (unknown > 0) throw await momentNotKept(tx, { hotelId, asOf, bookings: unknown });
    return {
      property: { ...property, lastSeq },
      rooms,
      units: parts.has('units') ? units.filter(({ archived }) => !archived) : [],
      bookings,
      undecided: [],
      nights: [],
      closures: await of('closures', () => readPastClosures(tx, query, units)),
      tasks,
    };
  });
}

type Moment = { hotelId: number; asOf: Temporal.Instant };

/** Returns the number of the last event up to the moment. Throws `moment_not_kept` if it was removed, or the log was begun later. */
async function findLastEvent(tx: Transaction, { hotelId, asOf }: Moment): Promise<number> {
  const [[found], [begun]] = await Promise.all([
    tx.query<{ seq: number }>(LAST_EVENT_AT, [hotelId, asOf]),
    tx.query<{ first_seq: number; is_sample: boolean; created_at: Temporal.Instant }>(
      `select head.first_seq, property.sandbox_at is not null as is_sample, property.created_at
       from log_heads as head join properties as property on property.hotel_id = $1 where head.hotel_id = $1`,
      [hotelId],
    ),
  ]);
  if (!found || !begun) throw new Problem('unknown_property', { hotelId });
  if (Temporal.Instant.compare(asOf, begun.created_at) < 0) {
    const created = begun.created_at.toString();
    throw invalidParameter({ field: 'as_of', rule: 'before_property', created });
  }
  // The sample property is made with its past, and its log begins in it.
  const isBeforeLog = found.seq < begun.first_seq && (begun.first_seq > 1 || begun.is_sample);
  if (isBeforeLog) throw await momentNotKept(tx, { hotelId, asOf, bookings: null });
  return found.seq;
}

async function momentNotKept(
  tx: Transaction,
  { hotelId, asOf, bookings }: Moment & { bookings: number | null },
): Promise<Problem> {
  const [first] = await tx.query<{ at: Temporal.Instant }>(
    'select at from events where hotel_id = $1 order by seq limit 1',
    [hotelId],
  );
  return new Problem('moment_not_kept', {
    asOf: asOf.toString(),
    bookings,
    logBegins: first ? first.at.toString() : null,
  });
}
