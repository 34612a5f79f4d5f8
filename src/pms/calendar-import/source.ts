// The calendar that is imported: its channel, its room and what the last fetch read.
import type { Absence } from '../../model/ical/absence.ts';
import type { Calendar } from '../../model/ical/read.ts';
import type { Property } from '../../model/property.ts';

export type CalendarImport = {
  property: Property;
  channel: string;
  roomId: number;
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

/** Returns since when an item is missing, from its stored columns; null when it is not missing. */
export function toAbsence(row: {
  missing_fetches: number;
  missing_since: Temporal.Instant | null;
}): Absence | null {
  return row.missing_since ? { missingFetches: row.missing_fetches, missingSince: row.missing_since } : null;
}
