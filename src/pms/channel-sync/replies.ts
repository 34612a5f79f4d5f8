// Replies to guests and to reviews that are queued for a channel, and the results of sending them.
import type { Queryable } from '../../db/database.ts';
import type { Cause } from '../../model/cause.ts';
import type { ConnectionKey } from './ownership.ts';

export type QueuedReply = {
  messageId: number;
  text: string;
  /** the order's reference at the channel; null = an inquiry that names none */
  reference: string | null;
  /** the conversation at the channel, as the inquiry or its latest message names it */
  thread: string | null;
  queuedAt: Temporal.Instant;
  /** time of an attempt whose outcome is unknown; null = none */
  attemptedAt: Temporal.Instant | null;
  failures: number;
  /** error of the last attempt, and its code */
  deliveryError: string | null;
  deliveryErrorCause: Cause | null;
};

/** Lists the queued replies of a connection in the order in which they were written. */
export async function listQueuedReplies(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<QueuedReply[]> {
  const rows = await db.query<{
    message_id: number;
    reply: string;
    replied_at: Temporal.Instant;
    attempted_at: Temporal.Instant | null;
    delivery_failures: number;
    delivery_error: string | null;
    delivery_error_cause: Cause | null;
    reference: string | null;
    thread: string | null;
  }>(
    `select message.message_id, message.reply, message.replied_at, message.attempted_at, message.delivery_failures,
       message.delivery_error, message.delivery_error_cause,
       coalesce(stay.order_reference, inquiry.reference) as reference,
       case when stay.order_reference is null then inquiry.thread else (
         select content ->> 'thread' from channel_inbox as arrival
         where arrival.hotel_id = $1 and arrival.channel = $2 and content ->> 'thread' is not null
           and (arrival.reference = stay.order_reference or content ->> 'reference' = stay.order_reference)
         order by received_at desc limit 1
       ) end as thread
     from messages as message
     left join reservations as stay on stay.hotel_id = $1 and stay.reservation_id = message.reservation_id
       and stay.connection = $2
     left join inquiries as inquiry on inquiry.hotel_id = $1 and inquiry.inquiry_id = message.inquiry_id
       and inquiry.connection = $2 and message.reservation_id is null
     where message.hotel_id = $1 and message.delivery = 'queued'
       and (stay.order_reference is not null or inquiry.inquiry_id is not null)
     order by message.replied_at, message.message_id`,
    [hotelId, channel],
  );
  return rows.map((row) => ({
    messageId: row.message_id,
    text: row.reply,
    reference: row.reference,
    thread: row.thread,
    queuedAt: row.replied_at,
    attemptedAt: row.attempted_at,
    failures: row.delivery_failures,
    deliveryError: row.delivery_error,
    deliveryErrorCause: row.delivery_error_cause,
  }));
}

/**
 * Marks a reply as sent with unknown outcome: call it before sending. The next attempt first looks the reply
 * up at the channel. Null clears the mark.
 */
export async function markAttempted(
  db: Queryable,
  hotelId: number,
  messageId: number,
  attemptedAt: Temporal.Instant | null,
): Promise<void> {
  await db.query(`update messages set attempted_at = $3 where hotel_id = $1 and message_id = $2`, [
    hotelId,
    messageId,
    attemptedAt,
  ]);
}

/** A text that needs no reply, which its channel does not know yet. */
type QueuedNotice = {
  messageId: number;
  channel: string;
  thread: string | null;
  earlierThread: string | null;
  failures: number;
};

/** Lists the notices of a connection that texts need no reply, in the order in which the texts were written. */
export async function listQueuedNotices(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<QueuedNotice[]> {
  const rows = await db.query<{
    message_id: number;
    channel: string;
    thread: string | null;
    earlier_thread: string | null;
    delivery_failures: number;
  }>(
    `select message.message_id, message.channel, message.delivery_failures, coalesce(inquiry.thread, booked.thread) as thread, (
         select content ->> 'earlierThread' from channel_inbox as arrival
         where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = 'message'
           and content ->> 'thread' = booked.thread and content ->> 'earlierThread' is not null
         order by received_at desc limit 1
       ) as earlier_thread
     from messages as message
     left join reservations as stay on stay.hotel_id = $1 and stay.reservation_id = message.reservation_id
       and stay.connection = $2
     left join inquiries as inquiry on inquiry.hotel_id = $1 and inquiry.inquiry_id = message.inquiry_id
       and inquiry.connection = $2 and message.reservation_id is null
     left join lateral (
       select content ->> 'thread' as thread from channel_inbox as arrival
       where arrival.hotel_id = $1 and arrival.channel = $2 and content ->> 'thread' is not null
         and (arrival.reference = stay.order_reference or content ->> 'reference' = stay.order_reference)
       order by received_at desc limit 1
     ) as booked on true
     where message.hotel_id = $1 and message.no_reply_notice = 'queued'
       and (stay.order_reference is not null or inquiry.inquiry_id is not null)
     order by message.created_at, message.message_id`,
    [hotelId, channel],
  );
  return rows.map((row) => ({
    messageId: row.message_id,
    channel: row.channel,
    thread: row.thread,
    earlierThread: row.earlier_thread,
    failures: row.delivery_failures,
  }));
}

/** Records what became of a notice: sent, refused for good, failed once more (`queued`), or null = the channel takes none. */
export async function markNotice(
  db: Queryable,
  hotelId: number,
  messageId: number,
  notice: 'sent' | 'failed' | 'queued' | null,
): Promise<void> {
  await db.query(
    `update messages set no_reply_notice = $3,
       delivery_failures = delivery_failures + case when $3 = 'queued' then 1 else 0 end
     where hotel_id = $1 and message_id = $2 and no_reply_notice = 'queued'`,
    [hotelId, messageId, notice],
  );
}

type QueuedReviewReply = {
  reviewId: number;
  queuedAt: Temporal.Instant;
  externalReview: string;
  reference: string | null;
  language: string;
  reply: string;
  failures: number;
};

/** Lists the queued replies to reviews of this connection, in the order in which they were written. */
export async function listQueuedReviewReplies(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<QueuedReviewReply[]> {
  const rows = await db.query<{
    review_id: number;
    channel_reference: string;
    reference: string | null;
    language: string;
    reply: string;
    replied_at: Temporal.Instant;
    delivery_failures: number;
  }>(
    `select review.review_id, review.replied_at, review.channel_reference, arrival.content ->> 'reference' as reference, review.language,
       review.reply, review.delivery_failures
     from reviews as review
     join channel_inbox as arrival on arrival.hotel_id = review.hotel_id and arrival.channel = $2
       and arrival.kind = 'review' and arrival.reference = review.channel_reference and arrival.revision = ''
     where review.hotel_id = $1 and review.connection = $2 and review.reply_delivery = 'queued'
     order by review.replied_at, review.review_id`,
    [hotelId, channel],
  );
  return rows.map((row) => ({
    reviewId: row.review_id,
    queuedAt: row.replied_at,
    externalReview: row.channel_reference,
    reference: row.reference,
    language: row.language,
    reply: row.reply,
    failures: row.delivery_failures,
  }));
}
