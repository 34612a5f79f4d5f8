// Payments for a whole group of bookings.
import type { LedgerEntry, PaymentMethod } from '../../model/ledger.ts';
import { defaultCode, NO_ENTRY_DETAILS } from '../../model/ledger.ts';
import { splitByWeight, toMajor } from '../../model/money.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { postEntry } from '../ledger.ts';
import { requireNotRepeated } from '../ledger-checks.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type BookedGroup, lockGroup, requireGroup } from './group-rows.ts';
import { confirmHold } from './holds.ts';

type GroupPayment = {
  /** in minor units of the group's currency, negative = a refund; null = all that is owed, or was paid too much */
  amountMinor: number | null;
  method: PaymentMethod;
  reference: string | null;
  /** null = a sentence that names the group */
  description: string | null;
  date: PlainDate;
  /** it is meant although it repeats an earlier one */
  confirm: boolean;
  today: PlainDate;
};

/**
 * Splits one payment over the bookings of a group in proportion to what each owes, one entry for each, and returns the entries with the
 * group; a refund in proportion to what each has paid too much. The parts add up to the amount exactly, and none exceeds
 * its booking's balance. Of concurrent payments, each splits what the others left. Throws
 * `exceeds_balance` for an amount that is not between zero and the group's balance, `repeated_payment`, and `unknown_group`. A payment
 * confirms the bookings that are held.
 */
export async function payGroup(
  tx: PropertyTransaction,
  groupId: number,
  { amountMinor, description, confirm, today, ...payment }: GroupPayment,
): Promise<{ entries: LedgerEntry[]; group: BookedGroup }> {
  const group = await lockGroup(tx, groupId);
  const bookings =
    amountMinor !== null && amountMinor < 0 ? group.bookings : await confirmHolds(tx, group, today);
  const { currency } = bookings[0]!;
  const balances = bookings
    .filter((booking) => booking.currency === currency)
    .map(({ reservationId, totalMinor, paidMinor }) => ({ reservationId, minor: totalMinor - paidMinor }));
  const balanceMinor = balances.reduce((sum, { minor }) => sum + minor, 0);
  const wholeMinor = amountMinor ?? balanceMinor;
  const sign = Math.sign(wholeMinor);
  if (sign === 0 || sign * wholeMinor > sign * balanceMinor)
    throw new Problem('exceeds_balance', { groupId, balance: toMajor(balanceMinor, currency), currency });
  const owing = balances.filter(({ minor }) => sign * minor > 0);
  const parts = splitByWeight(
    sign * wholeMinor,
    owing.map(({ minor }) => sign * minor),
  );
  const type = sign > 0 ? 'payment' : 'refund';
  const reservationIds = owing.map(({ reservationId }) => reservationId);
  if (!confirm)
    await requireNotRepeated(tx, {
      ...payment,
      ...{ reservationIds, type, amountMinor: wholeMinor, currency, collectedBy: 'property' },
    });
  const shared = {
    ...NO_ENTRY_DETAILS,
    ...payment,
    type,
    currency,
    code: defaultCode(type),
    description: description ?? `${sign > 0 ? 'Payment for' : 'Refund of'} group ${groupId}`,
    roomId: null,
    collectedBy: 'property' as const,
  };
  const shares = owing
    .map(({ reservationId }, place) => ({ reservationId, amountMinor: sign * parts[place]! }))
    .filter((share) => share.amountMinor !== 0);
  const entries = await Promise.all(shares.map((share) => postEntry(tx, { ...shared, ...share })));
  return { entries, group: await requireGroup(tx, tx.hotelId, groupId) };
}

/** Confirms the bookings of a group that are held, and returns all of them. */
async function confirmHolds(
  tx: PropertyTransaction,
  { bookings }: BookedGroup,
  today: PlainDate,
): Promise<Reservation[]> {
  const confirmed: Reservation[] = [];
  for (const booking of bookings)
    confirmed.push(booking.status === 'held' ? await confirmHold(tx, booking, today) : booking);
  return confirmed;
}
