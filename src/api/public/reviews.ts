// /api/reviews: guests' reviews.
import { countReviews, listReviews, type ReviewFilter } from '../../pms/reviews.ts';
import { listOperation } from '../operation.ts';
import { presentReview } from '../present.ts';
import { reviewSchema } from '../records.ts';

export const listReviewsOperation = listOperation({
  name: 'listReviews',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reviews',
  tag: 'Reviews',
  summary: 'List guest reviews',
  description: 'Reviews, newest first, with scores from 0 to 10 and positive and negative comments.',
  problems: [],
  item: reviewSchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: (): ReviewFilter => ({}),
  page: ({ db, property }, filter, page) => listReviews(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countReviews(db, property.hotelId, filter),
  key: (review) => [review.createdAt.toString(), review.reviewId],
  present: (review) => presentReview(review),
});
