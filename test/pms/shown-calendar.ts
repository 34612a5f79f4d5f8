// What a fetch of an imported calendar read, for tests that import it directly.
import type { Calendar } from '../../src/model/ical/read.ts';
import type { CalendarStay } from '../../src/model/ical/stay.ts';
import type { PlainDate } from '../../src/model/night.ts';

type ShownStay = Pick<CalendarStay, 'uid' | 'from' | 'until'> & Partial<CalendarStay>;

/** Returns a calendar that was read without losses: its stays, and the nights that it shows as closed. */
export function shownCalendar(stays: readonly ShownStay[], blockedNights: PlainDate[] = []): Calendar {
  const none = { cancelled: 0, free: 0, tentative: 0, past: 0, beyondHorizon: 0 };
  return {
    stays: stays.map((stay) => ({ reference: null, guestName: null, phoneLast4: null, ...stay })),
    blockedNights,
    events: 0,
    unread: [],
    ignored: { ...none, own: 0, noNight: 0, reversed: 0, outdated: 0, marker: 0, other: 0 },
  };
}
