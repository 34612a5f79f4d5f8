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
  ConnectionView,
  Pulled,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import type { FailedVerdict } from '../responses.ts';
import {
  at,
  excerpt,
  httpFailure,
  listAt,
  momentAt,
  ok,
  readJson,
  refused,
  retry,
  textAt,
  truncated,
} from '../responses.ts';
import { address, settingsOf } from './settings.ts';

/**
 * The messages ahead of a message in the queue, in the response that first contained it. `answer` identifies
 * the response.
 */
type Receipt = { answer: string; ahead: string[] };

/** Requests the unconfirmed messages of the queue. */
export function requestMessages(connection: ConnectionView): WireRequest[] {
  return [
    {
      operation: 'messages',
      method: 'GET',
      url: address(connection, 'supply', '/messaging/messages/latest'),
      headers: jsonHeaders(connection),
      timeoutMs: 60_000,
    },
  ];
}

/** Decodes messages; those of other properties are skipped. */
export function decodeMessages(
  response: WireResponse,
  connection: ConnectionView,
): Verdict<Pulled<ChannelMessage>> {
  const body = readJsonAnswer(response);
  if ('kind' in body) return body;
  const list = listAt(body.value, 'data/messages');
  if (!list) return retry(`The answer is none of Booking.com's: ${excerpt(response.body)}`);
  const hotel = settingsOf(connection).hotel_id;
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
  const isGuest = textAt(entry, 'sender/metadata/participant_type') === 'guest';
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
export function acknowledgeMessages(
  items: readonly ChannelMessage[],
  connection: ConnectionView,
): Acknowledgement<ChannelMessage>[] {
  const waiting = items.map((item) => ({ item, receipt: JSON.parse(item.receipt) as Receipt }));
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
      headers: jsonHeaders(connection),
      once: true,
      timeoutMs: 60_000,
      items: [...gone, ...head.flatMap((id) => stored.get(id) ?? [])],
    },
  ];
}

export function decodeMessagesAcknowledged(response: WireResponse): Verdict<null> {
  if (response.status >= 200 && response.status < 300 && response.body.trim() === '') return ok(null);
  const body = readJsonAnswer(response);
  if ('kind' in body) return body;
  return textAt(body.value, 'meta/ruid') || at(body.value, 'data/ok')
    ? ok(null)
    : retry(`The answer is none of Booking.com's: ${excerpt(response.body)}`);
}

export function jsonHeaders(connection: ConnectionView): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-version': settingsOf(connection).messaging_version,
  };
}

/** Returns the body of a JSON response, or the failure. */
export function readJsonAnswer(response: WireResponse): { value: unknown } | FailedVerdict {
  const value = readJson(response.body);
  const errors = (listAt(value, 'errors') ?? []).slice(0, 5).map(errorText);
  const failure = httpFailure(response, errors.length > 0 ? errors.join('; ') : null);
  if (failure) return failure;
  if (typeof value !== 'object' || value === null) {
    return retry(`The answer cannot be read: ${excerpt(response.body)}`);
  }
  if (errors.length > 0) return refused(errors.join('; '));
  const accepted = at(value, 'data/ok');
  return accepted === false || accepted === 'false' ? refused('Booking.com did not take it.') : { value };
}

function errorText(error: unknown): string {
  const reason = textAt(error, 'message') ?? textAt(error, 'title') ?? textAt({ error }, 'error');
  const code = textAt(error, 'code');
  const text = [code, reason].filter((part) => part !== null).join(' ') || 'no reason given';
  return truncated(withoutCardNumbers(text), 500);
}
