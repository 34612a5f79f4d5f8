// Charges what a channel says that a cancellation costs.
import { isDeepStrictEqual } from 'node:util';
import type { ChannelReservation } from '../../../model/channel-records.ts';
import type { PlainDate } from '../../../model/night.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { changeReservation } from '../../reservations/change.ts';
import { requireReservation } from '../../reservations/find.ts';
import { feesOfCancellation } from './amounts-of-room.ts';
import type { ChannelStay } from './stays.ts';

/**
 * Gives the fees of a cancelled order to the first of its cancelled bookings, and takes them from the others and from it
 * where the order has none (any more). The ledger follows.
 */
export async function chargeCancellationFees(
  tx: PropertyTransaction,
  order: ChannelReservation,
  { stays, today }: { stays: readonly ChannelStay[]; today: PlainDate },
): Promise<void> {
  let isFirst = true;
  for (const { reservationId } of stays.toSorted((a, b) => a.reservationId - b.reservationId)) {
    const booking = await requireReservation(tx, tx.hotelId, reservationId);
    if (booking.status !== 'cancelled') continue;
    const known = booking.charges ?? [];
    const fees = isFirst ? feesOfCancellation(order, booking.currency) : [];
    isFirst = false;
    const charges = [...known.filter(({ ofCancellation }) => !ofCancellation), ...fees];
    if (isDeepStrictEqual(charges, known)) continue;
    await changeReservation(tx, {
      reservationId,
      patch: { charges: charges.length > 0 ? charges : null },
      today,
      taking: 'fact',
    });
  }
}
