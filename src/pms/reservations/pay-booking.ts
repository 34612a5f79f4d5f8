// Payments for one booking, and what is given back.
import type { LedgerEntry } from '../../model/ledger.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { type NewLedgerEntry, postEntry } from '../ledger.ts';
import { requireNotRepeated, requireRefundable } from '../ledger-checks.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { confirmHold } from './holds.ts';

type BookingPayment = {
  /** locked by the caller */
  booking: Reservation;
  /** a payment or a refund of the booking */
  entry: NewLedgerEntry;
  /** it is meant although it looks like a mistake */
  confirm: boolean;
  /** a hold that is paid for stays one */
  keepHold: boolean;
  today: PlainDate;
};

/**
 * Posts a payment or a refund, and confirms a hold that is paid for. Throws `repeated_payment` and `refund_exceeds_paid` for what looks like a
 * mistake, unless it is meant.
 */
export async function payBooking(
  tx: PropertyTransaction,
  { booking, entry, confirm, keepHold, today }: BookingPayment,
): Promise<LedgerEntry> {
  const { reservationId, status } = booking;
  if (!confirm) {
    await requireNotRepeated(tx, { ...entry, reservationIds: [reservationId] });
    if (entry.type === 'refund') await requireRefundable(tx, { ...entry, reservationId });
  }
  const isPaid = entry.type === 'payment' && entry.amountMinor > 0;
  if (status === 'held' && isPaid && !keepHold) await confirmHold(tx, booking, today);
  return postEntry(tx, entry);
}
