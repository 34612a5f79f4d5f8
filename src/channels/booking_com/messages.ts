// Guests' messages at Booking.com. They wait in one queue for the whole machine account, so for all
// properties that share the credentials; confirming removes "the N oldest" of that queue, whichever they are.
//
// Therefore a connection confirms only its own messages at the head of the queue, in the order in which it
// read them, and never repeats a confirmation: a second one would remove messages that nobody has read.
// Messages that are not confirmed are delivered again.

import { createHash } from 'node:crypto';
import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelMessage } from '../../model/channel-records.ts';
import type {
  Acknowledgement,
  OutgoingReply,
  Pull,
  Pulled,
  ReplyProtocol,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { at, listAt, momentAt, readJson, textAt } from '../json.ts';
import { describeBody, ok, refused, unreadableAnswer, withCause } from '../responses.ts';
import { address, JSON_HEADERS, readJsonAnswer } from './client.ts';
import type { BookingComConnection } from './settings.ts';

/**
 * The messages ahead of a message in the queue, in the response that first contained it. `answer` identifies
 * the response.
 */
type Receipt = { answer: string; ahead: string[] };

export const messages: Pull<ChannelMessage, BookingComConnection> = {
  everySeconds: 60,
  requests: requestMessages,
  decode: (response, _request, connection) => decodeMessages(response, connection),
  acknowledge: { requests: acknowledgeMessages, decode: decodeMessagesAcknowledged },
};

function messagingHeaders({ settings }: BookingComConnection): Record<string, string> {
  return { ...JSON_HEADERS, 'accept-version': settings.messaging_version };
}

/** Requests the unconfirmed messages of the queue. */
function requestMessages(connection: BookingComConnection): WireRequest[] {
  return [
    {
      operation: 'messages',
      method: 'GET',
      url: address(connection, 'supply', '/messaging/messages/latest'),
      headers: messagingHeaders(connection),
      timeoutMs: 60_000,
    },
  ];
}

/** Decodes messages; those of other properties are skipped. */
function decodeMessages(
  response: WireResponse,
  connection: BookingComConnection,
): Verdict<Pulled<ChannelMessage>> {
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') return body;
  const list = listAt(body.value, 'data/messages');
  if (!list) return unreadableAnswer(`The answer is none of Booking.com's: ${describeBody(response.body)}`);
  const hotel = connection.settings.hotel_id;
  const items: ChannelMessage[] = [];
  const unreadable: string[] = [];
  const ids = list.map((entry) => textAt(entry, 'message_id') ?? '');
  const answer = createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 16);
  for (const [position, entry] of list.entries()) {
    // Messages without a property are assumed to be ours: most accounts have one property.
    if ((textAt(entry, 'conversation/property_id') ?? hotel) !== hotel) continue;
    const message = readMessage(entry, { answer, ahead: ids.slice(0, position) });
    if (message) items.push(message);
    else unreadable.push(`Message ${textAt(entry, 'message_id') ?? 'without an id'} cannot be read.`);
  }
  return ok({ items, unreadable });
}

function readMessage(entry: unknown, receipt: Receipt): ChannelMessage | null {
  const externalMessage = textAt(entry, 'message_id');
  const thread = textAt(entry, 'conversation/conversation_id');
  const at = momentAt(entry, 'timestamp');
  if (!externalMessage || !thread || !at) return null;
  const isGuest = !isProperty(textAt(entry, 'sender/metadata/participant_type'));
  return {
    externalMessage,
    thread,
    // An inquiry before booking has no reservation.
    reference: textAt(entry, 'conversation/conversation_reference'),
    from: isGuest ? 'guest' : 'property',
    text: textOf(entry),
    at,
    receipt: JSON.stringify(receipt),
    guestName: isGuest ? textAt(entry, 'sender/metadata/name') : null,
  };
}

function textOf(entry: unknown): string {
  const text = textAt(entry, 'content');
  const attachments = listAt(entry, 'attachment_ids')?.length ?? 0;
  const note =
    attachments === 0 ? null : attachments === 1 ? '(one attachment)' : `(${attachments} attachments)`;
  return withoutCardNumbers([text, note].filter((part) => part !== null).join('\n'));
}

/**
 * Builds one request that removes our stored messages at the head of the queue, according to the latest
 * response with a new message. Messages to confirm that are missing in that response were removed before.
 */
function acknowledgeMessages(
  items: readonly ChannelMessage[],
  connection: BookingComConnection,
): Acknowledgement<ChannelMessage>[] {
  const waiting = items.map((item) => ({ item, receipt: readJson(item.receipt) as Receipt }));
  const answer = waiting.at(-1)?.receipt.answer;
  const [latest] = waiting
    .filter(({ receipt }) => receipt.answer === answer)
    .sort((a, b) => b.receipt.ahead.length - a.receipt.ahead.length);
  if (!latest) return [];
  const queue = [...latest.receipt.ahead, latest.item.externalMessage];
  const stored = new Map(items.map((item) => [item.externalMessage, item]));
  const foreign = queue.findIndex((id) => !stored.has(id));
  const head = foreign === -1 ? queue : queue.slice(0, foreign);
  const gone = items.filter(({ externalMessage }) => !queue.includes(externalMessage));
  if (head.length === 0) return [];
  return [
    {
      operation: 'confirmation of messages',
      method: 'PUT',
      url: address(connection, 'supply', `/messaging/messages?number_of_messages=${head.length}`),
      headers: messagingHeaders(connection),
      once: true,
      timeoutMs: 60_000,
      items: [...gone, ...head.flatMap((id) => stored.get(id) ?? [])],
    },
  ];
}

