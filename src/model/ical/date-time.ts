// Dates and times of a calendar: a date, or a wall-clock time in a zone, in all forms in which feeds write
// them.
import type { PlainDate } from '../night.ts';
import type { ContentProperty } from './content.ts';
import type { Zone } from './zone.ts';

export type DateOrDateTime =
  | { kind: 'date'; wall: Temporal.PlainDateTime }
  | { kind: 'time'; wall: Temporal.PlainDateTime; zone: Zone };

/** A date or period of an RDATE or EXDATE; most have only a start. */
export type Period = { start: DateOrDateTime; end: DateOrDateTime | Temporal.Duration | null };

/** The zones by which a calendar's times are interpreted. */
export type ZoneContext = { property: Zone; utc: Zone; zoneNamed(name: string): Zone };

/**
 * Parses the date or time of DTSTART, DTEND or RECURRENCE-ID. The digits decide, not the VALUE parameter:
 * feeds write bare dates without VALUE=DATE, and VALUE=DATE-TIME before a bare date. Throws a RangeError for
 * anything but a real date.
 */
export function readDateTime(property: ContentProperty, clock: ZoneContext): DateOrDateTime {
  return readValue(property.value, property, clock);
}

/** Parses all dates or times of an EXDATE or RDATE line. Throws a RangeError for anything but real dates. */
export function readPeriods(property: ContentProperty, clock: ZoneContext): Period[] {
  return property.value.split(',').map((value) => {
    const [start = '', end] = value.trim().split('/');
    if (end === undefined) return { start: readValue(start, property, clock), end: null };
    const isLength = /^[+-]?P/i.test(end);
    return {
      start: readValue(start, property, clock),
      end: isLength ? Temporal.Duration.from(end) : readValue(end, property, clock),
    };
  });
}

/**
 * Parses one value: in UTC if it ends in Z, else in the zone of TZID, else (a "floating" time) in the
 * property's.
 */
function readValue(value: string, property: ContentProperty, clock: ZoneContext): DateOrDateTime {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/i.exec(value) ?? [];
  if (year === undefined) throw new RangeError('not a date');
  if (hour === undefined)
    return { kind: 'date', wall: Temporal.PlainDateTime.from(`${year}-${month}-${day}`) };
  const wall = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  if (utc) return { kind: 'time', wall, zone: clock.utc };
  const name = property.parameters.get('TZID');
  if (name && UTC_NAMES.test(name)) return { kind: 'time', wall, zone: clock.utc };
  return { kind: 'time', wall, zone: name ? clock.zoneNamed(name) : clock.property };
}

/** Names of UTC: IANA's, and that of Outlook (`tzone://Microsoft/Utc`). */
const UTC_NAMES = /^(?:etc\/|tzone:\/\/microsoft\/)?(?:utc|uct|gmt|universal|zulu|z)$/i;

/** A date at the beginning of a text, with or without separators, whatever follows it but more digits. */
const DATE_PART = /^\s*(\d{4})([-/.]?)(\d{2})\2(\d{2})(?!\d)/;

/** Returns the date at the beginning of a value that cannot be read as a whole; null if there is no such day. */
export function readDatePart(value: string): PlainDate | null {
  const [, year, , month, day] = DATE_PART.exec(value) ?? [];
  if (year === undefined) return null;
  try {
    return Temporal.PlainDate.from(`${year}-${month}-${day}`);
  } catch {
    return null;
  }
}

/** Returns the date at the property at that time, which is the night it belongs to. */
export function dateAtProperty(when: DateOrDateTime, clock: ZoneContext): PlainDate {
  return (when.kind === 'date' ? when.wall : localTimeIn(clock.property, when)).toPlainDate();
}

/** Returns the wall-clock time in `zone` at that time; a date has no zone and is midnight everywhere. */
export function localTimeIn(zone: Zone, when: DateOrDateTime): Temporal.PlainDateTime {
  if (when.kind === 'date' || when.zone === zone) return when.wall;
  return zone.wallAt(when.zone.momentOf(when.wall));
}
