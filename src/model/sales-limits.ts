// Settings of a property at a channel by which the channel sells something else than what is pushed to it.
import type { PlainDate } from './night.ts';

export type SalesLimits = {
  /** the channel keeps so many nights from today on; null = not known */
  daysAhead: number | null;
  /** it sells so many nights from today on; null = all that it keeps */
  openDays: number | null;
  /** every day at this local time (`18:00`) it closes today and so many nights after it; null = it does not */
  cutOff: { time: string; days: number } | null;
  /** lower prices are raised to it, in minor units; null = none are */
  minPriceMinor: number | null;
  /** higher prices are lowered to it, in minor units; null = none are */
  maxPriceMinor: number | null;
};

export const PRICE_EFFECTS = ['raised', 'lowered'] as const;

/** Nights from today on that the channel sells at another price than the pushed one. */
export type ChangedPrices = {
  effect: (typeof PRICE_EFFECTS)[number];
  nights: number;
  /** the first of them */
  first: { roomId: number; date: PlainDate; priceMinor: number };
  /** the price at which the channel sells them */
  soldAtMinor: number;
};

/** The limits of a connection, as they were read last, and the prices that they change. */
export type ConnectionLimits = SalesLimits & { changedPrices: readonly ChangedPrices[] };

/** Returns how many nights from today on are pushed to a channel; `usual` if the channel says nothing about it. */
export function daysToPush(limits: SalesLimits | null, usual: number): number {
  const kept = limits?.daysAhead ?? usual;
  return Math.min(kept, limits?.openDays ?? kept);
}

/**
 * Whether the channel may have closed this night by itself: today and the nights of the cut-off, whether its time has come
 * today or not, and the last night that it sells, because its day may begin later than the property's.
 */
export function mayBeClosedByLimits(limits: SalesLimits | null, today: PlainDate, date: PlainDate): boolean {
  const ahead = today.until(date).days;
  const isCutOff = limits?.cutOff != null && ahead <= limits.cutOff.days;
  return isCutOff || (limits?.openDays != null && ahead >= limits.openDays - 1);
}

/** Returns what of the limits changes what is sold, one sentence each. `horizonDays`: nights that the property sells ahead. */
export function describeSalesLimits(
  limits: ConnectionLimits,
  {
    channel,
    horizonDays,
    amountOf,
  }: { channel: string; horizonDays: number; amountOf: (minor: number) => string },
): string[] {
  const { daysAhead, openDays, cutOff, changedPrices } = limits;
  const days = daysToPush(limits, horizonDays);
  const shorter =
    days >= horizonDays
      ? []
      : openDays !== null && days === openDays && openDays < (daysAhead ?? horizonDays)
        ? [`${channel} sells ${days} nights from today on, not ${horizonDays}: the property there is set so`]
        : [`${channel} keeps ${days} nights from today on, not ${horizonDays}: the property there is set so`];
  const closed = cutOff
    ? [
        `${channel} closes ${cutOff.days === 0 ? 'the night of today' : `today's and the next ${cutOff.days} nights`} by itself every day at ${cutOff.time}`,
      ]
    : [];
  const prices = changedPrices.map(
    ({ effect, nights, first, soldAtMinor }) =>
      `${channel} sells ${nights} nights at ${amountOf(soldAtMinor)}, the ${effect === 'raised' ? 'lowest' : 'highest'} price of the property there: the price here is ${amountOf(first.priceMinor)} in room ${first.roomId} on ${first.date}`,
  );
  return [...shorter, ...closed, ...prices].map((text) => `${text}.`);
}
