// Writes the calendar feed of a unit in a form that every channel accepts: dates only, no guests' data,
// deterministic.
import ical, { ICalCalendarMethod } from 'ical-generator';
import { isBefore, type NightRange } from '../night.ts';

export type CalendarEntry = NightRange & {
  /** stable id without domain: letters, digits, `.`, `_`, `+` and `-` */
  uid: string;
  summary: 'Reserved' | 'Not available';
};

type CalendarToWrite = {
  /** shown by calendar programs */
  name: string;
  /** the installation's domain, by which it recognises its own events when a channel sends them back */
  domain: string;
  entries: readonly CalendarEntry[];
  /**
   * time of the last change; part of the text, so that text and ETag are equal only if content and time are
   */
  now: Temporal.Instant;
};

const PRODUCT = '//innwire//PMS//EN';

/**
 * Returns the text of an .ics file: CR LF, folded, valid without events. Throws a RangeError for an invalid
 * UID, domain or range.
 */
export function writeCalendar({ name, domain, entries, now }: CalendarToWrite): string {
  const calendar = ical({ prodId: PRODUCT, scale: 'gregorian', method: ICalCalendarMethod.PUBLISH });
  calendar.name(escaped(name));
  for (const { uid, from, until, summary } of entries) {
    if (!isBefore(from, until)) throw new RangeError('an entry without a night');
    calendar.createEvent({
      id: toUid(uid, domain),
      stamp: now,
      start: from,
      end: until,
      allDay: true,
      summary,
    });
  }
  return `${calendar.toString()}\r\n`; // ical-generator 11 omits the last line's CR LF
}

/** Escapes a name. ical-generator 11 does not: a line break in it would inject lines into the file. */
function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}

function toUid(uid: string, domain: string): string {
  if (!/^[\w.+-]+$/.test(uid) || !/^[\w.-]+$/.test(domain)) throw new RangeError('not a UID');
  return `${uid}@${domain}`;
}
