// Which calendar is imported: of which channel, for which room, and what the last fetch said.
import type { Absence } from '../../model/ical/absence.ts';
import type { Calendar } from '../../model/ical/read.ts';
import type { Property } from '../../model/property.ts';

export type CalendarImport = {
  property: Property;
  channel: string;
  roomId: number;
  /** what a good fetch read; null = the source said that nothing changed since the last one */
  calendar: Calendar | null;
  /** how long something must be missing before it is believed to be gone */
  confirmAfterMs: number;
};

/** Whether events of the calendar could not be read: what it does not show may be taken all the same. */
export function isPartial({ calendar }: CalendarImport): boolean {
  return calendar !== null && calendar.unread.length > 0;
}

/** Since when something is missing, as stored: both columns or neither. */
export function toAbsence(row: {
  missing_fetches: number;
  missing_since: Temporal.Instant | null;
}): Absence | null {
  return row.missing_since ? { missingFetches: row.missing_fetches, missingSince: row.missing_since } : null;
}
