// Numbers of guests: those for which prices are pushed, and the counts of bookings as Channex and its Open Channel
// API write them: `{"adults": 2, "children": 1, "infants": 0, "ages": [6]}`.
import { type GuestCounts, toGuestCounts } from '../model/guest-counts.ts';
import { fieldsOf, listOf, numberOf } from './json.ts';

/** Returns the numbers of guests of which each has a price: from one to the capacity of the room. */
export function occupanciesUpTo(capacity: number): number[] {
  return Array.from({ length: capacity }, (_, i) => i + 1);
}

/**
 * Returns the guest counts of the first of these objects that has a number of adults; null when none has.
 * Infants are counted as children.
 */
export function readGuestCounts(...occupancies: unknown[]): GuestCounts | null {
  const found = occupancies.map(fieldsOf).find(({ adults }) => numberOf(adults) !== null);
  if (!found) return null;
  const counts = [numberOf(found['children']), numberOf(found['infants'])];
  const children = counts.every((count) => count === null)
    ? null
    : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return toGuestCounts({
    adults: numberOf(found['adults']),
    children,
    ages: listOf(found['ages']).map(numberOf),
  });
}
