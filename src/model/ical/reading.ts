// What a reading of a calendar found, in numbers: stays, closed nights, and events that were left out with the
// reasons.
import type { Calendar } from './read.ts';

export const LEFT_OUT_REASONS = [
  'cancelled',
  'free',
  'tentative',
  'past',
  'beyond_horizon',
  'own',
  'no_night',
  'reversed',
  'outdated',
  'marker',
  'other',
  'unreadable',
] as const;

type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** `leftOut`: the reasons that occur, the most frequent first; of a repeated event each time counts. */
export type CalendarReading = {
  events: number;
  stays: number;
  closedNights: number;
  leftOut: { reason: LeftOutReason; events: number }[];
};

/** Counts what a calendar shows and what was left out of it. */
export function countReading({ events, stays, blockedNights, ignored, unread }: Calendar): CalendarReading {
  const { beyondHorizon, noNight, ...others } = ignored;
  const counts: Record<LeftOutReason, number> = {
    ...others,
    beyond_horizon: beyondHorizon,
    no_night: noNight,
    unreadable: unread.length,
  };
  const leftOut = LEFT_OUT_REASONS.map((reason) => ({ reason, events: counts[reason] }))
    .filter((one) => one.events > 0)
    .toSorted((a, b) => b.events - a.events);
  return { events, stays: stays.length, closedNights: blockedNights.length, leftOut };
}

/** What is said of events that were left out, behind their number. */
const TEXTS: Record<LeftOutReason, string> = {
  cancelled: 'cancelled',
  free: 'free time',
  tentative: 'provisional',
  past: 'past',
  beyond_horizon: 'too far ahead',
  own: 'sent back to us',
  no_night: 'without a night',
  reversed: 'with an end before the beginning',
  outdated: 'replaced by newer versions',
  marker: 'marking arrival or departure',
  other: 'no event',
  unreadable: 'not fully readable',
};

/** Returns the numbers as a sentence: `12 events: 5 stays, 30 closed nights. Left out: 2 past, 1 cancelled.` */
export function describeReading({ events, stays, closedNights, leftOut }: CalendarReading): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found = `${counted(events, 'event')}: ${counted(stays, 'stay')}, ${counted(closedNights, 'closed night')}.`;
  const reasons = leftOut.map(({ reason, events: count }) => `${count} ${TEXTS[reason]}`);
  return reasons.length === 0 ? found : `${found} Left out: ${reasons.join(', ')}.`;
}
