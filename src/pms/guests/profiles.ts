// Profiles of guests: made with bookings, read, changed by people, and kept equal to the only booking of a guest.
import type { Queryable } from '../../db/database.ts';
import { changesOf } from '../../model/event.ts';
import { contactForms, ERASED_NAME, type Guest, type GuestPatch } from '../../model/guest.ts';
import type { Reservation, ReservationPatch } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type GuestRow, guestColumns, toGuest } from './rows.ts';

/** What a booking says about its guest. */
type BookedGuest = Pick<Reservation, 'guestName' | 'guestEmail' | 'guestPhone' | 'language' | 'country'>;

/** Returns the profile that a new booking makes. */
export function guestOfBooking(
  { hotelId, guestId, now }: { hotelId: number; guestId: number; now: Temporal.Instant },
  { guestName, guestEmail, guestPhone, language, country }: BookedGuest,
): Guest {
  const contact = { email: guestEmail, phone: guestPhone, country };
  return {
    guestId,
    hotelId,
    name: guestName,
    givenName: null,
    familyName: null,
    ...contact,
    ...contactForms(contact),
    language,
    company: null,
    vatId: null,
    address: null,
    notes: null,
    tags: [],
    marketingConsent: null,
    mergedInto: null,
    erasedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Stores a new profile. */
export async function insertGuest(tx: PropertyTransaction, guest: Guest): Promise<void> {
  const columns = guestColumns(guest);
  const names = Object.keys(columns);
  await tx.query(
    `insert into guests (hotel_id, guest_id, created_at, updated_at, ${names.join(', ')})
     values ($1, $2, $3, $3, ${names.map((_, i) => `$${i + 4}`).join(', ')})`,
    [tx.hotelId, guest.guestId, tx.now, ...Object.values(columns)],
  );
}

/** Stores a profile for a booking that has none of its own, and returns its id. */
export async function createGuestOfBooking(tx: PropertyTransaction, booked: BookedGuest): Promise<number> {
  const [row] = await tx.query<{ id: number }>(`select nextval('guest_id') as id`);
  await insertGuest(tx, guestOfBooking({ hotelId: tx.hotelId, guestId: row!.id, now: tx.now }, booked));
  return row!.id;
}

/**
 * Returns the profile with this id, locked if that is asked for; of a merged one, the profile that replaced it. Throws
 * `unknown_guest`.
 */
export async function requireGuest(
  db: Queryable,
  hotelId: number,
  guestId: number,
  lock: '' | 'for update' = '',
): Promise<Guest> {
  return readGuest(db, [hotelId, guestId], lock);
}

/**
 * Like `requireGuest`, and locks the profile until the transaction ends: `share` keeps it from being merged or erased,
 * `update` also from being changed: the mode of all who may change it later, because two who hold it shared wait for each
 * other then. Throws `unknown_guest`, and `guest_erased` for an erased one.
 */
export async function lockGuest(
  tx: PropertyTransaction,
  guestId: number,
  mode: 'share' | 'update',
): Promise<Guest> {
  const guest = await readGuest(tx, [tx.hotelId, guestId], `for ${mode}`);
  if (guest.erasedAt !== null) throw new Problem('guest_erased', { guestId: guest.guestId });
  return guest;
}

async function readGuest(
  db: Queryable,
  [hotelId, guestId]: readonly [number, number],
  lock: string,
): Promise<Guest> {
  const [row] = await db.query<GuestRow>(
    `select * from guests where hotel_id = $1 and guest_id = $2 ${lock}`,
    [hotelId, guestId],
  );
  if (!row) throw new Problem('unknown_guest', { guestId });
  return row.merged_into === null ? toGuest(row) : readGuest(db, [hotelId, row.merged_into], lock);
}

/** Changes a profile. Throws `unknown_guest` and `guest_erased`. */
export async function changeGuest(
  tx: PropertyTransaction,
  guestId: number,
  patch: GuestPatch,
): Promise<Guest> {
  return storeChanged(tx, await lockGuest(tx, guestId, 'update'), patch);
}

/** Writes a changed profile; one without a difference is left as it is. */
export async function storeChanged(
  tx: PropertyTransaction,
  before: Guest,
  patch: Partial<Guest>,
): Promise<Guest> {
  const wanted: Guest = { ...before, ...patch };
  Object.assign(wanted, formsAfter(before, wanted, patch.phoneE164));
  if (changesOf(before, wanted).changed.length === 0) return before;
  const columns = guestColumns(wanted);
  const names = Object.keys(columns);
  const [row] = await tx.query<GuestRow>(
    `update guests set (updated_at, ${names.join(', ')}) = row ($3, ${names.map((_, i) => `$${i + 4}`).join(', ')})
     where hotel_id = $1 and guest_id = $2
     returning *`,
    [tx.hotelId, before.guestId, tx.now, ...Object.values(columns)],
  );
  recordGuest(tx, 'guest.changed', { guestId: before.guestId });
  return toGuest(row!);
}

/**
 * Returns the members that follow from a changed contact. `taken` is the international form of a number that comes with it from
 * another profile. A number that is not changed keeps its form where another country gives it none.
 */
function formsAfter(before: Guest, wanted: Guest, taken: string | null | undefined) {
  const forms = contactForms(wanted);
  if (taken !== undefined) return { ...forms, phoneE164: taken };
  if (wanted.phone !== before.phone) return forms;
  const isRead = wanted.country !== before.country ? forms.phoneE164 : null;
  return { ...forms, phoneE164: isRead ?? before.phoneE164 };
}

/** Records what happened to a profile: ids only, never what the profile says. */
export function recordGuest(
  tx: PropertyTransaction,
  kind: 'guest.changed' | 'guest.merged' | 'guest.erased',
  data: { guestId: number; mergedInto?: number },
): void {
  tx.record(kind, `guest/${data.guestId}`, data);
}

/**
 * Locks the profile of a booking whose contact changes, until the transaction ends. Before its nights are moved: see
 * inventory/inventory-lock for the order of locks.
 */
export async function lockGuestOfContact(
  tx: PropertyTransaction,
  before: Reservation,
  after: Reservation,
): Promise<void> {
  if (after.guestId === null || after.guestId !== before.guestId) return;
  if (BOOKED_MEMBERS.every(([member]) => before[member] === after[member])) return;
  await tx.query(`select 1 from guests where hotel_id = $1 and guest_id = $2 for update`, [
    tx.hotelId,
    after.guestId,
  ]);
}

/** What a booking says and its profile, member by member. */
const BOOKED_MEMBERS = [
  ['guestName', 'name'],
  ['guestEmail', 'email'],
  ['guestPhone', 'phone'],
  ['language', 'language'],
  ['country', 'country'],
] as const satisfies readonly (readonly [keyof BookedGuest, keyof Guest])[];

/**
 * Applies a changed contact of a booking to the profile of its guest. `always`: all changed values. Otherwise only if
 * the guest has no other booking, and only where the profile still says what the booking said: values that people
 * entered in the profile stay. Does nothing for an erased guest.
 */
export async function applyContactToGuest(
  tx: PropertyTransaction,
  { before, after, always }: { before: Reservation; after: Reservation; always: boolean },
): Promise<void> {
  const changed = BOOKED_MEMBERS.filter(([member]) => before[member] !== after[member]);
  if (changed.length === 0 || after.guestId === null || after.guestId !== before.guestId) return;
  const [row] = await tx.query<GuestRow & { has_others: boolean }>(
    `select guests.*, exists (
       select 1 from reservations as other
       where other.hotel_id = $1 and other.guest_id = $2 and other.reservation_id <> $3) as has_others
     from guests where hotel_id = $1 and guest_id = $2 for update`,
    [tx.hotelId, after.guestId, after.reservationId],
  );
  if (!row || row.erased_at !== null || (row.has_others && !always)) return;
  const guest = toGuest(row);
  const taken = changed.filter(([member, own]) => always || guest[own] === before[member]);
  await storeChanged(tx, guest, Object.fromEntries(taken.map(([member, own]) => [own, after[member]])));
}

/** Returns a channel's change of a booking without what it says of the guest, if the guest was erased. */
export async function withoutErasedContact(
  tx: PropertyTransaction,
  booking: Reservation,
  patch: ReservationPatch,
): Promise<ReservationPatch> {
  if (booking.guestName !== ERASED_NAME || booking.guestId === null) return patch;
  const { erasedAt } = await requireGuest(tx, tx.hotelId, booking.guestId);
  if (erasedAt === null) return patch;
  const { guestName: _, guestEmail: __, guestPhone: ___, notes: ____, companions: _____, ...others } = patch;
  return others;
}
