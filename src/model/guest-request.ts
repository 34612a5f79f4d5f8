// Requests of guests that wait for the house's answer at a channel, and what can be answered.

/** `booking`: to book a stay; `alteration`: to change a booking; `question`: about a stay, before booking it. */
export const GUEST_REQUEST_KINDS = ['booking', 'alteration', 'question'] as const;
export type GuestRequestKind = (typeof GUEST_REQUEST_KINDS)[number];

export const GUEST_REQUEST_ANSWERS = ['accept', 'decline', 'preapprove', 'offer'] as const;
type GuestRequestAnswerKind = (typeof GUEST_REQUEST_ANSWERS)[number];

/** What can be answered to each kind. A question is left without an answer instead of being declined. */
export const ANSWERS_OF: Record<GuestRequestKind, readonly GuestRequestAnswerKind[]> = {
  booking: ['accept', 'decline'],
  alteration: ['accept', 'decline'],
  question: ['preapprove', 'offer'],
};

/**
 * `open`: it waits for an answer; `answering`: the answer is on its way; `closed`: it was withdrawn, has expired, or was
 * answered in a way that the channel does not say. The others: as it was answered, here or at the channel.
 */
export const GUEST_REQUEST_STATES = [
  'open',
  'answering',
  'accepted',
  'declined',
  'preapproved',
  'offered',
  'closed',
] as const;
export type GuestRequestState = (typeof GUEST_REQUEST_STATES)[number];
export type GuestRequestOutcome = Exclude<GuestRequestState, 'open' | 'answering'>;

export const OUTCOME_OF: Record<GuestRequestAnswerKind, GuestRequestOutcome> = {
  accept: 'accepted',
  decline: 'declined',
  preapprove: 'preapproved',
  offer: 'offered',
};

/** Why a house declines, as Airbnb distinguishes it: it counts each of them in its statistics of the host. */
export const DECLINE_REASONS = [
  'dates_not_available',
  'not_a_good_fit',
  'waiting_for_better_reservation',
  'not_comfortable',
] as const;
type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What is answered to a request. */
export type GuestRequestAnswer = {
  answer: GuestRequestAnswerKind;
  /** of `decline`; null = not given */
  reason: DeclineReason | null;
  /** what the guest reads with `decline` */
  messageToGuest: string | null;
  /** what only the channel reads with `decline` */
  messageToChannel: string | null;
  /** of `offer`: for all nights with fees, without taxes, a whole number in the currency of the request */
  total: number | null;
};
