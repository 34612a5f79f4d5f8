// What the button of an action says.
import { formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { NextAction } from '../replica/next-action.ts';
import type { DeskBooking } from '../replica/state.ts';

export function actionLabel(action: NextAction, { balance, currency }: DeskBooking): string {
  const { actions, folio } = messages().stay;
  if (action !== 'take_payment') return actions[action];
  const sum = formatMoney(Math.abs(balance), currency);
  return balance < 0 ? folio.giveBack(sum) : actions.take_payment(sum);
}
