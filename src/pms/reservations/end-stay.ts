// How a stay ends on its own day: who may check in, check out or be a no-show when, and which nights that gives back.
import { earliest, isBefore, type PlainDate } from '../../model/night.ts';
import { ENDED_STATUSES, type Reservation, type ReservationStatus } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelTurnover, moveTurnover } from '../tasks.ts';
import { conflictAfterRelease, releaseFrom } from './release.ts';

type Statuses = Pick<Reservation, 'status'>;

/** Whether a change ends the stay: its guest has left or did not come. */
export function endsStay(before: Statuses, wanted: Statuses): boolean {
  return wanted.status !== before.status && ENDED_STATUSES.has(wanted.status);
}

/**
 * Throws `invalid_transition` for a state that a stay cannot have before its check-in date, and for another check-in date
 * that a guest who is in the house cannot have yet. A guest may be checked in earlier where the caller says so (`early`).
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
  const advice = BEFORE_ITS_TIME[wanted.status];
  if (!advice) return;
  throw new Problem(
    'invalid_transition',
    `Booking ${before.reservationId} begins on ${wanted.checkin} and today is ${today}: it cannot be ${wanted.status} before it begins. ${advice}`,
    { errors: [{ field: 'status', message: `must not be ${wanted.status} before ${wanted.checkin}` }] },
  );
}

/** A guest who is in the house has arrived: another date of arrival that is still to come is a slip. */
function requireArrived(before: Reservation, wanted: Reservation, today: PlainDate): void {
  if (before.status !== 'checked_in' || wanted.checkin.equals(before.checkin)) return;
  throw new Problem(
    'invalid_transition',
    `The guest of booking ${before.reservationId} is checked in and today is ${today}: the stay cannot begin on ${wanted.checkin}. If the guest came before a stay that does, send "status": "checked_in" and "early": true with it.`,
    { errors: [{ field: 'checkin', message: `must not be after ${today}` }] },
  );
}

const BEFORE_ITS_TIME: Partial<Record<ReservationStatus, string>> = {
  checked_in:
    'If the guest is here already, send "early": true with it (its dates stay as they are), or change checkin.',
  checked_out: 'If the guest has left for good, cancel the booking.',
  no_show: 'If the guest is not going to come, cancel the booking.',
};

/**
 * Gives back the nights after `today` of a stay that ends: the night of `today` stays sold. Returns the nights and the
 * members of the reservation that change with them. The price stays: what the guest owes is for people to decide (see
 * docs/decisions/0015).
 */
export async function releaseRemainingNights(
  tx: PropertyTransaction,
  ended: Reservation,
  today: PlainDate,
): Promise<{ released: PlainDate[]; members: Partial<Pick<Reservation, 'checkout' | 'conflict'>> }> {
  const checkout = earliest(ended.checkout, today.add({ days: 1 }));
  if (checkout.equals(ended.checkout)) return { released: [], members: {} };
  const { released, remaining: kept } = await releaseFrom(tx, ended, checkout);
  return { released, members: { checkout, conflict: await conflictAfterRelease(tx, ended, kept) } };
}

/** After a no-show there is nothing to clean; who checks out early leaves a room that can be cleaned today. */
export async function endTurnover(
  tx: PropertyTransaction,
  ended: Reservation,
  today: PlainDate,
): Promise<void> {
  if (ended.status === 'no_show') await cancelTurnover(tx, ended.reservationId);
  else await moveTurnover(tx, { ...ended, checkout: earliest(ended.checkout, today) });
}
