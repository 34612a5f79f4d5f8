// Messages and reviews at Channex, which passes on those of Booking.com, Airbnb and Expedia only.
import type { GuestMessage, GuestReview } from '../conversations.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { json } from '../json.ts';
import { type Channex, failure, notFound, ordered, pageOf, SELLERS, success, validation } from './context.ts';

export function bookingMessages(context: Channex, request: Incoming, account: string): OtaResponse {
  const one = context.ofBooking(request.params['id']);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound();
  return (
    forbidden(context) ??
    unsupported(one.seller) ??
    conversation(context, request, {
      thread: context.core.conversations.threadOf(one.reference),
      hotel: one.hotel,
    })
  );
}

export function threads(context: Channex, request: Incoming, account: string): OtaResponse {
  const no = forbidden(context);
  if (no) return no;
  const property = request.query.get('filter[property_id]') ?? undefined;
  const { conversations, hotels } = context.core;
  const messages = conversations
    .messages(property)
    .filter((one) => hotels.find(one.hotel)?.account === account);
  const lastAt = (thread: string) => messages.findLast((one) => one.thread === thread)!.at;
  const ids = ordered([...new Set(messages.map(({ thread }) => thread))], request.query, {
    fields: {
      last_message_received_at: lastAt,
      inserted_at: (thread) => messages.find((one) => one.thread === thread)!.at,
    },
    usual: 'inserted_at',
  });
  if (!Array.isArray(ids)) return ids;
  const { page, meta } = pageOf(ids, request.query);
  request.counted(page.length);
  return success(
    page.map((id) => {
      const own = messages.filter(({ thread }) => thread === id);
      const last = own.at(-1)!;
      const one = conversations.party(id)!;
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
            booking: { data: { type: 'booking', id: context.bookingId(one.reservation.reference) } },
          }),
        },
      };
    }),
    meta,
  );
}

export function threadMessages(context: Channex, request: Incoming, account: string): OtaResponse {
  const thread = request.params['id']!;
  const one = context.core.conversations.party(thread);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound();
  return (
    forbidden(context) ??
    unsupported(one.seller) ??
    conversation(context, request, { thread, hotel: one.hotel })
  );
}

/** Answers a file to whoever has the key of its property. */
export function attachment(context: Channex, request: Incoming, account: string): OtaResponse {
  const { conversations, hotels } = context.core;
  const own = conversations.messages().filter((one) => hotels.find(one.hotel)?.account === account);
  const file = own.flatMap((one) =>
    one.files.filter((_, place) => `${one.id}-${place}` === request.params['id']),
  )[0];
  if (!file) return notFound();
  return forbidden(context) ?? { headers: { 'content-type': file.type }, body: file.content };
}

/** Only Booking.com takes it, with an empty payload. */
export function needsNoReply(context: Channex, request: Incoming, account: string): OtaResponse {
  const thread = request.params['id']!;
  const one = context.core.conversations.party(thread);
  if (!one || context.core.hotels.find(one.hotel)?.account !== account) return notFound();
  const no = forbidden(context);
  if (no) return no;
  if (one.seller !== 'Booking.com' || request.body !== '')
    return failure(422, 'not_supported', 'Not Supported');
  context.core.conversations.needsNoReply(thread);
  return success({ type: 'message_thread', id: thread });
}

function conversation(
  context: Channex,
  request: Incoming,
  { thread, hotel }: { thread: string; hotel: string },
): OtaResponse {
  const { conversations } = context.core;
  if (request.method === 'POST') {
    const text = (json(request.body)?.['message'] as Record<string, unknown> | undefined)?.['message'];
    if (typeof text !== 'string' || text.trim() === '') return validation({ message: ["can't be blank"] });
    const sent = conversations.reply(thread, text);
    context.core.emit({ kind: 'reply', hotel, reference: sent.reference, text });
    return success(message(sent));
  }
  const own = ordered(
    conversations.messages(hotel).filter((one) => one.thread === thread),
    request.query,
    { fields: { inserted_at: ({ at }) => at }, usual: 'inserted_at' },
  );
  if (!Array.isArray(own)) return own;
  const { page, meta } = pageOf(
    request.fault('reorder') ? context.core.random.shuffle(own) : own,
    request.query,
  );
  for (const one of page) conversations.delivered(one.id);
  request.counted(page.length);
  return success(page.map(message), meta);
}

