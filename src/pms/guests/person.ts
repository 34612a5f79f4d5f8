// Everything that is stored of a guest: the ids of the records, and how other records name the person.
import { lockArrivals } from '../channel-sync/ingest/inbox.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { findForms, NO_PERSON_FORMS, type PersonFormsByPlace } from './person-forms.ts';
import type { PersonalBookingRow, PersonalProfileRow } from './person-rows.ts';
import { findTogether, NOBODY_TOGETHER, samePerson, type Together } from './together.ts';

/** Records beside the bookings that people assign to the guest: channels name no booking for them. */
export type FurtherRecords = { inquiryIds: readonly number[]; reviewIds: readonly number[] };

export type StoredPerson = {
  /** the profile and those merged into it */
  guestIds: number[];
  reservationIds: number[];
  messageIds: number[];
  inquiryIds: number[];
  reviewIds: number[];
  guestRequestIds: number[];
  /** what the house wrote of them */
  guestReviewIds: number[];
  /** orders at channels: the connection and the reference */
  orders: { channel: string; reference: string }[];
  /** conversations at channels: the connection and the thread */
  threads: { channel: string; thread: string }[];
  /** reviews at channels: the connection and the reference */
  reviews: { channel: string; reference: string }[];
  /** bookings of other people in the same groups and orders */
  together: Together;
  forms: PersonFormsByPlace;
};

/** No records. */
export const NOBODY: StoredPerson = {
  guestIds: [],
  reservationIds: [],
  messageIds: [],
  inquiryIds: [],
  reviewIds: [],
  guestRequestIds: [],
  guestReviewIds: [],
  orders: [],
  threads: [],
  reviews: [],
  together: NOBODY_TOGETHER,
  forms: NO_PERSON_FORMS,
};

/**
 * Finds what is stored of these guests, of the profiles merged into them, and of those that they were merged into. With
 * `sameInOrders`, also of the profiles that bookings of the same groups and orders have under the same name: an OTA's order
 * makes one for each room. Locks
 * their orders at channels, bookings and profiles until the transaction ends: no version of an order, no new booking and
 * no merge changes what was found. The bookings are read again once the profiles are locked, because a merge moves these.
 */
export async function findPerson(
  tx: PropertyTransaction,
  wanted: readonly number[],
  further: FurtherRecords & { sameInOrders: boolean },
): Promise<StoredPerson> {
  // Versions of an order lock it first and its bookings later; so does this, or both would wait for each other.
  const known = await findBookings(tx, wanted);
  await lockOrders(tx, await findOrders(tx, known.reservationIds));
  await lockBookings(tx, known);
  const guests = await lockProfiles(tx, wanted);
  const guestIds = guests.map((row) => row.guest_id);
  const bookings = await tx.query<PersonalBookingRow>(
    `select reservation_id, guest_name, guest_email, guest_phone, notes, companions from reservations
     where hotel_id = $1 and guest_id = any($2::bigint[]) order by room_id, reservation_id for update`,
    [tx.hotelId, guestIds],
  );
  const reservationIds = bookings.map((row) => row.reservation_id);
  const orders = await findOrders(tx, reservationIds);
  await lockOrders(tx, orders);
  const together = await findTogether(tx, { guestIds, reservationIds, guests, bookings });
  const same = further.sameInOrders ? samePerson(together, { guests, bookings }) : [];
  if (same.length > 0) return findPerson(tx, [...wanted, ...same], further);
  const conversations = await findConversations(tx, reservationIds, further);
  const found = { guestIds, reservationIds, ...conversations };
  return {
    ...found,
    ...(await findConversationsAtChannels(tx, reservationIds, conversations.inquiryIds)),
    reviews: await findReviewsAtChannels(tx, conversations.reviewIds),
    together,
    forms: await findForms(tx, { ...found, orders, together, guests, bookings }),
  };
}

/** Locks the profiles and those merged into them; of a profile that was merged, the remaining one instead. */
async function lockProfiles(
  tx: PropertyTransaction,
  wanted: readonly number[],
): Promise<PersonalProfileRow[]> {
  const locked = await tx.query<{ guest_id: number; merged_into: number | null }>(
    `select guest_id, merged_into from guests where hotel_id = $1 and guest_id = any($2::bigint[]) order by guest_id for update`,
    [tx.hotelId, wanted],
  );
  const remaining = [...new Set(locked.map((row) => row.merged_into ?? row.guest_id))];
  if (locked.some((row) => row.merged_into !== null)) return lockProfiles(tx, remaining);
  // In a statement of its own: the first one does not see what a merge wrote while it waited for the lock.
  return tx.query<PersonalProfileRow>(
    `select guest_id, name, given_name, family_name, email, phone, phone_e164, company, vat_id, address from guests
     where hotel_id = $1 and (guest_id = any($2::bigint[]) or merged_into = any($2::bigint[]))
     order by guest_id for update`,
    [tx.hotelId, remaining],
  );
}

