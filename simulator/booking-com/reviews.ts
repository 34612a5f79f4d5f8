// Guest review API of Booking.com: pages with a cursor that the client keeps, one reply per review.
import type { GuestReview } from '../conversations.ts';
import { isDate } from '../dates.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import type { BookingCom, Guarded } from './context.ts';
import { failure, ofProperty, success } from './errors.ts';

export function bookingReviews(context: BookingCom, guarded: Guarded): Route[] {
  const ofHotel = (handle: (request: Incoming, property: string) => OtaResponse) =>
    ofProperty(context, guarded, handle);
  const path = '/review-api/properties/:property/reviews';
  return [
    {
      method: 'GET',
      path,
      kind: 'reviews',
      handle: ofHotel((request, property) => list(context, request, property)),
    },
    {
      method: 'GET',
      path: `${path}/:review`,
      kind: 'reviews',
      handle: ofHotel((request, property) => {
        const review = find(context, property, request.params['review']);
        return review ? success(write(review)) : failure(404, 'no such review');
      }),
    },
    {
      method: 'POST',
      path: `${path}/:review`,
      kind: 'reply_review',
      handle: ofHotel((request, property) => {
        const review = find(context, property, request.params['review']);
        if (!review) return failure(404, 'no such review');
        const reply = json(request.body)?.['reply'];
        if (typeof reply !== 'string' || reply.trim() === '') return failure(400, 'reply is required');
        if (review.reply !== undefined) return failure(400, 'the review has a reply');
        context.core.conversations.answer(review.id, reply);
        context.core.emit({ kind: 'review_reply', hotel: property, text: reply });
        return success({ ok: true });
      }),
    },
  ];
}

function list(context: BookingCom, request: Incoming, property: string): OtaResponse {
  const limit = Number(request.query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return failure(400, 'limit must be 1 to 100');
  const from = request.query.get('from_date');
  if (from !== null && !isDate(from)) return failure(400, 'from_date must be YYYY-MM-DD');
  const cursor = Number(request.query.get('cursor') ?? 0);
  const page = context.core.conversations
    .reviews(property)
    .filter(({ change, changedAt }) => change > cursor && (from === null || changedAt.slice(0, 10) >= from))
    .sort((one, other) => one.change - other.change)
    .slice(0, limit);
  request.counted(page.length);
  const next = new URL(`/review-api/properties/${property}/reviews`, context.url());
  if (from !== null) next.searchParams.set('from_date', from);
  next.searchParams.set('limit', String(limit));
  next.searchParams.set('cursor', String(page.at(-1)?.change ?? cursor));
  return {
    body: {
      errors: [],
      warnings: [],
      meta: { ruid: 'simulated', next_page: next.href },
      data: { reviews: page.map(write) },
    },
  };
}

function find(context: BookingCom, property: string, id: string | undefined): GuestReview | undefined {
  return context.core.conversations.reviews(property).find((review) => review.id === id);
}

function write(review: GuestReview): Record<string, unknown> {
  const spaced = (at: string) => at.slice(0, 19).replace('T', ' ');
  return {
    review_id: review.id,
    reservation_id: review.reference === undefined ? null : Number(review.reference),
    created_timestamp: spaced(review.at),
    last_change_timestamp: spaced(review.changedAt),
    url: `https://booking.example/review/${review.id}`,
    content: {
      headline: review.title,
      positive: review.positive,
      negative: review.negative,
      language_code: review.language,
    },
    reviewer: { name: review.guestName, country_code: 'nl', is_genius: 0 },
    scoring: { review_score: review.score, ...review.scores, location: null },
    reply:
      review.reply === undefined
        ? null
        : { text: review.reply, last_change_timestamp: spaced(review.changedAt) },
  };
}
