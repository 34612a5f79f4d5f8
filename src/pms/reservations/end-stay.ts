// Check-in, check-out and no-show: on which day each status is allowed, and
// which nights the end of a stay releases.
import { earliest, isBefore, type PlainDate } from '../../model/night.ts';
import { ENDED_STATUSES, type Reservation, type ReservationStatus } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { RoomNight } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelTurnover, moveTurnover } from '../tasks.ts';
import { conflictAfterRelease, releaseFrom } from './release.ts';

type Statuses = Pick<Reservation, 'status'>;

/** Returns whether a change ends the stay: the guest has left or did not come. */
export function endsStay(before: Statuses, wanted: Statuses): boolean {
  return wanted.status !== before.status && ENDED_STATUSES.has(wanted.status);
}

/**
 * Throws `invalid_transition` for a status that a stay cannot have before its check-in
 * date, and for a future check-in date of a guest who is checked in. With `early` a
 * guest may be checked in before the check-in date.
 */
export function requireStatusAllowedToday(
  before: Reservation,
  wanted: Reservation,
  { today, early }: { today: PlainDate; early: boolean },
): void {
  if (!isBefore(today, wanted.checkin)) return;
  if (wanted.status === 'checked_in' && early) return;
  if (wanted.status === before.status) {
    requireArrived(before, wanted, today);
    return;
  }
  if (!NOT_BEFORE_CHECKIN.has(wanted.status)) return;
  const { status, checkin } = wanted;
  const { reservationId } = before;
  throw new Problem('invalid_transition', { case: 'before_checkin', reservationId, status, checkin, today });
}

/**
 * Throws `invalid_transition` for another room of a guest in the house who has no night left: it would be that of the nights that were slept in
 * the present one.
 */
export function requireNightToMove(before: Reservation, wanted: Reservation, today: PlainDate): void {
  const { reservationId, checkout } = wanted;
  if (before.status !== 'checked_in' || wanted.roomId === before.roomId || isBefore(today, checkout)) return;
  throw new Problem('invalid_transition', { case: 'no_night_to_move', reservationId, checkout, today });
}

/**
 * Throws `invalid_transition` when the check-in date of a guest who is checked in would move to the future.
 */
function requireArrived(before: Reservation, wanted: Reservation, today: PlainDate): void {
  if (before.status !== 'checked_in' || wanted.checkin.equals(before.checkin)) return;
  const { reservationId } = before;
  throw new Problem('invalid_transition', {
    case: 'arrival_moved',
    reservationId,
    checkin: wanted.checkin,
    today,
  });
}

const NOT_BEFORE_CHECKIN: ReadonlySet<ReservationStatus> = new Set(['checked_in', 'checked_out', 'no_show']);

/**
 * Releases the nights after `today` of a stay that ends; the night of `today` stays sold.
 * Returns the nights and the changed members of the reservation. The price stays: what the guest
 * owes is for people to decide (see docs/decisions/0015).
 */
export async function releaseRemainingNights(
  tx: PropertyTransaction,
  ended: Reservation,
  today: PlainDate,
): Promise<{
  released: RoomNight[];
  members: Partial<Pick<Reservation, 'checkout' | 'conflict' | 'conflictKind' | 'unitNights'>>;
}> {
  const checkout = earliest(ended.checkout, today.add({ days: 1 }));
  if (checkout.equals(ended.checkout)) return { released: [], members: {} };
  const { released, remaining, unitNights } = await releaseFrom(tx, ended, checkout);
  const conflict = await conflictAfterRelease(tx, ended, remaining);
  return { released, members: { checkout, unitNights, ...conflict } };
}

/**
 * Updates the cleaning task of a stay that ended: cancelled after a no-show,
 * moved to today after an early check-out.
 */
export async function endTurnover(
  tx: PropertyTransaction,
  ended: Reservation,
  today: PlainDate,
): Promise<void> {
  if (ended.status === 'no_show') await cancelTurnover(tx, ended.reservationId);
  else await moveTurnover(tx, { ...ended, checkout: earliest(ended.checkout, today) });
}
