// Stays as channels tell them: from one date to a later one, and no longer than any stay may be here.
import { countNights, MAX_STAY_NIGHTS, type PlainDate } from '../model/night.ts';

/** Null when these are no dates of a stay. */
export function stayBetween(
  checkin: PlainDate | null,
  checkout: PlainDate | null,
): { checkin: PlainDate; checkout: PlainDate } | null {
  if (!checkin || !checkout) return null;
  const nights = countNights(checkin, checkout);
  return nights >= 1 && nights <= MAX_STAY_NIGHTS ? { checkin, checkout } : null;
}
