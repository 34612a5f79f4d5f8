// Bookings of other people in a person's groups and orders: which are of the same person, and which have a copy of the contact.
import type { Queryable } from '../../db/database.ts';
import { isPlaceholderName } from '../../model/guest.ts';
import { isSameName } from '../../model/letters.ts';
import { phoneDigits } from '../../model/phone.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import type { ErasedTable, PersonRows } from './person-rows.ts';
import { recordGuest } from './profiles.ts';

type OtherBooking = {
  reservation_id: number;
  /** null = it has no profile */
  guest_id: number | null;
  guest_name: string;
};

/** Bookings in the groups and orders of a person that have other profiles. */
export type Together = {
  groupIds: number[];
  /** those of them that the person made: whose first booking is theirs */
  madeGroupIds: number[];
  /** tasks of no booking, for a room in which the person stayed at that time */
  taskIds: number[];
  bookings: OtherBooking[];
  /** those that were made with the contact of the person, who made the group or order */
  copyReservationIds: number[];
  copyGuestIds: number[];
  /** what a copy says: e-mail addresses in small letters, telephone numbers, notes */
  contact: { emails: string[]; phones: string[]; notes: string[] };
};

/** No bookings. */
export const NOBODY_TOGETHER: Together = {
  groupIds: [],
  madeGroupIds: [],
  taskIds: [],
  bookings: [],
  copyReservationIds: [],
  copyGuestIds: [],
  contact: { emails: [], phones: [], notes: [] },
};

/** Finds the other bookings in the groups and orders of these bookings, and locks them. */
export async function findTogether(
  tx: PropertyTransaction,
  { guestIds, reservationIds, ...person }: PersonRows & { guestIds: number[]; reservationIds: number[] },
): Promise<Together> {
  const groups = await tx.query<{ group_id: number; made_by_person: boolean }>(
    `select group_id, (array_agg(reservation_id order by reservation_id))[1] = any($2::bigint[]) as made_by_person
     from reservations where hotel_id = $1 and group_id in (
       select group_id from reservations where hotel_id = $1 and reservation_id = any($2::bigint[]) and group_id is not null)
     group by group_id`,
    [tx.hotelId, reservationIds],
  );
  const groupIds = groups.map((row) => row.group_id);
  const bookings = await tx.query<OtherBooking & { group_id: number | null }>(
    `select reservation_id, guest_id, guest_name, group_id from reservations
     where hotel_id = $1 and reservation_id <> all($2::bigint[]) and (group_id = any($3::bigint[]) or reservation_id in (
       select other.reservation_id from reservations as own join reservations as other
         on other.hotel_id = $1 and other.connection = own.connection and other.order_reference = own.order_reference
       where own.hotel_id = $1 and own.reservation_id = any($2::bigint[])))
     order by reservation_id for update`,
    [tx.hotelId, reservationIds, groupIds],
  );
  const tasks = await tx.query<{ task_id: number }>(
    `select distinct task_id from tasks
     join reservations as stay on stay.hotel_id = $1 and stay.reservation_id = any($2::bigint[]) and stay.room_id = tasks.room_id
     where tasks.hotel_id = $1 and tasks.reservation_id is null and tasks.due between stay.checkin - 1 and stay.checkout`,
    [tx.hotelId, reservationIds],
  );
  const made = groups.filter((row) => row.made_by_person).map((row) => row.group_id);
  const copies = bookings.filter((row) => row.group_id !== null && made.includes(row.group_id));
  const copyGuests = copies.map((row) => row.guest_id).filter((id) => id !== null && !guestIds.includes(id));
  return {
    groupIds,
    madeGroupIds: made,
    taskIds: tasks.map((row) => row.task_id),
    bookings,
    copyReservationIds: copies.map((row) => row.reservation_id),
    copyGuestIds: [...new Set(copyGuests as number[])],
    contact: contactOf(person),
  };
}

function contactOf({ guests, bookings }: PersonRows): Together['contact'] {
  const present = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  return {
    emails: present(
      [...guests, ...bookings.map(({ guest_email: email }) => ({ email }))].map(({ email }) => email),
    ).map((email) => email.toLowerCase()),
    phones: present([
      ...guests.flatMap((row) => [row.phone, row.phone_e164]),
      ...bookings.map((row) => row.guest_phone),
    ]),
    notes: present(bookings.map((row) => row.notes)),
  };
}

