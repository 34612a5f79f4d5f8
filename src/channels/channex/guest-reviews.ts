// Reviews of Airbnb's guests by the house, over Channex.
//
// Source: docs.channex.io, "Reviews Collection", "Send Guest Review" (read 2026-12-01). It says nothing of how long the texts may be, until
// when a guest can be reviewed, whether a second review is refused, or how one is found that was sent. Unverified, taken from third parties'
// programs: a review has `is_expired`, and the house's review of the guest in `reply.guest_review`. Unverified too: a review has `expired_at`.
// A stay whose guest has not written is not listed at all: such a guest can be reviewed at Airbnb only.

import { GUEST_REVIEW_CATEGORIES } from '../../model/guest-review.ts';
import type { GuestReviewProtocol, WireRequest } from '../channel.ts';
import { type Fields, fieldsOf, readJson } from '../json.ts';
import { describeBody, ok, refused, retry } from '../responses.ts';
import { address, attributesOf, readAnswer, readFailure } from './client.ts';
import type { ChannexConnection } from './settings.ts';

export const guestReviews: GuestReviewProtocol<ChannexConnection> = {
  send: ({ externalReview, scores, publicReview, privateReview, isRecommended, tags }, connection) => ({
    operation: 'guest review',
    method: 'POST',
    url: address(connection, `reviews/${encodeURIComponent(externalReview)}/guest_review`),
    body: JSON.stringify({
      review: {
        scores: GUEST_REVIEW_CATEGORIES.map((category) => ({ category, rating: scores[category] })),
        public_review: publicReview,
        ...(privateReview !== null && { private_review: privateReview }),
        is_reviewee_recommended: isRecommended,
        tags,
      },
    }),
  }),
  decodeSent: (response) => {
    const failure = readFailure(response, 'refused');
    if (failure) return failure;
    // Success is documented as {success: true}, elsewhere as the review or a message; the body may be empty.
    const { success, data, meta } = fieldsOf(readJson(response.body));
    if (success === false) return refused('The review was not accepted, without a reason');
    return success === true || data || meta || response.body.trim() === ''
      ? ok(null)
      : retry(`The answer does not say whether the review was accepted: ${describeBody(response.body)}`);
  },
  check: {
    request: (externalReview, connection): WireRequest => ({
      operation: 'guest review',
      method: 'GET',
      url: address(connection, `reviews/${encodeURIComponent(externalReview)}`),
    }),
    decode: (response) => {
      const answer = readAnswer(response, 'refused');
      if (answer.kind !== 'ok') return answer;
      const review = attributesOf(fieldsOf(answer.value['data']));
      // Airbnb shows what the guest wrote as soon as it has both reviews.
      return ok(hasGuestReview(review) || review['is_hidden'] === false);
    },
  },
};

/** Whether the house has reviewed the guest. */
export function hasGuestReview(review: Fields): boolean {
  return (fieldsOf(review['reply'])['guest_review'] ?? null) !== null;
}
