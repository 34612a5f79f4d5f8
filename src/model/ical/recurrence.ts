// Repetition: the occurrences of an event within a window, from RRULE, RDATE and EXDATE (RFC 5545 section 3.8.5).
import ICAL from 'ical.js';
import type { ContentEvent } from './content.ts';
import {
  type DateOrDateTime,
  dateAtProperty,
  localTimeIn,
  type Period,
  readDateTime,
  readPeriods,
  type ZoneContext,
} from './date-time.ts';
import { CalendarParseError, EventParseError } from './errors.ts';
import { timeOf } from './zone.ts';

/** One happening of an event, in the wall-clock time of its start's zone: a stay of three nights stays one over daylight saving. */
export type Occurrence = { start: Temporal.PlainDateTime; end: Temporal.PlainDateTime };

export type Series = {
  start: DateOrDateTime;
  /** wall-clock length: days and hours between start and end */
  length: Temporal.Duration;
  /** dates and times that do not happen, or that another event replaces */
  without: readonly DateOrDateTime[];
};

/** How far to look, and how much work one calendar may still make. */
export type RecurrenceWindow = {
  from: Temporal.PlainDateTime;
  until: Temporal.PlainDateTime;
  stepsLeft: number;
};

/**
 * How many repetitions one calendar may make us walk through, those before today included: a daily event since 2015 takes
 * 4,400. One step takes about 10 µs, so that the worst of calendars costs a second.
 */
export const MAX_STEPS = 100_000;

/** Room for every weekday, day of the month and month that a real rule may list; ical.js sorts long lists slowly. */
const MAX_RULE_CHARACTERS = 250;

/** Steps of more than this many days, weeks, months or years are not for nights, and ical.js walks each single day. */
const MAX_INTERVAL = 1_000;

/** Walking starts at the first occurrence; nothing that keeps a night busy repeats since before this year. */
const EARLIEST_YEAR = 1900;

const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** Whether the event happens more than once. */
export function isRecurring(event: ContentEvent): boolean {
  return event.properties.some(({ name }) => name === 'RRULE' || name === 'RDATE');
}

/**
 * The occurrences that touch the window. The first one always counts, whether its own rule matches it or not (RFC
 * 5545 section 3.8.5.3 leaves the rest undefined). Throws a RangeError, ical.js's Error or EventParseError for what cannot be read,
 * CalendarParseError when all rules of the calendar together take too many steps.
 */
export function occurrencesOf(
  event: ContentEvent,
  series: Series,
  window: RecurrenceWindow,
  clock: ZoneContext,
): Occurrence[] {
  const { start, length } = series;
  spend(window, series.without.length);
  const found = new Map<string, Occurrence>();
  const skipped = skippedKeys(event, series, clock);
  const add = (from: Temporal.PlainDateTime, until: Temporal.PlainDateTime) => {
    if (Temporal.PlainDateTime.compare(until, window.from) < 0) return;
    if (Temporal.PlainDateTime.compare(from, window.until) >= 0) return;
    if (skipped.has(from.toString()) || skipped.has(from.toPlainDate().toString())) return;
    found.set(from.toString(), { start: from, end: until });
  };

  add(start.wall, start.wall.add(length));
  for (const property of event.properties) {
    if (property.name === 'RRULE') {
      for (const wall of walkRule(property.value, series, window, clock)) add(wall, wall.add(length));
    } else if (property.name === 'RDATE') {
      for (const period of readPeriods(property, clock)) {
        spend(window, 1);
        const { wall, until } = placePeriod(period, series, clock);
        add(wall, until);
      }
    }
  }
  return [...found.values()];
}

/** EXDATE and replaced occurrences as wall-clock times of the series, or as bare dates that skip every time of that day. */
function skippedKeys(event: ContentEvent, series: Series, clock: ZoneContext): Set<string> {
  const exdates = event.properties
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((p) => readPeriods(p, clock));
  return new Set(
    [...exdates.map(({ start }) => start), ...series.without].map((when) => keyIn(series.start, when, clock)),
  );
}

/** How an occurrence of the series is named: by date for whole days, else by wall-clock time. */
export function keyIn(start: DateOrDateTime, when: DateOrDateTime, clock: ZoneContext): string {
  if (start.kind === 'date') return dateAtProperty(when, clock).toString();
  if (when.kind === 'date') return when.wall.toPlainDate().toString();
  return localTimeIn(start.zone, when).toString();
}

function placePeriod(period: Period, { start, length }: Series, clock: ZoneContext) {
  const wallHere = (when: DateOrDateTime) =>
    start.kind === 'date'
      ? dateAtProperty(when, clock).toPlainDateTime()
      : when.kind === 'date'
        ? when.wall.withPlainTime(start.wall) // a bare date beside a timed event: at the time of the event
        : localTimeIn(start.zone, when);
  const wall = wallHere(period.start);
  if (period.end === null) return { wall, until: wall.add(length) };
  return {
    wall,
    until: period.end instanceof Temporal.Duration ? wall.add(period.end) : wallHere(period.end),
  };
}

