// Reviews from Booking.com. Each page links to the next; the address of the last, empty page is polled for
// new reviews.

import type { ChannelReview } from '../../model/channel-records.ts';
import type {
  Pull,
  Pulled,
  PullState,
  ReviewReplyProtocol,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { at, listAt, momentAt, numberAt, textAt } from '../json.ts';
import { describeBody, ok, readEach, unreadableAnswer } from '../responses.ts';
import { address, JSON_HEADERS, readJsonAnswer } from './client.ts';
import type { BookingComConnection } from './settings.ts';

export const reviews: Pull<ChannelReview, BookingComConnection> = {
  everySeconds: 3_600,
  requests: requestReviews,
  decode: decodeReviews,
};

/** Requests the next page of reviews, or the first page of the last `reviews_days` days. */
function requestReviews(connection: BookingComConnection, { cursor, now }: PullState): WireRequest[] {
  const { reviews_days } = connection.settings;
  const since = now.toZonedDateTimeISO('UTC').subtract({ days: reviews_days }).toPlainDate();
  return [
    {
      operation: 'reviews',
      method: 'GET',
      url: reviewsOf(connection, cursor ?? `?from_date=${since}&limit=100`),
      headers: JSON_HEADERS,
      timeoutMs: 60_000,
    },
  ];
}

function reviewsOf(connection: BookingComConnection, rest: string): string {
  const hotel = encodeURIComponent(connection.settings.hotel_id);
  return address(connection, 'supply', `/review-api/properties/${hotel}/reviews${rest}`);
}

function decodeReviews(response: WireResponse): Verdict<Pulled<ChannelReview>> {
  const body = readJsonAnswer(response);
  if (body.kind !== 'ok') return body;
  const list = listAt(body.value, 'data/reviews');
  if (!list) return unreadableAnswer(`The answer is none of Booking.com's: ${describeBody(response.body)}`);
  const { items, unreadable } = readEach(
    list,
    (entry) => readReview(entry) ?? `Review ${textAt(entry, 'review_id') ?? 'without an id'} cannot be read.`,
  );
  const cursor = queryOf(textAt(body.value, 'meta/next_page'));
  return ok({ items, unreadable, ...(cursor === null ? {} : { cursor, more: list.length > 0 }) });
}

/** Returns the query of the next page's address. The host is never taken from a response. */
function queryOf(address: string | null): string | null {
  const search = address === null ? '' : (URL.parse(address, 'https://none.invalid')?.search ?? '');
  return search.length > 1 ? search : null;
}

function readReview(entry: unknown): ChannelReview | null {
  const externalReview = textAt(entry, 'review_id');
  const score = numberAt(entry, 'scoring/review_score');
  const moment = momentAt(entry, 'last_change_timestamp') ?? momentAt(entry, 'created_timestamp');
  if (!externalReview || score === null || score < 0 || score > 10 || !moment) return null;
  return {
    externalReview,
    reference: textAt(entry, 'reservation_id'),
    soldBy: null,
    guestName: textAt(entry, 'reviewer/name') ?? 'Anonymous',
    score,
    scores: scoresOf(at(entry, 'scoring')),
    title: textAt(entry, 'content/headline'),
    positive: textAt(entry, 'content/positive'),
    negative: textAt(entry, 'content/negative'),
    language: textAt(entry, 'content/language_code') ?? 'xu',
    reply: textAt(entry, 'reply/text') ?? textAt(entry, 'reply'),
    at: moment,
    receipt: '',
  };
}

const CATEGORIES = ['staff', 'clean', 'comfort', 'facilities', 'location', 'value'];

/** Returns the category scores that the guest gave. */
function scoresOf(scoring: unknown): Record<string, number> {
  const given = CATEGORIES.map((name) => [name, numberAt(scoring, name)] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, number] => pair[1] !== null));
}

export const reviewReplies: ReviewReplyProtocol<BookingComConnection> = {
  send: ({ externalReview, reply }, connection) => ({
    operation: 'reply to a review',
    method: 'POST',
    url: reviewsOf(connection, `/${encodeURIComponent(externalReview)}`),
    headers: JSON_HEADERS,
    body: JSON.stringify({ reply }),
    once: true,
    timeoutMs: 60_000,
  }),
  decodeSent: (response) => {
    const body = readJsonAnswer(response);
    if (body.kind !== 'ok')
      return body.kind === 'auth' && response.status === 403 ? { ...body, kind: 'refused' } : body;
    return textAt(body.value, 'meta/ruid') === null
      ? unreadableAnswer(`The answer is none of Booking.com's: ${describeBody(response.body)}`)
      : ok(null);
  },
};
