// /api/guest_reviews: what the house writes about guests at channels.
import {
  countGuestReviews,
  type GuestReviewFilter,
  listGuestReviews,
  writeGuestReview,
} from '../../pms/guest-reviews.ts';
import { guestRatings, guestReviewSchema, guestReviewTag } from '../guest-review-records.ts';
import { toName } from '../input.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentGuestReview } from '../present-guest-review.ts';
import { array, boolean, id, object, optional, text } from '../schema.ts';

const path = '/guest_reviews';
const tag = 'Reviews';

export const listGuestReviewsOperation = listOperation({
  name: 'listGuestReviews',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['reviews'],
  tag,
  summary: 'List reviews of guests',
  description:
    'Stays whose guest has written a review that the channel shows once the house has reviewed the guest, newest first, with what the house wrote. Today these are those of Airbnb, reached through Channex. A review that is shown is in GET reviews.',
  problems: [],
  query: object({
    guest_review_id: optional(id('only this one', 1)),
    order_id: optional(id('only those of this booking', 10001)),
    waiting: optional(
      boolean({ description: 'true = only those that wait for the house, or are on their way' }),
    ),
  }),
  item: guestReviewSchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: (query): GuestReviewFilter => ({
    guestReviewId: query.guest_review_id,
    reservationId: query.order_id,
    waiting: query.waiting || undefined,
  }),
  page: ({ db, property }, filter, page) => listGuestReviews(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countGuestReviews(db, property.hotelId, filter),
  key: (one) => [one.createdAt.toString(), one.guestReviewId],
  present: presentGuestReview,
});

const written = { minLength: 1, maxLength: 5_000 };

export const writeGuestReviewOperation = writeOperation({
  name: 'writeGuestReview',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['reviews:write'],
  tag,
  summary: 'Review a guest',
  description:
    'Sends the one review of a guest to the channel. The call answers as soon as it is stored; `state` shows when the channel has it. One that the channel refuses is `open` again, with the reason in `error`.',
  problems: ['unknown_guest_review', 'guest_review_written', 'guest_review_over'],
  body: object({
    guest_review_id: id('the review of the guest', 1),
    ...guestRatings,
    recommended: boolean({ description: 'whether the house would have the guest again', example: true }),
    public_review: text({
      description: "on the guest's profile",
      example: 'A pleasure to have.',
      ...written,
    }),
    private_review: optional(
      text({ description: 'what only the guest reads', example: 'Come again!', ...written }),
    ),
    tags: optional(
      array(guestReviewTag, { description: 'what is ticked', example: [], maxItems: 23, uniqueItems: true }),
    ),
  }),
  answer: guestReviewSchema,
  run: async (tx, _call, { body }) =>
    presentGuestReview(
      await writeGuestReview(tx, body.guest_review_id, {
        scores: {
          respect_house_rules: body.respect_house_rules,
          communication: body.communication,
          cleanliness: body.cleanliness,
        },
        publicReview: toName(body.public_review, 'public_review'),
        privateReview:
          body.private_review === undefined ? null : toName(body.private_review, 'private_review'),
        isRecommended: body.recommended,
        tags: body.tags ?? [],
      }),
    ),
});
