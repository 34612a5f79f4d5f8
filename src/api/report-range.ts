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

/** Converts a moment that the schema has already checked. */
export function toMoment(text: string | undefined): Temporal.Instant | undefined {
  return text === undefined ? undefined : parseMoment(text)!;
}
