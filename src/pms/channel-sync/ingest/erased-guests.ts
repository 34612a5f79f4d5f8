// Orders with a guest who was erased here: later versions, messages and reviews are read without the person.
import type { ChannelMessage, ChannelReservation, ChannelReview } from '../../../model/channel-records.ts';
import { ERASED_NAME, ERASED_TEXT } from '../../../model/guest.ts';
import { orderWithoutGuests, orderWithoutPerson } from '../../../model/stored-persons.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockArrivals } from './inbox.ts';

/**
 * Returns the version of an order as it may be stored: without the guests who were erased. Rooms of other guests stay as they are, and with
 * them the notes for the whole order; its guest and contact are those of who made it, the guest of its first booking. Locks the order
 * (`lockArrivals`), so that it is not erased before the version is stored.
 */
export async function withoutErasedGuest(
  tx: PropertyTransaction,
  channel: string,
  order: ChannelReservation,
): Promise<ChannelReservation> {
  const stays = await lockAndReadErasures(tx, channel, order.reference);
  const erased = new Set(stays.filter((stay) => stay.erased_at !== null).map((stay) => stay.room_key));
  if (erased.size === 0) return order;
  const isNumbered = stays.some((stay) => order.rooms.some(({ key }) => key === stay.room_key));
  // A version that numbers its rooms differently does not say which of them are whose.
  if (erased.size === stays.length || (order.rooms.length > 0 && !isNumbered))
    return orderWithoutPerson(order);
  const [first] = stays.toSorted((one, other) => one.reservation_id - other.reservation_id);
  return orderWithoutGuests(order, { rooms: erased, maker: first!.erased_at !== null });
}

/**
 * Returns a message of an order or an inquiry (`reference` null) as it may be stored: if the guest of its booking was erased, without the
 * name, and without the text and the attachments unless it was written afterwards. Locks the order or the inquiry.
 */
export async function withoutErasedWriter(
  tx: PropertyTransaction,
  {
    channel,
    reference,
    reservationId,
  }: { channel: string; reference: string | null; reservationId: number | null },
  message: ChannelMessage,
): Promise<ChannelMessage> {
  const stays = await lockAndReadErasures(tx, channel, reference);
  const erasedAt =
    reference === null
      ? await lockInquiryAndReadErasure(tx, channel, message.thread)
      : (stays.find((stay) => stay.reservation_id === reservationId)?.erased_at ?? null);
  if (erasedAt === null) return message;
  if (isAfter(message.at, erasedAt)) return { ...message, guestName: null };
  const { attachments: _, ...others } = message;
  return { ...others, guestName: null, text: ERASED_TEXT };
}

/** Returns a review in the same way; its booking is the first room of the order. Locks the order. */
export async function withoutErasedReviewer(
  tx: PropertyTransaction,
  channel: string,
  review: ChannelReview,
): Promise<ChannelReview> {
  const [stay] = await lockAndReadErasures(tx, channel, review.reference);
  const erasedAt = stay?.erased_at ?? null;
  if (erasedAt === null) return review;
  if (isAfter(review.at, erasedAt)) return { ...review, guestName: ERASED_NAME };
  const reply = review.reply && ERASED_TEXT;
  return { ...review, guestName: ERASED_NAME, title: null, positive: null, negative: null, reply };
}

function isAfter(at: Temporal.Instant, erasedAt: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, erasedAt) > 0;
}

type StayErasure = { room_key: string; reservation_id: number; erased_at: Temporal.Instant | null };

/** Locks an order and returns when the guest of each of its stays was erased, by room; null = was not. */
async function lockAndReadErasures(
  tx: PropertyTransaction,
  channel: string,
  reference: string | null,
): Promise<StayErasure[]> {
  if (reference === null) return [];
  await lockArrivals(tx, { channel, kind: 'reservation', reference });
  return tx.query<StayErasure>(
    `select room_key, reservation_id, erased_at from channel_stays
     where hotel_id = $1 and channel = $2 and reference = $3 order by room_key`,
    [tx.hotelId, channel, reference],
  );
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

/** Records that the guest of these bookings was erased. The caller has locked their orders. */
export async function markStaysErased(
  tx: PropertyTransaction,
  reservationIds: readonly number[],
): Promise<void> {
  await tx.query(
    `update channel_stays set erased_at = $3 where hotel_id = $1 and reservation_id = any($2::bigint[])`,
    [tx.hotelId, reservationIds, tx.now],
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