function message(one: GuestMessage): Record<string, unknown> {
  const attributes = {
    id: one.id,
    message: one.text,
    sender: one.from,
    attachments: one.files.map(
      ({ name }, place) => `attachments/${one.id}-${place}/${encodeURIComponent(name)}`,
    ),
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

function forbidden(context: Channex): OtaResponse | undefined {
  return context.options.messagesApp === false ? failure(403, 'forbidden', 'Forbidden') : undefined;
}

function unsupported(seller: string): OtaResponse | undefined {
  return SELLERS[seller]?.messages ? undefined : failure(422, 'not_supported', 'Not Supported');
}

export function listReviews(context: Channex, request: Incoming, account: string): OtaResponse {
  const property = request.query.get('filter[property_id]') ?? undefined;
  const found = context.core.conversations
    .reviews(property)
    .filter((one) => context.core.hotels.find(one.hotel)?.account === account);
  const all = ordered(found, request.query, {
    fields: { received_at: ({ at }) => at, inserted_at: ({ at }) => at },
    usual: 'received_at',
  });
  if (!Array.isArray(all)) return all;
  const { page, meta } = pageOf(all, request.query);
  request.counted(page.length);
  return success(
    page.map((one) => review(context, one)),
    meta,
  );
}

export function oneReview(context: Channex, request: Incoming, account: string): OtaResponse {
  const one = findReview(context, request, account);
  return one ? success(review(context, one)) : notFound();
}

export function replyToReview(context: Channex, request: Incoming, account: string): OtaResponse {
  const one = findReview(context, request, account);
  if (!one) return notFound();
  const reply = (json(request.body)?.['reply'] as Record<string, unknown> | undefined)?.['reply'];
  if (typeof reply !== 'string' || reply.trim() === '') return validation({ reply: ["can't be blank"] });
  if (one.reply !== undefined) return validation({ reply: ['already exists'] });
  const answered = context.core.conversations.answer(one.id, reply)!;
  context.core.emit({ kind: 'review_reply', hotel: one.hotel, text: reply });
  return success(review(context, answered));
}

/** Only Airbnb has guests reviewed, each once: three ratings, a text, and whether the house would have the guest again. */
export function reviewGuest(context: Channex, request: Incoming, account: string): OtaResponse {
  const one = findReview(context, request, account);
  if (!one) return notFound();
  if (context.core.book.find(one.reference)?.seller !== 'Airbnb')
    return failure(422, 'not_supported', 'Not Supported');
  const given = json(request.body)?.['review'] as Record<string, unknown> | undefined;
  const scores = (given?.['scores'] ?? []) as { category: string; rating: number }[];
  const isRated = GUEST_RATINGS.every((category) =>
    scores.some((score) => score.category === category && score.rating >= 1 && score.rating <= 5),
  );
  if (!isRated) return validation({ scores: ['is invalid'] });
  if (typeof given?.['public_review'] !== 'string' || given['public_review'].trim() === '')
    return validation({ public_review: ["can't be blank"] });
  if (one.ofGuest !== undefined) return validation({ review: ['already exists'] });
  context.core.conversations.reviewGuest(one.id, given);
  return { body: { success: true } };
}

const GUEST_RATINGS = ['respect_house_rules', 'communication', 'cleanliness'];

function findReview(context: Channex, request: Incoming, account: string): GuestReview | undefined {
  const one = context.core.conversations.reviews().find(({ id }) => id === request.params['id']);
  return one && context.core.hotels.find(one.hotel)?.account === account ? one : undefined;
}

function review(context: Channex, one: GuestReview): Record<string, unknown> {
  const reservation = context.core.book.find(one.reference);
  const isHidden = one.hidden === true;
  return {
    type: 'review',
    id: one.id,
    attributes: {
      id: one.id,
      ota: reservation?.seller ?? '',
      ota_reservation_id: one.reference ?? null,
      guest_name: one.guestName,
      overall_score: isHidden ? null : one.score,
      scores: isHidden ? [] : Object.entries(one.scores).map(([category, score]) => ({ category, score })),
      content: isHidden ? null : `${one.positive}\n${one.negative}`.trim(),
      raw_content: isHidden
        ? null
        : { title: one.title, positive_review: one.positive, negative_review: one.negative },
      reply: one.ofGuest ? { reply: one.reply ?? null, guest_review: one.ofGuest } : (one.reply ?? null),
      is_replied: one.reply !== undefined,
      is_hidden: isHidden,
      tags: [],
      received_at: one.at,
      inserted_at: one.at,
      updated_at: one.changedAt,
    },
    relationships: {
      property: { data: { type: 'property', id: one.hotel } },
      booking: reservation
        ? { data: { type: 'booking', id: context.bookingId(reservation.reference) } }
        : undefined,
    },
  };
}
