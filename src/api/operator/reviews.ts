// Writes of /api/reviews: replying to reviews.
import { replyToReview } from '../../pms/reviews.ts';
import { toName } from '../input.ts';
import { writeOperation } from '../operation.ts';
import { presentReview } from '../present.ts';
import { reviewSchema } from '../records.ts';
import { id, object, text } from '../schema.ts';

export const replyToReviewOperation = writeOperation({
  name: 'replyToReview',
  audience: ['public', 'operator'],
  scopes: ['reviews:write'],
  method: 'POST',
  path: '/reviews/{id}/reply',
  tag: 'Reviews',
  summary: 'Reply to a review',
  description:
    'Stores the one reply to a review, and sends it to the channel if the channel accepts replies; `delivery` says whether it has it. A reply that the channel did not take is replaced, and sent again.',
  problems: ['unknown_review', 'already_replied'],
  params: object({ id: id('review', 1) }),
  body: object({
    reply: text({ description: 'the text', minLength: 1, maxLength: 5_000, example: 'Thank you, Ada!' }),
  }),
  answer: reviewSchema,
  run: async (tx, _call, { params, body }) =>
    presentReview(await replyToReview(tx, params.id, toName(body.reply, 'reply'))),
});
