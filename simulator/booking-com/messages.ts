// The messaging API: one queue for each account, confirmed by number; sending is not idempotent.
import type { Message } from '../conversations.ts';
import type { Answer, Incoming, Route } from '../exchange.ts';
import { json } from '../json.ts';
import { failure, ofProperty, success } from './answers.ts';
import type { BookingCom, Guarded } from './here.ts';

const VERSIONS = ['1.2', '1.3'];
const AT_ONCE = 100;

export function bookingMessages(here: BookingCom, guarded: Guarded): Route[] {
  const ofHotel = (handle: (request: Incoming, property: string) => Answer) =>
    ofProperty(here, guarded, (request, property) => wrongVersion(request) ?? handle(request, property));
  const conversation = '/messaging/properties/:property/conversations';
  return [
    {
      method: 'GET',
      path: '/messaging/messages/latest',
      kind: 'messages',
      handle: guarded((request, account) => wrongVersion(request) ?? latest(here, request, account)),
    },
    {
      method: 'PUT',
      path: '/messaging/messages',
      kind: 'acknowledge_messages',
      handle: guarded((request, account) => wrongVersion(request) ?? confirm(here, request, account)),
    },
    {
      method: 'GET',
      path: `${conversation}/type/reservation`,
      kind: 'messages',
      handle: ofHotel((request, property) => {
        const reference = request.query.get('conversation_reference') ?? '';
        const reservation = here.core.book.find(reference);
        if (reservation?.hotel !== property) return failure(404, 'no such conversation');
        return success({ conversation: show(here, here.core.talk.threadOf(reference)) });
      }),
    },
    {
      method: 'GET',
      path: conversation,
      kind: 'messages',
      handle: ofHotel((_request, property) => {
        const threads = [...new Set(here.core.talk.messages(property).map(({ thread }) => thread))];
        return success({ conversations: threads.map((thread) => show(here, thread)), next_page_id: null });
      }),
    },
    {
      method: 'GET',
      path: `${conversation}/:conversation`,
      kind: 'messages',
      handle: ofHotel((request, property) => {
        const thread = request.params['conversation']!;
        if (here.core.talk.talker(thread)?.hotel !== property) return failure(404, 'no such conversation');
        return success({ conversation: show(here, thread), next_page_id: null });
      }),
    },
    {
      method: 'POST',
      path: `${conversation}/:conversation`,
      kind: 'send_message',
      handle: ofHotel((request, property) => send(here, request, property)),
    },
  ];
}

function queue(here: BookingCom, account: string): Message[] {
  const { talk, hotels } = here.core;
  return talk.messages().filter((one) => !one.acknowledged && hotels.find(one.hotel)?.account === account);
}

function latest(here: BookingCom, request: Incoming, account: string): Answer {
  const again =
    request.fault('duplicate') && here.core.talk.messages().find(({ acknowledged }) => acknowledged);
  const waiting = queue(here, account).slice(0, AT_ONCE);
  const shown = request.fault('reorder') ? here.core.random.shuffle(waiting) : waiting;
  const messages = again ? [again, ...shown] : shown;
  for (const message of messages) message.delivered += 1;
  request.counted(messages.length);
  return success({
    ok: true,
    number_of_messages: messages.length,
    messages: messages.map((message) => ({
      ...write(here, message),
      conversation: { ...about(message.thread, message.reference), property_id: message.hotel },
    })),
  });
}

function confirm(here: BookingCom, request: Incoming, account: string): Answer {
  const count = Number(request.query.get('number_of_messages'));
  if (!Number.isInteger(count) || count < 1)
    return failure(400, 'number_of_messages must be a positive number');
  if (request.fault('lost_acknowledgement')) return success({ ok: true });
  for (const message of queue(here, account).slice(0, count)) message.acknowledged = true;
  return success({ ok: true });
}

function send(here: BookingCom, request: Incoming, property: string): Answer {
  const thread = request.params['conversation']!;
  const talker = here.core.talk.talker(thread);
  if (talker?.hotel !== property) return failure(404, 'no such conversation');
  const message = json(request.body)?.['message'] as Record<string, unknown> | undefined;
  const content = message?.['content'];
  if (typeof content !== 'string' || content.trim() === '')
    return failure(400, 'message.content is required');
  if (request.fault('refuse')) return failure(200, 'Unable to process');
  const sent = here.core.talk.reply(thread, content);
  here.core.tell({ kind: 'reply', hotel: property, reference: sent.reference, text: content });
  return success({ message_id: sent.id, guest_has_account: true, ok: 'true' });
}

function show(here: BookingCom, thread: string): Record<string, unknown> {
  const { talk } = here.core;
  return {
    ...about(thread, talk.talker(thread)?.reservation?.reference ?? ''),
    access: 'read_write',
    participants: [],
    messages: talk
      .messages()
      .filter((message) => message.thread === thread)
      .map((message) => write(here, message)),
  };
}

/** A question before booking has no reference. */
function about(thread: string, reference: string): Record<string, unknown> {
  return reference === ''
    ? { conversation_id: thread, conversation_type: 'request_to_book' }
    : { conversation_id: thread, conversation_type: 'reservation', conversation_reference: reference };
}

function write(here: BookingCom, message: Message): Record<string, unknown> {
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
        ...(message.from === 'guest' && { name: here.core.talk.talker(message.thread)?.guest.givenName }),
      },
    },
  };
}

function wrongVersion(request: Incoming): Answer | undefined {
  const version = request.headers['accept-version'];
  return VERSIONS.includes(String(version))
    ? undefined
    : failure(400, `Accept-Version must be ${VERSIONS.join(' or ')}`);
}
