// Which nights a connection has to compare, by the entries of the log after its cursor.
import type { Queryable } from '../../db/database.ts';
import { type PlainDate, toPlainDate, toPlainDateOrNull } from '../../model/night.ts';

/** Nights of [from, until) of a room – of all rooms when null – whose values at the channel may differ. */
export type StaleRange = { roomId: number | null; from: PlainDate | null; until: PlainDate | null };

/** SQL condition on events: entries after which nights have to be compared. */
export const IS_NIGHT_EVENT = `kind in ('availability.changed', 'room.changed', 'property.changed')`;
/** SQL: the distinct ranges of these entries. */
export const STALE_RANGES = `jsonb_agg(distinct jsonb_build_object('roomId', data -> 'roomId', 'from', data -> 'from', 'until', data -> 'until'))`;

export type StaleJson = { roomId: number | null; from: string | null; until: string | null }[] | null;

/** Converts ranges: `room.changed` is of one room; `property.changed` may have moved the horizon of all. */
export function toRanges(stale: StaleJson): StaleRange[] {
  return (stale ?? []).map(({ roomId, from, until }) => ({
    roomId,
    from: toPlainDateOrNull(from),
    until: toPlainDateOrNull(until),
  }));
}

/** Entries of a property's log: after the cursor of a connection, up to the last one. */
type LogRange = { cursor_seq: number; last_seq: number };

/** Of a booking: its room, and which units it has when; of a closure: the room of its unit, and its nights. Null = not such. */
type UnitMembers = {
  roomId: number;
  unitNights: readonly { from: string; until: string }[] | null;
  firstNight: string | null;
  lastNight: string | null;
};

/** Ranges of nights, and when the first entry that names one was made; null = there is none. */
type UnitRanges = { ranges: StaleRange[]; since: Temporal.Instant | null };

/**
 * Reads the ranges of nights in which stays and closures have taken, exchanged or released units, before and after each change.
 * New bookings and cancellations are left out: their nights are in the log because the count of the room has changed.
 */
export async function readUnitRanges(
  db: Queryable,
  hotelId: number,
  { cursor_seq: after, last_seq: upTo }: LogRange,
): Promise<UnitRanges> {
  const rows = await db.query<{ before: UnitMembers; present: UnitMembers; at: Temporal.Instant }>(
    `select ${membersOf((member) => `coalesce(data -> 'before' -> ${member}, data -> ${member})`)} as before,
       ${membersOf((member) => `data -> ${member}`)} as present, at
     from events
     where hotel_id = $1 and seq > $2 and seq <= $3 and (
       kind like 'booking.%' and data -> 'changed' ? 'unitNights'
       or kind in ('closure.created', 'closure.changed', 'closure.ended')
     )
     order by seq`,
    [hotelId, after, upTo],
  );
  return {
    ranges: rows.flatMap(({ before, present }) => [...rangeOf(before), ...rangeOf(present)]),
    since: rows[0]?.at ?? null,
  };
}

export const NO_UNIT_RANGES: UnitRanges = { ranges: [], since: null };

/** SQL: an object with the members, each as `make` reads it. */
function membersOf(make: (member: string) => string): string {
  const members = ['roomId', 'unitNights', 'firstNight', 'lastNight'].map((name) => `'${name}'`);
  return `jsonb_build_object(${members.map((member) => `${member}, ${make(member)}`).join(', ')})`;
}

function rangeOf({ roomId, unitNights, firstNight, lastNight }: UnitMembers): StaleRange[] {
  const [first, last] = [unitNights?.[0], unitNights?.at(-1)];
  if (first && last) return [{ roomId, from: toPlainDate(first.from), until: toPlainDate(last.until) }];
  if (firstNight === null || lastNight === null) return [];
  const until = toPlainDate(lastNight).add({ days: 1 });
  return [{ roomId, from: toPlainDate(firstNight), until }];
}
