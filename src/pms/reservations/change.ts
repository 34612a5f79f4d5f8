// Changes a reservation: guest data, room, dates, price and status. Nights
// move in one transaction or not at all.
import { priceDifferenceOf, withPriceMoved } from '../../model/channel-difference.ts';
import { chargesOf, sumsAfter } from '../../model/charge-lines.ts';
import { changesOf } from '../../model/event.ts';
import { isBefore, type PlainDate } from '../../model/night.ts';
import {
  hasArrived,
  hasOtherNights,
  RESERVATION_TRANSITIONS,
  type Reservation,
  type ReservationPatch,
  type ReservationStatus,
  WAYS_BACK,
} from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { applyContactToGuest, lockGuestOfContact, withoutErasedContact } from '../guests/profiles.ts';
import type { TakeOptions } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { moveRoomCleaning, moveTurnover } from '../tasks.ts';
import { arrangeUnits, type UnitChoice } from '../units/arrange.ts';
import { leavePresentUnit } from '../units/conditions.ts';
import { changeKind, updateRoomConflicts } from './conflicts.ts';
import {
  endsStay,
  endTurnover,
  releaseRemainingNights,
  requireNightToMove,
  requireStatusAllowedToday,
} from './end-stay.ts';
import { lockReservation } from './find.ts';
import { moveNights, repriceNights } from './move-nights.ts';
import { postDifference, readStayNights } from './post-charges.ts';
import type { PriceSetter, ReportedPrice } from './price-weights.ts';
import { updateReservation } from './rows.ts';

type ReservationChange = {
  reservationId: number;
  patch: ReservationPatch;
  /** date at the property: decides which statuses are possible, and dates the ledger entries */
  today: PlainDate;
  /** the guest may be checked in before the check-in date */
  early?: boolean;
  /** `sale` checks the new nights and their restrictions; `fact` is an OTA's own modification */
  taking: TakeOptions;
  /** the unit that was chosen; absent = as it follows from the other changes */
  unit?: UnitChoice | undefined;
  /** the guest may move into a unit that is not ready */
  unready?: boolean | undefined;
  /** price of each night as the channel reported it */
  nightPrices?: readonly ReportedPrice[];
  /** changed contact data are those of the person: the profile gets them even if it has other bookings */
  updateGuest?: boolean;
};

/**
 * Applies a patch. Without a price in it, nights that stay keep their price and new ones get the calendar's.
 * If the patch ends the stay, its nights after today are released and its price stays. Throws
 * `unknown_booking`, `invalid_transition`, and for moved nights what a new booking would throw.
 */