function decodeMessagesAcknowledged(response: WireResponse): Verdict<null> {
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '') return ok(null);
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') return body;
  return textAt(body.value, 'meta/ruid') || at(body.value, 'data/ok')
    ? ok(null)
    : unreadableAnswer(`The answer is none of Booking.com's: ${describeBody(response.body)}`);
}

/** Largest difference between Booking.com's clock and ours. */
const MAX_CLOCK_SKEW_SECONDS = 120;

export const replies: ReplyProtocol<BookingComConnection> = {
  findThread: {
    request: (reply, connection) =>
      requestConversation(
        connection,
        `/type/reservation?conversation_reference=${encodeURIComponent(reply.reference ?? '')}`,
      ),
    decode: decodeThread,
  },
  send: (reply, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: conversations(connection, `/${encodeURIComponent(reply.thread ?? '')}`),
    headers: messagingHeaders(connection),
    body: JSON.stringify({ message: { content: reply.text, attachment_ids: [] } }),
    once: true,
    timeoutMs: 60_000,
  }),
  decodeSent,
  check: {
    request: (reply, connection) =>
      requestConversation(connection, `/${encodeURIComponent(reply.thread ?? '')}`),
    decode: decodeCheck,
  },
};

function conversations(connection: BookingComConnection, path: string): string {
  const hotel = encodeURIComponent(connection.settings.hotel_id);
  return address(connection, 'supply', `/messaging/properties/${hotel}/conversations${path}`);
}

function requestConversation(connection: BookingComConnection, path: string): WireRequest {
  return {
    operation: 'conversation',
    method: 'GET',
    url: conversations(connection, path),
    headers: messagingHeaders(connection),
    timeoutMs: 60_000,
  };
}

function decodeThread(response: WireResponse): Verdict<string | null> {
  if (response.status === 404) return ok(null);
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') return body;
  const listed = listAt(body.value, 'data/conversations');
  if (listed?.length === 0) return ok(null);
  const thread =
    textAt(body.value, 'data/conversation/conversation_id') ?? textAt(listed?.[0], 'conversation_id');
  return thread === null ? unreadableAnswer('The answer holds no conversation.') : ok(thread);
}

function decodeSent(response: WireResponse): Verdict<{ externalMessage: string | null }> {
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') {
    // The conversation is closed, or not ours; the connection itself may work.
    return body.kind === 'auth' && response.status === 403 ? { ...body, kind: 'refused' } : body;
  }
  const externalMessage = textAt(body.value, 'data/message_id');
  return externalMessage ? ok({ externalMessage }) : unreadableAnswer('The answer names no message.');
}

function decodeCheck(response: WireResponse, reply: OutgoingReply): Verdict<boolean> {
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') return body;
  const messages = listAt(body.value, 'data/conversation/messages');
  if (!messages) return unreadableAnswer('The answer holds no conversation.');
  const since = reply.queuedAt.subtract({ seconds: MAX_CLOCK_SKEW_SECONDS });
  const wanted = comparable(reply.text);
  const moments = messages.map((message) => momentAt(message, 'timestamp'));
  const found = messages.some((message, i) => {
    const moment = moments[i];
    if (!moment || Temporal.Instant.compare(moment, since) < 0 || isGuests(message, body.value)) return false;
    return comparable(textAt(message, 'content') ?? '') === wanted;
  });
  if (found) return ok(true);
  if (textAt(body.value, 'data/next_page_id') === null) return ok(false);
  // The list is newest first, and this page ends before the reply was queued: later pages cannot contain it.
  const [first, last] = [moments[0], moments.at(-1)];
  if (
    first &&
    last &&
    Temporal.Instant.compare(last, since) < 0 &&
    Temporal.Instant.compare(first, last) > 0
  ) {
    return ok(false);
  }
  const reason =
    'The conversation does not show whether the reply arrived: check it at Booking.com before sending the reply again.';
  return withCause(refused(reason), 'outcome_unclear');
}

function isGuests(message: unknown, body: unknown): boolean {
  const type = textAt(message, 'sender/metadata/participant_type');
  if (type) return type.toLowerCase() === GUEST;
  const sender = textAt(message, 'sender/participant_id') ?? textAt(message, 'sender_id');
  return (listAt(body, 'data/conversation/participants') ?? []).some(
    (one) =>
      textAt(one, 'participant_id') === sender &&
      textAt(one, 'metadata/participant_type')?.toLowerCase() === GUEST,
  );
}

const GUEST = 'guest';

/** Whether a message is the house's own. One of a sender that is not known is shown, like a guest's. */
function isProperty(participantType: string | null): boolean {
  return PROPERTY_TYPES.has(participantType?.toLowerCase() ?? '');
}

/** `hotel` is the older name. */
const PROPERTY_TYPES = new Set(['property', 'hotel']);

function comparable(text: string): string {
  return text
    .replace(/https?:\/\/\S+|www\.\S+/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}
