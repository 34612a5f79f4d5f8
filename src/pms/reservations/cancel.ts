// Cancelling: from one day on, a stay's nights are given back, once, and what was not earned is reversed.
import { isBefore, latest, type PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { Change } from '../change.ts';
import { releaseNights } from '../inventory/nights.ts';
import { postEntry } from '../ledger.ts';
import { cancelTurnover, moveTurnover } from '../tasks.ts';
import { settleConflicts } from './conflicts.ts';
import { lockReservation } from './find.ts';
import { updateReservation } from './rows.ts';

export type Cancellation = {
  reservationId: number;
  /** the day from which the stay is released */
  date: PlainDate;
  /** the date the reversal is booked on, at the property */
  today: PlainDate;
};

/**
 * Releases a stay from `date` on: all of it when that is on or before check-in, else the nights from then on (an early
 * departure, which also shortens the stay to that day and its price to what was earned). Repeating it changes nothing.
 * Throws `unknown_booking`, `stay_ended` on or after check-out, `invalid_transition` after a no-show.
 */
export async function cancelReservation(tx: Change, cancellation: Cancellation): Promise<Reservation> {
  const reservation = await lockReservation(tx, cancellation.reservationId);
  if (reservation.status === 'cancelled') return reservation;
  refuseEnded(reservation, cancellation.date);

  const from = latest(cancellation.date, reservation.checkin);
  const { nights, unearnedMinor } = await releaseFrom(tx, reservation, from);
  await releaseNights(tx, reservation.roomId, nights);

  const early = isBefore(reservation.checkin, from);
  const cancelled = await updateReservation(tx, {
    ...reservation,
    status: 'cancelled',
    conflict: null,
    ...(early && { checkout: from, priceMinor: reservation.priceMinor - unearnedMinor }),
  });
  tx.record('booking.cancelled', `booking/${reservation.reservationId}`, cancelled);
  await reverseUnearned(tx, reservation, unearnedMinor, cancellation.today);
  if (early) await moveTurnover(tx, cancelled);
  else await cancelTurnover(tx, reservation.reservationId);
  await settleConflicts(tx, reservation.roomId, nights);
  return cancelled;
}

function refuseEnded(reservation: Reservation, date: PlainDate): void {
  if (reservation.status === 'no_show') {
    throw new Problem('invalid_transition', 'The guest did not come: a no-show cannot be cancelled.');
  }
  if (reservation.status === 'checked_out' || !isBefore(date, reservation.checkout)) {
    throw new Problem(
      'stay_ended',
      `The stay ends on ${reservation.checkout}: only nights before that day can be released.`,
      { errors: [{ field: 'date', message: `must be before ${reservation.checkout}` }] },
    );
  }
}

async function releaseFrom(
  tx: Change,
  reservation: Reservation,
  from: PlainDate,
): Promise<{ nights: PlainDate[]; unearnedMinor: number }> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `update reservation_nights set released_at = $4
     where hotel_id = $1 and reservation_id = $2 and date >= $3 and released_at is null
     returning date, price_minor`,
    [tx.hotelId, reservation.reservationId, from, tx.now],
  );
  return {
    nights: rows.map((row) => Temporal.PlainDate.from(row.date)),
    unearnedMinor: rows.reduce((sum, row) => sum + row.price_minor, 0),
  };
}

async function reverseUnearned(
  tx: Change,
  reservation: Reservation,
  unearnedMinor: number,
  today: PlainDate,
): Promise<void> {
  if (unearnedMinor === 0) return;
  await postEntry(tx, {
    amountMinor: -unearnedMinor,
    currency: reservation.currency,
    type: 'reversal',
    description: `Cancellation of booking ${reservation.reservationId}`,
    roomId: reservation.roomId,
    reservationId: reservation.reservationId,
    date: today,
  });
}
