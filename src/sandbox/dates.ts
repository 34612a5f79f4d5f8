// Days and moments of the sample property as plain numbers, and their conversion in its time zone.

/** Days since 1970-01-01 in the property's time zone. A night is the day on which it begins. */
export type Day = number;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Moment = number;

/**
 * Converts between days and moments in a time zone. It caches results (Temporal takes some µs per day, and a
 * generation needs thousands), so it is created for one generation and then dropped.
 */
export type SampleDates = {
  date(day: Day): Temporal.PlainDate;
  /** the moment of a local time, in minutes since midnight; 24 h and more are on the next day */
  at(day: Day, minutes: number): Moment;
  /** the day at a moment */
  day(moment: Moment): Day;
};

/** Creates the converter for a time zone. */
export function createSampleDates(timezone: string): SampleDates {
  const dates = new Map<Day, Temporal.PlainDate>();
  const noons = new Map<Day, Moment>();
  const date = (day: Day) => memoize(dates, day, () => EPOCH.add({ days: day }));
  const noon = (day: Day) =>
    memoize(
      noons,
      day,
      () => date(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds,
    );
  // Lisbon changes its clocks between one and two in the morning, when the sample has no events: every other
  // local time of a day differs from noon by exactly what the clock shows.
  const at = (day: Day, minutes: number) => {
    const days = Math.floor(minutes / DAY_MINUTES);
    return noon(day + days) + (minutes - days * DAY_MINUTES - NOON_MINUTES) * MINUTE;
  };
  return {
    date,
    at,
    day(moment) {
      const guess = Math.floor(moment / DAY);
      if (moment < at(guess, 0)) return guess - 1;
      return moment < at(guess + 1, 0) ? guess : guess + 1;
    },
  };
}

/** Returns the day number of a date. */
export function dayOf(date: Temporal.PlainDate): Day {
  return EPOCH.until(date, { largestUnit: 'day' }).days;
}

/** Returns the instant of a moment. */
export function instant(moment: Moment): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(moment);
}

/** Monday 0 … Sunday 6. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % 7) + 7) % 7; // 1970-01-01 was a Thursday
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const DAY_MINUTES = 24 * 60;
const NOON_MINUTES = 12 * 60;
const EPOCH = Temporal.PlainDate.from('1970-01-01');

/** Returns the cached value of a key, computing it on first use. */
export function memoize<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = find();
    known.set(key, value);
  }
  return value;
}
