// Messages and reviews at Channex: of Booking.com, Airbnb and Expedia only.
import type { Message, Review } from '../conversations.ts';
import type { Answer, Incoming } from '../exchange.ts';
import { json } from '../json.ts';
import { type Channex, failure, notFound, pageOf, SELLERS, success, validation } from './here.ts';

export function bookingMessages(here: Channex, request: Incoming, account: string): Answer {
  const one = here.ofBooking(request.params['id']);
  if (!one || here.core.hotels.find(one.hotel)?.account !== account) return notFound();
  return (
    forbidden(here) ??
    unsupported(one.seller) ??
    conversation(here, request, { thread: here.core.talk.threadOf(one.reference), hotel: one.hotel })
  );
}

export function threads(here: Channex, request: Incoming, account: string): Answer {
  const no = forbidden(here);
  if (no) return no;
  const property = request.query.get('filter[property_id]') ?? undefined;
  const { talk, hotels } = here.core;
  const messages = talk.messages(property).filter((one) => hotels.find(one.hotel)?.account === account);
  const ids = [...new Set(messages.map(({ thread }) => thread))];
  const { page, meta } = pageOf(ids, request.query);
  request.counted(page.length);
  return success(
    page.map((id) => {
      const own = messages.filter(({ thread }) => thread === id);
      const last = own.at(-1)!;
      const one = talk.talker(id)!;
      return {
        type: 'message_thread',
        id,
        attributes: {
          id,
          title: `${one.guest.givenName} ${one.guest.surname}`,
          provider: one.seller,
          is_closed: false,
          message_count: own.length,
          last_message: { message: last.text, sender: last.from, inserted_at: last.at },
          last_message_received_at: last.at,
          inserted_at: own[0]!.at,
          updated_at: last.at,
        },
        relationships: {
          property: { data: { type: 'property', id: one.hotel } },
          ...(one.reservation && {
            booking: { data: { type: 'booking', id: here.bookingId(one.reservation.reference) } },
          }),
        },
      };
    }),
    meta,
  );
}

export function threadMessages(here: Channex, request: Incoming, account: string): Answer {
  const thread = request.params['id']!;
  const one = here.core.talk.talker(thread);
  if (!one || here.core.hotels.find(one.hotel)?.account !== account) return notFound();
  return (
    forbidden(here) ?? unsupported(one.seller) ?? conversation(here, request, { thread, hotel: one.hotel })
  );
}

function conversation(
  here: Channex,
  request: Incoming,
  { thread, hotel }: { thread: string; hotel: string },
): Answer {
  const { talk } = here.core;
  if (request.method === 'POST') {
    const text = (json(request.body)?.['message'] as Record<string, unknown> | undefined)?.['message'];
    if (typeof text !== 'string' || text.trim() === '') return validation({ message: ["can't be blank"] });
    const sent = talk.reply(thread, text);
    here.core.tell({ kind: 'reply', hotel, reference: sent.reference, text });
    return success(message(sent));
  }
  const own = talk.messages(hotel).filter((one) => one.thread === thread);
  const { page, meta } = pageOf(
    request.fault('reorder') ? here.core.random.shuffle(own) : own,
    request.query,
  );
  for (const one of page) talk.delivered(one.id);
  request.counted(page.length);
  return success(page.map(message), meta);
}

function message(one: Message): Record<string, unknown> {
  const attributes = {
    id: one.id,
    message: one.text,
    sender: one.from,
    attachments: [],
    inserted_at: one.at,
    updated_at: one.at,
  };
  return {
    type: 'message',
    id: one.id,
    attributes,
    relationships: { message_thread: { data: { type: 'message_thread', id: one.thread } } },
  };
}

function forbidden(here: Channex): Answer | undefined {
  return here.options.messagesApp === false ? failure(403, 'forbidden', 'Forbidden') : undefined;
}

function unsupported(seller: string): Answer | undefined {
  return SELLERS[seller]?.messages ? undefined : failure(422, 'not_supported', 'Not Supported');
}

export function listReviews(here: Channex, request: Incoming, account: string): Answer {
  const property = request.query.get('filter[property_id]') ?? undefined;
  const mine = here.core.talk
    .reviews(property)
    .filter((one) => here.core.hotels.find(one.hotel)?.account === account);
  const { page, meta } = pageOf(mine, request.query);
  request.counted(page.length);
  return success(
    page.map((one) => review(here, one)),
    meta,
  );
}

export function oneReview(here: Channex, request: Incoming, account: string): Answer {
  const one = findReview(here, request, account);
  return one ? success(review(here, one)) : notFound();
}

export function replyToReview(here: Channex, request: Incoming, account: string): Answer {
  const one = findReview(here, request, account);
  if (!one) return notFound();
  const reply = (json(request.body)?.['reply'] as Record<string, unknown> | undefined)?.['reply'];
  if (typeof reply !== 'string' || reply.trim() === '') return validation({ reply: ["can't be blank"] });
  if (one.reply !== undefined) return validation({ reply: ['already exists'] });
  const answered = here.core.talk.answer(one.id, reply)!;
  here.core.tell({ kind: 'review_reply', hotel: one.hotel, text: reply });
  return success(review(here, answered));
}

function findReview(here: Channex, request: Incoming, account: string): Review | undefined {
  const one = here.core.talk.reviews().find(({ id }) => id === request.params['id']);
  return one && here.core.hotels.find(one.hotel)?.account === account ? one : undefined;
}

function review(here: Channex, one: Review): Record<string, unknown> {
  const reservation = here.core.book.find(one.reference);
  return {
    type: 'review',
    id: one.id,
    attributes: {
      id: one.id,
      ota: reservation?.seller ?? '',
      ota_reservation_id: one.reference ?? null,
      guest_name: one.guestName,
      overall_score: one.score,
      scores: Object.entries(one.scores).map(([category, score]) => ({ category, score })),
      content: `${one.positive}\n${one.negative}`.trim(),
      raw_content: { title: one.title, positive_review: one.positive, negative_review: one.negative },
      reply: one.reply ?? null,
      is_replied: one.reply !== undefined,
      is_hidden: false,
      tags: [],
      received_at: one.at,
      inserted_at: one.at,
      updated_at: one.changedAt,
    },
    relationships: {
      property: { data: { type: 'property', id: one.hotel } },
      booking: reservation
        ? { data: { type: 'booking', id: here.bookingId(reservation.reference) } }
        : undefined,
    },
  };
}
