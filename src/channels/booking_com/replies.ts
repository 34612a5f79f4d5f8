// Replies to a guest's conversation at Booking.com. Sending is not idempotent: after a send with unknown
// outcome the conversation is read first. Booking.com removes links from messages, so texts are compared
// without them.

import type {
  ConnectionView,
  OutgoingReply,
  ReplyProtocol,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { listAt, momentAt, ok, refused, retry, textAt } from '../responses.ts';
import { jsonHeaders, readJsonAnswer } from './messages.ts';
import { address, settingsOf } from './settings.ts';

/** Largest difference between Booking.com's clock and ours. */
const MAX_CLOCK_SKEW_SECONDS = 120;

export const replies: ReplyProtocol = {
  findThread: {
    request: (reply, connection) =>
      get(
        connection,
        `/type/reservation?conversation_reference=${encodeURIComponent(reply.reference ?? '')}`,
      ),
    decode: decodeThread,
  },
  send: (reply, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: conversations(connection, `/${encodeURIComponent(reply.thread ?? '')}`),
    headers: jsonHeaders(connection),
    body: JSON.stringify({ message: { content: reply.text, attachment_ids: [] } }),
    once: true,
    timeoutMs: 60_000,
  }),
  decodeSent,
  check: {
    request: (reply, connection) => get(connection, `/${encodeURIComponent(reply.thread ?? '')}`),
    decode: decodeCheck,
  },
};

function conversations(connection: ConnectionView, path: string): string {
  const hotel = encodeURIComponent(settingsOf(connection).hotel_id);
  return address(connection, 'supply', `/messaging/properties/${hotel}/conversations${path}`);
}

function get(connection: ConnectionView, path: string): WireRequest {
  return {
    operation: 'conversation',
    method: 'GET',
    url: conversations(connection, path),
    headers: jsonHeaders(connection),
    timeoutMs: 60_000,
  };
}

function decodeThread(response: WireResponse): Verdict<string | null> {
  if (response.status === 404) return ok(null);
  const body = readJsonAnswer(response);
  if ('kind' in body) return body;
  const listed = listAt(body.value, 'data/conversations');
  if (listed?.length === 0) return ok(null);
  const thread =
    textAt(body.value, 'data/conversation/conversation_id') ?? textAt(listed?.[0], 'conversation_id');
  return thread === null ? retry('The answer holds no conversation.') : ok(thread);
}

function decodeSent(response: WireResponse): Verdict<{ externalMessage: string | null }> {
  const body = readJsonAnswer(response);
  if ('kind' in body) {
    // The conversation is closed, or not ours; the connection itself may work.
    return body.kind === 'auth' && response.status === 403 ? refused(body.reason) : body;
  }
  const externalMessage = textAt(body.value, 'data/message_id');
  return externalMessage ? ok({ externalMessage }) : retry('The answer names no message.');
}

function decodeCheck(response: WireResponse, reply: OutgoingReply): Verdict<boolean> {
  const body = readJsonAnswer(response);
  if ('kind' in body) return body;
  const messages = listAt(body.value, 'data/conversation/messages');
  if (!messages) return retry('The answer holds no conversation.');
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
  return refused(
    'The conversation does not show whether the reply arrived: check it at Booking.com before sending the reply again.',
  );
}

function isGuests(message: unknown, body: unknown): boolean {
  const type = textAt(message, 'sender/metadata/participant_type');
  if (type) return type === 'guest';
  const sender = textAt(message, 'sender/participant_id') ?? textAt(message, 'sender_id');
  return (listAt(body, 'data/conversation/participants') ?? []).some(
    (one) => textAt(one, 'participant_id') === sender && textAt(one, 'metadata/participant_type') === 'guest',
  );
}

function comparable(text: string): string {
  return text
    .replace(/https?:\/\/\S+|www\.\S+/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}
