// Nights and date ranges. A night is a calendar date of the property; a stay holds its check-in night, not its check-out.

export type PlainDate = Temporal.PlainDate;

/** A half-open range of nights: `from` is in it, `until` is not. */
export type NightRange = { from: PlainDate; until: PlainDate };

/** The most nights one stay may have. */
export const MAX_STAY_NIGHTS = 366;

/** A real calendar date of the years 1 to 9999 written yyyy-MM-dd, or null ("2026-02-30", "2026-2-3" and "tomorrow" are not). */
export function parseDate(text: string): PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

/** How many nights lie in [from, until); negative when until is before from. */
export function countNights(from: PlainDate, until: PlainDate): number {
  return from.until(until, { largestUnit: 'day' }).days;
}

/** Each night of [from, until), in order. */
export function nightsBetween(from: PlainDate, until: PlainDate): PlainDate[] {
  const nights: PlainDate[] = [];
  for (let night = from; isBefore(night, until); night = night.add({ days: 1 })) nights.push(night);
  return nights;
}

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
export type Weekday = (typeof WEEKDAYS)[number];

/** The calendar date it is at this moment in a time zone. */
export function dateIn(timezone: string, now: Temporal.Instant): PlainDate {
  return now.toZonedDateTimeISO(timezone).toPlainDate();
}

/** The moment of a wall-clock time (HH:mm) on a date in a time zone; a time skipped by daylight saving moves forward. */
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