/** Bookings, and their rooms. */
type BookingIds = { reservationIds: number[]; roomIds: number[] };

/** Finds the bookings of these guests; of a profile that was merged, those of the remaining one. */
export async function findBookings(
  tx: PropertyTransaction,
  guestIds: readonly number[],
): Promise<BookingIds> {
  const rows = await tx.query<{ reservation_id: number; room_id: number }>(
    `select reservation_id, room_id from reservations where hotel_id = $1 and guest_id = any(array(
       select coalesce(merged_into, guest_id) from guests where hotel_id = $1 and guest_id = any($2::bigint[])))`,
    [tx.hotelId, guestIds],
  );
  return {
    reservationIds: rows.map((row) => row.reservation_id),
    roomIds: [...new Set(rows.map((row) => row.room_id))],
  };
}

/** Locks bookings until the transaction ends: before the profiles of their guests (see the order of locks). */
export async function lockBookings(tx: PropertyTransaction, { reservationIds }: BookingIds): Promise<void> {
  await tx.query(
    `select 1 from reservations where hotel_id = $1 and reservation_id = any($2::bigint[])
     order by room_id, reservation_id for update`,
    [tx.hotelId, reservationIds],
  );
}

function findOrders(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
): Promise<StoredPerson['orders']> {
  return tx.query(
    `select distinct connection as channel, order_reference as reference from reservations
     where hotel_id = $1 and reservation_id = any($2::bigint[]) and order_reference is not null
     order by channel, reference`,
    [tx.hotelId, reservationIds],
  );
}

async function lockOrders(tx: PropertyTransaction, orders: StoredPerson['orders']): Promise<void> {
  for (const { channel, reference } of orders)
    await lockArrivals(tx, { channel, kind: 'reservation', reference });
}

type Conversations = Pick<
  StoredPerson,
  'messageIds' | 'inquiryIds' | 'reviewIds' | 'guestRequestIds' | 'guestReviewIds'
>;

async function findConversations(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
  further: FurtherRecords,
): Promise<Conversations> {
  // A message that arrives waits until the inquiry is marked as erased.
  await tx.query(
    `select 1 from inquiries where hotel_id = $1 and (reservation_id = any($2::bigint[]) or inquiry_id = any($3::bigint[]))
     order by inquiry_id for update`,
    [tx.hotelId, reservationIds, further.inquiryIds],
  );
  const rows = await tx.query<{ kind: string; id: number }>(
    `with own as (
       select inquiry_id from inquiries where hotel_id = $1
         and (reservation_id = any($2::bigint[]) or (reservation_id is null and inquiry_id = any($3::bigint[])))
     )
     select 'inquiry' as kind, inquiry_id as id from own
     union all
     select 'message', message_id from messages where hotel_id = $1
       and (reservation_id = any($2::bigint[]) or (reservation_id is null and inquiry_id in (select inquiry_id from own)))
     union all
     select 'review', review_id from reviews where hotel_id = $1
       and (reservation_id = any($2::bigint[]) or (reservation_id is null and review_id = any($4::bigint[])))
     union all
     select 'guest_request', request_id from guest_requests where hotel_id = $1
       and (reservation_id = any($2::bigint[]) or inquiry_id in (select inquiry_id from own))
     union all
     select 'guest_review', guest_review_id from guest_reviews where hotel_id = $1 and reservation_id = any($2::bigint[])`,
    [tx.hotelId, reservationIds, further.inquiryIds, further.reviewIds],
  );
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return {
    inquiryIds: idsOf('inquiry'),
    messageIds: idsOf('message'),
    reviewIds: idsOf('review'),
    guestRequestIds: idsOf('guest_request'),
    guestReviewIds: idsOf('guest_review'),
  };
}

/** Finds the orders and conversations of bookings and inquiries at channels. */
export async function findConversationsAtChannels(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
  inquiryIds: readonly number[],
): Promise<Pick<StoredPerson, 'orders' | 'threads'>> {
  const threads = await tx.query<{ channel: string; thread: string }>(
    `select connection as channel, thread from inquiries where hotel_id = $1 and inquiry_id = any($2::bigint[])
     union
     select inbox.channel, inbox.content ->> 'thread' from channel_inbox as inbox
     join reservations as stay on stay.hotel_id = $1 and stay.connection = inbox.channel
       and stay.order_reference = inbox.reference and stay.reservation_id = any($3::bigint[])
     where inbox.hotel_id = $1 and inbox.kind = 'reservation' and inbox.content ->> 'thread' is not null`,
    [tx.hotelId, inquiryIds, reservationIds],
  );
  return { orders: await findOrders(tx, reservationIds), threads };
}

function findReviewsAtChannels(
  tx: PropertyTransaction,
  reviewIds: readonly number[],
): Promise<StoredPerson['reviews']> {
  return tx.query(
    `select connection as channel, channel_reference as reference from reviews
     where hotel_id = $1 and review_id = any($2::bigint[]) and connection is not null and channel_reference is not null`,
    [tx.hotelId, reviewIds],
  );
}
