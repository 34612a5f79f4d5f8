// The texts about reviews of guests, in English.
export const guestReviews = {
  title: 'Reviews of guests',
  hidden: (guest: string, channel: string) =>
    `${guest} has written a review. ${channel} shows it once you have reviewed the guest.`,
  until: (moment: string) => `possible until ${moment}`,
  refused: (channel: string, reason: string) => `${channel} did not take the review: ${reason}`,
  underWay: 'Review on its way',
  write: 'Review the guest',
  writeAbout: (guest: string) => `Review ${guest}`,
  send: 'Send the review',
  done: (guest: string) => `Review of ${guest} on its way`,
  categories: {
    respect_house_rules: 'Kept the rules of the house',
    communication: 'Communication',
    cleanliness: 'Cleanliness',
  },
  stars: (count: number) => `${count} of 5`,
  publicReview: 'What everybody reads',
  privateReview: 'What only the guest reads (may be empty)',
  recommended: 'We would have this guest again',
  onceOnly: 'A review is sent once and cannot be changed afterwards.',
};
