// Recurring events: their occurrences within a window, from RRULE, RDATE and EXDATE (RFC 5545 section 3.8.5).
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

/**
 * One occurrence, in wall-clock time of its start's zone, so that daylight saving does not change the number
 * of nights.
 */
export type Occurrence = { start: Temporal.PlainDateTime; end: Temporal.PlainDateTime };

type Series = {
  start: DateOrDateTime;
  /** length in wall-clock time: days and hours between start and end */
  length: Temporal.Duration;
  /** occurrences that other events replace */
  without: readonly DateOrDateTime[];
};

/** The range of time to expand, and the steps that one calendar may still take. */
export type RecurrenceWindow = {
  from: Temporal.PlainDateTime;
  until: Temporal.PlainDateTime;
  stepsLeft: number;
};

/**
 * Maximum steps to expand the rules of one calendar, including those before today: a daily event since 2015
 * takes 4,400. One step takes about 10 µs, so that the worst calendar costs a second.
 */
export const MAX_STEPS = 100_000;

/**
 * Enough for every weekday, day of the month and month that a real rule may list; ical.js sorts long lists
 * slowly.
 */
const MAX_RULE_CHARACTERS = 250;

/**
 * Maximum INTERVAL, in days, weeks, months or years: longer ones do not occur, and ical.js steps through each
 * single day.
 */
const MAX_INTERVAL = 1_000;

/** Expansion starts at the first occurrence; no real event has recurred since before this year. */
const EARLIEST_YEAR = 1900;

const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** Whether the event has a rule or additional dates. */
export function isRecurring(event: ContentEvent): boolean {
  return event.properties.some(({ name }) => name === 'RRULE' || name === 'RDATE');
}

/**
 * Returns the occurrences that touch the window. The first one always counts, whether its own rule matches it
 * or not (RFC 5545 section 3.8.5.3 leaves the rest undefined). Throws a RangeError, ical.js's Error or
 * EventParseError for what cannot be read, CalendarParseError when all rules of the calendar together take
 * too many steps.
 */
export function occurrencesOf(
  event: ContentEvent,
  series: Series,
  window: RecurrenceWindow,
  clock: ZoneContext,
): Occurrence[] {
  const { start, length } = series;
  countSteps(window, series.without.length);
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
      for (const wall of expandRule(property.value, series, window, clock)) add(wall, wall.add(length));
    } else if (property.name === 'RDATE') {
      for (const period of readPeriods(property, clock)) {
        countSteps(window, 1);
        const { wall, until } = occurrenceOf(period, series, clock);
        add(wall, until);
      }
    }
  }
  return [...found.values()];
}

/**
 * Returns the keys (see `keyIn`) of EXDATEs and replaced occurrences; a bare date skips every occurrence of
 * that day.
 */
function skippedKeys(event: ContentEvent, series: Series, clock: ZoneContext): Set<string> {
  const exdates = event.properties
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((p) => readPeriods(p, clock));
  return new Set(
    [...exdates.map(({ start }) => start), ...series.without].map((when) => keyIn(series.start, when, clock)),
  );
}

/**
 * Returns the key of an occurrence of the series: its date if the series has whole days, else its wall-clock
 * time.
 */
export function keyIn(start: DateOrDateTime, when: DateOrDateTime, clock: ZoneContext): string {
  if (start.kind === 'date') return dateAtProperty(when, clock).toString();
  if (when.kind === 'date') return when.wall.toPlainDate().toString();
  return localTimeIn(start.zone, when).toString();
}

function occurrenceOf(period: Period, { start, length }: Series, clock: ZoneContext) {
  const localWall = (when: DateOrDateTime) =>
    start.kind === 'date'
      ? dateAtProperty(when, clock).toPlainDateTime()
      : when.kind === 'date'
        ? when.wall.withPlainTime(start.wall) // a bare date in a timed series takes the time of the series
        : localTimeIn(start.zone, when);
  const wall = localWall(period.start);
  if (period.end === null) return { wall, until: wall.add(length) };
  return {
    wall,
    until: period.end instanceof Temporal.Duration ? wall.add(period.end) : localWall(period.end),
  };
}

/**
 * Yields the starts that a rule gives, from the window's beginning to its end, which also limits rules
 * without UNTIL.
 */
function* expandRule(
  rule: string,
  { start, length }: Series,
  window: RecurrenceWindow,
  clock: ZoneContext,
): Generator<Temporal.PlainDateTime> {
  countSteps(window, rule.length); // ical.js sorts a rule's lists before the first step
  const { recur, until } = readRule(rule, start, clock);
  if (recur.freq === 'YEARLY' && start.wall.month === 2 && start.wall.day === 29 && isPlain(recur)) {
    // ical.js 2.2.1 moves it to 1 March in common years, where RFC 5545 has no occurrence; every 12 months it
    // is correct.
    recur.freq = 'MONTHLY';
    recur.interval *= MONTHS_PER_YEAR;
  }
  if (start.wall.year < EARLIEST_YEAR) throw new EventParseError(`It repeats since before ${EARLIEST_YEAR}.`);
  const end = until && Temporal.PlainDateTime.compare(until, window.until) < 0 ? until : window.until;
  recur.until = timeOf(end);
  const iterator = new BoundedIterator({ rule: recur, dtstart: timeOf(start.wall) });
  iterator.window = window;
  const earliest = dayNumber(window.from.subtract(length));
  for (let time = iterator.next(); time; time = iterator.next()) {
    if (dayNumber(time) < earliest) continue; // skips years of past occurrences without creating objects
    const { year, month, day, hour, minute, second } = time;
    yield new Temporal.PlainDateTime(year, month, day, hour, minute, second);
  }
}

/** A number that orders dates. */
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
  // ical.js 2.2.1 finds no occurrence for weeks of the year ("unimplemented in libical"): their nights would
  // seem free.
  if (parts.some((part) => part.startsWith('BYWEEKNO='))) {
    throw new EventParseError('It repeats by week of the year, which is not supported.');
  }
  return { recur, until: until === undefined ? null : readUntil(until, start, clock) };
}

/**
 * Parses UNTIL into the wall-clock time of the series, in which ical.js compares it with occurrences. A date
 * includes its whole day; for whole-day events feeds also write the last second of the day, or local midnight
 * in UTC.
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
 * ical.js's iterator with a limit of steps and an end. After each step the iterator checks whether the rule
 * allows the day, and never ends if no day is allowed (FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30). This override of
 * the check counts and stops.
 */
class BoundedIterator extends ICAL.RecurIterator {
  window: RecurrenceWindow = { from: NEVER, until: NEVER, stepsLeft: 0 };

  override check_contracting_rules(): boolean {
    countSteps(this.window, this.rule.interval);
    const end = this.rule.until;
    return (end !== null && this.last.compare(end) > 0) || super.check_contracting_rules();
  }
}

const NEVER = Temporal.PlainDateTime.from('1970-01-01T00:00:00');

function countSteps(window: RecurrenceWindow, steps: number): void {
  window.stepsLeft -= steps;
  if (window.stepsLeft < 0) throw new CalendarParseError('The events of the calendar repeat too often.');
}
