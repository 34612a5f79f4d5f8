// Ingests guests' reviews from a channel: each is stored once, with the reply that was given there.
import { type ChannelHiddenReview, type ChannelReview, recordKey } from '../../../model/channel-records.ts';
import { closeGuestReview, receiveHiddenReview } from '../../guest-reviews.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { receiveReview } from '../../reviews.ts';
import { cleanIngestedTexts } from './clean-texts.ts';
import { withoutErasedReviewer } from './erased-guests.ts';
import { insertInboxEntry, markApplied } from './inbox.ts';

/** Stores a review; with a reply that was given at the channel it is stored again. */
export async function ingestReview(
  tx: PropertyTransaction,
  channel: string,
  received: ChannelReview,
): Promise<'stored' | 'known'> {
  const cleaned = await cleanIngestedTexts(tx, received);
  const review = await withoutErasedReviewer(tx, channel, cleaned);
  const arrival = {
    channel,
    kind: 'review' as const,
    reference: review.externalReview,
    revision: review.reply === null ? '' : 'replied',
  };
  if (!(await insertInboxEntry(tx, { ...arrival, content: review, sentAt: review.at }))) return 'known';
  const stay = await findStay(tx, channel, review.reference);
  await closeGuestReview(tx, { connection: channel, externalId: review.externalReview });
  await receiveReview(tx, {
    connection: channel,
    channel: review.soldBy ?? channel,
    channelReference: review.externalReview,
    reservationId: stay?.reservation_id ?? null,
    roomId: stay?.room_id ?? null,
    guestName: review.guestName,
    score: review.score,
    scores: review.scores,
    title: review.title,
    positive: review.positive,
    negative: review.negative,
    language: review.language,
    reply: review.reply,
    createdAt: review.at,
  });
  await markApplied(tx, arrival, 'stored');
  return 'stored';
}

/** Stores that a guest has written a review that the channel hides, and what it says of the house's review of the guest. */
export async function ingestHiddenReview(
  tx: PropertyTransaction,
  channel: string,
  hidden: ChannelHiddenReview,
): Promise<'stored' | 'known'> {
  const arrival = { channel, kind: 'review' as const, ...recordKey(hidden) };
  if (!(await insertInboxEntry(tx, { ...arrival, content: hidden, sentAt: hidden.at }))) return 'known';
  const stay = await findStay(tx, channel, hidden.reference);
  await receiveHiddenReview(tx, {
    connection: channel,
    externalId: hidden.externalReview,
    channel: hidden.soldBy ?? channel,
    reservationId: stay?.reservation_id ?? null,
    state: hidden.state,
    writeBy: hidden.writeBy,
    createdAt: hidden.at,
  });
  await markApplied(tx, arrival, 'stored');
  return 'stored';
}

/** Returns the booking of the first room of an order; undefined = it is not known here. */
async function findStay(
  tx: PropertyTransaction,
  channel: string,
  reference: string | null,
): Promise<{ reservation_id: number; room_id: number } | undefined> {
  const [stay] = await tx.query<{ reservation_id: number; room_id: number }>(
    `select reservation.reservation_id, reservation.room_id
     from channel_stays as stay
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     where stay.hotel_id = $1 and stay.channel = $2 and stay.reference = $3 order by stay.room_key limit 1`,
    [tx.hotelId, channel, reference],
  );
  return stay;
}
