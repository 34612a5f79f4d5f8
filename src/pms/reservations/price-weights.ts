// The share of each night in the price of a stay: as the channel reported it,
// else as our calendar prices the nights.
import type { PlainDate } from '../../model/night.ts';
import type { TakenNight } from '../inventory/nights.ts';

/**
 * The price of a night as the channel reported it. Their sum need not be the price of the
 * stay, which may include taxes and discounts.
 */
export type ReportedPrice = { date: PlainDate; priceMinor: number };

/**
 * Returns the weights for distributing the price over the nights: the reported prices
 * if every night has one, else the calendar's.
 */
export function priceWeights(
  nights: readonly Pick<TakenNight, 'date' | 'priceMinor'>[],
  reported: readonly ReportedPrice[] = [],
): number[] {
  const prices = new Map(reported.map(({ date, priceMinor }) => [date.toString(), priceMinor]));
  const known = nights.every(({ date }) => prices.has(date.toString()));
  return nights.map(({ date, priceMinor }) => (known ? prices.get(date.toString())! : priceMinor));
}
