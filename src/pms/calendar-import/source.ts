// The calendar that is imported: its channel, its room or unit and what the last fetch read.
import type { Absence } from '../../model/ical/absence.ts';
import type { Calendar } from '../../model/ical/read.ts';
import type { Property } from '../../model/property.ts';

export type CalendarImport = {
  property: Property;
  channel: string;
  roomId: number;
  /** the unit whose calendar it is; absent or null = that of the room as a whole */
  unitId?: number | null;
  /** what a successful fetch read; null = the source answered that nothing changed since the last one */
  calendar: Calendar | null;
  /** how long an event must be missing before it counts as removed */
  confirmAfterMs: number;
};

/**
 * Returns whether some events of the calendar could not be read: nights that it
 * does not show may be taken all the same.
 */
export function isPartial({ calendar }: CalendarImport): boolean {
  return calendar !== null && calendar.unread.length > 0;
}

/** Returns the mapping that the calendar belongs to, as the first parameters of a statement: $1 to $4. */
export function keyOf(
  tx: { hotelId: number },
  { channel, roomId, unitId }: CalendarImport,
): [number, string, number, number] {
  return [tx.hotelId, channel, roomId, unitId ?? 0];
}

/** SQL condition on the mapping that `keyOf` returns. */
export const OF_CALENDAR = 'hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = $4';

/** Returns since when an item is missing, from its stored columns; null when it is not missing. */
export function toAbsence(row: {
  missing_fetches: number;
  missing_since: Temporal.Instant | null;
}): Absence | null {
  return row.missing_since ? { missingFetches: row.missing_fetches, missingSince: row.missing_since } : null;
}
