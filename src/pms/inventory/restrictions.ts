// The restrictions of nights, checked for a stay. Every sale made here obeys them; an
// OTA's booking is a fact and is not checked.

import { countNights, type PlainDate } from '../../model/night.ts';
import type { NightValues } from '../../model/night-values.ts';
import { Problem } from '../../problems.ts';

/** A night of a stay, with the values that restrict it. */
export type RestrictedNight = Pick<NightValues, 'minStay' | 'maxStay' | 'closedToArrival' | 'stopSell'> & {
  date: PlainDate;
};

/** A stay that is to be sold, or the result of a change. */
type WantedStay = {
  checkin: PlainDate;
  checkout: PlainDate;
  /** all nights of the stay, in order */
  nights: readonly RestrictedNight[];
  /** the day of departure is closed to departure */
  closedToDeparture: boolean;
};

/** All restrictions, in the order of checking: the first that a stay breaks is reported. */
export const RESTRICTIONS = [
  'stop_sell',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay_not_met',
  'max_stay_exceeded',
] as const;

/** Which parts of a stay are new. A change is not refused for parts that it leaves as they were. */
export type NewParts = {
  arrival: boolean;
  departure: boolean;
  longer: boolean;
  shorter: boolean;
  isNew(night: PlainDate): boolean;
};

const ALL_NEW: NewParts = {
  arrival: true,
  departure: true,
  longer: true,
  shorter: true,
  isNew: () => true,
};

/** Returns the restrictions that a stay breaks, in the order of RESTRICTIONS. */
export function brokenRestrictions(stay: WantedStay, parts: NewParts = ALL_NEW): Problem[] {
  const first = stay.nights[0]!;
  const { date, minStay, maxStay } = first;
  const stayNights = countNights(stay.checkin, stay.checkout);
  return [
    notForSale(stay.nights.filter((night) => night.stopSell && parts.isNew(night.date))),
    first.closedToArrival && parts.arrival ? new Problem('closed_to_arrival', { date: stay.checkin }) : null,
    stay.closedToDeparture && parts.departure
      ? new Problem('closed_to_departure', { date: stay.checkout })
      : null,
    stayNights < minStay && (parts.arrival || parts.shorter)
      ? new Problem('min_stay_not_met', { date, minStay, stayNights })
      : null,
    maxStay !== null && stayNights > maxStay && (parts.arrival || parts.longer)
      ? new Problem('max_stay_exceeded', { date, maxStay, stayNights })
      : null,
  ].filter((refusal) => refusal !== null);
}

/** Throws a problem for the first restriction that a stay breaks. */
export function requireUnrestricted(stay: WantedStay, parts?: NewParts): void {
  const [broken] = brokenRestrictions(stay, parts);
  if (broken) throw broken;
}

function notForSale(stopped: readonly RestrictedNight[]): Problem | null {
  if (stopped.length === 0) return null;
  return new Problem('stop_sell', { nights: stopped.map((night) => night.date.toString()) });
}
