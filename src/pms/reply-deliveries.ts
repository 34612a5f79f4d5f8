// Delivery of queued replies: which conversations wait, who delivers them, and the result of each attempt.

import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import type { Failure } from '../model/cause.ts';
import { expiredReply, type Message, type ReplyDelivery, replyExpiryCutoff } from '../model/message.ts';
import { DIRECT } from '../model/reservation.ts';
import { storableSummary } from './activity.ts';
import { causeJson } from './cause.ts';
import { isFree, type Leasable } from './leases.ts';
import { type MessageRow, subjectOf, toMessage } from './message-rows.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';

/** A conversation with queued replies, named by one of them, whose row has the lease. */
export type WaitingConversation = Leasable & { messageId: number };

type ReplySearch = {
  now: Temporal.Instant;
  /** conversations of these properties; null = of all */
  hotelIds: readonly number[] | null;
  limit: number;
  /** why no e-mail can be sent now: only replies that do not say so are found; null = they can be sent */
  blocked: string | null;
};

/**
 * Finds conversations whose next reply is due and that nobody delivers: those that go by e-mail, and those
 * that no connection carries, which fail. The others are sent by their connection.
 */
export async function findWaitingConversations(
  db: Queryable,
  { now, hotelIds, limit, blocked }: ReplySearch,
): Promise<WaitingConversation[]> {
  const rows = await db.query<{ hotel_id: number; message_id: number; lease_owner: string | null }>(
    `select distinct on (reply.hotel_id, reply.reservation_id, ${INQUIRY})
       reply.hotel_id, reply.message_id, reply.lease_owner
     from messages as reply
     join properties as property on property.hotel_id = reply.hotel_id and property.sandbox_at is null
     where reply.delivery = 'queued' and ($1::bigint[] is null or reply.hotel_id = any($1))
       and case
         when reply.reservation_id is null then not exists (
           select 1 from inquiries as inquiry
           join connections as connection
             on connection.hotel_id = inquiry.hotel_id and connection.channel = inquiry.connection
           where inquiry.hotel_id = reply.hotel_id and inquiry.inquiry_id = reply.inquiry_id)
         when reply.channel <> '${DIRECT}' then not exists (
           select 1 from reservations as stay
           where stay.hotel_id = reply.hotel_id and stay.reservation_id = reply.reservation_id
             and stay.order_reference is not null)
         else $3::text is null or reply.delivery_error is distinct from $3 or reply.delivery_error_cause is null
       end
       and not exists (
         select 1 from messages as other
         where other.hotel_id = reply.hotel_id
           and case when reply.reservation_id is null then other.inquiry_id = reply.inquiry_id
             else other.reservation_id = reply.reservation_id end
           and ((other.delivery = 'queued' and other.retry_at > $2) or not ${isFree('other')}))
     order by reply.hotel_id, reply.reservation_id, ${INQUIRY}, reply.replied_at, reply.message_id
     limit $4`,
    [hotelIds, now, blocked === null ? null : storableSummary(blocked), limit],
  );
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    messageId: row.message_id,
    leaseOwner: row.lease_owner,
  }));
}

/** SQL: the inquiry of a reply that is of no booking. */
const INQUIRY = `case when reply.reservation_id is null then reply.inquiry_id end`;

/** Leases a conversation that was found waiting; returns false if another process was faster. */
export async function claimConversation(
  db: Queryable,
  { hotelId, messageId, leaseOwner }: WaitingConversation,
  { processId }: { processId: string },
): Promise<boolean> {
  const claimed = await db.query(
    `update messages set lease_owner = $4
     where hotel_id = $1 and message_id = $2 and delivery = 'queued' and lease_owner is not distinct from $3 returning 1`,
    [hotelId, messageId, leaseOwner, processId],
  );
  return claimed.length > 0;
}

/** A queued reply and its failed attempts. */
export type PendingReply = Message & { failures: number };

/** Lists the queued replies of the conversation that a message belongs to, in the order in which they were written. */
export async function listPendingReplies(
  db: Queryable,
  { hotelId, messageId }: WaitingConversation,
): Promise<PendingReply[]> {
  const rows = await db.query<MessageRow & { delivery_failures: number }>(
    `select reply.* from messages as reply
     join messages as named on named.hotel_id = $1 and named.message_id = $2
     where reply.hotel_id = $1 and reply.delivery = 'queued'
       and case when named.reservation_id is null then reply.inquiry_id = named.inquiry_id
         else reply.reservation_id = named.reservation_id end
     order by reply.replied_at, reply.message_id`,
    [hotelId, messageId],
  );
  return rows.map((row) => ({ ...toMessage(row), failures: row.delivery_failures }));
}

/**
 * Counts a failed attempt of a reply; `retryAt` is the time of the next one by e-mail, null = its connection knows it. Changes nothing if the
 * reply is no longer queued. The same failure again is no entry of the log.
 */
export async function scheduleRetry(
  tx: PropertyTransaction,
  messageId: number,
  { retryAt, failure }: { retryAt: Temporal.Instant | null; failure: Failure },
): Promise<void> {
  await tx.query(
    `update messages set delivery_failures = delivery_failures + 1, retry_at = $3
     where hotel_id = $1 and message_id = $2 and delivery = 'queued'`,
    [tx.hotelId, messageId, retryAt],
  );
  await markDelivery(tx, messageId, 'queued', failure);
}

/**
 * Marks queued replies of all channels that are too old to be sent as failed.
 * Runs at the start of a worker and daily.
 */
export async function failOldReplies(db: Database, now: Temporal.Instant): Promise<void> {
  const rows = await db.query<MessageRow>(
    `select message.* from messages as message
     join properties as property on property.hotel_id = message.hotel_id and property.sandbox_at is null
     where message.delivery = 'queued' and message.replied_at < $1
     order by message.hotel_id, message.message_id`,
    [replyExpiryCutoff(now)],
  );
  for (const row of rows) {
    const { hotelId, messageId, ...waited } = toMessage(row);
    await inPropertyTransaction(db, { hotelId, now, actor: INNWIRE, archivedToo: true }, (tx) =>
      markDelivery(tx, messageId, 'failed', expiredReply(waited)),
    );
  }
}

/**
 * Stores the delivery state of a queued reply. A reply that is already sent or failed is left as it is: a
 * worker that was stopped and replaced may still report an older result.
 */
export async function markDelivery(
  tx: PropertyTransaction,
  messageId: number,
  delivery: ReplyDelivery,
  failure: Failure | null,
): Promise<void> {
  const [row] = await tx.query<MessageRow>(
    `update messages set delivery = $3, delivery_error = $4, delivery_error_cause = $5
     where hotel_id = $1 and message_id = $2 and delivery = 'queued'
       and (delivery, delivery_error, delivery_error_cause) is distinct from ($3, $4, $5::jsonb)
     returning *`,
    [
      tx.hotelId,
      messageId,
      delivery,
      failure && storableSummary(failure.reason),
      causeJson(failure?.cause ?? null),
    ],
  );
  if (!row) return;
  const message = toMessage(row);
  const { of, subject } = subjectOf(message);
  tx.record(`${of}.${delivery}`, subject, message);
}
