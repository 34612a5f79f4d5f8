// Amounts and days as the reader's language writes them.
import { formatDay, formatMoney } from '../format.ts';

/** An amount with its currency. `open`: still to be taken. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span class="nowrap">{formatMoney(amount, currency)}</span>;
}

/** A day with its weekday. `long`: with the month's name in full. */
export function DateText({ day, long }: { day: number; long?: boolean }) {
  return <time class="nowrap">{formatDay(day, long ? 'long' : 'short')}</time>;
}
