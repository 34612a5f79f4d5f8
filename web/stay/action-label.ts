// What the button of an action says.
import { formatMoney } from '../format.ts';
import { messages } from '../language.ts';
import type { NextAction } from '../replica/next-action.ts';
import type { DeskBooking } from '../replica/state.ts';

export function actionLabel(action: NextAction, { balance, currency }: DeskBooking): string {
  const { actions } = messages().stay;
  return action === 'take_payment' ? actions.take_payment(formatMoney(balance, currency)) : actions[action];
}
