// What to do next with a stay. Pure.
import type { DeskBooking, ReplicaState } from './state.ts';
import { daysOfStay, lacksUnit, roomsWithUnits } from './stays.ts';

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
  if (status === 'checked_in' && until <= state.today) return balance > 0 ? 'take_payment' : 'check_out';
  if (isUnanswered) return 'reply';
  if (status === 'checked_in') return 'charge';
  return status === 'checked_out' && balance > 0 ? 'take_payment' : null;
}
