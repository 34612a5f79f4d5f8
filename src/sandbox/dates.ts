// Days and moments of the sample property as plain numbers, and their conversion in its time zone.
import { dateOfDay } from '../model/night.ts';

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
  const known = { '00:00': new Map<Day, Moment>(), '12:00': new Map<Day, Moment>() };
  const momentOf = (day: Day, plainTime: keyof typeof known) =>
    known[plainTime].getOrInsertComputed(day, () => {
      return dateOfDay(day).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    });
  return {
    date: dateOfDay,
    /** The moment of a local time, in minutes since midnight; 24 h and more are on the next day. */
    at(day: Day, minutes: number): Moment {
      const days = Math.floor(minutes / (24 * 60));
      const left = minutes - days * 24 * 60;
      // Lisbon changes its clocks between one and two in the morning.
      if (left < 60) return momentOf(day + days, '00:00') + left * MINUTE;
      return momentOf(day + days, '12:00') + (left - 12 * 60) * MINUTE;
    },
    /** the day at a moment */
    day(moment: Moment): Day {
      const guess = Math.floor(moment / DAY);
      if (moment < momentOf(guess, '00:00')) return guess - 1;
      return moment < momentOf(guess + 1, '00:00') ? guess : guess + 1;
    },
  };
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
