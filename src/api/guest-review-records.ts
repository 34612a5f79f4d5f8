// The public record of reviews of guests by the house: field names, types, order.
import type { Static } from 'typebox';
import { GUEST_REVIEW_STATES, GUEST_REVIEW_TAGS } from '../model/guest-review.ts';
import { causeSchema } from './cause-record.ts';
import { hotelId } from './records.ts';
import { array, boolean, id, integer, moment, nullable, object, oneOf, personal, text } from './schema.ts';

const stars = { minimum: 1, maximum: 5, example: 5 };

export const guestRatings = {
  respect_house_rules: integer({
    description: 'how well the guest kept the rules of the house: 1–5',
    ...stars,
  }),
  communication: integer({ description: 'how well the guest answered: 1–5', ...stars }),
  cleanliness: integer({ description: 'how the guest left the room: 1–5', ...stars }),
};

export const guestReviewTag = oneOf(GUEST_REVIEW_TAGS, {
  example: 'host_review_guest_positive_neat_and_tidy',
});

export const guestReviewSchema = object(
  {
    guest_review_id: id('the review of the guest', 1),
    hotel_id: hotelId,
    channel: text({ description: 'the OTA', example: 'airbnb' }),
    state: oneOf(GUEST_REVIEW_STATES, {
      description:
        '`open`: the guest has written, and what it says is shown once the house has reviewed the guest; `queued`: that review is on its way; `sent`: the channel has it; `over`: the channel takes none any more',
      example: 'open',
    }),
    guest_name: personal(nullable(text({ description: 'null = not known', example: 'Ada' }))),
    order_id: nullable(id('the stay; null = it is not known here', 10001)),
    write_by: nullable(moment('until when the channel takes it; null = it does not say')),
    respect_house_rules: nullable(guestRatings.respect_house_rules),
    communication: nullable(guestRatings.communication),
    cleanliness: nullable(guestRatings.cleanliness),
    recommended: nullable(
      boolean({ description: 'whether the house would have the guest again', example: true }),
    ),
    public_review: personal(
      nullable(text({ description: "on the guest's profile", example: 'A pleasure to have.' })),
    ),
    private_review: personal(
      nullable(text({ description: 'what only the guest reads', example: 'Come again!' })),
    ),
    tags: array(guestReviewTag, { description: 'what was ticked', example: [] }),
    error: nullable(
      text({
        description: 'why the channel did not take it, or has not got it yet',
        example: 'public_review is too long',
      }),
    ),
    error_cause: causeSchema,
    created_at: moment('when the guest wrote'),
    updated_at: moment('when it last changed'),
  },
  {
    $id: 'GuestReview',
    description:
      'What the house writes about a guest who has reviewed the stay at a channel that hides this until then.',
  },
);

export type GuestReviewRecord = Static<typeof guestReviewSchema>;
