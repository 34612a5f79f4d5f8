// Cancels reservations: releases a stay's nights from one day on, once, and
// reverses the income that was not earned.
import { undecidedAfter } from '../../model/channel-difference.ts';
import { chargesOf, sumsAfter } from '../../model/charge-lines.ts';
import { changesOf } from '../../model/event.ts';
import { isBefore, latest, type PlainDate } from '../../model/night.ts';
import { hasArrived, NO_CONFLICT, type Reservation, roomsOfStay } from '../../model/reservation.ts';
import { unitOn } from '../../model/unit.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelCleaning, cancelTurnover, moveRoomCleaning, moveTurnover, planCleaning } from '../tasks.ts';
import { leavePresentUnit } from '../units/conditions.ts';
import { updateRoomConflicts } from './conflicts.ts';
import { lockReservation } from './find.ts';
import { endHold } from './holds.ts';
import { postDifference, readStayNights } from './post-charges.ts';
import { releaseFrom } from './release.ts';
import { updateReservation } from './rows.ts';

export type Cancellation = {
  reservationId: number;
  /** first night to release, if the guest has arrived */
  date: PlainDate;
  /** date at the property: decides whether the guest has arrived, and dates the reversal */
  today: PlainDate;
};

/**
 * Cancels a reservation. Of a hold all nights are released. Before the guest has arrived all its nights are released, whatever `date` is; later
 * those from `date` on (an early departure, which also shortens the stay to that day and its price to what
 * was earned). Repeating it changes nothing, except that it decides against a channel that still has the stay, and that an
 * earlier `date` than that of the early departure releases the nights between, from today on: no other function can release them. Throws `unknown_booking`,
 * `stay_ended` for a `date` on or after check-out, and `invalid_transition` after a no-show.
 */
export async function cancelReservation(
  tx: PropertyTransaction,
  cancellation: Cancellation,
): Promise<Reservation> {
  const { date, today } = cancellation;
  const before = await lockReservation(tx, cancellation.reservationId);
  const again = before.status === 'cancelled';
  if (!again) requireNotEnded(before, date);

  if (before.status === 'held') return endHold(tx, before, 'booking.hold_cancelled');

  const from = again ? latest(date, today) : firstReleased(before, cancellation);
  const nights = await readStayNights(tx, before);
  const release = await releaseFrom(tx, before, from);
  if (again && release.released.length === 0) return keepCancelled(tx, before);

  const early = release.remaining.length > 0;
  const { released, remainingMinor } = release;
  const updated = await updateReservation(tx, {
    ...before,
    status: 'cancelled',
    ...NO_CONFLICT,
    differences: undecidedAfter(before.differences, { status: 'cancelled' }),
    checkout: early ? from : (release.lastBooked?.add({ days: 1 }) ?? before.checkout),
    ...(early && roomsOfStay(release.remaining)),
    priceMinor: early ? remainingMinor : release.bookedMinor,
    unitNights: release.unitNights,
    unitPinned: before.unitPinned && release.unitNights !== null,
  });
  const wasPresent = before.status === 'checked_in' || (again && isBefore(today, before.checkout));
  // Whoever leaves on a later day has the unit until then (see `leaveUnit`).
  const leavesNow = !early || !isBefore(today, updated.checkout);
  if (wasPresent && leavesNow) await leavePresentUnit(tx, before, today);
  if (wasPresent && leavesNow && updated.roomId !== before.roomId)
    await leaveRoomOfToday(tx, before, updated, today);
  const charges = {
    before: chargesOf(before, nights),
    after: chargesOf(
      updated,
      nights.map((night) => (isBefore(night.date, from) ? night : { ...night, released: true })),
    ),
  };
  const cancelled = { ...updated, ...sumsAfter(updated, charges.before, charges.after) };
  const subject = `booking/${cancelled.reservationId}`;
  const kind = again ? 'booking.modified' : 'booking.cancelled';
  tx.record(kind, subject, { ...cancelled, ...changesOf(before, cancelled) });
  await postDifference(tx, before, { ...charges, reason: 'cancellation', today });
  if (early) await moveTurnover(tx, cancelled);
  else await cancelTurnover(tx, before.reservationId);
  await updateRoomConflicts(tx, released);
  return cancelled;
}

/** Whoever cancels a stay once more has decided that it does not take place, whatever its channel says. */
async function keepCancelled(tx: PropertyTransaction, before: Reservation): Promise<Reservation> {
  const differences = undecidedAfter(before.differences, { status: 'cancelled' });
  if (differences?.length === before.differences?.length) return before;
  const after = await updateReservation(tx, { ...before, differences });
  tx.record('booking.modified', `booking/${after.reservationId}`, { ...after, ...changesOf(before, after) });
  return after;
}

/**
 * After a guest has left on the day of a move, so that the last night was in the former room: the present one is to be cleaned, too. The former one has
 * the cleaning of the stay instead of that of the move.
 */
async function leaveRoomOfToday(
  tx: PropertyTransaction,
  before: Reservation,
  updated: Reservation,
  today: PlainDate,
): Promise<void> {
  const [left, former] = [unitOn(before, today), unitOn(updated, today)];
  if (left) await planCleaning(tx, left.unitId, { reservationId: before.reservationId, today });
  if (former) await cancelCleaning(tx, former.unitId);
  await moveRoomCleaning(tx, before, updated, today);
}

/** Returns the first night that a cancellation releases. */
export function firstReleased(
  reservation: Pick<Reservation, 'status' | 'checkin'>,
  { date, today }: Pick<Cancellation, 'date' | 'today'>,
): PlainDate {
  return hasArrived(reservation, today) ? latest(date, reservation.checkin) : reservation.checkin;
}

function requireNotEnded(reservation: Reservation, date: PlainDate): void {
  if (reservation.status === 'no_show') {
    throw new Problem('invalid_transition', { case: 'no_show', reservationId: reservation.reservationId });
  }
  if (reservation.status === 'checked_out') {
    throw new Problem('stay_ended', { case: 'checked_out', reservationId: reservation.reservationId });
  }
  if (!isBefore(date, reservation.checkout)) {
    throw new Problem('stay_ended', { case: 'released', checkout: reservation.checkout, date });
  }
}
