// Writing our calendar feed: what every channel accepts (one unit, dates only, no guest's data), deterministic for equal content.
import ical, { ICalCalendarMethod } from 'ical-generator';
import { isBefore, type NightRange } from '../night.ts';

export type CalendarEntry = NightRange & {
  /** stable, without domain: letters, digits, `.`, `_`, `+` and `-` */
  uid: string;
  summary: 'Reserved' | 'Not available';
};

export type CalendarToWrite = {
  /** shown by calendar programs */
  name: string;
  /** ours: by it we know our own events when a channel sends them back */
  domain: string;
  entries: readonly CalendarEntry[];
  /** the moment of the last change: it is in the text, so equal content gives an equal text (and ETag) only for an equal moment */
  now: Temporal.Instant;
};

const PRODUCT = '//innwire//PMS//EN';

/** The text of an .ics file: CR LF, folded, valid when empty. Throws a RangeError for a UID, domain or range that is not one. */
export function writeCalendar({ name, domain, entries, now }: CalendarToWrite): string {
  const calendar = ical({ prodId: PRODUCT, scale: 'gregorian', method: ICalCalendarMethod.PUBLISH });
  calendar.name(escaped(name));
  for (const { uid, from, until, summary } of entries) {
    if (!isBefore(from, until)) throw new RangeError('an entry without a night');
    calendar.createEvent({
      id: address(uid, domain),
      stamp: now,
      start: from,
      end: until,
      allDay: true,
      summary,
    });
  }
  return `${calendar.toString()}\r\n`; // ical-generator 11 leaves out the last line's end
}

/** ical-generator 11 writes names and UIDs as they are; a line break in one would begin a line of the sender's choice. */
function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n');
}

function address(uid: string, domain: string): string {
  if (!/^[\w.+-]+$/.test(uid) || !/^[\w.-]+$/.test(domain)) throw new RangeError('not a UID');
  return `${uid}@${domain}`;
}
