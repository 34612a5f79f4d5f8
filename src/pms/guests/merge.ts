// Merges profiles of one person, and suggests which may be of one person.
import type { Queryable } from '../../db/database.ts';
import { changesOf } from '../../model/event.ts';
import { type Guest, MAX_NOTES, MAX_TAGS } from '../../model/guest.ts';
import { Problem } from '../../problems.ts';
import { lockInventoryShared } from '../inventory/inventory-lock.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { ledgerSums, type ReservationRow, toReservation } from '../reservations/rows.ts';
import { findBookings, lockBookings } from './person.ts';
import { lockGuest, recordGuest, storeChanged } from './profiles.ts';
import { type GuestRow, toGuest } from './rows.ts';

/** Members that the remaining profile takes over where it has none. A telephone number comes with its international form. */
const TAKEN_OVER = [
  'givenName',
  'familyName',
  'language',
  'country',
  'company',
  'vatId',
  'address',
  'marketingConsent',
] as const satisfies readonly (keyof Guest)[];

/**
 * Merges a profile into another of the same person: its bookings move there, and its id is answered with the other.
 * The remaining profile keeps what it says and takes over what it lacks; notes and tags are joined. Returns the remaining
 * profile. Throws `unknown_guest`, `guest_erased`, `same_guest` for one profile, and `merge_too_long` for more notes or tags
 * than a profile has.
 */
export async function mergeGuests(
  tx: PropertyTransaction,
  { guestId, into }: { guestId: number; into: number },
): Promise<Guest> {
  const bookings = await findBookings(tx, [guestId]);
  await lockInventoryShared(tx, bookings.roomIds);
  await lockBookings(tx, bookings);
  // In the order of ids, so that two merges of the same profiles wait for each other.
  const [first, second] = guestId < into ? [guestId, into] : [into, guestId];
  const locked = [await lockGuest(tx, first, 'update'), await lockGuest(tx, second, 'update')];
  const [from, to] = guestId < into ? (locked as [Guest, Guest]) : (locked.toReversed() as [Guest, Guest]);
  if (from.guestId === to.guestId) throw new Problem('same_guest', { guestId: to.guestId });
  const members = joined(to, from);
  await moveBookings(tx, from, to);
  await tx.query(
    `update guests set merged_into = $3, updated_at = $4 where hotel_id = $1 and (guest_id = $2 or merged_into = $2)`,
    [tx.hotelId, from.guestId, to.guestId, tx.now],
  );
  const guest = await storeChanged(tx, to, members);
  recordGuest(tx, 'guest.merged', { guestId: from.guestId, mergedInto: to.guestId });
  return guest;
}

/** Gives the bookings of a profile to another one, and records each as modified: in one statement, however many there are. */
async function moveBookings(tx: PropertyTransaction, from: Guest, to: Guest): Promise<void> {
  const rows = await tx.query<ReservationRow>(
    `update reservations set guest_id = $3, updated_at = $4 where hotel_id = $1 and guest_id = $2
     returning *, ${ledgerSums()}`,
    [tx.hotelId, from.guestId, to.guestId, tx.now],
  );
  const moved = rows.map(toReservation).sort((one, other) => one.reservationId - other.reservationId);
  for (const after of moved) {
    const before = { ...after, guestId: from.guestId };
    tx.record('booking.modified', `booking/${after.reservationId}`, {
      ...after,
      ...changesOf(before, after),
    });
  }
}

function joined(to: Guest, from: Guest): Partial<Guest> {
  const taken = TAKEN_OVER.filter((member) => to[member] === null && from[member] !== null);
  const notes = [...new Set([to.notes, from.notes].filter((text) => text !== null))].join('\n');
  const tags = [...new Set([...to.tags, ...from.tags])];
  requireFitting('notes', notes.length, MAX_NOTES);
  requireFitting('tags', tags.length, MAX_TAGS);
  // An address of the person replaces one that an OTA made.
  const takesEmail = from.email !== null && (to.email === null || (to.emailIsAlias && !from.emailIsAlias));
  return {
    ...Object.fromEntries(taken.map((member) => [member, from[member]])),
    ...(takesEmail && { email: from.email }),
    ...(to.phone === null && from.phone !== null && { phone: from.phone, phoneE164: from.phoneE164 }),
    notes: notes === '' ? null : notes,
    tags,
  };
}

function requireFitting(member: 'notes' | 'tags', length: number, max: number): void {
  if (length > max) throw new Problem('merge_too_long', { member, length, max });
}

/** Two profiles that may be of one person, and why. The older one comes first. */
type DuplicateSuggestion = { guests: [Guest, Guest]; reasons: ('email' | 'phone')[] };

/**
 * Returns pairs of profiles with the same e-mail address, or the same telephone number in international form; the newest
 * first. Addresses that OTAs made are left out, and so are values that more than `MOST_SHARED` profiles have: those
 * of a travel agent or of the house itself. With `guestId`, only pairs with that profile.
 */
export async function suggestDuplicates(
  db: Queryable,
  hotelId: number,
  { guestId, limit }: { guestId: number | undefined; limit: number },
): Promise<DuplicateSuggestion[]> {
  // Of one guest only the profiles with its own values are read, by their indexes.
  const of = (value: string) =>
    guestId === undefined
      ? ''
      : `and ${value} = any(array(select ${value} from guests where hotel_id = $1 and guest_id = $2))`;
  const pairs = await db.query<{ older: number; newer: number; reasons: ('email' | 'phone')[] }>(
    `with value as (
       select guest_id, 'email' as reason, lower(email) as value from guests
       where hotel_id = $1 and email is not null and not email_is_alias and merged_into is null and erased_at is null
         ${of('lower(email)')}
       union all
       select guest_id, 'phone', phone_e164 from guests
       where hotel_id = $1 and phone_e164 is not null and merged_into is null and erased_at is null
         ${of('phone_e164')}
     ), shared as (
       select reason, value from value group by reason, value having count(*) between 2 and ${MOST_SHARED}
     )
     select one.guest_id as older, other.guest_id as newer, array_agg(one.reason order by one.reason) as reasons
     from shared
     join value as one on one.reason = shared.reason and one.value = shared.value
     join value as other on other.reason = shared.reason and other.value = shared.value and one.guest_id < other.guest_id
     where $2::bigint is null or $2 in (one.guest_id, other.guest_id)
     group by one.guest_id, other.guest_id
     order by other.guest_id desc, one.guest_id desc limit $3`,
    [hotelId, guestId ?? null, limit],
  );
  if (pairs.length === 0) return [];
  const rows = await db.query<GuestRow>(
    `select * from guests where hotel_id = $1 and guest_id = any($2::bigint[])`,
    [hotelId, [...new Set(pairs.flatMap(({ older, newer }) => [older, newer]))]],
  );
  const byId = new Map(rows.map((row) => [row.guest_id, toGuest(row)]));
  return pairs.map(({ older, newer, reasons }) => ({
    guests: [byId.get(older)!, byId.get(newer)!],
    reasons,
  }));
}

/** A value that more profiles share identifies nobody. */
const MOST_SHARED = 10;
