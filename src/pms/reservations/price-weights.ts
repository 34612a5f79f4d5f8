// The share of each night in the price of a stay: as the channel reported it,
// else as our calendar prices the nights.
import { splitByWeight } from '../../model/money.ts';
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

/** Who sets a price: the channel that of the nights that it has sold, the house that of its own nights beside them. */
export type PriceSetter = 'channel' | 'house';

/** A night with its price without a new one, its share in a new one, and whether it is the house's own. */
type PricedNight = { priceMinor: number; weight: number; isOwn: boolean };

/**
 * Distributes a new price of the stay over its nights, by weight. Where a stay has nights of both, those of the other side keep their prices, unless
 * these are more than the new price.
 */
export function distributePrice(
  totalMinor: number,
  nights: readonly PricedNight[],
  setter: PriceSetter,
): number[] {
  const isOthers = ({ isOwn }: PricedNight) => isOwn === (setter === 'channel');
  const others = nights.filter(isOthers).reduce((sum, { priceMinor }) => sum + priceMinor, 0);
  const isSplit = nights.some(isOthers) && !nights.every(isOthers) && others <= totalMinor;
  const changed = isSplit ? nights.filter((night) => !isOthers(night)) : nights;
  const prices = splitByWeight(
    isSplit ? totalMinor - others : totalMinor,
    changed.map(({ weight }) => weight),
  );
  return nights.map((night) => (isSplit && isOthers(night) ? night.priceMinor : prices.shift()!));
}
