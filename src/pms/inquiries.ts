// Inquiries: conversations with people who have no booking yet.
import type { Queryable } from '../db/database.ts';
import type { ChannelAttachment } from '../model/channel-records.ts';
import type { Message } from '../model/message.ts';
import { Problem } from '../problems.ts';
import { attachmentColumns, type MessageRow, toMessage, writeReply } from './message-rows.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';

export type Inquiry = {
  inquiryId: number;
  hotelId: number;
  /** the connection that brought it */
  connection: string;
  /** the OTA on which it was written */
  channel: string;
  guestName: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  /** oldest first */
  messages: Message[];
};

/** A guest's message that belongs to no booking, as its connection reported it. */
type InquiryMessage = {
  connection: string;
  channel: string;
  thread: string;
  reference: string | null;
  guestName: string | null;
  text: string;
  at: Temporal.Instant;
  /** absent = it does */
  needsReply?: boolean;
  /** absent = none */
  attachments?: readonly ChannelAttachment[] | undefined;
};

/**
 * Stores a message in the inquiry of its thread, which the first message creates. The
 * caller makes sure that a message is stored once.
 */
export async function receiveInquiryMessage(tx: PropertyTransaction, message: InquiryMessage): Promise<void> {
  const { channel, text, at, needsReply = true, attachments } = message;
  const { inquiryId, guestName } = await inquiryOfThread(tx, message);
  const [row] = await tx.query<MessageRow>(
    `insert into messages (hotel_id, inquiry_id, channel, guest_text, created_at, needs_reply, attachments, attachment_addresses)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     returning *`,
    [tx.hotelId, inquiryId, channel, text, at, needsReply, ...attachmentColumns(attachments)],
  );
  tx.record('inquiry.received', `inquiry/${inquiryId}`, { ...toMessage(row!), guestName });
}

/** Returns the inquiry of a conversation, and makes it if there is none. A guest who was erased stays without a name. */
export async function inquiryOfThread(
  tx: PropertyTransaction,
  {
    connection,
    channel,
    thread,
    reference,
    guestName,
    at,
  }: Omit<InquiryMessage, 'text' | 'needsReply' | 'attachments'>,
): Promise<{ inquiryId: number; guestName: string | null }> {
  const [inquiry] = await tx.query<{ inquiry_id: number; guest_name: string | null }>(
    `insert into inquiries (hotel_id, connection, channel, thread, reference, guest_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (hotel_id, connection, thread) do update set
       reference = coalesce(excluded.reference, inquiries.reference),
       guest_name = coalesce(inquiries.guest_name, case when inquiries.erased_at is null then excluded.guest_name end),
       updated_at = excluded.updated_at
     returning inquiry_id, guest_name`,
    [tx.hotelId, connection, channel, thread, reference, guestName, at, tx.now],
  );
  return { inquiryId: inquiry!.inquiry_id, guestName: inquiry!.guest_name };
}

/**
 * Replies to an inquiry: to its newest message without a reply, else as a message of its own. The reply
 * is queued in this transaction and sent through the connection of the inquiry. Throws
 * `unknown_inquiry`, also when the inquiry became a booking.
 */
export async function replyToInquiry(
  tx: PropertyTransaction,
  input: { inquiryId: number; reply: string },
): Promise<Inquiry> {
  const [found] = await tx.query<InquiryRow>(
    `select * from inquiries where hotel_id = $1 and inquiry_id = $2 for no key update`,
    [tx.hotelId, input.inquiryId],
  );
  const bookedAs = found?.reservation_id ?? null;
  if (!found || bookedAs !== null)
    throw new Problem('unknown_inquiry', { inquiryId: input.inquiryId, bookedAs });
  const message = toMessage(await writeReply(tx, { ...input, reservationId: null, channel: found.channel }));
  tx.record('inquiry.queued', `inquiry/${input.inquiryId}`, { ...message, guestName: found.guest_name });
  const [inquiry] = await withMessages(tx, tx.hotelId, [found]);
  return inquiry!;
}

/** Which inquiries belong to an order: those with its reference, and those of its threads. */
type OrderConversation = { connection: string; reference: string; threads: readonly string[] };

