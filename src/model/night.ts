// Nights and date ranges. A night is a calendar date at the property; a stay includes its check-in date, not
// its check-out date.

export type PlainDate = Temporal.PlainDate;

/** A half-open range of nights: `from` is included, `until` is not. */
export type NightRange = { from: PlainDate; until: PlainDate };

/** Maximum nights of one stay. */
export const MAX_STAY_NIGHTS = 366;

/** Stays and prices further away than this are refused: such a date is a typing error. */
export const MAX_YEARS_AWAY = 10;

/**
 * Parses a date written yyyy-MM-dd, years 1 to 9999; null for anything else ("2026-02-30", "2026-2-3",
 * "tomorrow").
 */
export function parseDate(text: string): PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null;
  try {
    return toPlainDate(text);
  } catch {
    return null;
  }
}

/**
 * Returns the date written yyyy-MM-dd; throws a RangeError if there is no such date. Dates are immutable and
 * cached: lists name the same few hundred dates thousands of times, and parsing one takes ten times as long
 * as looking it up.
 */
export function toPlainDate(text: string): PlainDate {
  let date = knownDates.get(text);
  if (date === undefined) {
    date = Temporal.PlainDate.from(text);
    if (knownDates.size >= KNOWN_DATES) knownDates.clear();
    knownDates.set(text, date);
  }
  return date;
}

/** Like `toPlainDate`, with null for none. */
export function toPlainDateOrNull(text: string | null | undefined): PlainDate | null {
  return text ? toPlainDate(text) : null;
}

const knownDates = new Map<string, PlainDate>();
/** Size of each cache: more than twenty years. */
const KNOWN_DATES = 8_192;

/** Returns the days since 1970-01-01, negative before. */
export function dayNumber(date: PlainDate): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, so shift by 400 years: the calendar repeats after that.
  return Date.UTC(date.year + 400, date.month - 1, date.day) / DAY_MS - DAYS_OF_400_YEARS;
}

/** Returns the date of a day number; the inverse of `dayNumber`. */
export function dateOfDay(day: number): PlainDate {
  let date = knownDays.get(day);
  if (date === undefined) {
    date = toPlainDate(new Date(day * DAY_MS).toISOString().slice(0, -TIME_TEXT.length));
    if (knownDays.size >= KNOWN_DATES) knownDays.clear();
    knownDays.set(day, date);
  }
  return date;
}

const knownDays = new Map<number, PlainDate>();
const DAY_MS = 86_400_000;
const TIME_TEXT = 'T00:00:00.000Z';
const DAYS_OF_400_YEARS = 146_097;

/** Counts the nights of [from, until); negative if until is before from. */
export function countNights(from: PlainDate, until: PlainDate): number {
  return dayNumber(until) - dayNumber(from);
}

/**
 * Each night of [from, until), in order. Throws a RangeError for more than MAX_LISTED_NIGHTS: to list the
 * nights up to 9999-12-31 takes seconds in which the process serves nobody. Callers check what a client gave
 * with `countNights` first.
 */
export function nightsBetween(from: PlainDate, until: PlainDate): PlainDate[] {
  const first = dayNumber(from);
  const length = Math.max(0, dayNumber(until) - first);
  if (length > MAX_LISTED_NIGHTS)
    throw new RangeError(`${from} to ${until} are ${length} nights; at most ${MAX_LISTED_NIGHTS} are listed`);
  return Array.from({ length }, (_, i) => dateOfDay(first + i));
}

/** Above the 10,000 nights of a room that one change of the calendar may set. */
const MAX_LISTED_NIGHTS = 20_000;

export function isBefore(a: PlainDate, b: PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0;
}

export function earliest(a: PlainDate, b: PlainDate): PlainDate {
  return isBefore(b, a) ? b : a;
}

export function latest(a: PlainDate, b: PlainDate): PlainDate {
  return isBefore(a, b) ? b : a;
}

/** The days of the week as clients write them, Monday first (ISO day 1 … 7). */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Returns the calendar date in a time zone at this moment. */
export function dateIn(timezone: string, now: Temporal.Instant): PlainDate {
  return now.toZonedDateTimeISO(timezone).toPlainDate();
}

/**
 * Returns the instant of a wall-clock time (HH:mm) in a time zone; a time that daylight saving skips moves
 * forward.
 */
export function momentIn(timezone: string, date: PlainDate, time: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: timezone, plainTime: time }).toInstant();
}

/** Whether this runtime knows the IANA time zone. */
export function isTimezone(name: string): boolean {
  try {
    // Offsets such as +01:00 are valid for Temporal but are no time zones of a place.
    return /^[A-Za-z]/.test(name) && Temporal.Now.zonedDateTimeISO(name).timeZoneId.length > 0;
  } catch {
    return false;
  }
}
