// What each night of a stay costs, from the entries of its ledger. Pure.
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { dayOfDate } from '../../days.ts';
import type { FolioEntry } from '../../stay/folio.ts';

/** Nights in a row that cost the same: day numbers of the first and the last, and the price of each. */
export type NightsOfPrice = { first: number; last: number; price: number };

/**
 * Returns the nights of a stay with their prices, those in a row that cost the same as one. Null where the entries do not say them, or say
 * another sum than the price of the stay: of a hold, or of nights that were charged in another currency.
 */
export function nightlyPrices(
  entries: readonly FolioEntry[],
  { price, currency }: { price: number; currency: string },
): NightsOfPrice[] | null {
  const byDay = new Map<number, number>();
  for (const { type, code, currency: own, service_from: from, day_amounts: amounts } of entries) {
    if (code !== 'accommodation' || !isPostedByBooking(type)) continue;
    if (!amounts || from === null || own !== currency) return null;
    for (const [at, amount] of amounts.entries()) {
      const day = dayOfDate(from) + at;
      byDay.set(day, roundAmount((byDay.get(day) ?? 0) + amount));
    }
  }
  const nights = [...byDay].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => a - b);
  const sum = roundAmount(nights.reduce((all, [, amount]) => all + amount, 0));
  if (nights.length === 0 || sum !== roundAmount(price)) return null;
  const runs: NightsOfPrice[] = [];
  for (const [day, amount] of nights) {
    const run = runs.at(-1);
    if (run && run.last === day - 1 && run.price === amount) run.last = day;
    else runs.push({ first: day, last: day, price: amount });
  }
  return runs;
}

/** Removes what sums of decimal fractions lack or have too much. No currency has more than four decimals. */
function roundAmount(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
