// Guests' reviews at the channels, and our replies to them.
import type { Queryable } from '../db/database.ts';
import type { ReplyDelivery } from '../model/message.ts';
import { Problem } from '../problems.ts';
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
  createdAt: Temporal.Instant;
};

/**
 * Replies to a review. Channels take one reply; repeating the same text changes nothing.
 * Throws `unknown_review`, `already_replied`.
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
  if (before.reply === reply) return toReview(before);
  if (before.reply !== null) throw new Problem('already_replied');
  const [row] = await tx.query<ReviewRow>(
    `update reviews set reply = $3, replied_at = $4, reply_delivery = 'queued'
     where hotel_id = $1 and review_id = $2
     returning *`,
    [tx.hotelId, reviewId, reply, tx.now],
  );
  const review = toReview(row!);
  tx.record('review.replied', `review/${reviewId}`, review);
  return review;
}

/**
 * Stores a review that a channel sent. A review that is stored already only gets the reply
 * that was given at the channel, if it has none.
 */
export async function receiveReview(
  tx: PropertyTransaction,
  review: Omit<Review, 'reviewId' | 'hotelId' | 'replyDelivery'> & {
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
       reply = coalesce(known.reply, excluded.reply), replied_at = coalesce(known.replied_at, excluded.replied_at),
       reply_delivery = case when excluded.reply is not null then 'sent' else known.reply_delivery end
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
  const subject = `review/${row!.review_id}`;
  if (row!.inserted) tx.record('review.received', subject, toReview(row!));
  else if (row!.reply !== row!.reply_before) tx.record('review.replied', subject, toReview(row!));
}
export type ReviewFilter = {
  minScore?: number | undefined;
  maxScore?: number | undefined;
  channel?: string | undefined;
  roomId?: number | undefined;
  reservationId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
  /** only reviews without a reply */
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
    ['(reply is null) = ?', filter.unanswered],
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
    createdAt: row.created_at,
  };
}
