// What each night of a stay has of its price: as its channel told, else as our calendar prices the nights.
import type { PlainDate } from '../../model/night.ts';
import type { TakenNight } from '../inventory/nights.ts';

/** What a channel says that a night costs. Their sum need not be the price, which may hold taxes and discounts. */
export type ReportedPrice = { date: PlainDate; priceMinor: number };

/** In which proportion the price is spread over the nights. */
export function priceWeights(
  nights: readonly TakenNight[],
  reported: readonly ReportedPrice[] = [],
): number[] {
  const prices = new Map(reported.map(({ date, priceMinor }) => [date.toString(), priceMinor]));
  const known = nights.every(({ date }) => prices.has(date.toString()));
  return nights.map(({ date, priceMinor }) => (known ? prices.get(date.toString())! : priceMinor));
}
