// What a night's restrictions say of a stay: the rules that every way of selling here obeys. An OTA's booking is a fact.
import type { NightValues } from '../../model/ari.ts';
import { countNights, type PlainDate } from '../../model/night.ts';
import { Problem } from '../../problems.ts';

/** A night of a stay as its restrictions concern it. */
export type RestrictedNight = Pick<NightValues, 'minStay' | 'maxStay' | 'closedToArrival' | 'stopSell'> & {
  date: PlainDate;
};

/** A stay that is to be sold, or what a change makes of one. */
export type WantedStay = {
  checkin: PlainDate;
  checkout: PlainDate;
  /** every night of it, in order */
  nights: readonly RestrictedNight[];
  /** nobody may leave on the day of departure */
  closedToDeparture: boolean;
};

/** In the order in which a stay is held against them: the first that it breaks is told. */
export const RESTRICTIONS = [
  'stop_sell',
  'closed_to_arrival',
  'closed_to_departure',
  'min_stay_not_met',
  'max_stay_exceeded',
] as const;

/** What of a stay is new: a change is not refused for what it leaves as it was. */
export type NewParts = {
  arrival: boolean;
  departure: boolean;
  longer: boolean;
  shorter: boolean;
  isNew(night: PlainDate): boolean;
};

export const ALL_NEW: NewParts = {
  arrival: true,
  departure: true,
  longer: true,
  shorter: true,
  isNew: () => true,
};

/** The restriction that a stay breaks, or null. */
export function brokenRestriction(stay: WantedStay, parts: NewParts = ALL_NEW): Problem | null {
  const stopped = stay.nights.filter((night) => night.stopSell && parts.isNew(night.date));
  if (stopped.length > 0) return notForSale(stopped.map((night) => night.date.toString()));
  const first = stay.nights[0]!;
  if (first.closedToArrival && parts.arrival) {
    return refusal('closed_to_arrival', `Nobody can arrive on ${stay.checkin}: choose another day.`, {
      field: 'checkin',
      message: 'must be another day',
    });
  }
  if (stay.closedToDeparture && parts.departure) {
    return refusal('closed_to_departure', `Nobody can leave on ${stay.checkout}: choose another day.`, {
      field: 'checkout',
      message: 'must be another day',
    });
  }
  return wrongLength(first, countNights(stay.checkin, stay.checkout), parts);
}

/** Throws the restriction that a stay breaks. */
export function requireUnrestricted(stay: WantedStay, parts?: NewParts): void {
  const broken = brokenRestriction(stay, parts);
  if (broken) throw broken;
}

function notForSale(nights: string[]): Problem {
  return new Problem(
    'stop_sell',
    `The room is not for sale on ${nights.join(', ')}: choose other dates or another room.`,
    {
      nights,
    },
  );
}

function wrongLength(
  { date, minStay, maxStay }: RestrictedNight,
  length: number,
  parts: NewParts,
): Problem | null {
  if (length < minStay && (parts.arrival || parts.shorter)) {
    return refusal(
      'min_stay_not_met',
      `Arriving on ${date} takes a stay of at least ${minStay} nights; this one has ${length}.`,
      { field: 'checkout', message: `must be at least ${minStay} nights after checkin` },
    );
  }
  if (maxStay !== null && length > maxStay && (parts.arrival || parts.longer)) {
    return refusal(
      'max_stay_exceeded',
      `Arriving on ${date} one can stay at most ${maxStay} nights; this stay has ${length}.`,
      { field: 'checkout', message: `must be at most ${maxStay} nights after checkin` },
    );
  }
  return null;
}

function refusal(
  code: (typeof RESTRICTIONS)[number],
  detail: string,
  error: { field: string; message: string },
): Problem {
  return new Problem(code, detail, { errors: [error] });
}
