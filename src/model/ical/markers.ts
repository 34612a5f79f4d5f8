// Markers of arrival and departure: all-day events that some programs write beside each stay.
import type { NightRange } from '../night.ts';
import { normalised } from './normalise.ts';

/** A day on which somebody arrives or leaves. It takes no night of its own if the stay stands beside it. */
export type MarkerKind = 'arrival' | 'departure';

const ARRIVAL =
  'check[-\\u2010-\\u2015 ]?in|arrival|anreise|ankunft|llegada|entrada|chegada|arrivee|arrivo|aankomst';
const DEPARTURE =
  'check[-\\u2010-\\u2015 ]?out|departure|abreise|salida|saida|partida|depart|partenza|vertrek';

/** Matches one of the terms at the beginning of a text or at its end, as in `Check-in Ada` and `Ada – Check-in`. */
const patternOf = (terms: string) =>
  new RegExp(`^[^\\p{L}]{0,10}(?:${terms})(?!\\p{L})|(?:^|[^\\p{L}])(?:${terms})[^\\p{L}]{0,10}$`, 'u');
const PATTERNS: readonly [MarkerKind, RegExp][] = [
  ['departure', patternOf(DEPARTURE)],
  ['arrival', patternOf(ARRIVAL)],
];

/** Returns what a text marks, in the languages of the desk and some of their neighbours; null = nothing. */
export function markerIn(summary: string): MarkerKind | null {
  const text = normalised(summary);
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** The first and last days of a calendar's events that are no markers themselves. */
export type StayDays = { arrivals: Set<string>; departures: Set<string> };

/** Whether an event of the calendar begins on the day of an arrival's marker, or ends on that of a departure's. */
export function isBesideStay(kind: MarkerKind, { from }: NightRange, days: StayDays): boolean {
  return (kind === 'arrival' ? days.arrivals : days.departures).has(from.toString());
}
