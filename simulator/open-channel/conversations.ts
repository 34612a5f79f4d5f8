// Messages and reviews of the open channel: lists after a cursor, and idempotent replies.
import type { GuestMessage, GuestReview } from '../conversations.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { json } from '../json.ts';
import type { OpenChannel } from './context.ts';

/** Number of items per page; small, so that a busy hotel needs several pages. */
const PAGE = 20;

export function listMessages({ core }: OpenChannel, hotel: string, { query }: Incoming): OtaResponse {
  const page = after(core.conversations.messages(hotel), query.get('after'));
  if (page === undefined) return problem(422, 'unknown_cursor', 'after is no cursor of ours');
  for (const { id } of page) core.conversations.delivered(id);
  return answer(page, core.conversations.messages(hotel), (message) => ({
    ...writeMessage(message),
    guest_name: core.conversations.party(message.thread)!.guest.givenName,
  }));
}

export function listReviews({ core }: OpenChannel, hotel: string, { query }: Incoming): OtaResponse {
  const page = after(core.conversations.reviews(hotel), query.get('after'));
  if (page === undefined) return problem(422, 'unknown_cursor', 'after is no cursor of ours');
  return answer(page, core.conversations.reviews(hotel), writeReview);
}

/** Stores a reply; a repeated key returns the earlier reply. */
export function acceptMessage(
  { core }: OpenChannel,
  request: Incoming,
  seen: Map<string, string>,
): OtaResponse {
  const given = json(request.body);
  const reservation = core.book.find(String(given?.['reservation_id']));
  const thread = reservation
    ? core.conversations.threadOf(reservation.reference)
    : String(given?.['thread_id']);
  const one = core.conversations.party(thread);
  if (!one || one.hotel !== given?.['hotel_code'])
    return problem(
      422,
      'unknown_reservation',
      'reservation_id names no reservation of this hotel, thread_id no conversation',
    );
  const text = given?.['message'];
  if (typeof text !== 'string' || text.trim() === '') return problem(422, 'invalid', 'message is required');
  const key = request.headers['idempotency-key'];
  const again = typeof key === 'string' ? seen.get(key) : undefined;
  if (again) return { body: { success: true, id: again } };
  const sent = core.conversations.reply(thread, text);
  if (typeof key === 'string') seen.set(key, sent.id);
  core.emit({ kind: 'reply', hotel: one.hotel, reference: sent.reference, text });
  return { body: { success: true, id: sent.id } };
}

export function acceptReviewReply({ core }: OpenChannel, request: Incoming): OtaResponse {
  const given = json(request.body);
  const review = core.conversations.reviews().find(({ id }) => id === request.params['id']);
  if (!review || review.hotel !== given?.['hotel_code'])
    return problem(422, 'unknown_review', 'there is no such review of this hotel');
  const text = given?.['reply'];
  if (typeof text !== 'string' || text.trim() === '') return problem(422, 'invalid', 'reply is required');
  if (review.reply !== undefined && review.reply !== text)
    return problem(422, 'replied', 'the review has a reply');
  if (review.reply === undefined) {
    core.conversations.answer(review.id, text);
    core.emit({ kind: 'review_reply', hotel: review.hotel, text });
  }
  return { body: { success: true } };
}

function after<T extends { id: string }>(all: readonly T[], cursor: string | null): T[] | undefined {
  if (cursor === null) return all.slice(0, PAGE);
  const at = all.findIndex(({ id }) => id === cursor);
  return at === -1 ? undefined : all.slice(at + 1, at + 1 + PAGE);
}

function answer<T extends { id: string }>(
  page: readonly T[],
  all: readonly T[],
  write: (one: T) => Record<string, unknown>,
): OtaResponse {
  const last = page.at(-1);
  const more = last !== undefined && last.id !== all.at(-1)!.id;
  return { body: { data: page.map(write), ...(last && { cursor: last.id }), more } };
}

function writeMessage({ id, reference, thread, from, text, at }: GuestMessage): Record<string, unknown> {
  return {
    id,
    // An inquiry before booking has no reservation.
    ...(reference !== '' && { reservation_id: reference }),
    thread_id: thread,
    sender: from,
    message: text,
    sent_at: at,
  };
}

function writeReview(one: GuestReview): Record<string, unknown> {
  const { id, reference, guestName, score, scores, title, positive, negative, language, at, reply } = one;
  return {
    id,
    reservation_id: reference,
    guest_name: guestName,
    score,
    scores,
    title,
    positive,
    negative,
    language,
    reply: reply ?? null,
    created_at: at,
  };
}

export function problem(status: number, code: string, message: string): OtaResponse {
  return { status, body: { success: false, errors: [{ code, message }] } };
}
