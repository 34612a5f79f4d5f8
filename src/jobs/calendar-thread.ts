// The worker thread that parses calendars: gets text and options, posts stays and nights with text dates.
import { parentPort } from 'node:worker_threads';
import { CalendarParseError } from '../model/ical/errors.ts';
import { type Calendar, type ReadCalendarOptions, readCalendar } from '../model/ical/read.ts';
import type { CalendarStay } from '../model/ical/stay.ts';

export type CalendarQuestion = {
  text: string;
  options: Omit<ReadCalendarOptions, 'today'> & { today: string };
};

/** A calendar with its dates as text: Temporal objects cannot be posted between threads. */
type SentCalendar = Omit<Calendar, 'stays' | 'blockedNights'> & {
  stays: (Omit<CalendarStay, 'from' | 'until'> & { from: string; until: string })[];
  blockedNights: string[];
};

export type CalendarReply =
  | { kind: 'calendar'; calendar: SentCalendar }
  | { kind: 'unreadable'; message: string }
  | { kind: 'failed'; message: string };

parentPort?.on('message', (question: CalendarQuestion) => parentPort!.postMessage(parseCalendar(question)));

function parseCalendar({ text, options }: CalendarQuestion): CalendarReply {
  try {
    const today = Temporal.PlainDate.from(options.today);
    const { stays, blockedNights, ...rest } = readCalendar(text, { ...options, today });
    return {
      kind: 'calendar',
      calendar: {
        ...rest,
        stays: stays.map((stay) => ({ ...stay, from: String(stay.from), until: String(stay.until) })),
        blockedNights: blockedNights.map(String),
      },
    };
  } catch (error) {
    if (error instanceof CalendarParseError) return { kind: 'unreadable', message: error.message };
    return { kind: 'failed', message: String((error as Error).stack ?? error) };
  }
}
