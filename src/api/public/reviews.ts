// /api/reviews: guests' reviews.
import { listReviews } from '../../pms/reviews.ts';
import { list } from '../operation.ts';
import * as present from '../present.ts';
import { Review } from '../records.ts';
import { object } from '../schema.ts';

export const listGuestReviews = list({
  name: 'listReviews',
  method: 'GET',
  path: '/api/reviews/{api_token}',
  tag: 'Reviews',
  summary: 'List guest reviews',
  description: 'Newest first, with scores from 0 to 10 and positive and negative comments.',
  problems: [],
  query: object({}),
  item: Review,
  caching: 'log',
  cursor: ['moment', 'id'],
  page: (call, _query, page) => listReviews(call.db, call.property.hotelId, {}, page),
  key: (review) => [review.createdAt.toString(), review.reviewId],
  present: (review) => present.review(review),
});