/** Turns the messages and replies of an order's inquiries into messages of its booking. */
export async function moveInquiries(
  tx: PropertyTransaction,
  reservationId: number,
  { connection, reference, threads }: OrderConversation,
): Promise<void> {
  const moved = await tx.query<{ inquiry_id: number; channel: string }>(
    `update inquiries set reservation_id = $3, updated_at = $6
     where hotel_id = $1 and connection = $2 and reservation_id is null and (reference = $4 or thread = any($5::text[]))
     returning inquiry_id, channel`,
    [tx.hotelId, connection, reservationId, reference, threads, tx.now],
  );
  for (const { inquiry_id: inquiryId, channel } of moved) {
    tx.record('inquiry.booked', `inquiry/${inquiryId}`, { inquiryId, reservationId, channel });
    const rows = await tx.query<MessageRow>(
      `update messages set reservation_id = $3 where hotel_id = $1 and inquiry_id = $2 returning *`,
      [tx.hotelId, inquiryId, reservationId],
    );
    // Readers of message events have not seen these before: each gets its own event.
    for (const message of rows.map(toMessage).sort((a, b) => a.messageId - b.messageId)) {
      const kind = message.delivery === 'queued' ? 'message.queued' : 'message.received';
      tx.record(kind, `message/${message.messageId}`, message);
    }
  }
}

/** Returns whether the connection that an inquiry's reply is sent through still exists. */
export async function hasConnection(
  db: Queryable,
  { hotelId, inquiryId }: Pick<Message, 'hotelId' | 'inquiryId'>,
): Promise<boolean> {
  const [row] = await db.query(
    `select 1 from inquiries as inquiry
     join connections as connection
       on connection.hotel_id = inquiry.hotel_id and connection.channel = inquiry.connection
     where inquiry.hotel_id = $1 and inquiry.inquiry_id = $2`,
    [hotelId, inquiryId],
  );
  return row !== undefined;
}

export type InquiryFilter = {
  inquiryId?: number | undefined;
  since?: Temporal.Instant | undefined;
  /** only those with a text that waits for a reply */
  unanswered?: true | undefined;
};

/** Returns one page of the inquiries that did not become bookings, newest first, each with all messages. */
export async function listInquiries(
  db: Queryable,
  hotelId: number,
  filter: InquiryFilter,
  page: Page,
): Promise<Inquiry[]> {
  const order = {
    columns: ['created_at', 'inquiry_id'],
    types: ['timestamptz', 'bigint'],
    descending: true,
  };
  const { text, values } = keyset('select * from inquiries', conditionsOf(hotelId, filter), order, page);
  return withMessages(db, hotelId, await db.query<InquiryRow>(text, values));
}

/** Counts the inquiries that `listInquiries` would return on all pages. */
export function countInquiries(db: Queryable, hotelId: number, filter: InquiryFilter): Promise<number> {
  return count(db, 'inquiries', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: InquiryFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['(reservation_id is null) = ?', true],
    ['inquiry_id = ?', filter.inquiryId],
    ['updated_at >= ?', filter.since],
    [
      `?::boolean and exists (select 1 from messages where messages.hotel_id = inquiries.hotel_id
         and messages.inquiry_id = inquiries.inquiry_id and messages.needs_reply)`,
      filter.unanswered,
    ],
  ];
}

type InquiryRow = {
  inquiry_id: number;
  hotel_id: number;
  connection: string;
  channel: string;
  guest_name: string | null;
  reservation_id: number | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
};

async function withMessages(db: Queryable, hotelId: number, rows: readonly InquiryRow[]): Promise<Inquiry[]> {
  if (rows.length === 0) return [];
  const messages = await db.query<MessageRow>(
    `select * from messages where hotel_id = $1 and inquiry_id = any($2::bigint[]) order by created_at, message_id`,
    [hotelId, rows.map((row) => row.inquiry_id)],
  );
  const byInquiry = Map.groupBy(messages.map(toMessage), ({ inquiryId }) => inquiryId);
  return rows.map((row) => ({
    inquiryId: row.inquiry_id,
    hotelId: row.hotel_id,
    connection: row.connection,
    channel: row.channel,
    guestName: row.guest_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messages: byInquiry.get(row.inquiry_id) ?? [],
  }));
}
