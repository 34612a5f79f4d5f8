// Amounts on the wire: decimal text and integers with decimal places, without a floating point number in between.

import { MAX_AMOUNT } from '../model/money.ts';

/** Minor units as decimal text: 12050 with two decimals is `120.50`. */
export function decimalText(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}`;
}

/** An amount with another number of decimals; halves are rounded up, away from zero. */
export function rescale(minor: number, from: number, to: number): number {
  if (to >= from) return minor * 10 ** (to - from);
  const divisor = 10 ** (from - to);
  const size = Math.abs(minor);
  const rounded = Math.floor(size / divisor) + (size % divisor >= divisor / 2 ? 1 : 0);
  return minor < 0 ? -rounded : rounded;
}

/** Whether this decimal text is an amount that a guest can owe: not negative, and not larger than any that can be stored. */
export function isPayable(amount: string): boolean {
  const value = Number(amount);
  return value >= 0 && value <= MAX_AMOUNT;
}

/**
 * An amount as a channel wrote it, as decimal text in major units: `12050` with two decimal places is `120.50`. Without
 * decimal places, or with a point in it, it is in major units already. Null when it is no amount.
 */
export function amountText(written: string | null, decimalPlaces: number | null): string | null {
  if (written === null || !/^-?\d{1,15}(\.\d{1,6})?$/.test(written)) return null;
  if (decimalPlaces === null || written.includes('.')) return written;
  if (decimalPlaces < 0 || decimalPlaces > 6) return null;
  return decimalText(Number(written), decimalPlaces);
}
