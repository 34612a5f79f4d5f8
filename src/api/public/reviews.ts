// /api/reviews: guests' reviews.
import { countReviews, listReviews, type ReviewFilter } from '../../pms/reviews.ts';
import { listOperation } from '../operation.ts';
import { presentReview } from '../present.ts';
import { reviewSchema } from '../records.ts';
import { boolean, id, integer, object, optional, text } from '../schema.ts';

export const listReviewsOperation = listOperation({
  name: 'listReviews',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reviews',
  scopes: ['reviews'],
  tag: 'Reviews',
  summary: 'List guest reviews',
  description: 'Reviews, newest first, with scores from 0 to 10 and positive and negative comments.',
  problems: [],
  query: object({
    channel: optional(text({ description: 'only this channel', example: 'airbnb', maxLength: 40 })),
    unanswered: optional(
      boolean({
        description: 'true = only reviews that have no reply, or one that the channel did not take',
      }),
    ),
    min_score: optional(score('at least this score')),
    max_score: optional(score('at most this score')),
    room_id: optional(id('only this room', 101)),
    order_id: optional(id('only the review of this booking', 10001)),
  }),
  item: reviewSchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: (query): ReviewFilter => ({
    channel: query.channel,
    unanswered: query.unanswered || undefined,
    minScore: query.min_score,
    maxScore: query.max_score,
    roomId: query.room_id,
    reservationId: query.order_id,
  }),
  page: ({ db, property }, filter, page) => listReviews(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countReviews(db, property.hotelId, filter),
  key: (review) => [review.createdAt.toString(), review.reviewId],
  present: (review) => presentReview(review),
});

function score(description: string) {
  return integer({ description, minimum: 0, maximum: 10, example: 7 });
}
