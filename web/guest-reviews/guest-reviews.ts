// Guests who have written a review that their channel hides until the house reviews them, and writing it.
import type { GuestReviewRecord } from '../../src/api/guest-review-records.ts';
import { make } from '../desk/changes.ts';
import { api, rightsOf, shown } from '../desk/property.ts';
import type { DeskProblem } from '../desk/server.ts';
import { useList } from '../desk/use-list.ts';
import { messages } from '../language.ts';

const NONE: readonly GuestReviewRecord[] = [];

/** Returns those that wait for the house, or are on their way. */
export function useGuestReviews(): readonly GuestReviewRecord[] {
  const path = shown.value && rightsOf('reviews').sees ? api('guest_reviews') : null;
  const isConcerned = ({ kind }: { kind: string }) =>
    kind.startsWith('guest_review.') || kind === 'guest.erased';
  return useList<GuestReviewRecord>({ path, query: { waiting: true }, isConcerned }) ?? NONE;
}

/** What the house writes about a guest. */
type DeskGuestReview = {
  respect_house_rules: number;
  communication: number;
  cleanliness: number;
  recommended: boolean;
  public_review: string;
  private_review?: string;
};

/** Returns the name of the guest. */
export function guestOf({ guest_name: name }: GuestReviewRecord): string {
  return name ?? messages().inbox.somebody;
}

/** Sends a review. It cannot be taken back: the channel publishes it. Returns whether it was stored for the channel. */
export async function writeReview(
  review: GuestReviewRecord,
  written: DeskGuestReview,
  onRefused: (problem: DeskProblem) => void,
): Promise<boolean> {
  const { guest_review_id } = review;
  const outcome = await make(
    {
      done: messages().guestReviews.done(guestOf(review)),
      request: { method: 'POST', path: api('guest_reviews'), body: { guest_review_id, ...written } },
    },
    { onRefused },
  );
  return outcome.ok;
}
