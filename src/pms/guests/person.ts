// Everything that is stored of a guest: the ids of the records, and the texts by which other records name the person.
import type { PropertyTransaction } from '../property-transaction.ts';
import { spellingsOf } from './person-texts.ts';

/** How many rows of a table an erasure changes. */
export type ErasedTable = { table: string; rows: number };

/** Records beside the bookings that people assign to the guest: channels name no booking for them. */
export type FurtherRecords = { inquiryIds: readonly number[]; reviewIds: readonly number[] };

export type StoredPerson = {
  /** the profile and those merged into it */
  guestIds: number[];
  reservationIds: number[];
  messageIds: number[];
  inquiryIds: number[];
  reviewIds: number[];
  /** orders at channels: the connection and the reference */
  orders: { channel: string; reference: string }[];
  /** conversations at channels: the connection and the thread */
  threads: { channel: string; thread: string }[];
  /** references of reviews at channels */
  reviews: { channel: string; reference: string }[];
  /** name, e-mail and telephone number in every spelling in which other texts may have them */
  spellings: string[];
};

/** Finds what is stored of these guests, and locks their bookings and profiles. */
export async function findPerson(
  tx: PropertyTransaction,
  wanted: readonly number[],
  further: FurtherRecords,
): Promise<StoredPerson> {
  const bookings = await tx.query<BookingRow>(
    `select reservation_id, guest_name, guest_email, guest_phone from reservations
     where hotel_id = $1 and guest_id in (select guest_id from guests
       where hotel_id = $1 and (guest_id = any($2::bigint[]) or merged_into = any($2::bigint[])))
     order by reservation_id for update`,
    [tx.hotelId, wanted],
  );
  const guests = await tx.query<GuestRow>(
    `select guest_id, name, email, phone, phone_e164 from guests
     where hotel_id = $1 and (guest_id = any($2::bigint[]) or merged_into = any($2::bigint[])) order by guest_id for update`,
    [tx.hotelId, wanted],
  );
  const reservationIds = bookings.map((row) => row.reservation_id);
  const conversations = await findConversations(tx, reservationIds, further);
  const ofChannels = await findAtChannels(tx, reservationIds, conversations);
  const own = bookings.flatMap((row) => [row.guest_name, row.guest_email, row.guest_phone]);
  const profiles = guests.flatMap((row) => [row.name, row.email, row.phone, row.phone_e164]);
  return {
    guestIds: guests.map((row) => row.guest_id),
    reservationIds,
    ...conversations,
    ...ofChannels,
    spellings: spellingsOf([...own, ...profiles].filter((text) => !isPlaceholder(text))),
  };
}

/** Whether a name stands for nobody: innwire gives it to bookings of which no name is known. */
function isPlaceholder(text: string | null): boolean {
  return text !== null && /^(Guest of [a-z0-9_]+|Erased guest)$/.test(text);
}

type BookingRow = {
  reservation_id: number;
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
};
type GuestRow = {
  guest_id: number;
  name: string;
  email: string | null;
  phone: string | null;
  phone_e164: string | null;
};

type Conversations = Pick<StoredPerson, 'messageIds' | 'inquiryIds' | 'reviewIds'>;

async function findConversations(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
  further: FurtherRecords,
): Promise<Conversations> {
  const rows = await tx.query<{ kind: 'inquiry' | 'message' | 'review'; id: number }>(
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
       and (reservation_id = any($2::bigint[]) or (reservation_id is null and review_id = any($4::bigint[])))`,
    [tx.hotelId, reservationIds, further.inquiryIds, further.reviewIds],
  );
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return { inquiryIds: idsOf('inquiry'), messageIds: idsOf('message'), reviewIds: idsOf('review') };
}

async function findAtChannels(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
  { inquiryIds, reviewIds }: Conversations,
): Promise<Pick<StoredPerson, 'orders' | 'threads' | 'reviews'>> {
  const orders = await tx.query<{ channel: string; reference: string }>(
    `select distinct channel, reference from channel_stays where hotel_id = $1 and reservation_id = any($2::bigint[])
     order by channel, reference`,
    [tx.hotelId, reservationIds],
  );
  const threads = await tx.query<{ channel: string; thread: string }>(
    `select connection as channel, thread from inquiries where hotel_id = $1 and inquiry_id = any($2::bigint[])
     union
     select inbox.channel, inbox.content ->> 'thread' from channel_inbox as inbox
     join channel_stays as stay on stay.hotel_id = $1 and stay.channel = inbox.channel
       and stay.reference = inbox.reference and stay.reservation_id = any($3::bigint[])
     where inbox.hotel_id = $1 and inbox.kind = 'reservation' and inbox.content ->> 'thread' is not null`,
    [tx.hotelId, inquiryIds, reservationIds],
  );
  const reviews = await tx.query<{ channel: string; reference: string }>(
    `select channel, channel_reference as reference from reviews
     where hotel_id = $1 and review_id = any($2::bigint[]) and channel_reference is not null`,
    [tx.hotelId, reviewIds],
  );
  return { orders, threads, reviews };
}
