// Guests' messages over Channex, and replies. The list of conversations is read first, then those with new
// messages.
//
// Source: docs.channex.io, "Messages Collection" (read 2026-11-21): Booking.com, Airbnb and Expedia, with the
// app Messages & Reviews. A conversation names its order by Channex's id only, so messages are matched to
// their reservation by the thread. Ordering by last message is documented for lists in general, not for
// conversations.

import type { ChannelMessage } from '../../model/channel-records.ts';
import type {
  OutgoingReply,
  Pull,
  Pulled,
  PullState,
  ReplyProtocol,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { type Fields, fieldsOf, lineOf, listOf, momentOf, readJson, textOf } from '../json.ts';
import { describeBody, type FailedVerdict, ok, refused, retry } from '../responses.ts';
import { address, attributesOf, listRequest, readAnswer, readList, relatedId, statusOf } from './client.ts';
import { threadOfBooking } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

export const messages: Pull<ChannelMessage, ChannexConnection> = { everySeconds: 60, requests, decode };

/**
 * `seen`: the time of the last message read, for each conversation on the first page. `pending`:
 * conversations with new messages.
 */
type Cursor = { seen: Record<string, string>; pending: Conversation[] };

/** `guest` is the title, which holds the guest's name; `seller` is the OTA. */
type Conversation = { id: string; thread: string; guest?: string | null; seller?: string | null };

/** `after` is the cursor once the response to this request is stored. */
type ThreadRequest = WireRequest & { after?: Cursor; conversation?: Conversation };

function requests(connection: ChannexConnection, { cursor: stored }: PullState): ThreadRequest[] {
  if (!connection.settings.conversations) return [];
  const cursor = readCursor(stored);
  if (cursor.pending.length === 0) {
    const query = {
      'filter[property_id]': connection.settings.property_id,
      'order[last_message_received_at]': 'desc',
    };
    return [{ ...listRequest(connection, 'conversations', 'message_threads', query), after: cursor }];
  }
  return cursor.pending.slice(0, CONVERSATIONS_PER_CYCLE).map((conversation, index) => ({
    ...listRequest(connection, 'messages', `message_threads/${encodeURIComponent(conversation.id)}/messages`),
    conversation,
    after: { ...cursor, pending: cursor.pending.slice(index + 1) },
  }));
}

/** Limits a cycle: a property with many conversations would keep the connection busy for minutes. */
const CONVERSATIONS_PER_CYCLE = 10;

function readCursor(stored: string | null): Cursor {
  const { seen, pending } = fieldsOf(readJson(stored ?? ''));
  return {
    seen: fieldsOf(seen) as Cursor['seen'],
    pending: listOf(pending).flatMap((one) => {
      const { id, thread, guest, seller } = fieldsOf(one);
      if (typeof id !== 'string' || typeof thread !== 'string') return [];
      return [{ id, thread, guest: textOf(guest), seller: textOf(seller) }];
    }),
  };
}

function decode(response: WireResponse, request: ThreadRequest): Verdict<Pulled<ChannelMessage>> {
  const list = readList(response, 'refused');
  const { after = readCursor(null), conversation } = request;
  // A conversation that was deleted, or whose OTA has no messages, must not hold back the others.
  const gone = conversation !== undefined && (response.status === 404 || response.status === 422);
  if (list.kind !== 'ok' && !gone) return withoutApp(list, response);
  const items = list.kind === 'ok' ? list.value.items : [];
  return conversation === undefined
    ? readConversations(items, after)
    : readMessages(items, conversation, after);
}

/** Adds advice for people to a 403, which means that the app is not installed. */
export function withoutApp(failure: FailedVerdict, response: WireResponse): FailedVerdict {
  if (statusOf(response) !== 403) return failure;
  const advice = 'install the app Messages & Reviews there, or set `conversations` to false';
  return refused(`Channex keeps messages and reviews of this property back: ${advice}. ${failure.reason}`);
}

function readConversations(items: Fields[], before: Cursor): Verdict<Pulled<ChannelMessage>> {
  const seen: Cursor['seen'] = {};
  const pending: Cursor['pending'] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    const { id, title, provider, last_message_received_at: last, updated_at: updated } = attributesOf(item);
    const moment = textOf(last) ?? textOf(updated);
    if (id === null || moment === null) {
      unreadable.push(`Conversation ${id ?? 'without id'}: it has no time of its last message`);
      continue;
    }
    seen[id] = moment;
    if (before.seen[id] === moment) continue;
    pending.push({
      id,
      thread: threadOfBooking(relatedId(item, 'booking')) ?? threadOfConversation(id),
      guest: lineOf(title),
      seller: channelName(textOf(provider), null),
    });
  }
  const cursor = JSON.stringify({ seen, pending: pending.reverse() } satisfies Cursor);
  const value = { items: [], cursor, more: pending.length > 0 };
  return ok(unreadable.length > 0 ? { ...value, unreadable } : value);
}

