// Ingests guests' messages from a channel: stored with their booking, or as an inquiry if there is none.
import type { ChannelMessage, ChannelReservation } from '../../../model/channel-records.ts';
import { ERASED_TEXT } from '../../../model/guest.ts';
import { keptGuestText } from '../../../model/message.ts';
import { moveInquiries, receiveInquiryMessage } from '../../inquiries.ts';
import { settleTexts } from '../../message-rows.ts';
import { receiveMessage } from '../../messages.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { cleanIngestedTexts } from './clean-texts.ts';
import { withoutErasedWriter } from './erased-guests.ts';
import { insertInboxEntry, markApplied } from './inbox.ts';

/**
 * Stores a guest's message once: with the booking, or as an inquiry if there is none. Our own messages, which
 * the channel sends back, and those of the channel itself are not stored; but any message of a conversation
 * that now has a booking moves its inquiry there.
 */
export async function ingestMessage(
  tx: PropertyTransaction,
  channel: string,
  received: ChannelMessage,
): Promise<'stored' | 'inquiry' | 'known' | 'own' | 'system'> {
  const cleaned = await cleanIngestedTexts(tx, received);
  const text = cleaned.text.trim() === '' ? NOTHING_VISIBLE : keptGuestText(cleaned.text);
  const stay = await findStayOfConversation(tx, channel, cleaned);
  const order = {
    channel,
    reference: stay?.reference ?? null,
    reservationId: stay?.reservation_id ?? null,
  };
  const message = await withoutErasedWriter(tx, order, { ...cleaned, text });
  const arrival = { channel, kind: 'message' as const, reference: message.externalMessage, revision: '' };
  if (!(await insertInboxEntry(tx, { ...arrival, content: message, sentAt: message.at }))) return 'known';
  const outcome = await store(tx, channel, { message, stay });
  await markApplied(tx, arrival, outcome);
  return outcome;
}

/** Stored in place of a text of hidden characters only: the guest waits for an answer all the same. */
const NOTHING_VISIBLE = '(no visible text)';

type Stay = { reservation_id: number; reference: string };

async function store(
  tx: PropertyTransaction,
  channel: string,
  { message, stay }: { message: ChannelMessage; stay: Stay | undefined },
): Promise<'stored' | 'inquiry' | 'own' | 'system'> {
  const { thread, earlierThread = null, text, at, attachments } = message;
  if (stay) {
    const threads = [thread, earlierThread].filter((one) => one !== null);
    await moveInquiries(tx, stay.reservation_id, { connection: channel, reference: stay.reference, threads });
  }
  if (message.from === 'property') await settleEarlier(tx, channel, { message, stay });
  if (message.from !== 'guest') return message.from === 'property' ? 'own' : 'system';
  // What is left of the text of an erased guest can be answered by nobody.
  const needsReply = text !== ERASED_TEXT && !(await wasAnsweredEarlier(tx, channel, message));
  if (stay) {
    await receiveMessage(tx, { reservationId: stay.reservation_id, text, at, needsReply, attachments });
    return 'stored';
  }
  await receiveInquiryMessage(tx, {
    connection: channel,
    channel: message.soldBy ?? channel,
    thread,
    reference: message.reference,
    guestName: message.guestName ?? null,
    text,
    at,
    needsReply,
    attachments,
  });
  return 'inquiry';
}

/**
 * What guests wrote before the house was connected, and the house answered at the channel, waits for no reply. Later texts do: an own one at the
 * channel may be automatic.
 */
async function settleEarlier(
  tx: PropertyTransaction,
  channel: string,
  {
    message: { thread, earlierThread = null, at },
    stay,
  }: { message: ChannelMessage; stay: Stay | undefined },
): Promise<void> {
  const connectedAt = await connectedSince(tx, channel);
  const moment = Temporal.Instant.compare(at, connectedAt) < 0 ? at : connectedAt;
  if (stay) {
    await settleTexts(tx, { reservationId: stay.reservation_id, inquiryId: null }, { moment });
    return;
  }
  const inquiries = await tx.query<{ inquiry_id: number }>(
    `select inquiry_id from inquiries
     where hotel_id = $1 and connection = $2 and thread = any($3::text[]) and reservation_id is null`,
    [tx.hotelId, channel, [thread, earlierThread]],
  );
  for (const { inquiry_id: inquiryId } of inquiries)
    await settleTexts(tx, { reservationId: null, inquiryId }, { moment });
}

/** Whether the text was written before the house was connected, and has a later one of the house in its conversation at the channel. */
async function wasAnsweredEarlier(
  tx: PropertyTransaction,
  channel: string,
  { thread, at }: ChannelMessage,
): Promise<boolean> {
  if (Temporal.Instant.compare(at, await connectedSince(tx, channel)) >= 0) return false;
  const [later] = await tx.query(
    `select 1 from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'message' and content ->> 'thread' = $3
       and content ->> 'from' = 'property' and (content ->> 'at')::timestamptz >= $4
     limit 1`,
    [tx.hotelId, channel, thread, at],
  );
  return later !== undefined;
}

async function connectedSince(tx: PropertyTransaction, channel: string): Promise<Temporal.Instant> {
  const [connection] = await tx.query<{ created_at: Temporal.Instant }>(
    `select created_at from connections where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel],
  );
  return connection?.created_at ?? tx.now;
}

/** Moves the messages of inquiries that were written before a reservation to its booking. */
export async function claimInquiries(
  tx: PropertyTransaction,
  channel: string,
  { reference, thread }: ChannelReservation,
): Promise<void> {
  const stay = await findStayOfConversation(tx, channel, { reference, thread: thread ?? '' });
  if (!stay) return;
  const rows = await tx.query<{ thread: string }>(
    `select distinct content ->> 'thread' as thread from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'message' and content ->> 'reference' = $3
       and content ->> 'thread' is not null`,
    [tx.hotelId, channel, reference],
  );
  const threads = [...rows.map((row) => row.thread), ...(thread === null ? [] : [thread])];
  await moveInquiries(tx, stay.reservation_id, { connection: channel, reference, threads });
}

/** Finds the first room of a message's order or conversation; else the booking with our number. */
export async function findStayOfConversation(
  tx: PropertyTransaction,
  channel: string,
  { reference, thread, reservationId = null }: Pick<ChannelMessage, 'reference' | 'thread' | 'reservationId'>,
): Promise<Stay | undefined> {
  const [stay] = await tx.query<Stay>(
    `select reservation_id, reference from channel_stays
     where hotel_id = $1 and channel = $2 and reference = coalesce($3, (
       select coalesce(content ->> 'reference', reference) from channel_inbox
       where hotel_id = $1 and channel = $2 and content ->> 'thread' = $4
         and (kind = 'reservation' or content ->> 'reference' is not null)
       limit 1))
     order by room_key limit 1`,
    [tx.hotelId, channel, reference, thread],
  );
  if (stay || reservationId === null) return stay;
  const [own] = await tx.query<Stay>(
    `select reservation_id, order_reference as reference from reservations
     where hotel_id = $1 and connection = $2 and reservation_id = $3 and order_reference is not null`,
    [tx.hotelId, channel, reservationId],
  );
  return own;
}
