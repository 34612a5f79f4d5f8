// Guests' reviews at the channels, and our replies to them.
import type { Queryable } from '../db/database.ts';
import type { Cause, Failure } from '../model/cause.ts';
import { ERASED_TEXT } from '../model/guest.ts';
import type { ReplyDelivery } from '../model/message.ts';
import { Problem } from '../problems.ts';
import { storableSummary } from './activity.ts';
import { causeJson } from './cause.ts';
import { type Condition, count, keyset, ofBookings, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

export type Review = {
  reviewId: number;
  hotelId: number;
  roomId: number | null;
  reservationId: number | null;
  channel: string;
  guestName: string;
  /** 0–10, one decimal */
  score: number;
  /** category → 0–10 */
  scores: Record<string, number>;
  title: string | null;
  positive: string | null;
  negative: string | null;
  /** BCP 47 */
  language: string;
  reply: string | null;
  replyDelivery: ReplyDelivery | null;
  /** why the channel did not take the reply, or has not got it yet */
  deliveryError: string | null;
  /** code of `deliveryError` with its facts; null = there is no error */
  deliveryErrorCause: Cause | null;
  createdAt: Temporal.Instant;
};

/**
 * Replies to a review. Channels take one reply; repeating the same text changes nothing. A reply that the channel did not take is replaced, and
 * sent again. Throws `unknown_review`, `already_replied`.
 */
export async function replyToReview(
  tx: PropertyTransaction,
  reviewId: number,
  reply: string,
): Promise<Review> {
  const [before] = await tx.query<ReviewRow>(
    `select * from reviews where hotel_id = $1 and review_id = $2 for update`,
    [tx.hotelId, reviewId],
  );
  if (!before) {
    throw new Problem('unknown_review', { reviewId });
  }
  const isLost = before.reply_delivery === 'failed' && before.reply !== ERASED_TEXT;
  if (before.reply === reply && !isLost) return toReview(before);
  if (before.reply !== null && !isLost) throw new Problem('already_replied');
  const [row] = await tx.query<ReviewRow>(
    `update reviews set reply = $3, replied_at = $4, reply_delivery = 'queued', delivery_failures = 0, delivery_error = null, delivery_error_cause = null
     where hotel_id = $1 and review_id = $2
     returning *`,
    [tx.hotelId, reviewId, reply, tx.now],
  );
  const review = toReview(row!);
  tx.record('review.replied', `review/${reviewId}`, review);
  return review;
}

/**
 * Records the result of sending a reply: the channel has it, or (`failure`) did not take it, for good or (`queued`) this time. Changes nothing if
 * the reply is not queued any more: the result may be of one before it. The same failure again is no entry of the log.
 */
export async function recordReviewReply(
  tx: PropertyTransaction,
  { reviewId, queuedAt }: { reviewId: number; queuedAt: Temporal.Instant },
  delivery: ReplyDelivery,
  failure: Failure | null,
): Promise<void> {
  const [before] = await tx.query<{ delivery_error: string | null }>(
    `select delivery_error from reviews
     where hotel_id = $1 and review_id = $2 and reply_delivery = 'queued' and replied_at = $3 for update`,
    [tx.hotelId, reviewId, queuedAt],
  );
  if (!before) return;
  const error = failure && storableSummary(failure.reason);
  const [row] = await tx.query<ReviewRow>(
    `update reviews set reply_delivery = $3, delivery_error = $4, delivery_error_cause = $5,
       delivery_failures = delivery_failures + case when $3 = 'queued' then 1 else 0 end
     where hotel_id = $1 and review_id = $2 returning *`,
    [tx.hotelId, reviewId, delivery, error, causeJson(failure?.cause ?? null)],
  );
  if (delivery !== 'queued' || error !== before.delivery_error)
    tx.record('review.changed', `review/${reviewId}`, toReview(row!));
}

/**
 * Stores a review that a channel sent. A review that is stored already only gets the reply that the channel shows, if ours has not been sent: it
 * takes no other.
 */
export async function receiveReview(
  tx: PropertyTransaction,
  review: Omit<Review, 'reviewId' | 'hotelId' | 'replyDelivery' | 'deliveryError' | 'deliveryErrorCause'> & {
    connection: string;
    channelReference: string;
  },
): Promise<void> {
  const [row] = await tx.query<ReviewRow & { inserted: boolean; reply_before: string | null }>(
    `insert into reviews as known (hotel_id, room_id, reservation_id, channel, channel_reference, guest_name, score, scores,
       title, positive, negative, language, reply, replied_at, reply_delivery, created_at, connection)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text, case when $13::text is not null then $15::timestamptz end,
       case when $13::text is not null then 'sent' end, $14, $16)
     on conflict (hotel_id, connection, channel_reference) where channel_reference is not null do update set
       reply = excluded.reply, replied_at = case when known.reply = excluded.reply then known.replied_at else excluded.replied_at end,
       reply_delivery = 'sent', delivery_error = null, delivery_error_cause = null
       where excluded.reply is not null and known.reply_delivery is distinct from 'sent' and known.reply is distinct from '${ERASED_TEXT}'
     returning known.*, xmax = 0 as inserted,
       (select before.reply from reviews as before
        where before.hotel_id = $1 and before.connection = $16 and before.channel_reference = $5) as reply_before`,
    [
      tx.hotelId,
      review.roomId,
      review.reservationId,
      review.channel,
      review.channelReference,
      review.guestName,
      review.score,
      JSON.stringify(review.scores),
      review.title,
      review.positive,
      review.negative,
      review.language,
      review.reply,
      review.createdAt,
      tx.now,
      review.connection,
    ],
  );
  if (!row) return;
  const kind = row.inserted
    ? 'review.received'
    : row.reply === row.reply_before
      ? 'review.changed'
      : 'review.replied';
  tx.record(kind, `review/${row.review_id}`, toReview(row));
}

export type ReviewFilter = {
  minScore?: number | undefined;
  maxScore?: number | undefined;
  channel?: string | undefined;
  roomId?: number | undefined;
  reservationId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
  /** only reviews that their channel shows without a reply, and to which none is on its way */
  unanswered?: true | undefined;
};

/** Returns one page of reviews, newest first. */
export async function listReviews(
  db: Queryable,
  hotelId: number,
  filter: ReviewFilter,
  page: Page,
): Promise<Review[]> {
  const { text, values } = keyset(
    'select * from reviews',
    conditionsOf(hotelId, filter),
    { columns: ['created_at', 'review_id'], types: ['timestamptz', 'bigint'], descending: true },
    page,
  );
  return (await db.query<ReviewRow>(text, values)).map(toReview);
}

/** Counts the reviews that match the filter. */
export function countReviews(db: Queryable, hotelId: number, filter: ReviewFilter): Promise<number> {
  return count(db, 'reviews', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: ReviewFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['score >= ?', filter.minScore],
    ['score <= ?', filter.maxScore],
    ['channel = ?', filter.channel],
    ['room_id = ?', filter.roomId],
    ['reservation_id = ?', filter.reservationId],
    ...ofBookings(hotelId, filter),
    [`(reply is null or (reply_delivery = 'failed' and reply <> '${ERASED_TEXT}')) = ?`, filter.unanswered],
  ];
}

type ReviewRow = {
  review_id: number;
  hotel_id: number;
  room_id: number | null;
  reservation_id: number | null;
  channel: string;
  guest_name: string;
  score: number;
  scores: Record<string, number>;
  title: string | null;
  positive: string | null;
  negative: string | null;
  language: string;
  reply: string | null;
  reply_delivery: ReplyDelivery | null;
  delivery_error: string | null;
  delivery_error_cause: Cause | null;
  created_at: Temporal.Instant;
};

function toReview(row: ReviewRow): Review {
  return {
    reviewId: row.review_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    reservationId: row.reservation_id,
    channel: row.channel,
    guestName: row.guest_name,
    score: row.score,
    scores: row.scores,
    title: row.title,
    positive: row.positive,
    negative: row.negative,
    language: row.language,
    reply: row.reply,
    replyDelivery: row.reply_delivery,
    deliveryError: row.delivery_error,
    deliveryErrorCause: row.delivery_error_cause,
    createdAt: row.created_at,
  };
}