export function threadOfConversation(id: string): string {
  return `conversation/${id}`;
}

function readMessages(
  items: Fields[],
  { id: conversationId, thread, guest = null, seller = null }: Conversation,
  after: Cursor,
): Verdict<Pulled<ChannelMessage>> {
  // After an inquiry became a booking, its thread is named by the booking.
  const earlierThread = threadOfConversation(conversationId);
  const messages: ChannelMessage[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    const { id, message, attachments, sender, inserted_at: inserted } = attributesOf(item);
    const at = momentOf(inserted);
    // A message of a sender that is not known is shown, like a guest's.
    const from = SENDERS.find((one) => one === textOf(sender)?.toLowerCase()) ?? 'guest';
    // A message may be an attachment alone. Its address can be read with the key only, so a placeholder is
    // stored.
    const text = lineOf(message) ?? (listOf(attachments).length > 0 ? '(attachment)' : null);
    if (id === null || at === null || text === null) {
      unreadable.push(`Message ${id ?? 'without id'}: it has no text or moment`);
    } else {
      messages.push({
        externalMessage: id,
        thread,
        earlierThread,
        reference: null,
        soldBy: seller,
        guestName: guest,
        from,
        text,
        at,
        receipt: id,
      });
    }
  }
  messages.sort((a, b) => Temporal.Instant.compare(a.at, b.at));
  return ok({
    items: messages,
    cursor: JSON.stringify(after),
    ...(after.pending.length > 0 ? { more: true } : {}),
    ...(unreadable.length > 0 ? { unreadable } : {}),
  });
}

/** `system` messages are written by the OTA itself, such as that an inquiry was accepted. */
const SENDERS = ['guest', 'property', 'system'] as const;

export const replies: ReplyProtocol<ChannexConnection> = {
  send: (reply, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: address(connection, conversation(reply)),
    body: JSON.stringify({ message: { message: reply.text } }),
    once: true,
  }),
  decodeSent: (response) => {
    const answer = readAnswer(response, 'refused');
    if (answer.kind !== 'ok') return answer;
    const externalMessage = textOf(fieldsOf(answer.value['data'])['id']);
    if (externalMessage !== null) return ok({ externalMessage });
    return retry(`The answer names no message: ${describeBody(response.body)}`);
  },
  check: {
    request: (reply, connection) => listRequest(connection, 'check reply', conversation(reply)),
    decode: (response, reply) => {
      const list = readList(response, 'refused');
      if (list.kind !== 'ok') return list;
      return ok(list.value.items.some((item) => isReply(item, reply)));
    },
  },
};

/** Returns the path of a reply's conversation. Threads are `booking/{id}` or `conversation/{id}`. */
function conversation({ thread, reference }: OutgoingReply): string {
  const [kind, id] = (thread ?? `booking/${reference}`).split('/');
  const list = kind === 'conversation' ? 'message_threads' : 'bookings';
  return `${list}/${encodeURIComponent(id ?? reference ?? '')}/messages`;
}

function isReply(item: Fields, { text, queuedAt }: OutgoingReply): boolean {
  const { message, sender, inserted_at: inserted } = attributesOf(item);
  const at = momentOf(inserted);
  const sameText = plain(textOf(message) ?? '') === plain(text);
  return (
    sender === 'property' &&
    sameText &&
    at !== null &&
    queuedAt.since(at).total('seconds') < MAX_CLOCK_SKEW_SECONDS
  );
}

/** Normalizes white space, which OTAs change in messages. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * How far the channel's clock may be behind ours; with a longer time, an earlier reply of the same text would
 * match.
 */
const MAX_CLOCK_SKEW_SECONDS = 120;
