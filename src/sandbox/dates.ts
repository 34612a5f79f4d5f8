// Days and moments of the sample property as plain numbers, and their conversion in its time zone.

/** Days since 1970-01-01 in the property's time zone. A night is the day on which it begins. */
export type Day = number;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Moment = number;

export type SampleDates = ReturnType<typeof createSampleDates>;

/**
 * Creates a converter between days and moments in a time zone. It caches results (Temporal takes some µs per day, and a
 * generation needs thousands), so it is created for one generation and then dropped.
 */
export function createSampleDates(timeZone: string) {
  const dates = new Map<Day, Temporal.PlainDate>();
  const noons = new Map<Day, Moment>();
  const date = (day: Day) => dates.getOrInsertComputed(day, () => EPOCH.add({ days: day }));
  const noonOf = (day: Day) => date(day).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds;
  // The moment of a local time, in minutes since midnight; 24 h and more are on the next day. Lisbon changes its
  // clocks between one and two in the morning, when the sample has no events: every other local time of a day
  // differs from noon by exactly what the clock shows.
  const at = (day: Day, minutes: number) => {
    const days = Math.floor(minutes / (24 * 60));
    return noons.getOrInsertComputed(day + days, noonOf) + (minutes - days * 24 * 60 - 12 * 60) * MINUTE;
  };
  return {
    date,
    at,
    /** the day at a moment */
    day(moment: Moment): Day {
      const guess = Math.floor(moment / DAY);
      return moment < at(guess, 0) ? guess - 1 : moment < at(guess + 1, 0) ? guess : guess + 1;
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

const EPOCH = Temporal.PlainDate.from('1970-01-01');
