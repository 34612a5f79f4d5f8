// Groups: bookings that were made together, and what is done to all of them, or to none.
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import { DIRECT, isEndedHold, type Reservation } from '../../model/reservation.ts';
import { inRoom, refusedStays, type StayRefusal, stayRefusal } from '../../problems.ts';
import { lockInventoryShared } from '../inventory/inventory-lock.ts';
import { releaseNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { cancelReservation } from './cancel.ts';
import { createReservation } from './create.ts';
import { type BookedGroup, insertGroup, lockGroup, requireGroup } from './group-rows.ts';
import { holdEnded } from './holds.ts';
import { type DeskPatch, patchReservation } from './patch.ts';
import type { NewReservation } from './store.ts';

/** A stay of a new group. `ownGuest`: its guest is not the one that the other stays share. */
type StayOfGroup = Omit<NewReservation, 'channel' | 'channelReference'> & { ownGuest: boolean };

/**
 * Books several stays together, all or none, and returns them in the order of the request. Their nights are taken by room and
 * check-in, so that concurrent groups wait for each other instead of deadlocking. Stays without a guest of their own share one
 * profile: the one named, or a new one. Throws what a single booking would throw, with the room in its facts; where nights or
 * their restrictions refuse several stays, all of them.
 */
export async function bookGroup(
  tx: PropertyTransaction,
  {
    reference,
    stays,
    guestId,
  }: { reference: string | null; stays: readonly StayOfGroup[]; guestId?: number | undefined },
): Promise<BookedGroup> {
  const group = await insertGroup(tx, { channel: DIRECT, reference });
  const ids = await nextReservationIds(tx, stays.length);
  await lockInventoryShared(tx, new Set(stays.map(({ roomId }) => roomId)));
  const inOrder = stays
    .map((stay, place) => ({ ...stay, reservationId: ids[place]! }))
    .sort(
      (one, other) => one.roomId - other.roomId || Temporal.PlainDate.compare(one.checkin, other.checkin),
    );
  const bookings: Reservation[] = [];
  const refused: StayRefusal[] = [];
  let shared = guestId;
  for (const { ownGuest, ...stay } of inOrder) {
    const guest = ownGuest || shared === undefined ? {} : { guestId: shared };
    const wanted = { ...stay, ...guest, groupId: group.groupId };
    const booking = await createReservation(tx, wanted).catch(async (error) => {
      refused.push(await releaseRefused(tx, stay, error));
    });
    if (!booking) continue;
    if (!ownGuest) shared ??= booking.guestId ?? undefined;
    bookings.push(booking);
  }
  const [first, ...further] = withNumbers(refused, inOrder, bookings);
  if (first) throw refusedStays([first, ...further]);
  return { ...group, bookings: bookings.sort((one, other) => one.reservationId - other.reservationId) };
}

type Nights = Pick<NewReservation, 'roomId' | 'checkin' | 'checkout'>;

/**
 * Adds to refusals for want of a room how many were left and how many the group asks for, in the night of which most is missing. Stays
 * that are refused for the same nights of the same room have one refusal.
 */
function withNumbers(
  refused: readonly StayRefusal[],
  wanted: readonly Nights[],
  booked: readonly Nights[],
): StayRefusal[] {
  const known = new Set<string>();
  return refused.flatMap((refusal): StayRefusal[] => {
    if (refusal.code !== 'room_unavailable') return [refusal];
    const { nights, roomId } = refusal.data;
    const place = `${roomId} ${nights.join(' ')}`;
    if (known.has(place)) return [];
    known.add(place);
    const [worst] = nights
      .map((night) => ({ left: count(booked, roomId, night), asked: count(wanted, roomId, night) }))
      .sort((one, other) => other.asked - other.left - (one.asked - one.left));
    return [{ ...refusal, data: { ...refusal.data, ...worst } }];
  });
}

/** Returns how many stays have a night of a room. */
function count(stays: readonly Nights[], roomId: number | undefined, night: string): number {
  return stays.filter(
    (stay) => stay.roomId === roomId && stay.checkin.toString() <= night && stay.checkout.toString() > night,
  ).length;
}

/**
 * Releases the nights that a refused stay took, so that they are not missing for the next stay of the group, and returns the
 * refusal. Throws errors that are none of a stay.
 */
async function releaseRefused(
  tx: PropertyTransaction,
  { roomId, checkin, checkout }: Pick<NewReservation, 'roomId' | 'checkin' | 'checkout'>,
  error: unknown,
): Promise<StayRefusal> {
  const refusal = stayRefusal(error, roomId);
  const full = refusal.code === 'room_unavailable' ? refusal.data.nights : [];
  const taken = nightsBetween(checkin, checkout).filter((night) => !full.includes(night.toString()));
  await releaseNights(
    tx,
    taken.map((date) => ({ roomId, date })),
  );
  return refusal;
}

async function nextReservationIds(tx: PropertyTransaction, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select nextval('reservation_id') as id from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Cancels the bookings of a group, all or none (see `cancelReservation`), except those whose stay is over or did not take place.
 * Repeating it changes nothing. Throws `unknown_group`, and `stay_ended` if `date` is on or after the check-out of a stay.
 */
export async function cancelGroup(
  tx: PropertyTransaction,
  groupId: number,
  { date, today }: { date: PlainDate; today: PlainDate },
): Promise<BookedGroup> {
  const { bookings } = await lockGroup(tx, groupId);
  for (const { reservationId, status, roomId } of bookings)
    if (status !== 'checked_out' && status !== 'no_show')
      await cancelReservation(tx, { reservationId, date, today }).catch(inRoom(roomId));
  return requireGroup(tx, tx.hotelId, groupId);
}

type GroupChange = {
  /** guest data */
  values: Omit<DeskPatch, 'status' | 'heldUntil'>;
  /** confirms the bookings that are held; restores a group that is cancelled as a whole */
  confirm: boolean;
  /** until when the bookings that are held go on holding their nights */
  heldUntil: Temporal.Instant | undefined;
  /** the guest's profile gets the changed contact data even if it has bookings outside the group */
  updateGuest: boolean;
  today: PlainDate;
};

/**
 * Changes all bookings of a group, or none. A value changes in the bookings that have the same as the first one: what was
 * changed in a single booking stays. Throws `unknown_group`, `hold_expired` if all that was held has ended, `invalid_transition` for `heldUntil`
 * if nothing is held, and to restore bookings what `restoreReservation` throws, with the room in its facts.
 */
export async function changeGroup(
  tx: PropertyTransaction,
  groupId: number,
  { values, confirm, heldUntil, updateGuest, today }: GroupChange,
): Promise<BookedGroup> {
  const { bookings } = await lockGroup(tx, groupId);
  const first = bookings[0]!;
  const held = bookings.filter(({ status }) => status === 'held');
  const follows = !(await staysElsewhere(tx, first));
  const confirmed = confirm ? toConfirm(bookings, held) : [];
  const extended = heldUntil === undefined ? [] : held.length > 0 ? held : [first];
  for (const before of bookings) {
    const patch: DeskPatch = {
      ...sharedValues(before, first, values),
      ...(confirmed.includes(before) && { status: 'confirmed' }),
      ...(heldUntil !== undefined && extended.includes(before) && { heldUntil }),
    };
    const how = {
      today,
      early: false,
      updateGuest: updateGuest || (follows && before.guestId === first.guestId),
    };
    await patchReservation(tx, before, patch, how).catch(inRoom(before.roomId));
  }
  return requireGroup(tx, tx.hotelId, groupId);
}

/** Returns the bookings to confirm: those held, or all of a cancelled group. Throws `hold_expired`. */
function toConfirm(bookings: readonly Reservation[], held: readonly Reservation[]): readonly Reservation[] {
  if (held.length > 0) return held;
  if (bookings.some(({ status }) => status !== 'cancelled')) return [];
  const ended = bookings.find(isEndedHold);
  if (ended) throw holdEnded(ended);
  return bookings;
}

function sharedValues(before: Reservation, first: Reservation, values: GroupChange['values']): DeskPatch {
  const members = Object.keys(values) as (keyof Reservation)[];
  const own = members.filter((member) => JSON.stringify(before[member]) !== JSON.stringify(first[member]));
  return Object.fromEntries(
    Object.entries(values).filter(([member]) => !own.includes(member as keyof Reservation)),
  );
}

/** Whether the guest of a booking has bookings outside its group. */
async function staysElsewhere(tx: PropertyTransaction, { guestId, groupId }: Reservation): Promise<boolean> {
  const others = await tx.query(
    `select 1 from reservations where hotel_id = $1 and guest_id = $2 and group_id is distinct from $3 limit 1`,
    [tx.hotelId, guestId, groupId],
  );
  return others.length > 0;
}
