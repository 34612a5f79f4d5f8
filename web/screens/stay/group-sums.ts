// What a group of bookings owes, and which of its guests can be checked in or out today. Pure.
import { toMajor, toMinor } from '../../../src/model/money.ts';
import type { DeskBooking, ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';

type GroupSums = {
  /** what is open of all bookings in the currency of the first, as the server takes a payment for the group; below zero = paid too much */
  owed: { balance: number; currency: string };
  /** how many come */
  guests: number;
  /** what the stays that were not cancelled cost, in the same currency */
  total: number;
  /** the bookings that owe something, or that have paid too much where that is given back */
  owing: DeskBooking[];
  /** guests who are expected today or were before */
  arriving: DeskBooking[];
  /** guests in the house whose stay ends today or ended before */
  leaving: DeskBooking[];
};

/** Returns the sums of a group. `bookings`: all of it, the cancelled ones too, in the order in which they were made. */
export function sumsOfGroup(
  bookings: readonly DeskBooking[],
  state: Pick<ReplicaState, 'property' | 'today'>,
): GroupSums {
  const currency = bookings[0]?.currency ?? state.property.currency;
  const summed = bookings.filter((one) => one.currency === currency);
  const isComing = ({ status }: DeskBooking) => status !== 'cancelled';
  // Sums of amounts with decimals differ in the last bits.
  const sumOf = (amounts: readonly number[]) =>
    toMajor(
      amounts.reduce((sum, amount) => sum + toMinor(amount, currency)!, 0),
      currency,
    );
  const balance = sumOf(summed.map((one) => one.balance));
  return {
    owed: { balance, currency },
    guests: bookings.filter(isComing).reduce((sum, one) => sum + (one.guests ?? 0), 0),
    total: sumOf(summed.filter(isComing).map((one) => one.total)),
    owing: summed.filter((one) => one.balance * Math.sign(balance) > 0),
    arriving: bookings.filter((one) => {
      const { from, until } = daysOfStay(one, state);
      return one.status === 'confirmed' && from <= state.today && until > state.today;
    }),
    leaving: bookings.filter(
      (one) => one.status === 'checked_in' && daysOfStay(one, state).until <= state.today,
    ),
  };
}
