// Reviews at Expedia's brands, over GraphQL. Reviews are read by the date of change; the last days are read
// again each time.

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
import { at, listAt, momentAt, numberAt, readJson, textAt } from '../json.ts';
import { ok, readEach, refused, withCause } from '../responses.ts';
import { unexpectedResponse } from './client.ts';
import { graphqlRequest, hasGraphql, readGraphql, variablesOf } from './graphql.ts';
import type { ExpediaConnection } from './settings.ts';

const REVIEWS = `query Reviews($id: String!, $source: IdSource, $from: LocalDate!, $to: LocalDate!, $after: String) {
  property(id: $id, idSource: $source) {
    reviews(pageSize: 50, after: $after, filter: { updatedDate: { from: $from, to: $to } },
            orderBy: { lastUpdatedDateTime: ASC }) {
      cursor
      reviews {
        id
        title { value }
        body { locale value }
        starRatings { category value }
        brandNameV2
        createdDateTime
        lastUpdatedDateTime
        reservation { primaryGuest { firstName lastName } reservationIds { id idSource } }
        response { body { value } }
      }
    }
  }
}`;

const REPLY = `mutation Reply($id: ID!, $source: IdSource!, $review: ID!, $body: InputLocalizedString!) {
  setReviewResponse(propertyId: $id, propertyIdSource: $source, reviewId: $review, body: $body) { status }
}`;

const READ_AGAIN_DAYS = 2;

export const reviews: Pull<ChannelReview, ExpediaConnection> = {
  everySeconds: 3_600,
  requests: requestReviews,
  decode: decodeReviews,
};

/** Requests the reviews that changed since the cursor, or in the last `reviews_days` days. */
function requestReviews(connection: ExpediaConnection, { cursor, now }: PullState): WireRequest[] {
  if (!hasGraphql(connection)) return [];
  const { hotel_id: id, graphql_id_source: source, reviews_days } = connection.settings;
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const state = readJson(cursor ?? 'null');
  const after = textAt(state, 'after');
  // Tomorrow, because the service's date may be ahead of UTC.
  const to = (after === null ? null : textAt(state, 'to')) ?? today.add({ days: 1 }).toString();
  const from = textAt(state, 'from') ?? today.subtract({ days: reviews_days }).toString();
  return [graphqlRequest('reviews', REVIEWS, { id, source, from, to, after }, connection)];
}

function decodeReviews(
  response: WireResponse,
  request: WireRequest,
  connection: ExpediaConnection,
): Verdict<Pulled<ChannelReview>> {
  const body = readGraphql(response);
  if (body.kind !== 'ok') return body;
  const list = listAt(body.value, 'property/reviews/reviews');
  if (!list) return unexpectedResponse(response);
  const { items, unreadable } = readEach(
    list,
    (entry) =>
      readReview(entry, connection.settings) ??
      `Review ${textAt(entry, 'id') ?? 'without an id'} cannot be read.`,
  );
  const variables = variablesOf(request);
  const after = textAt(body.value, 'property/reviews/cursor');
  if (after !== null && list.length > 0) {
    const cursor = JSON.stringify({ from: textAt(variables, 'from'), to: textAt(variables, 'to'), after });
    return ok({ items, unreadable, cursor, more: true });
  }
  const to = momentAt({ to: `${textAt(variables, 'to')}T00:00:00Z` }, 'to');
  const from = to?.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: READ_AGAIN_DAYS });
  return ok({ items, unreadable, ...(from && { cursor: JSON.stringify({ from: from.toString() }) }) });
}

function readReview(entry: unknown, settings: ExpediaConnection['settings']): ChannelReview | null {
  const externalReview = textAt(entry, 'id');
  const scores = scoresOf(entry, settings);
  const { [settings.overall_category.toLowerCase()]: overall, ...others } = scores;
  const given = Object.values(scores);
  const score =
    overall ?? (given.length > 0 ? rounded(given.reduce((a, b) => a + b, 0) / given.length) : null);
  const moment = momentAt(entry, 'lastUpdatedDateTime') ?? momentAt(entry, 'createdDateTime');
  if (!externalReview || score === null || !moment) return null;
  const ids = listAt(entry, 'reservation/reservationIds') ?? [];
  const names = ['firstName', 'lastName'].map((name) => textAt(entry, `reservation/primaryGuest/${name}`));
  return {
    externalReview,
    reference: textAt(ids.find((id) => textAt(id, 'idSource') === 'EXPEDIA') ?? ids[0], 'id'),
    soldBy: null,
    guestName: names.filter((name) => name !== null).join(' ') || 'Anonymous',
    score,
    scores: others,
    title: textAt(entry, 'title/value'),
    positive: textAt(entry, 'body/value'),
    negative: null,
    language: textAt(entry, 'body/locale') ?? 'en_US',
    reply: textAt(entry, 'response/body/value'),
    at: moment,
    receipt: '',
  };
}

/**
 * Returns the stars of each category on a scale of ten. The public schema names no scale: more stars than
 * `best_rating` show that the review's scale is ten.
 */
function scoresOf(entry: unknown, { best_rating }: ExpediaConnection['settings']): Record<string, number> {
  const given = (listAt(entry, 'starRatings') ?? []).flatMap((rating) => {
    const category = textAt(rating, 'category')?.toLowerCase() ?? '';
    const value = numberAt(rating, 'value');
    // Zero stars: the guest did not rate the category.
    return /^\w{1,60}$/.test(category) && value !== null && value > 0 && value <= Math.max(10, best_rating)
      ? [{ category, value }]
      : [];
  });
  const best = given.some(({ value }) => value > best_rating) ? 10 : best_rating;
  return Object.fromEntries(given.map(({ category, value }) => [category, rounded((value / best) * 10)]));
}

function rounded(score: number): number {
  return Math.round(score * 10) / 10;
}

export const reviewReplies: ReviewReplyProtocol<ExpediaConnection> = {
  send: ({ externalReview, language, reply }, connection) => {
    const { hotel_id: id, graphql_id_source: source } = connection.settings;
    const variables = { id, source, review: externalReview, body: { locale: language, value: reply } };
    return graphqlRequest('reply to a review', REPLY, variables, connection);
  },
  decodeSent: (response) => {
    const body = readGraphql(response);
    if (body.kind !== 'ok') return body;
    if (textAt(body.value, 'setReviewResponse/status') !== null) return ok(null);
    return at(body.value, 'setReviewResponse') === null
      ? withCause(refused('Expedia did not accept the reply.'), 'refused')
      : unexpectedResponse(response);
  },
};
