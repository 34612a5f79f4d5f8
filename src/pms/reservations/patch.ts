// Changes that the desk makes to a booking, as far as its channel does not own the values.
import { hasNightsOfChannel } from '../../model/channel-dates.ts';
import { undecidedAfter } from '../../model/channel-difference.ts';
import { isSameName } from '../../model/letters.ts';
import { isBefore, type PlainDate } from '../../model/night.ts';
import { DIRECT, isEndedHold, type Reservation, type ReservationPatch } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { createGuestOfBooking, lockGuest } from '../guests/profiles.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { UnitChoice } from '../units/arrange.ts';
import { cancelReservation } from './cancel.ts';
import { changeReservation, requireTransition } from './change.ts';
import { endsStay } from './end-stay.ts';
import { changesOfMember, removeEmptyGroup } from './group-members.ts';
import { confirmHold, holdEnded } from './holds.ts';
import { isWayBack, restoreReservation } from './restore.ts';

/** The changes that the desk may make; `cancelled` releases the rest of the stay from today on. */
export type DeskPatch = Omit<
  ReservationPatch,
  | 'status'
  | 'channelReference'
  | 'connection'
  | 'channelCheckin'
  | 'channelCheckout'
  | 'guestId'
  | 'heldUntil'
  | 'differences'
> & {
  status?: Reservation['status'];
  /** the person who stays; `new` = a profile of its own, made from the booking */
  guestId?: number | 'new';
  /** until when a hold goes on; another patch confirms it */
  heldUntil?: Temporal.Instant;
};

type DeskOptions = {
  today: PlainDate;
  /** allows a check-in before the check-in date */
  early: boolean;
  /** the guest's profile gets the changed contact data, whatever other bookings it has */
  updateGuest: boolean;
  /** chooses the unit */
  unit?: UnitChoice | undefined;
  /** allows a check-in into a unit that is not ready */
  unready?: boolean;
};

/**
 * Applies a patch to a reservation that the caller has locked (see lockReservation). Moved nights
 * obey the same rules as a new booking, and throw the same problems. A hold is confirmed with the values of the patch; a status
 * that takes the last one back restores the stay first (see restore.ts). Throws `hold_expired` for a hold that has ended,
 * `invalid_transition` for a status that cannot follow and for `heldUntil` of a booking that is not held, `stay_ended` for a cancellation after the stay, `unknown_guest` and
 * `guest_erased`, and `owned_by_channel` for a stay whose channel is connected and that would lose nights which that has sold. Nights beside them are the
 * house's own (model/channel-dates). An earlier departure that ends the stay is possible: a channel leaves that as it is.
 */
export async function patchReservation(
  tx: PropertyTransaction,
  before: Reservation,
  patch: DeskPatch,
  { today, ...how }: DeskOptions,
): Promise<Reservation> {
  const { reservationId } = before;
  const { status, guestId, ...values } = patch;
  if (isEndedHold(before) && status !== undefined && status !== before.status) throw holdEnded(before);
  if (values.heldUntil) requireHeld(before);
  // Erased data may not come back from a form that was open meanwhile.
  if (namesPerson(values) && guestId === undefined && before.guestId !== null)
    await lockGuest(tx, before.guestId, 'update');
  if (status === 'cancelled') {
    requireTransition(before, status);
    return cancelReservation(tx, { reservationId, date: today, today });
  }
  const isBack = status !== undefined && isWayBack(before, status);
  if (status !== undefined && !isBack) requireTransition(before, status);
  const current = isBack ? await restoreReservation(tx, before, { status, today, ...how }) : before;
  const isMoved = changesDates(current, values);
  if (isMoved && !endsEarlier(current, patch)) await requireNightsOfChannel(tx, { ...current, ...values });
  const next = status === 'confirmed' || status === 'held' ? undefined : status;
  const joined = values.groupId === undefined ? null : await changesOfMember(tx, before, values.groupId);
  const moves = {
    ...joined,
    ...(guestId !== undefined && (await assignGuest(tx, before, values, guestId))),
    ...values,
    ...(next && { status: next }),
    // Other dates also decide about a stay that its channel has cancelled: it takes place.
    differences: undecidedAfter(before.differences, { ...values, ...((isMoved || status) && { status }) }),
  };
  const after = await changeReservation(tx, { reservationId, patch: moves, today, ...how, taking: 'sale' });
  if (after.groupId !== before.groupId) await removeEmptyGroup(tx, before.groupId);
  return status === 'confirmed' && before.status === 'held' ? confirmHold(tx, after, today) : after;
}

/** Whether a patch says something of the person who stays. */
function namesPerson({ guestName, guestEmail, guestPhone, notes, companions }: DeskPatch): boolean {
  return [guestName, guestEmail, guestPhone, notes, companions].some((value) => value != null);
}

/** Throws `hold_expired` for a hold that has ended, `invalid_transition` for any other booking that is not held. */
function requireHeld(before: Reservation): void {
  const { status, reservationId } = before;
  if (isEndedHold(before)) throw holdEnded(before);
  if (status !== 'held') throw new Problem('invalid_transition', { case: 'not_held', reservationId, status });
}

/**
 * Returns what changes in a booking that is assigned to another profile. Name and contact follow if it is another person: those of
 * the former guest would stay in a booking that is no longer theirs. Not in a booking of a channel, which tells them.
 */
async function assignGuest(
  tx: PropertyTransaction,
  before: Reservation,
  values: ReservationPatch,
  wanted: number | 'new',
): Promise<ReservationPatch> {
  if (wanted === 'new') return { guestId: await createGuestOfBooking(tx, { ...before, ...values }) };
  const { guestId, name, email, phone } = await lockGuest(tx, wanted, 'update');
  if (guestId === before.guestId || isSameName(name, before.guestName) || before.channel !== DIRECT)
    return { guestId };
  return { guestId, guestName: name, guestEmail: email, guestPhone: phone };
}

function changesDates(before: Reservation, { checkin, checkout }: DeskPatch): boolean {
  return (
    (checkin && !checkin.equals(before.checkin)) || (checkout && !checkout.equals(before.checkout)) || false
  );
}

/** Whether a change ends a stay before its departure, which is a fact, and which its channel leaves as it is. */
function endsEarlier(
  before: Reservation,
  { status, checkin, checkout }: Pick<DeskPatch, 'status' | 'checkin' | 'checkout'>,
): boolean {
  const staysArrival = checkin === undefined || checkin.equals(before.checkin);
  const isEarlier = checkout !== undefined && isBefore(checkout, before.checkout);
  return status !== undefined && endsStay(before, { status }) && staysArrival && isEarlier;
}

/** Throws `owned_by_channel` unless the stay has all nights that its channel knows, or that is not connected any more. */
async function requireNightsOfChannel(tx: PropertyTransaction, wanted: Reservation): Promise<void> {
  const { connection, channel } = wanted;
  if (connection === null || hasNightsOfChannel(wanted)) return;
  const [connected] = await tx.query(
    `select 1 from connections where hotel_id = $1 and channel = $2 and state <> 'disconnected'`,
    [tx.hotelId, connection],
  );
  if (!connected) return;
  const { channelCheckin: checkin, channelCheckout: checkout } = wanted;
  throw new Problem('owned_by_channel', { channel, checkin: checkin!, checkout: checkout! });
}
