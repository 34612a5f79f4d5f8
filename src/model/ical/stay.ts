// A stay as a calendar tells it: dates and, with luck, a name or a reference. Nothing else travels by iCal.
import { isBefore, type NightRange } from '../night.ts';

export type CalendarStay = NightRange & {
  /** the event's UID; null where the channel changes its UIDs from fetch to fetch, or sends none */
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

/** A total order, so that the order of events in a feed decides nothing. */
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
