// The texts about requests of guests that wait at a channel, in English.
export const guestRequests = {
  title: 'Guests ask',
  titleOfOne: 'The guest asks',
  sentences: {
    booking: (guest: string, room: string, days: string) => `${guest} asks to book ${room}, ${days}`,
    alteration: (guest: string, room: string, days: string) =>
      `${guest} wants to change the stay: ${room}, ${days}`,
    question: (guest: string, room: string, days: string) => `${guest} asks about ${room}, ${days}`,
  },
  unmapped: 'a room that is not connected',
  payout: (amount: string) => `would bring ${amount}`,
  within: (time: string) => `answer within ${time}`,
  free: 'the nights are free',
  full: (days: string) => `not free: ${days}`,
  refused: (channel: string, reason: string) => `${channel} did not take the answer: ${reason}`,
  accept: 'Accept',
  decline: 'Decline',
  preapprove: 'Approve beforehand',
  offer: 'Offer a price',
  underWay: {
    accept: 'Acceptance on its way',
    decline: 'Refusal on its way',
    preapprove: 'Approval on its way',
    offer: 'Offer on its way',
  },
  done: {
    accept: (guest: string) => `Accepted: ${guest}`,
    decline: (guest: string) => `Declined: ${guest}`,
    preapprove: (guest: string) => `${guest} may book at once`,
    offer: (guest: string) => `Offer sent to ${guest}`,
  },
  reason: 'Why',
  reasons: {
    dates_not_available: 'The dates are not available',
    not_a_good_fit: 'The place does not suit the guest',
    waiting_for_better_reservation: 'We wait for another booking',
    not_comfortable: 'We do not feel comfortable with it',
  },
  toGuest: 'What the guest reads (may be empty)',
  total: 'Price of the whole stay',
  totalHelp: 'With fees, without taxes, a whole amount.',
  wholeAmount: 'Enter a whole amount above 0.',
};
