// Bookings that come into a group after it was made, and those that leave it.
import { isSameName } from '../../model/letters.ts';
import { DIRECT, type Group, isEndedHold, type Reservation } from '../../model/reservation.ts';
import { invalidData } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { changeReservation } from './change.ts';
import { lockReservation } from './find.ts';
import { insertGroup, lockGroupRow, requireGroup } from './group-rows.ts';
import { holdEnded } from './holds.ts';
import type { NewReservation } from './store.ts';

/** Which group a booking is to be in: by its id, or that of another booking, which makes one with it if it has none; null = none. */
export type GroupChoice = { groupId: number } | { withBooking: number } | null;

/**
 * Returns the id of the group of a choice, and locks it until the transaction ends. Throws `unknown_group` and `unknown_booking`. To be called before the
 * booking itself is locked, as groups are locked before their bookings.
 */
export async function lockChosenGroup(
  tx: PropertyTransaction,
  choice: GroupChoice,
  { orderId, today }: { orderId: number | null; today: Temporal.PlainDate },
): Promise<number | null> {
  await lockPresentGroup(tx, orderId);
  if (choice === null) return null;
  if ('groupId' in choice) return (await lockGroupRow(tx, choice.groupId)).groupId;
  const { withBooking } = choice;
  if (withBooking === orderId) throw invalidData({ field: 'group_with', rule: 'own_booking' });
  const other = await lockReservation(tx, withBooking);
  if (other.groupId !== null) return (await lockGroupRow(tx, other.groupId)).groupId;
  const { groupId } = await insertGroup(tx, { channel: DIRECT, reference: null });
  await changeReservation(tx, { reservationId: withBooking, patch: { groupId }, today, taking: 'fact' });
  return groupId;
}

/** Locks the group that a booking is in, if it is in one. */
async function lockPresentGroup(tx: PropertyTransaction, orderId: number | null): Promise<void> {
  await tx.query(
    `select 1 from booking_groups where hotel_id = $1 and group_id = (
       select group_id from reservations where hotel_id = $1 and reservation_id = $2)
     for no key update`,
    [tx.hotelId, orderId],
  );
}

type NewMember = Pick<NewReservation, 'guestName' | 'guestEmail' | 'guestPhone'> &
  Partial<Pick<NewReservation, 'guestId' | 'heldUntil' | 'language' | 'country'>>;

/**
 * Returns a new booking as one of a group that the caller has locked: it is held as long as the group is, and with the name of the group's guest it
 * is that guest's, with the same contact where none is given. Throws `hold_expired` if the hold of the group has ended.
 */
export async function asMember<Stay extends NewMember>(
  tx: PropertyTransaction,
  groupId: number,
  stay: Stay,
): Promise<Stay & { groupId: number }> {
  const { bookings } = await requireGroup(tx, tx.hotelId, groupId);
  const heldUntil = heldUntilOf(bookings, tx.now);
  const first = bookings.find(({ status }) => status !== 'cancelled') ?? bookings[0];
  const isSameGuest =
    first !== undefined && stay.guestId === undefined && isSameName(first.guestName, stay.guestName);
  return {
    ...stay,
    ...(isSameGuest && sharedOf(first, stay)),
    ...(heldUntil && { heldUntil }),
    groupId,
  };
}

/** What bookings of one guest share. The contact that a channel gave for its order is not that of a direct booking. */
function sharedOf(first: Reservation, { guestEmail, guestPhone, language, country }: NewMember) {
  const isDirect = first.channel === DIRECT;
  return {
    guestEmail: guestEmail ?? (isDirect ? first.guestEmail : null),
    guestPhone: guestPhone ?? (isDirect ? first.guestPhone : null),
    language: language ?? first.language,
    country: country ?? first.country,
    ...(first.guestId !== null && { guestId: first.guestId }),
  };
}

/** Returns until when the bookings of a group are held; null = none is. Throws `hold_expired` if they were, and are not any more. */
function heldUntilOf(bookings: readonly Reservation[], now: Temporal.Instant): Temporal.Instant | null {
  const [held] = bookings
    .filter(({ status }) => status === 'held')
    .toSorted((one, other) => Temporal.Instant.compare(one.heldUntil!, other.heldUntil!));
  const ended = bookings.every(({ status }) => status === 'cancelled') && bookings.find(isEndedHold);
  if (ended) throw holdEnded(ended);
  if (held && Temporal.Instant.compare(held.heldUntil!, now) <= 0) throw holdEnded(held);
  return held?.heldUntil ?? null;
}

/**
 * Returns what changes in a booking that joins a group, or leaves its group (null); the caller has locked both. One that is held is held as long as
 * the group that it joins. Throws `hold_expired` if that of the group has ended, `invalid_data` for a room of a channel's order that would leave the group of that order.
 */
export async function changesOfMember(
  tx: PropertyTransaction,
  before: Reservation,
  groupId: number | null,
): Promise<Pick<Reservation, 'groupId'> & { heldUntil?: Temporal.Instant }> {
  if (groupId === before.groupId) return { groupId };
  if (before.groupId !== null) requireOtherOrder(before, await requireGroup(tx, tx.hotelId, before.groupId));
  if (groupId === null) return { groupId };
  const { bookings } = await requireGroup(tx, tx.hotelId, groupId);
  const heldUntil = heldUntilOf(bookings, tx.now);
  return { groupId, ...(before.status === 'held' && heldUntil && { heldUntil }) };
}

/** Throws if the group of a booking is that of its order at a channel. */
function requireOtherOrder({ channel, channelReference }: Reservation, group: Group): void {
  if (channel === DIRECT || group.channel !== channel || group.reference !== channelReference) return;
  throw invalidData({ field: 'group_id', rule: 'order_of_channel', channel });
}

/** Removes a group that its last booking has left. */
export async function removeEmptyGroup(tx: PropertyTransaction, groupId: number | null): Promise<void> {
  if (groupId === null) return;
  await tx.query(
    `delete from booking_groups as own where hotel_id = $1 and group_id = $2 and not exists (
       select 1 from reservations where hotel_id = $1 and group_id = own.group_id)`,
    [tx.hotelId, groupId],
  );
}