export async function changeReservation(
  tx: PropertyTransaction,
  change: ReservationChange,
): Promise<Reservation> {
  const { today, early = false } = change;
  const before = await lockReservation(tx, change.reservationId);
  const { patch } = change;
  const taken = change.taking === 'fact' ? await withoutErasedContact(tx, before, patch) : patch;
  const wanted: Reservation = { ...before, ...taken };
  requirePossibleChange(before, wanted, change.unit !== undefined);
  // A status reported by a channel is a fact and is not checked.
  if (change.taking === 'sale') {
    requireStatusAllowedToday(before, wanted, { today, early });
    requireNightToMove(before, wanted, today);
  }

  await lockGuestOfContact(tx, before, wanted);
  const moved = hasOtherNights(before, wanted);
  const repriced = wanted.priceMinor !== before.priceMinor;
  const nights = await readStayNights(tx, before);
  const setter = setterOfPrice(before, change);
  if (moved) {
    Object.assign(wanted, await moveNights(tx, before, wanted, { ...change, nights, setter }));
    if (change.taking === 'sale' && patch.priceMinor === undefined)
      wanted.differences = withPriceMoved(wanted.differences, wanted.priceMinor - before.priceMinor);
  } else if (repriced) await repriceNights(tx, wanted, setter);
  // Before the end of the stay is released, which the units must not lock nights after.
  const { taking, unit: choice, unready } = change;
  Object.assign(wanted, await arrangeUnits(tx, before, wanted, { today, taking, choice, unready }));
  const ends = endsStay(before, wanted);
  const freed = ends ? await releaseRemainingNights(tx, wanted, today) : null;
  Object.assign(wanted, freed?.members);
  if (ends && before.status === 'checked_in') await leavePresentUnit(tx, before, today);

  if (changesOf(before, wanted).changed.length === 0) return before;
  const updated = await updateReservation(tx, wanted);
  const charges = {
    before: chargesOf(before, nights),
    after: chargesOf(updated, moved || repriced || ends ? await readStayNights(tx, updated) : nights),
  };
  const after = { ...updated, ...sumsAfter(updated, charges.before, charges.after) };
  tx.record(kindOf(before, after), `booking/${after.reservationId}`, {
    ...after,
    ...changesOf(before, after),
  });
  if (after.conflict && after.conflict !== before.conflict && after.status !== 'held') {
    tx.record('booking.conflict', `booking/${after.reservationId}`, after);
  }
  await applyContactToGuest(tx, { before, after, always: change.updateGuest ?? false });
  await postDifference(tx, after, { ...charges, reason: 'change', today });
  if (ends) await endTurnover(tx, after, today);
  else if (moved || after.unitNights !== before.unitNights) await moveTurnover(tx, after);
  if (changesRoomInHouse(before, after, today)) await moveRoomCleaning(tx, before, after, today);
  if (moved) await updateRoomConflicts(tx, nights, hasArrived(before, today) ? today : null);
  if (freed) await updateRoomConflicts(tx, freed.released);
  return after;
}

/** Returns whose nights a new price changes: of a price that people take over from the channel, the channel's. */
function setterOfPrice(before: Reservation, { taking, patch }: ReservationChange): PriceSetter {
  const isTakenOver =
    patch.priceMinor !== undefined && priceDifferenceOf(before.differences)?.value === patch.priceMinor;
  return taking === 'fact' || isTakenOver ? 'channel' : 'house';
}

/** Throws `invalid_transition` unless a booking has this status, or can change to it. */
export function requireTransition(before: Reservation, status: Reservation['status']): void {
  const next = RESERVATION_TRANSITIONS[before.status];
  if (status === before.status || next.includes(status)) return;
  throw new Problem('invalid_transition', {
    case: 'status',
    of: 'booking',
    from: before.status,
    to: status,
    allowed: [...next, ...WAYS_BACK[before.status]],
  });
}

function requirePossibleChange(before: Reservation, wanted: Reservation, choosesUnit: boolean): void {
  requireTransition(before, wanted.status);
  if (choosesUnit && RESERVATION_TRANSITIONS[wanted.status].length === 0)
    throw new Problem('invalid_transition', { case: 'final', status: wanted.status });
  const stays: (keyof Reservation)[] = ['roomId', 'checkin', 'checkout', 'priceMinor', 'currency'];
  if (
    RESERVATION_TRANSITIONS[before.status].length === 0 &&
    changesOf(before, wanted).changed.some((m) => stays.includes(m))
  ) {
    throw new Problem('invalid_transition', { case: 'final', status: before.status });
  }
}

/** Whether a guest in the house leaves the present room today, for another one or back to the former one. */
function changesRoomInHouse(before: Reservation, after: Reservation, today: PlainDate): boolean {
  return before.status === 'checked_in' && before.roomId !== after.roomId && isBefore(today, before.checkout);
}

function kindOf(before: Reservation, after: Reservation) {
  const arrived: Partial<Record<ReservationStatus, 'booking.checked_in' | 'booking.checked_out'>> = {
    checked_in: 'booking.checked_in',
    checked_out: 'booking.checked_out',
  };
  return (before.status !== after.status && arrived[after.status]) || changeKind(after);
}
