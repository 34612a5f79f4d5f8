// What is open of a stay, in words.
import { formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { DeskBooking } from '../replica/state.ts';

/** Returns `€110 open`, or `€20 to give back`; null = nothing is open. */
export function openText({ balance, currency }: Pick<DeskBooking, 'balance' | 'currency'>): string | null {
  const { folio, end } = messages().stay;
  if (balance === 0) return null;
  return balance > 0
    ? folio.openSum(formatMoney(balance, currency))
    : end.toGiveBack(formatMoney(-balance, currency));
}
