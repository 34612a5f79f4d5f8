// Guests' messages over Channex, and replies. The list of conversations is read first, then those with new
// messages.
//
// Source: docs.channex.io, "Messages Collection" (read 2026-11-21): Booking.com, Airbnb and Expedia, with the
// app Messages & Reviews. A conversation names its order by Channex's id only, so messages are matched to
// their reservation by the thread. Ordering by last message is documented for lists in general, not for
// conversations: a list that comes in another order is read to its end.

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
import { describeBody, type FailedVerdict, ok, refused, unreadableAnswer, withCause } from '../responses.ts';
import { readAttachments } from './attachments.ts';
import {
  address,
  attributesOf,
  listRequest,
  nextPage,
  readAnswer,
  readFailure,
  readList,
  relatedId,
  restIsOlder,
  statusOf,
} from './client.ts';
import { threadOfBooking } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

export const messages: Pull<ChannelMessage, ChannexConnection> = { everySeconds: 60, requests, decode };

/**
 * `seen`: the time of the last message of each of the newest conversations, as the list was last read to its end.
 * `pending`: conversations with new messages. While a list is read, `page` is its next page, and `listed` becomes `seen`
 * at its end.
 */
type Cursor = {
  seen: Record<string, string>;
  pending: Conversation[];
  page?: number;
  listed?: Record<string, string>;
};

/**
 * `guest` is the title, which holds the guest's name; `seller` is the OTA. `since`: the time of the last message that was
 * read before, null = none is known. `page`: the next page of its messages.
 */
type Conversation = {
  id: string;
  thread: string;
  guest?: string | null;
  seller?: string | null;
  since?: string | null;
  page?: number;
};

/** `cursor` is what the request was made from. */
type ThreadRequest = WireRequest & { cursor?: Cursor; conversation?: Conversation };

/** One request at a time: what it returns decides which page is next. */
function requests(connection: ChannexConnection, { cursor: stored }: PullState): ThreadRequest[] {
  if (!connection.settings.conversations) return [];
  const cursor = readCursor(stored);
  const [conversation] = cursor.pending;
  if (conversation !== undefined) {
    const path = `message_threads/${encodeURIComponent(conversation.id)}/messages`;
    const request = listRequest(connection, 'messages', path, NEWEST_FIRST, conversation.page);
    return [{ ...request, conversation, cursor }];
  }
  const query = {
    'filter[property_id]': connection.settings.property_id,
    'order[last_message_received_at]': 'desc',
  };
  return [{ ...listRequest(connection, 'conversations', 'message_threads', query, cursor.page), cursor }];
}

const NEWEST_FIRST = { 'order[inserted_at]': 'desc' };

/** Conversations whose last message is remembered, two pages: those with older messages than all of them were read. */
const REMEMBERED = 200;

function readCursor(stored: string | null): Cursor {
  const { seen, pending, page, listed } = fieldsOf(readJson(stored ?? ''));
  return {
    seen: fieldsOf(seen) as Cursor['seen'],
    pending: listOf(pending).flatMap((one) => {
      const { id, thread, guest, seller, since, page: next } = fieldsOf(one);
      if (typeof id !== 'string' || typeof thread !== 'string') return [];
      const known = { guest: textOf(guest), seller: textOf(seller), since: textOf(since) };
      return [{ id, thread, ...known, ...(typeof next === 'number' && { page: next }) }];
    }),
    ...(typeof page === 'number' && { page, listed: fieldsOf(listed) as Cursor['seen'] }),
  };
}

function decode(response: WireResponse, request: ThreadRequest): Verdict<Pulled<ChannelMessage>> {
  const list = readList(response, 'refused');
  const { cursor = readCursor(null), conversation } = request;
  // A conversation that was deleted, or whose OTA has no messages, must not hold back the others.
  const gone = conversation !== undefined && (response.status === 404 || response.status === 422);
  if (list.kind !== 'ok' && !gone) return withoutApp(list, response);
  const items = list.kind === 'ok' ? list.value.items : [];
  const next = list.kind === 'ok' ? nextPage(request, list.value) : null;
  return conversation === undefined
    ? readConversations(items, cursor, next)
    : readMessages(items, conversation, { cursor, next });
}

/** Adds advice for people to a 403, which means that the app is not installed. */
export function withoutApp(failure: FailedVerdict, response: WireResponse): FailedVerdict {
  if (statusOf(response) !== 403) return failure;
  const advice = 'install the app Messages & Reviews there, or set `conversations` to false';
  const reason = `Channex keeps messages and reviews of this property back: ${advice}. ${failure.reason}`;
  return withCause(refused(reason), 'app_missing');
}

