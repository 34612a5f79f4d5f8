// Converts reviews of guests to their public record.
import type { WrittenGuestReview } from '../model/guest-review.ts';
import type { NamedGuestReview, ReviewOfGuest } from '../pms/guest-reviews.ts';
import { presentCause } from './cause-record.ts';
import type { GuestReviewRecord } from './guest-review-records.ts';
import { presentMoment } from './present.ts';

export function presentGuestReview(from: NamedGuestReview): GuestReviewRecord {
  const { review, guestName } = from;
  return {
    ...head(from),
    guest_name: guestName,
    ...stay(from),
    ...ratings(review),
    public_review: review?.publicReview ?? null,
    private_review: review?.privateReview ?? null,
    ...tail(from, review?.tags ?? []),
  };
}

/** One as the log has it: without the guest, and without texts. */
export type LoggedGuestReview = Omit<ReviewOfGuest, 'review'> & {
  scores: WrittenGuestReview['scores'] | null;
  isRecommended: boolean | null;
  tags: WrittenGuestReview['tags'];
};

/** Returns the data of an event of a review of a guest. */
export function presentGuestReviewEvent(
  stored: LoggedGuestReview,
): Omit<GuestReviewRecord, 'guest_name' | 'public_review' | 'private_review'> {
  return { ...head(stored), ...stay(stored), ...ratings(stored), ...tail(stored, stored.tags) };
}

type Shown = Omit<ReviewOfGuest, 'review'>;

function head({ guestReviewId, hotelId, channel, state }: Shown) {
  return { guest_review_id: guestReviewId, hotel_id: hotelId, channel, state };
}

function stay({ reservationId, writeBy }: Shown) {
  return { order_id: reservationId, write_by: writeBy && presentMoment(writeBy) };
}

function ratings(of: Pick<LoggedGuestReview, 'scores' | 'isRecommended'> | null) {
  return {
    respect_house_rules: of?.scores?.respect_house_rules ?? null,
    communication: of?.scores?.communication ?? null,
    cleanliness: of?.scores?.cleanliness ?? null,
    recommended: of?.isRecommended ?? null,
  };
}

function tail({ error, errorCause, createdAt, updatedAt }: Shown, tags: WrittenGuestReview['tags']) {
  return {
    tags: [...tags],
    error,
    error_cause: presentCause(errorCause),
    created_at: presentMoment(createdAt),
    updated_at: presentMoment(updatedAt),
  };
}