/** The starts that a rule gives within reach of the window, whose end is the last resort of rules that never end. */
function* walkRule(
  rule: string,
  { start, length }: Series,
  window: RecurrenceWindow,
  clock: ZoneContext,
): Generator<Temporal.PlainDateTime> {
  spend(window, rule.length); // ical.js sorts a rule's lists before the first step
  const { recur, until } = readRule(rule, start, clock);
  if (recur.freq === 'YEARLY' && start.wall.month === 2 && start.wall.day === 29 && isPlain(recur)) {
    // ical.js 2.2.1 moves it to 1 March in common years, where RFC 5545 has no occurrence; by months it gets it right.
    recur.freq = 'MONTHLY';
    recur.interval *= MONTHS_PER_YEAR;
  }
  if (start.wall.year < EARLIEST_YEAR) throw new EventParseError(`It repeats since before ${EARLIEST_YEAR}.`);
  const end = until && Temporal.PlainDateTime.compare(until, window.until) < 0 ? until : window.until;
  recur.until = timeOf(end);
  const walk = new BoundedWalk({ rule: recur, dtstart: timeOf(start.wall) });
  walk.window = window;
  const earliest = dayNumber(window.from.subtract(length));
  for (let time = walk.next(); time; time = walk.next()) {
    if (dayNumber(time) < earliest) continue; // years of past occurrences: not worth an object each
    const { year, month, day, hour, minute, second } = time;
    yield new Temporal.PlainDateTime(year, month, day, hour, minute, second);
  }
}

/** Dates as numbers that compare as the dates do. */
function dayNumber({ year, month, day }: { year: number; month: number; day: number }): number {
  return year * 10_000 + month * 100 + day;
}

const MONTHS_PER_YEAR = 12;

function isPlain(recur: ICAL.Recur): boolean {
  return Object.keys(recur.parts).length === 0;
}

function readRule(
  rule: string,
  start: DateOrDateTime,
  clock: ZoneContext,
): { recur: ICAL.Recur; until: Temporal.PlainDateTime | null } {
  if (rule.length > MAX_RULE_CHARACTERS) throw new EventParseError('It has an overlong repetition rule.');
  const parts = rule.toUpperCase().replace(/\s/g, '').split(';').filter(Boolean);
  const until = parts.find((part) => part.startsWith('UNTIL='))?.slice('UNTIL='.length);
  const recur = ICAL.Recur.fromString(parts.filter((part) => !part.startsWith('UNTIL=')).join(';'));
  if (!FREQUENCIES.has(String(recur.freq))) {
    throw new EventParseError('It repeats more often than daily, or without saying how often.');
  }
  if (recur.interval > MAX_INTERVAL) throw new EventParseError('It repeats at an absurd interval.');
  // ical.js 2.2.1 finds no occurrence for weeks of the year ("unimplemented in libical"): that would read as free nights.
  if (parts.some((part) => part.startsWith('BYWEEKNO='))) {
    throw new EventParseError('It repeats by week of the year, which is not supported.');
  }
  return { recur, until: until === undefined ? null : readUntil(until, start, clock) };
}

/**
 * UNTIL in the wall-clock time of the series, where ical.js compares it with occurrences. A date includes its whole day; for
 * whole-day events feeds also write the last second of the day, or local midnight in UTC.
 */
function readUntil(value: string, start: DateOrDateTime, clock: ZoneContext): Temporal.PlainDateTime {
  const property = { name: 'UNTIL', parameters: new Map<string, string>(), value };
  const until = readDateTime(property, clock);
  const endOfDay = { hour: 23, minute: 59, second: 59 };
  if (until.kind === 'date' || start.kind === 'date')
    return dateAtProperty(until, clock).toPlainDateTime(endOfDay);
  return value.endsWith('Z') ? localTimeIn(start.zone, until) : until.wall;
}

/**
 * ical.js's iterator asks itself after each step whether the rule allows the day, and looks on for ever if no day is ever
 * allowed (FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30). The same question is where we count, and where we stop at the end.
 */
class BoundedWalk extends ICAL.RecurIterator {
  window: RecurrenceWindow = { from: NEVER, until: NEVER, stepsLeft: 0 };

  override check_contracting_rules(): boolean {
    spend(this.window, this.rule.interval);
    const end = this.rule.until;
    return (end !== null && this.last.compare(end) > 0) || super.check_contracting_rules();
  }
}

const NEVER = Temporal.PlainDateTime.from('1970-01-01T00:00:00');

function spend(window: RecurrenceWindow, steps: number): void {
  window.stepsLeft -= steps;
  if (window.stepsLeft < 0) throw new CalendarParseError('The events of the calendar repeat too often.');
}