/** Reads a page of the list of conversations; `next` is the number of the next one. */
function readConversations(
  items: Fields[],
  before: Cursor,
  next: number | null,
): Verdict<Pulled<ChannelMessage>> {
  const listed: Cursor['seen'] = {};
  const pending: Cursor['pending'] = [];
  const unreadable: string[] = [];
  const oldest = Object.keys(before.seen).length >= REMEMBERED ? oldestOf(before.seen) : null;
  for (const item of items) {
    const { id, title, provider, last_message_received_at: last, updated_at: updated } = attributesOf(item);
    const moment = textOf(last) ?? textOf(updated);
    if (id === null || moment === null) {
      unreadable.push(`Conversation ${id ?? 'without id'}: it has no time of its last message`);
      continue;
    }
    listed[id] = moment;
    const known = before.seen[id] ?? null;
    if (known === moment || (known === null && isBefore(moment, oldest))) continue;
    pending.push({
      id,
      thread: threadOfBooking(relatedId(item, 'booking')) ?? threadOfConversation(id),
      guest: lineOf(title),
      seller: channelName(textOf(provider), null),
      since: known,
    });
  }
  const moments = Object.values(listed).map(momentOf);
  const [lastId, lastMoment] = Object.entries(listed).at(-1) ?? [];
  // Behind a conversation without new messages there are only such.
  const isLastKnown = lastId !== undefined && before.seen[lastId] === lastMoment;
  const readTo = isLastKnown ? momentOf(lastMoment) : oldest;
  const seen = newest({ ...before.listed, ...listed });
  const isEnd = next === null || restIsOlder(moments, readTo);
  pending.reverse();
  const cursor: Cursor = isEnd ? { seen, pending } : { seen: before.seen, pending, page: next, listed: seen };
  const value = { items: [], cursor: JSON.stringify(cursor), more: !isEnd || pending.length > 0 };
  return ok(unreadable.length > 0 ? { ...value, unreadable } : value);
}

function isBefore(moment: string, limit: Temporal.Instant | null): boolean {
  const at = momentOf(moment);
  return limit !== null && at !== null && Temporal.Instant.compare(at, limit) < 0;
}

function oldestOf(seen: Cursor['seen']): Temporal.Instant | null {
  const moments = Object.values(seen).flatMap((text) => momentOf(text) ?? []);
  return moments.toSorted(Temporal.Instant.compare)[0] ?? null;
}

/** Returns the conversations with the newest messages. */
function newest(seen: Cursor['seen']): Cursor['seen'] {
  const byMoment = Object.entries(seen).toSorted(([, a], [, b]) => {
    const [first, second] = [momentOf(a), momentOf(b)];
    return first && second ? Temporal.Instant.compare(second, first) : 0;
  });
  return Object.fromEntries(byMoment.slice(0, REMEMBERED));
}

export function threadOfConversation(id: string): string {
  return `conversation/${id}`;
}

/** Returns the id of the conversation that a thread names; null = it names a booking. */
function conversationOfThread(thread: string | null): string | null {
  const [kind, id] = thread?.split('/') ?? [];
  return kind === 'conversation' && id ? id : null;
}

/** Reads a page of the messages of a conversation. Its next page follows unless it only has messages read before. */
function readMessages(
  items: Fields[],
  conversation: Conversation,
  { cursor, next }: { cursor: Cursor; next: number | null },
): Verdict<Pulled<ChannelMessage>> {
  const { id: conversationId, thread, guest = null, seller = null, since = null } = conversation;
  // After an inquiry became a booking, its thread is named by the booking.
  const earlierThread = threadOfConversation(conversationId);
  const messages: ChannelMessage[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    const { id, message, attachments, sender, inserted_at: inserted } = attributesOf(item);
    const at = momentOf(inserted);
    // A message of a sender that is not known is shown, like a guest's.
    const from = SENDERS.find((one) => one === textOf(sender)?.toLowerCase()) ?? 'guest';
    const files = readAttachments(attachments);
    // A message may be an attachment alone.
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
        ...(files.length > 0 && { attachments: files }),
        at,
        receipt: id,
      });
    }
  }
  const isEnd =
    next === null ||
    restIsOlder(
      messages.map(({ at }) => at),
      momentOf(since),
    );
  messages.sort((a, b) => Temporal.Instant.compare(a.at, b.at));
  const pending = [...(isEnd ? [] : [{ ...conversation, page: next }]), ...cursor.pending.slice(1)];
  const isMore = pending.length > 0 || cursor.page !== undefined;
  return ok({
    items: messages,
    cursor: JSON.stringify({ ...cursor, pending } satisfies Cursor),
    ...(isMore ? { more: true } : {}),
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
    return unreadableAnswer(`The answer names no message: ${describeBody(response.body)}`);
  },
  check: {
    request: (reply, connection) => listRequest(connection, 'check reply', conversation(reply), NEWEST_FIRST),
    decode: (response, reply) => {
      const list = readList(response, 'refused');
      if (list.kind !== 'ok') return list;
      return ok(list.value.items.some((item) => isReply(item, reply)));
    },
  },
  // "Mark Thread as No Reply needed" (read 2026-11-30): for Booking.com only, with an empty payload; its answer is not documented.
  noReplyNeeded: {
    send: ({ channel, thread, earlierThread }, connection) => {
      const id = conversationOfThread(thread) ?? conversationOfThread(earlierThread);
      if (channel !== 'booking_com' || id === null) return null;
      const path = `message_threads/${encodeURIComponent(id)}/no_reply_needed`;
      return { operation: 'no reply needed', method: 'POST', url: address(connection, path) };
    },
    decodeSent: (response) => {
      const failure = readFailure(response, 'refused');
      if (failure) return failure;
      // A page in place of an answer was not written by Channex.
      const isAnswer = response.body.trim() === '' || readJson(response.body) !== undefined;
      return isAnswer ? ok(null) : unreadableAnswer(`The answer is no JSON: ${describeBody(response.body)}`);
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
