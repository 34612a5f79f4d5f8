// Converts amounts between minor units and the decimal text of wire formats, without floating-point numbers.

import { decimalsOf, MAX_AMOUNT } from '../model/money.ts';

/** Formats minor units as decimal text: 12050 with two decimals is `120.50`. */
export function decimalText(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}`;
}

/** Converts minor units from `from` to `to` decimal places. Halves are rounded away from zero. */
export function rescale(minor: number, from: number, to: number): number {
  if (to >= from) return minor * 10 ** (to - from);
  const divisor = 10 ** (from - to);
  const size = Math.abs(minor);
  const rounded = Math.floor(size / divisor) + (size % divisor >= divisor / 2 ? 1 : 0);
  return minor < 0 ? -rounded : rounded;
}

/** A price as an integer of which the last `decimals` digits are decimals. */
export type PushedPrice = { amount: number; decimals: number };

/** Converts a price of the currency to `decimalPlaces`; null = those of the currency, at most three. */
export function pushedPrice(minor: number, currency: string, decimalPlaces: number | null): PushedPrice {
  const own = decimalsOf(currency);
  const decimals = decimalPlaces ?? Math.min(own, MAX_DECIMAL_PLACES);
  return { amount: rescale(minor, own, decimals), decimals };
}

/** OTA messages allow no more. */
const MAX_DECIMAL_PLACES = 3;

/**
 * Returns whether this decimal text is an amount that a guest can owe: not negative, and at most
 * `MAX_AMOUNT`.
 */
export function isPayable(amount: string): boolean {
  const value = Number(amount);
  return value >= 0 && value <= MAX_AMOUNT;
}

/**
 * Converts an amount as a channel wrote it to decimal text in major units: `12050` with two decimal places is
 * `120.50`. An amount without `decimalPlaces`, or with a decimal point in it, is in major units already.
 * Returns null when the text is not an amount.
 */
export function amountText(written: string | null, decimalPlaces: number | null): string | null {
  if (written === null || !/^-?\d{1,15}(\.\d{1,6})?$/.test(written)) return null;
  if (decimalPlaces === null || written.includes('.')) return written;
  if (decimalPlaces < 0 || decimalPlaces > 6) return null;
  return decimalText(Number(written), decimalPlaces);
}
