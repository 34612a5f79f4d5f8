// Day numbers: days since 1970-01-01. The chart computes with them, because not every browser has Temporal.

const DAY_MS = 86_400_000;

/** Returns the day number of a date written yyyy-MM-dd; what follows the date (a time) is ignored. NaN if it is no date. */
export function dayOfDate(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

/** Returns the date of a day number, written yyyy-MM-dd. */
export function dateOfDayNumber(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week: 0 = Monday to 6 = Sunday. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 3) % 7) + 7) % 7;
}
