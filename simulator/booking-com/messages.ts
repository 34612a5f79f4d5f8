// Messaging API of Booking.com: one queue per account, confirmed by number. Sending is not idempotent.
import type { GuestMessage } from '../conversations.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import type { BookingCom, Guarded } from './context.ts';
import { failure, ofProperty, success } from './errors.ts';

const VERSIONS = ['1.2', '1.3'];
const AT_ONCE = 100;

export function bookingMessages(context: BookingCom, guarded: Guarded): Route[] {
  const ofHotel = (handle: (request: Incoming, property: string) => OtaResponse) =>
    ofProperty(context, guarded, (request, property) => wrongVersion(request) ?? handle(request, property));
  const conversation = '/messaging/properties/:property/conversations';
  return [
    {
      method: 'GET',
      path: '/messaging/messages/latest',
      kind: 'messages',
      handle: guarded((request, account) => wrongVersion(request) ?? latest(context, request, account)),
    },
    {
      method: 'PUT',
      path: '/messaging/messages',
      kind: 'acknowledge_messages',
      handle: guarded((request, account) => wrongVersion(request) ?? confirm(context, request, account)),
    },
    {
      method: 'GET',
      path: `${conversation}/type/reservation`,
      kind: 'messages',
      handle: ofHotel((request, property) => {
        const reference = request.query.get('conversation_reference') ?? '';
        const reservation = context.core.book.find(reference);
        if (reservation?.hotel !== property) return failure(404, 'no such conversation');
        return success({ conversation: show(context, context.core.conversations.threadOf(reference)) });
      }),
    },
    {
      method: 'GET',
      path: conversation,
      kind: 'messages',
      handle: ofHotel((_request, property) => {
        const threads = [
          ...new Set(context.core.conversations.messages(property).map(({ thread }) => thread)),
        ];
        return success({ conversations: threads.map((thread) => show(context, thread)), next_page_id: null });
      }),
    },
    {
      method: 'GET',
      path: `${conversation}/:conversation`,
      kind: 'messages',
      handle: ofHotel((request, property) => {
        const thread = request.params['conversation']!;
        if (context.core.conversations.party(thread)?.hotel !== property)
          return failure(404, 'no such conversation');
        return success({ conversation: show(context, thread), next_page_id: null });
      }),
    },
    {
      method: 'POST',
      path: `${conversation}/:conversation`,
      kind: 'send_message',
      handle: ofHotel((request, property) => send(context, request, property)),
    },
  ];
}

function queue(context: BookingCom, account: string): GuestMessage[] {
  const { conversations, hotels } = context.core;
  return conversations
    .messages()
    .filter((one) => !one.acknowledged && hotels.find(one.hotel)?.account === account);
}

function latest(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const again =
    request.fault('duplicate') &&
    context.core.conversations.messages().find(({ acknowledged }) => acknowledged);
  const waiting = queue(context, account).slice(0, AT_ONCE);
  const shown = request.fault('reorder') ? context.core.random.shuffle(waiting) : waiting;
  const messages = again ? [again, ...shown] : shown;
  for (const message of messages) message.delivered += 1;
  request.counted(messages.length);
  return success({
    ok: true,
    number_of_messages: messages.length,
    messages: messages.map((message) => ({
      ...write(context, message),
      conversation: { ...about(message.thread, message.reference), property_id: message.hotel },
    })),
  });
}

function confirm(context: BookingCom, request: Incoming, account: string): OtaResponse {
  const count = Number(request.query.get('number_of_messages'));
  if (!Number.isInteger(count) || count < 1)
    return failure(400, 'number_of_messages must be a positive number');
  if (request.fault('lost_acknowledgement')) return success({ ok: true });
  for (const message of queue(context, account).slice(0, count)) message.acknowledged = true;
  return success({ ok: true });
}

function send(context: BookingCom, request: Incoming, property: string): OtaResponse {
  const thread = request.params['conversation']!;
  const party = context.core.conversations.party(thread);
  if (party?.hotel !== property) return failure(404, 'no such conversation');
  const message = json(request.body)?.['message'] as Record<string, unknown> | undefined;
  const content = message?.['content'];
  if (typeof content !== 'string' || content.trim() === '')
    return failure(400, 'message.content is required');
  if (request.fault('refuse')) return failure(200, 'Unable to process');
  const sent = context.core.conversations.reply(thread, content);
  context.core.emit({ kind: 'reply', hotel: property, reference: sent.reference, text: content });
  return success({ message_id: sent.id, guest_has_account: true, ok: 'true' });
}

function show(context: BookingCom, thread: string): Record<string, unknown> {
  const { conversations } = context.core;
  return {
    ...about(thread, conversations.party(thread)?.reservation?.reference ?? ''),
    access: 'read_write',
    participants: [],
    messages: conversations
      .messages()
      .filter((message) => message.thread === thread)
      .map((message) => write(context, message)),
  };
}

/** Returns the conversation of a message; an inquiry before booking has no reference. */
function about(thread: string, reference: string): Record<string, unknown> {
  return reference === ''
    ? { conversation_id: thread, conversation_type: 'request_to_book' }
    : { conversation_id: thread, conversation_type: 'reservation', conversation_reference: reference };
}

function write(context: BookingCom, message: GuestMessage): Record<string, unknown> {
  return {
    message_id: message.id,
    message_type: 'free_text',
    content: message.text,
    timestamp: message.at,
    attachment_ids: [],
    sender: {
      participant_id: `${message.thread}-${message.from}`,
      metadata: {
        participant_type: message.from,
        ...(message.from === 'guest' && {
          name: context.core.conversations.party(message.thread)?.guest.givenName,
        }),
      },
    },
  };
}

function wrongVersion(request: Incoming): OtaResponse | undefined {
  const version = request.headers['accept-version'];
  return VERSIONS.includes(String(version))
    ? undefined
    : failure(400, `Accept-Version must be ${VERSIONS.join(' or ')}`);
}
