// Orders whose guest was erased here: later versions, messages and reviews are read without the person.
import type { ChannelMessage, ChannelReservation, ChannelReview } from '../../../model/channel-records.ts';
import { ERASED_NAME } from '../../../model/guest.ts';
import { orderWithoutPerson } from '../../../model/stored-persons.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockArrivals } from './inbox.ts';

/**
 * Returns the version of an order as it may be stored: without the person, if the guest of one of its bookings was
 * erased. Locks the order (`lockArrivals`), so that it is not erased before the version is stored.
 */
export async function withoutErasedGuest(
  tx: PropertyTransaction,
  channel: string,
  order: ChannelReservation,
): Promise<ChannelReservation> {
  const erasedAt = await lockAndReadErasure(tx, channel, order.reference);
  return erasedAt === null ? order : orderWithoutPerson(order);
}

/**
 * Returns a message of an order or an inquiry (`reference` null) as it may be stored: if its guest was erased, without the
 * name, and without the text unless it was written afterwards. Locks the order or the inquiry.
 */
export async function withoutErasedWriter(
  tx: PropertyTransaction,
  { channel, reference }: { channel: string; reference: string | null },
  message: ChannelMessage,
): Promise<ChannelMessage> {
  const erasedAt =
    reference === null
      ? await lockInquiryAndReadErasure(tx, channel, message.thread)
      : await lockAndReadErasure(tx, channel, reference);
  if (erasedAt === null) return message;
  return { ...message, guestName: null, ...(!isAfter(message.at, erasedAt) && { text: ERASED_MESSAGE }) };
}

/** Returns a review in the same way. Locks the order. */
export async function withoutErasedReviewer(
  tx: PropertyTransaction,
  channel: string,
  review: ChannelReview,
): Promise<ChannelReview> {
  const erasedAt = await lockAndReadErasure(tx, channel, review.reference);
  if (erasedAt === null) return review;
  if (isAfter(review.at, erasedAt)) return { ...review, guestName: ERASED_NAME };
  const reply = review.reply && ERASED_MESSAGE;
  return { ...review, guestName: ERASED_NAME, title: null, positive: null, negative: null, reply };
}

/** Stored in place of what an erased guest wrote before the erasure, and of replies to it. */
const ERASED_MESSAGE = '(erased)';

function isAfter(at: Temporal.Instant, erasedAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, erasedAt) > 0;
}

/** Locks an order and returns when the guest of one of its bookings was erased; null = was not. */
async function lockAndReadErasure(
  tx: PropertyTransaction,
  channel: string,
  reference: string | null,
): Promise<Temporal.Instant | null> {
  if (reference === null) return null;
  await lockArrivals(tx, { channel, kind: 'reservation', reference });
  const [row] = await tx.query<{ erased_at: Temporal.Instant | null }>(
    `select max(erased_at) as erased_at from channel_stays where hotel_id = $1 and channel = $2 and reference = $3`,
    [tx.hotelId, channel, reference],
  );
  return row!.erased_at;
}

/** Locks the inquiry of a conversation and returns when its guest was erased; null = was not, or there is none. */
async function lockInquiryAndReadErasure(
  tx: PropertyTransaction,
  connection: string,
  thread: string,
): Promise<Temporal.Instant | null> {
  const [row] = await tx.query<{ erased_at: Temporal.Instant | null }>(
    `select erased_at from inquiries where hotel_id = $1 and connection = $2 and thread = $3 for update`,
    [tx.hotelId, connection, thread],
  );
  return row?.erased_at ?? null;
}

/** Records that the guest of a booking of these orders was erased. The caller has locked them. */
export async function markOrdersErased(
  tx: PropertyTransaction,
  orders: readonly { channel: string; reference: string }[],
): Promise<void> {
  await tx.query(
    `update channel_stays as stay set erased_at = $4 from unnest($2::text[], $3::text[]) as own(channel, reference)
     where stay.hotel_id = $1 and stay.channel = own.channel and stay.reference = own.reference`,
    [tx.hotelId, orders.map(({ channel }) => channel), orders.map(({ reference }) => reference), tx.now],
  );
}

/** Records that the guest of these inquiries was erased. The caller has locked them. */
export async function markInquiriesErased(
  tx: PropertyTransaction,
  inquiryIds: readonly number[],
): Promise<void> {
  await tx.query(
    `update inquiries set erased_at = coalesce(erased_at, $3) where hotel_id = $1 and inquiry_id = any($2::bigint[])`,
    [tx.hotelId, inquiryIds, tx.now],
  );
}
