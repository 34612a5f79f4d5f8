// Prices that look like a mistake: 1 instead of 118. Pure.
import { type RateEdits, type RateSheet, storedAt } from './edits.ts';

/** A price that would change by far: from what the night has to what the edit sets. */
export type UnusualPrice = { roomId: number; day: number; before: number; after: number };

const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 3;

/** Whether a price is 0, less than half, or more than three times what it was. Where none was, any other is as good. */
export function isUnusual(before: number, after: number): boolean {
  if (after === before) return false;
  if (after === 0) return true;
  return before > 0 && (after < before * LEAST_FACTOR || after > before * MOST_FACTOR);
}

/** Returns the edits whose prices are unusual, the largest changes first. */
export function unusualPrices(edits: RateEdits, sheet: RateSheet): UnusualPrice[] {
  const found: UnusualPrice[] = [];
  for (const [roomId, days] of edits)
    for (const [day, { price: after }] of days) {
      const before = storedAt(sheet, roomId, day)?.price;
      if (before !== undefined && after !== undefined && isUnusual(before, after))
        found.push({ roomId, day, before, after });
    }
  return found.toSorted((a, b) => distanceOf(b) - distanceOf(a));
}

/** How far two prices are apart: the same for a hundred times as much as for a hundredth. */
function distanceOf({ before, after }: UnusualPrice): number {
  return Math.abs(Math.log(Math.max(after, Number.MIN_VALUE) / Math.max(before, Number.MIN_VALUE)));
}