/** Returns the profiles of other bookings that have a name of the person. */
export function samePerson({ bookings }: Together, { guests, bookings: own }: PersonRows): number[] {
  const names = [...new Set([...guests.map((row) => row.name), ...own.map((row) => row.guest_name)])].filter(
    (name) => !isPlaceholderName(name),
  );
  const isNamedSo = ({ guest_name: name }: OtherBooking) => names.some((one) => isSameName(one, name));
  const same = bookings.filter((row) => row.guest_id !== null && isNamedSo(row));
  const known = new Set(guests.map((row) => row.guest_id));
  return [...new Set(same.map((row) => row.guest_id!))].filter((id) => !known.has(id));
}

/** Empties the person's contact and notes in the bookings of other people that were made with them, and in their profiles. */
export async function eraseContactCopies(
  tx: PropertyTransaction,
  { copyReservationIds, copyGuestIds, contact }: Together,
): Promise<ErasedTable[]> {
  const digits = contact.phones.flatMap(phoneDigits).map((number) => number.replace(/^0+/, ''));
  const bookings = await tx.query(
    `update reservations set
       guest_email = case when lower(guest_email) = any($3::text[]) then null else guest_email end,
       guest_phone = case when guest_phone = any($4::text[]) or phone_digits(guest_phone) && $6::text[] then null else guest_phone end,
       notes = case when notes = any($5::text[]) then null else notes end
     where hotel_id = $1 and reservation_id = any($2::bigint[])
       and (lower(guest_email) = any($3::text[]) or guest_phone = any($4::text[])
         or phone_digits(guest_phone) && $6::text[] or notes = any($5::text[])) returning 1`,
    [tx.hotelId, copyReservationIds, contact.emails, contact.phones, contact.notes, digits],
  );
  const guests = await tx.query<{ guest_id: number }>(
    `update guests set
       email = case when lower(email) = any($3::text[]) then null else email end,
       email_is_alias = email_is_alias and lower(email) <> all($3::text[]),
       phone = case when phone = any($4::text[]) or phone_digits(phone) && $6::text[] then null else phone end,
       phone_e164 = case when phone = any($4::text[]) or phone_digits(phone) && $6::text[] then null else phone_e164 end,
       updated_at = $5
     where hotel_id = $1 and guest_id = any($2::bigint[])
       and (lower(email) = any($3::text[]) or phone = any($4::text[]) or phone_digits(phone) && $6::text[]) returning guest_id`,
    [tx.hotelId, copyGuestIds, contact.emails, contact.phones, tx.now, digits],
  );
  for (const row of guests) recordGuest(tx, 'guest.changed', { guestId: row.guest_id });
  return [
    { table: 'reservations', rows: bookings.length },
    { table: 'guests', rows: guests.length },
  ];
}

/** Another profile that may be of the person, and what is equal. */
export type OtherProfile = { guestId: number; name: string; reasons: ('email' | 'phone' | 'name')[] };

/** How many of them are named. */
const MOST_OTHERS = 20;

/** Returns the newest profiles that say the same e-mail address, telephone number or name of several words as these profiles. */
export async function findOtherProfiles(
  db: Queryable,
  hotelId: number,
  { guestIds, together }: { guestIds: readonly number[]; together: Together },
): Promise<OtherProfile[]> {
  const rows = await db.query<
    { guest_id: number; name: string } & Record<'email' | 'phone' | 'same_name', boolean>
  >(
    `with own as (
       select lower(email) as email, email_is_alias, phone_e164, name from guests
       where hotel_id = $1 and guest_id = any($2::bigint[])
     ), same_name as (
       select found.guest_id from own join guests as found on found.hotel_id = $1 and guest_terms(found.hotel_id, found.name,
         found.given_name, found.family_name, found.email, found.phone, found.phone_e164) @@ booking_query($1, own.name, 'n')
       where own.name like '% %' and own.name !~* '^guest of ' and spellings(found.name) && spellings(own.name)
     ), equal as (
       select guest_id, name,
         exists (select 1 from own where own.email = lower(guests.email)
           and (not own.email_is_alias or guest_id = any($3::bigint[]))) as email,
         exists (select 1 from own where own.phone_e164 = guests.phone_e164) as phone,
         guest_id in (select same_name.guest_id from same_name) as same_name
       from guests where hotel_id = $1 and guest_id <> all($2::bigint[]) and merged_into is null and erased_at is null
     )
     select * from equal where email or phone or same_name order by guest_id desc limit ${MOST_OTHERS}`,
    [hotelId, guestIds, together.bookings.map((row) => row.guest_id).filter((id) => id !== null)],
  );
  return rows.map((row) => ({
    guestId: row.guest_id,
    name: row.name,
    reasons: (['email', 'phone', 'name'] as const).filter((one) => row[one === 'name' ? 'same_name' : one]),
  }));
}
