// Builds feeds for the tests of reading, with the options of a property in Madrid by default.
import { readFileSync } from 'node:fs';
import { type Calendar, type ReadCalendarOptions, readCalendar } from '../../../src/model/ical/read.ts';
import type { CalendarStay } from '../../../src/model/ical/stay.ts';

export const date = Temporal.PlainDate.from;

export const OPTIONS: ReadCalendarOptions = {
  timezone: 'Europe/Madrid',
  channel: 'google',
  today: date('2027-03-01'),
  horizonDays: 730,
  ownDomain: 'pms.example',
};

/** Returns a VCALENDAR with events, each given as its lines. */
export function feed(...events: string[][]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

export function read(text: string, options: Partial<ReadCalendarOptions> = {}): Calendar {
  return readCalendar(text, { ...OPTIONS, ...options });
}

/** Returns a stay of a calendar; by default only its nights are known. */
export function stay(from: string, until: string, more: Partial<CalendarStay> = {}): CalendarStay {
  return {
    uid: null,
    reference: null,
    guestName: null,
    phoneLast4: null,
    from: date(from),
    until: date(until),
    ...more,
  };
}

/** Returns the blocked nights of a feed as text; a run of nights as `first..last`. */
export function nights(text: string, options: Partial<ReadCalendarOptions> = {}): string[] {
  const runs: { first: Temporal.PlainDate; last: Temporal.PlainDate }[] = [];
  for (const night of read(text, options).blockedNights) {
    const run = runs.at(-1);
    if (run?.last.add({ days: 1 }).equals(night)) run.last = night;
    else runs.push({ first: night, last: night });
  }
  return runs.map(({ first, last }) => (first.equals(last) ? `${first}` : `${first}..${last}`));
}

/** Returns the blocked nights of a feed with one event. */
export function nightsOf(lines: string[], options: Partial<ReadCalendarOptions> = {}): string[] {
  return nights(feed(lines), options);
}

export function stays(text: string, options: Partial<ReadCalendarOptions> = {}): string[] {
  return read(text, options).stays.map(
    ({ from, until, uid, reference, guestName, phoneLast4 }) =>
      `${from}/${until} ${[uid, reference, guestName, phoneLast4].join(' ')}`,
  );
}

export function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/ical/${name}.ics`, import.meta.url), 'utf8');
}

export const FIXTURES: { name: string; channel: string; today: Temporal.PlainDate }[] = [
  { name: 'airbnb-current', channel: 'airbnb', today: date('2027-03-01') },
  { name: 'airbnb-legacy-2019', channel: 'airbnb', today: date('2019-07-01') },
  { name: 'booking_com', channel: 'booking_com', today: date('2027-03-01') },
  { name: 'edge-bom-lf-missing-uid', channel: 'other', today: date('2027-03-01') },
  { name: 'edge-date-without-value-param', channel: 'other', today: date('2027-03-01') },
  { name: 'edge-empty-calendar', channel: 'other', today: date('2027-03-01') },
  { name: 'google_calendar', channel: 'google', today: date('2027-03-01') },
  { name: 'vrbo', channel: 'vrbo', today: date('2027-03-01') },
];
