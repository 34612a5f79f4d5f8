// The days and moments of reports: conversion of their parameters.
import { countNights, type NightRange } from '../model/night.ts';
import { invalidParameter } from '../problems.ts';
import { parseMoment, toDate, toDateRange } from './input.ts';
import { date } from './schema.ts';

/** Maximum days of a report: three years. */
const MAX_NIGHTS = 1_098;

/** The first and last day, or night, in the answer of a report. */
export function reportedDays(of: 'day' | 'night') {
  return { fromdate: date(`first ${of}`, '2026-12-01'), todate: date(`last ${of}`, '2026-12-31') };
}

/** The parameters for them. */
export function reportDays(of: 'day' | 'night') {
  return { ...reportedDays(of), todate: date(`last ${of}, at most three years later`, '2026-12-31') };
}

/** Converts the first and last day of a report. Throws when they are in the wrong order, or too many. */
export function toReportDays(query: { fromdate: string; todate: string }): NightRange {
  toDateRange(query);
  const days = { from: toDate(query.fromdate), until: toDate(query.todate).add({ days: 1 }) };
  if (countNights(days.from, days.until) > MAX_NIGHTS) {
    const facts = { nights: MAX_NIGHTS, member: 'fromdate' };
    throw invalidParameter({ field: 'todate', rule: 'more_nights', ...facts });
  }
  return days;
}

/** How far a moment may be ahead of our clock, because the clock of a caller may be. */
const CLOCK_TOLERANCE = { minutes: 1 };

/**
 * Converts the moment of the past that a report is asked for, which the schema has already checked. Throws
 * when it is in the future: nothing is known of it.
 */
export function toPastMoment(
  text: string | undefined,
  field: 'as_of' | 'since',
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text)!;
  if (isLater(moment, now.add(CLOCK_TOLERANCE))) {
    throw invalidParameter({ field, rule: 'in_future', now: now.round('second').toString() });
  }
  return moment;
}

/** Converts the moments of a comparison. Throws when one is in the future, or when `since` is after `as_of`. */
export function toPastMoments(
  query: { as_of?: string | undefined; since?: string | undefined },
  now: Temporal.Instant,
) {
  const asOf = toPastMoment(query.as_of, 'as_of', now);
  const since = toPastMoment(query.since, 'since', now);
  if (since && asOf && isLater(since, asOf)) {
    throw invalidParameter({ field: 'since', rule: 'after', member: 'as_of' });
  }
  return { asOf, since };
}

function isLater(moment: Temporal.Instant, than: Temporal.Instant): boolean {
  return Temporal.Instant.compare(moment, than) > 0;
}
