// What the house writes about a guest at a channel where guests are reviewed too.

/** What Airbnb has guests rated for, through Channex (docs.channex.io, "Reviews Collection", "Send Guest Review"). */
export const GUEST_REVIEW_CATEGORIES = ['respect_house_rules', 'communication', 'cleanliness'] as const;
export type GuestReviewCategory = (typeof GUEST_REVIEW_CATEGORIES)[number];

/** `open`: it waits for the house; `queued`: it is on its way; `sent`: the channel has it; `over`: the channel takes none any more. */
export const GUEST_REVIEW_STATES = ['open', 'queued', 'sent', 'over'] as const;
export type GuestReviewState = (typeof GUEST_REVIEW_STATES)[number];

/** What can be ticked about a guest (docs.channex.io, "Reviews Collection", "Tags"). */
export const GUEST_REVIEW_TAGS = [
  'host_review_guest_positive_neat_and_tidy',
  'host_review_guest_positive_kept_in_good_condition',
  'host_review_guest_positive_took_care_of_garbage',
  'host_review_guest_negative_ignored_checkout_directions',
  'host_review_guest_negative_garbage',
  'host_review_guest_negative_messy_kitchen',
  'host_review_guest_negative_damage',
  'host_review_guest_negative_ruined_bed_linens',
  'host_review_guest_negative_arrived_early',
  'host_review_guest_negative_stayed_past_checkout',
  'host_review_guest_negative_unapproved_guests',
  'host_review_guest_negative_unapproved_pet',
  'host_review_guest_negative_did_not_respect_quiet_hours',
  'host_review_guest_negative_unapproved_filming',
  'host_review_guest_negative_unapproved_event',
  'host_review_guest_negative_smoking',
  'host_review_guest_positive_helpful_messages',
  'host_review_guest_positive_respectful',
  'host_review_guest_positive_always_responded',
  'host_review_guest_negative_unhelpful_messages',
  'host_review_guest_negative_disrespectful',
  'host_review_guest_negative_unreachable',
  'host_review_guest_negative_slow_responses',
] as const;
type GuestReviewTag = (typeof GUEST_REVIEW_TAGS)[number];

export type WrittenGuestReview = {
  /** 1 to 5 */
  scores: Record<GuestReviewCategory, number>;
  /** on the guest's profile */
  publicReview: string;
  /** what only the guest reads; null = nothing */
  privateReview: string | null;
  /** whether the house would have the guest again */
  isRecommended: boolean;
  tags: readonly GuestReviewTag[];
};
