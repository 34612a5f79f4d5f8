// A stay read from a calendar: dates and sometimes a name or a reference. iCal carries nothing else.
import { isBefore, type NightRange } from '../night.ts';

export type CalendarStay = NightRange & {
  /** the event's UID; null where the channel's UIDs change with every fetch, or are missing */
  uid: string | null;
  /** the channel's own booking reference (Airbnb: HM…) */
  reference: string | null;
  guestName: string | null;
  /** the last four digits of the guest's telephone number (Airbnb) */
  phoneLast4: string | null;
};

/** Whether the two ranges share at least one night. */
export function overlap(a: NightRange, b: NightRange): boolean {
  return isBefore(a.from, b.until) && isBefore(b.from, a.until);
}

/** Compares stays in a total order, so that results do not depend on the order of events in a feed. */
export function compareStays(a: CalendarStay, b: CalendarStay): number {
  return (
    Temporal.PlainDate.compare(a.from, b.from) ||
    Temporal.PlainDate.compare(a.until, b.until) ||
    compareTexts(a.uid, b.uid) ||
    compareTexts(a.reference, b.reference) ||
    compareTexts(a.guestName, b.guestName) ||
    compareTexts(a.phoneLast4, b.phoneLast4)
  );
}

function compareTexts(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
