// A booking's income in the ledger: posted with the booking, and following it to another price or another room.
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Change } from '../change.ts';
import { postEntry } from '../ledger.ts';

/** What the guest of a booking owes, and the room that earns it. */
export type Charge = Pick<Reservation, 'roomId' | 'priceMinor'>;

/** Posts the price of a new booking as income of its room, dated `today` at the property. */
export async function postIncome(tx: Change, reservation: Reservation, today: PlainDate): Promise<void> {
  const { reservationId, checkin, checkout } = reservation;
  await post(tx, reservation, {
    type: 'income',
    description: `Booking ${reservationId}, ${checkin} to ${checkout}`,
    roomId: reservation.roomId,
    amountMinor: reservation.priceMinor,
    today,
  });
}

/**
 * Posts what takes a booking's income from one charge to another, so that the entries of each room come to what the room
 * earned of it: one entry for the difference in price, or a reversal on the room that it leaves and income on the room
 * that it moves to. Posts nothing where nothing differs, and no entry of zero.
 */
export async function postChargeChange(
  tx: Change,
  reservation: Reservation,
  change: { from: Charge; to: Charge; reason: 'change' | 'cancellation'; today: PlainDate },
): Promise<void> {
  const { from, to, reason, today } = change;
  const { reservationId } = reservation;
  if (from.roomId === to.roomId) {
    const amountMinor = to.priceMinor - from.priceMinor;
    const what =
      reason === 'cancellation'
        ? { type: 'reversal', description: `Cancellation of booking ${reservationId}` }
        : { type: 'adjustment', description: `Change of booking ${reservationId}` };
    if (amountMinor !== 0) await post(tx, reservation, { ...what, roomId: to.roomId, amountMinor, today });
    return;
  }
  if (from.priceMinor !== 0) {
    await post(tx, reservation, {
      type: 'reversal',
      description: `Booking ${reservationId} moved to room ${to.roomId}`,
      roomId: from.roomId,
      amountMinor: -from.priceMinor,
      today,
    });
  }
  if (to.priceMinor !== 0) {
    await post(tx, reservation, {
      type: 'income',
      description: `Booking ${reservationId} moved from room ${from.roomId}`,
      roomId: to.roomId,
      amountMinor: to.priceMinor,
      today,
    });
  }
}

type Posting = { type: string; description: string; roomId: number; amountMinor: number; today: PlainDate };

async function post(tx: Change, reservation: Reservation, { today, ...entry }: Posting): Promise<void> {
  const { currency, reservationId } = reservation;
  await postEntry(tx, { ...entry, currency, reservationId, date: today });
}
