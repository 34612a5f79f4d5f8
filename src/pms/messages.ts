// Messages of bookings: guests' messages, our replies, and the delivery state of each reply. Which texts wait for a reply, also of inquiries.

import type { Queryable } from '../db/database.ts';
import type { Cause } from '../model/cause.ts';
import type { ChannelAttachment } from '../model/channel-records.ts';
import type { BookingMessage, Message } from '../model/message.ts';
import { Problem } from '../problems.ts';
import {
  attachmentColumns,
  type MessageRow,
  recordNeed,
  settleTexts,
  toMessage,
  writeReply,
} from './message-rows.ts';
import { type Condition, count, keyset, ofBookings, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { unknownBooking } from './reservations/find.ts';

/**
 * Replies to a guest: to the newest message of the reservation without a reply, else as a message of its own.
 * The reply is queued in this transaction and delivered later. Throws `unknown_booking`.
 */
export async function replyToGuest(
  tx: PropertyTransaction,
  input: { reservationId: number; reply: string },
): Promise<BookingMessage> {
  const [reservation] = await tx.query<{ channel: string }>(
    `select channel from reservations where hotel_id = $1 and reservation_id = $2 for no key update`,
    [tx.hotelId, input.reservationId],
  );
  if (!reservation) throw unknownBooking(input.reservationId);
  const row = await writeReply(tx, { ...input, inquiryId: null, channel: reservation.channel });
  const message = toBookingMessage(row);
  tx.record('message.queued', `message/${message.messageId}`, message);
  return message;
}

/**
 * Says of a guest's text, of a booking or an inquiry, that it needs no reply, which then holds for the earlier texts of its conversation too, or
 * that it waits again. Returns the texts that changed. Throws `unknown_message`, `nothing_to_reply`.
 */
export async function setNeedsReply(
  tx: PropertyTransaction,
  messageId: number,
  needsReply: boolean,
): Promise<{ message: Message; changed: Message[] }> {
  const message = await lockMessage(tx, messageId);
  const { reply, guestText, createdAt: moment } = message;
  if (guestText === null || reply !== null)
    throw new Problem('nothing_to_reply', { messageId, case: guestText === null ? 'own' : 'replied' });
  if (!needsReply) {
    const changed = await settleTexts(tx, message, { moment, messageId });
    const after = changed.find((one) => one.messageId === messageId);
    if (after) await queueNotice(tx, messageId);
    return { message: after ?? message, changed };
  }
  if (message.needsReply) return { message, changed: [] };
  const [row] = await tx.query<MessageRow>(
    `update messages set needs_reply = true, no_reply_notice = null, delivery_failures = 0 where hotel_id = $1 and message_id = $2 returning *`,
    [tx.hotelId, messageId],
  );
  const after = toMessage(row!);
  recordNeed(tx, after);
  return { message: after, changed: [after] };
}

/** Returns a message, with its conversation locked against replies. */
async function lockMessage(tx: PropertyTransaction, messageId: number): Promise<Message> {
  const read = async () => {
    const [row] = await tx.query<MessageRow>(
      `select * from messages where hotel_id = $1 and message_id = $2`,
      [tx.hotelId, messageId],
    );
    if (!row) throw new Problem('unknown_message', { messageId });
    return toMessage(row);
  };
  const { reservationId, inquiryId } = await read();
  const [table, column] =
    reservationId === null ? ['inquiries', 'inquiry_id'] : ['reservations', 'reservation_id'];
  await tx.query(`select 1 from ${table} where hotel_id = $1 and ${column} = $2 for no key update`, [
    tx.hotelId,
    reservationId ?? inquiryId,
  ]);
  return read();
}

/** Queues the notice to the channel that a text needs no reply, if a connection carries its conversation. */
async function queueNotice(tx: PropertyTransaction, messageId: number): Promise<void> {
  await tx.query(
    `update messages as message set no_reply_notice = 'queued'
     where message.hotel_id = $1 and message.message_id = $2 and (message.reservation_id is null or exists (
       select 1 from reservations as stay where stay.hotel_id = $1 and stay.reservation_id = message.reservation_id
         and stay.connection is not null and stay.order_reference is not null))`,
    [tx.hotelId, messageId],
  );
}

/**
 * Stores a guest's message from a channel. The caller makes sure that a message
 * is stored once. Throws `unknown_booking`.
 */
export async function receiveMessage(
  tx: PropertyTransaction,
  input: {
    reservationId: number;
    text: string;
    at: Temporal.Instant;
    /** absent = it does */
    needsReply?: boolean;
    /** absent = none */
    attachments?: readonly ChannelAttachment[] | undefined;
  },
): Promise<BookingMessage> {
  const [row] = await tx.query<MessageRow>(
    `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at, needs_reply, attachments, attachment_addresses)
     select $1, $2, channel, $3, $4, $5, $6, $7 from reservations where hotel_id = $1 and reservation_id = $2
     returning *`,
    [
      tx.hotelId,
      input.reservationId,
      input.text,
      input.at,
      input.needsReply ?? true,
      ...attachmentColumns(input.attachments),
    ],
  );
  if (!row) throw unknownBooking(input.reservationId);
  const message = toBookingMessage(row);
  tx.record('message.received', `message/${message.messageId}`, message);
  return message;
}

export type QueuedReplies = {
  count: number;
  /** time of the oldest */
  since: Temporal.Instant | null;
  /** why the oldest was not delivered yet; null before its first attempt */
  reason: string | null;
  /** its code; null = there is no reason, or it is from before there were codes */
  cause: Cause | null;
};

/** Returns how many replies of a property are queued, since when and why. */
export async function readQueuedReplies(db: Queryable, hotelId: number): Promise<QueuedReplies> {
  const [row] = await db.query<QueuedReplies>(
    `select count(*)::int as count, min(replied_at) as since,
       (array_agg(delivery_error order by replied_at, message_id))[1] as reason,
       (array_agg(delivery_error_cause order by replied_at, message_id))[1] as cause
     from messages where hotel_id = $1 and delivery = 'queued'`,
    [hotelId],
  );
  return row!;
}

export type MessageFilter = {
  reservationId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
  since?: Temporal.Instant | undefined;
  /** only guests' messages that wait for a reply */
  unanswered?: true | undefined;
  newestFirst?: true | undefined;
  channel?: string | undefined;
  /** part of the guest's text or of the reply, without regard to case and accents */
  text?: string | undefined;
};

/** Returns one page of the messages of bookings, by time. Those of inquiries are not included. */
export async function listMessages(
  db: Queryable,
  hotelId: number,
  filter: MessageFilter,
  page: Page,
): Promise<BookingMessage[]> {
  const order = { ...BY_TIME, descending: filter.newestFirst ?? false };
  const { text, values } = keyset('select * from messages', conditionsOf(hotelId, filter), order, page);
  return (await db.query<MessageRow>(text, values)).map(toBookingMessage);
}

/** Counts the messages that `listMessages` would return on all pages. */
export function countMessages(db: Queryable, hotelId: number, filter: MessageFilter): Promise<number> {
  return count(db, 'messages', conditionsOf(hotelId, filter));
}

const BY_TIME = { columns: ['created_at', 'message_id'], types: ['timestamptz', 'bigint'] };

function conditionsOf(hotelId: number, filter: MessageFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['(reservation_id is not null) = ?', true],
    ['reservation_id = ?', filter.reservationId],
    ...ofBookings(hotelId, filter),
    ['created_at >= ?', filter.since],
    ['needs_reply = ?', filter.unanswered],
    ['channel = ?', filter.channel],
    ['position(fold_text(?) in fold_text(concat_ws(chr(10), guest_text, reply))) > 0', filter.text],
  ];
}

function toBookingMessage(row: MessageRow): BookingMessage {
  const message = toMessage(row);
  if (message.reservationId === null) throw new Error(`message ${message.messageId} is of no booking`);
  return { ...message, reservationId: message.reservationId };
}
