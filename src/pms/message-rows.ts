// Rows of messages, the two ways to store a reply (on a guest's message, or as a message of its own), and which texts then wait for none.
import type { Cause } from '../model/cause.ts';
import type { ChannelAttachment } from '../model/channel-records.ts';
import type { Message, MessageAttachment, ReplyDelivery } from '../model/message.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** The booking or the inquiry that a message belongs to: one of the two is null. */
export type Conversation = Pick<Message, 'reservationId' | 'inquiryId'>;

/** Returns the event prefix and the subject of log entries about a message. */
export function subjectOf({ messageId, reservationId, inquiryId }: Message): {
  of: 'message' | 'inquiry';
  subject: string;
} {
  return reservationId === null
    ? { of: 'inquiry', subject: `inquiry/${inquiryId}` }
    : { of: 'message', subject: `message/${messageId}` };
}

/**
 * Stores a reply: on the newest guest message of the conversation that has
 * none, else as a message of its own. The other texts wait no more.
 */
export async function writeReply(
  tx: PropertyTransaction,
  message: Conversation & { channel: string; reply: string },
): Promise<MessageRow> {
  const row = (await replyToNewest(tx, message, message.reply)) ?? (await insertReply(tx, message));
  await settleTexts(tx, message);
  return row;
}

/**
 * Texts of a conversation wait for a reply no more: all of them, or those up to a moment or up to a message. Records each, and returns them. The
 * caller has locked the conversation.
 */
export async function settleTexts(
  tx: PropertyTransaction,
  conversation: Conversation,
  upTo: { moment: Temporal.Instant; messageId?: number } | null = null,
): Promise<Message[]> {
  const rows = await tx.query<MessageRow>(
    `update messages set needs_reply = false
     where hotel_id = $1 and ${idColumnOf(conversation)} = $2 and needs_reply
       and ($3::timestamptz is null or created_at < $3 or (created_at = $3 and message_id <= $4::bigint))
     returning *`,
    [tx.hotelId, idOf(conversation), upTo?.moment ?? null, upTo?.messageId ?? null],
  );
  const messages = rows.map(toMessage).sort((a, b) => a.messageId - b.messageId);
  for (const message of messages) recordNeed(tx, message);
  return messages;
}

/** Records that a text waits for a reply now, or no more. */
export function recordNeed(tx: PropertyTransaction, message: Message): void {
  const { of, subject } = subjectOf(message);
  const changes = { changed: ['needsReply'], before: { needsReply: !message.needsReply } };
  tx.record(`${of}.changed`, subject, { ...message, ...changes });
}

function idColumnOf({ reservationId }: Conversation): 'inquiry_id' | 'reservation_id' {
  return reservationId === null ? 'inquiry_id' : 'reservation_id';
}

function idOf({ reservationId, inquiryId }: Conversation): number | null {
  return reservationId ?? inquiryId;
}

/** Stores the reply on the newest guest message without one; undefined when every message has a reply. */
async function replyToNewest(
  tx: PropertyTransaction,
  conversation: Conversation,
  reply: string,
): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(
    `update messages set reply = $3, replied_at = $4, delivery = 'queued', delivery_failures = 0, delivery_error = null, delivery_error_cause = null, needs_reply = false
     where hotel_id = $1 and message_id = (
       select message_id from messages
       where hotel_id = $1 and ${idColumnOf(conversation)} = $2 and reply is null
       order by created_at desc, message_id desc limit 1
       for update
     )
     returning *`,
    [tx.hotelId, idOf(conversation), reply, tx.now],
  );
  return row;
}

async function insertReply(
  tx: PropertyTransaction,
  message: Conversation & { channel: string; reply: string },
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `insert into messages (hotel_id, reservation_id, inquiry_id, channel, reply, created_at, replied_at, delivery)
     values ($1, $2, $3, $4, $5, $6, $6, 'queued')
     returning *`,
    [tx.hotelId, message.reservationId, message.inquiryId, message.channel, message.reply, tx.now],
  );
  return row!;
}

/** Returns the columns of what a guest attached: what is shown, as JSON, and the addresses. */
export function attachmentColumns(attachments: readonly ChannelAttachment[] = []): [string, string[]] {
  const shown = attachments.map(
    ({ name, type }, place): MessageAttachment => ({ id: place + 1, name, type }),
  );
  return [JSON.stringify(shown), attachments.map(({ externalAttachment }) => externalAttachment)];
}

export type MessageRow = {
  message_id: number;
  hotel_id: number;
  reservation_id: number | null;
  inquiry_id: number | null;
  channel: string;
  guest_text: string | null;
  reply: string | null;
  created_at: Temporal.Instant;
  replied_at: Temporal.Instant | null;
  delivery: ReplyDelivery | null;
  delivery_error: string | null;
  delivery_error_cause: Cause | null;
  needs_reply: boolean;
  attachments: readonly MessageAttachment[];
};

export function toMessage(row: MessageRow): Message {
  return {
    messageId: row.message_id,
    hotelId: row.hotel_id,
    reservationId: row.reservation_id,
    inquiryId: row.inquiry_id,
    channel: row.channel,
    guestText: row.guest_text,
    reply: row.reply,
    createdAt: row.created_at,
    repliedAt: row.replied_at,
    delivery: row.delivery,
    deliveryError: row.delivery_error,
    deliveryErrorCause: row.delivery_error_cause,
    needsReply: row.needs_reply,
    attachments: row.attachments,
  };
}
