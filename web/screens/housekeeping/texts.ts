// What housekeeping reads about a unit.
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import type { UnitWork } from './work.ts';

/** Returns what is to be done in a unit: after a departure, for a guest who stays, or an inspection. */
export function kindOfWork({ step, guest }: UnitWork): string {
  const { inspection, stay, departure } = messages().housekeeping;
  if (step === 'inspect') return inspection;
  return guest === 'stays' ? stay : departure;
}

/** From so many days ahead on, a weekday and a number do not say which day is meant. */
const WEEK = 7;

/** Returns when the next guests come, if that is not today. */
export function nextText({ nextDay, daysAhead, guest }: UnitWork): string {
  const { nextGuests, noNextGuests, guestStays } = messages().housekeeping;
  if (guest === 'stays') return guestStays;
  return nextDay === null
    ? noNextGuests
    : nextGuests(formatDay(nextDay, (daysAhead ?? 0) < WEEK ? 'tiny' : 'short'));
}
