// Finds values of nights that Booking.com cannot carry, with a reason for people.

import { decimalsOf } from '../../model/money.ts';
import type { NightValues } from '../../model/night-values.ts';
import { decimalText, rescale } from '../amounts.ts';
import type { ConnectionView, NightField, Rejection, StaleNight } from '../channel.ts';
import { runsOf } from '../night-runs.ts';
import type { BookingComSettings } from './settings.ts';
import { settingsOf } from './settings.ts';

const MAX_DECIMAL_PLACES = 3;

/** Returns the values that Booking.com cannot carry. */
export function unsupportedNights(nights: readonly StaleNight[], connection: ConnectionView): Rejection[] {
  const found = (own: readonly NightField[], problem: (night: StaleNight) => string | null) =>
    runsOf(nights, (night) => {
      const fields = own.filter((field) => night.changed.includes(field));
      const reason = fields.length > 0 ? problem(night) : null;
      return reason === null ? null : { fields, reason };
    }).map(({ room, from, to, pushedValue: rejection }) => ({ roomId: room.roomId, from, to, ...rejection }));
  return [
    ...found(['minStay', 'maxStay'], ({ values }) => limitsError(values, settingsOf(connection))),
    ...found(['priceMinor'], (night) => priceError(night, connection)),
  ];
}

/** Returns why minimum and maximum stay, which are sent together, cannot be pushed; null when they can. */
export function limitsError(
  { minStay, maxStay }: NightValues,
  { longest_stay: longest }: BookingComSettings,
): string | null {
  if (minStay < 1 || minStay > longest) {
    return `Booking.com takes a minimum stay of 1 to ${longest} nights (setting longest_stay), not ${minStay}.`;
  }
  return maxStay === null || maxStay >= minStay
    ? null
    : `Booking.com takes no minimum stay (${minStay}) above the maximum (${maxStay}).`;
}

/** Returns why a price cannot be pushed; null when it can. */
export function priceError({ values }: StaleNight, connection: ConnectionView): string | null {
  const settings = settingsOf(connection);
  const { amount, decimals } = priceOf(values.priceMinor, connection);
  const price = `${decimalText(amount, decimals)} ${connection.currency}`;
  if (amount <= 0) return `Booking.com takes no price of ${price}.`;
  const major = amount / 10 ** decimals;
  if (settings.min_price !== null && major < settings.min_price)
    return `${price} is below the least price (setting min_price).`;
  if (settings.max_price !== null && major > settings.max_price)
    return `${price} is above the highest price (setting max_price).`;
  return null;
}

/** Returns the price as an integer, and how many of its digits are decimals. */
export function priceOf(
  priceMinor: number,
  connection: ConnectionView,
): { amount: number; decimals: number } {
  const own = decimalsOf(connection.currency);
  const decimals = settingsOf(connection).decimal_places ?? Math.min(own, MAX_DECIMAL_PLACES);
  return { amount: rescale(priceMinor, own, decimals), decimals };
}
