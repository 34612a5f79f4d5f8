// The income of bookings in the ledger: posted with the booking, and adjusted when its price or room changes.
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { postEntry } from '../ledger.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

/** What the guest of a booking owes, and the room that earns it. */
type Charge = Pick<Reservation, 'roomId' | 'priceMinor' | 'currency'>;

/** Posts the price of a new booking as income of its room, dated `today` at the property. */
export async function postIncome(
  tx: PropertyTransaction,
  reservation: Reservation,
  today: PlainDate,
): Promise<void> {
  const { reservationId, checkin, checkout } = reservation;
  await post(tx, reservation, {
    type: 'income',
    description: `Booking ${reservationId}, ${checkin} to ${checkout}`,
    roomId: reservation.roomId,
    currency: reservation.currency,
    amountMinor: reservation.priceMinor,
    today,
  });
}

/**
 * Posts the entries that turn a booking's income from one charge into another, so that the
 * entries of each room add up to what the room earned: one entry for a difference in price; a
 * reversal of the former charge and income of the new one if the room or the currency changes.
 * Posts nothing for equal charges, and no entries of zero.
 */
export async function postChargeChange(
  tx: PropertyTransaction,
  reservation: Reservation,
  change: { from: Charge; to: Charge; reason: 'change' | 'cancellation'; today: PlainDate },
): Promise<void> {
  const { from, to, reason, today } = change;
  const { reservationId } = reservation;
  if (from.roomId === to.roomId && from.currency === to.currency) {
    const amountMinor = to.priceMinor - from.priceMinor;
    const what =
      reason === 'cancellation'
        ? { type: 'reversal', description: `Cancellation of booking ${reservationId}` }
        : { type: 'adjustment', description: `Change of booking ${reservationId}` };
    if (amountMinor !== 0) await post(tx, reservation, { ...what, ...to, amountMinor, today });
    return;
  }
  const [left, taken] =
    from.roomId === to.roomId
      ? [`charged in ${to.currency}`, `charged in ${from.currency} before`]
      : [`moved to room ${to.roomId}`, `moved from room ${from.roomId}`];
  if (from.priceMinor !== 0) {
    const description = `Booking ${reservationId} ${left}`;
    await post(tx, reservation, {
      ...from,
      type: 'reversal',
      description,
      amountMinor: -from.priceMinor,
      today,
    });
  }
  if (to.priceMinor !== 0) {
    const description = `Booking ${reservationId} ${taken}`;
    await post(tx, reservation, { ...to, type: 'income', description, amountMinor: to.priceMinor, today });
  }
}

type Posting = Pick<Charge, 'roomId' | 'currency'> & {
  type: string;
  description: string;
  amountMinor: number;
  today: PlainDate;
};

async function post(
  tx: PropertyTransaction,
  { reservationId }: Reservation,
  { type, description, roomId, currency, amountMinor, today }: Posting,
): Promise<void> {
  await postEntry(tx, { type, description, roomId, currency, amountMinor, reservationId, date: today });
}
