// What to do next with a stay. Pure.
import type { DeskBooking, ReplicaState } from './state.ts';
import { daysOfStay, lacksUnit, roomsWithUnits } from './stays.ts';

/** `take_payment`: or give back what was paid too much. */
export type NextAction =
  | 'solve'
  | 'confirm'
  | 'assign'
  | 'check_in'
  | 'take_payment'
  | 'check_out'
  | 'reply'
  | 'charge';

/** Returns the one thing to do next; null = nothing. `isUnanswered`: the guest waits for a reply. */
export function nextActionOf(
  booking: DeskBooking,
  state: ReplicaState,
  isUnanswered: boolean,
): NextAction | null {
  const { status, conflict, balance } = booking;
  const { from, until } = daysOfStay(booking, state);
  if (conflict !== null) return 'solve';
  if (status === 'held') return 'confirm';
  if (status === 'confirmed') {
    if (lacksUnit(booking, state, roomsWithUnits(state))) return 'assign';
    if (from <= state.today) return 'check_in';
  }
  if (status === 'checked_in' && until <= state.today) return balance === 0 ? 'check_out' : 'take_payment';
  if (isUnanswered) return 'reply';
  if (status === 'checked_in') return balance > 0 ? 'take_payment' : 'charge';
  const isOver = status === 'checked_out' || status === 'no_show' || status === 'cancelled';
  return isOver && balance !== 0 ? 'take_payment' : null;
}
