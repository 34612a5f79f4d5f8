// The sentences of the exchanges with channels in English.

const nights = (count: number) => (count === 1 ? '1 night' : `${count} nights`);

export const exchanges = {
  /** nights that were sent; of the channel's refusals and failures its own words follow */
  nights: {
    ok: (count: number) =>
      count === 0 ? 'No night sent yet, it follows in a moment' : `${nights(count)} accepted`,
    partial: (count: number) =>
      count === 0 ? 'Nights refused' : `${nights(count)} accepted, something refused`,
    failed: (count: number) =>
      count === 0 ? 'No night sent, it is tried again' : `${nights(count)} accepted, the rest is tried again`,
  },
  reply: { done: (_count: number) => 'A reply was sent', failed: 'A reply was not accepted' },
  noReplyNeeded: {
    done: (_count: number) => 'It was said that a text needs no reply',
    failed: 'That a text needs no reply was not accepted',
  },
  pulls: {
    reservations: {
      done: (count: number) =>
        count === 0
          ? 'No new booking'
          : count === 1
            ? '1 booking, change or cancellation received'
            : `${count} bookings, changes and cancellations received`,
      failed: 'Bookings were not taken over',
    },
    messages: {
      done: (count: number) => (count === 1 ? '1 message received' : `${count} messages received`),
      failed: 'Messages could not be read',
    },
    reviews: {
      done: (count: number) => (count === 1 ? '1 review received' : `${count} reviews received`),
      failed: 'Reviews could not be read',
    },
    guestRequests: {
      done: (count: number) =>
        count === 1 ? '1 request of a guest received' : `${count} requests of guests received`,
      failed: 'Requests of guests could not be read',
    },
    calendar: {
      done: (count: number) =>
        count === 0
          ? 'Its calendar was read: nothing new'
          : count === 1
            ? 'Its calendar was read: 1 stay changed'
            : `Its calendar was read: ${count} stays changed`,
      failed: 'Its calendar could not be read',
    },
    test: {
      done: (_count: number) => 'The connection was tested',
      failed: 'The test of the connection failed',
    },
    otas: {
      done: (_count: number) => 'The OTAs behind it were listed',
      failed: 'The OTAs behind it could not be listed',
    },
    'sales limits': {
      done: (_count: number) => 'The settings of the property there were read',
      failed: 'The settings of the property there could not be read',
    },
    'drift check': {
      done: (count: number) =>
        count === 0
          ? 'Its calendar equals ours'
          : count === 1
            ? '1 night differs there or is missing, and is sent again'
            : `${count} nights differ there or are missing, and are sent again`,
      failed: 'Its calendar could not be compared with ours',
    },
    recovery: {
      done: (count: number) =>
        count === 1
          ? 'Its bookings were listed again: 1 was missing or differed'
          : `Its bookings were listed again: ${count} were missing or differed`,
      failed: 'Its bookings could not be listed',
    },
    'accepted requests': {
      done: (count: number) =>
        count === 1
          ? '1 accepted request that it does not know: the booking was released or marked'
          : `${count} accepted requests that it does not know: the bookings were released or marked`,
      failed: 'Accepted requests could not be checked',
    },
    resync: {
      done: (_count: number) => 'It asked for all nights again',
      failed: 'It asked for all nights again, which was refused',
    },
    hint: {
      done: (_count: number) => 'It announced something new',
      failed: 'It announced something new, which was refused',
    },
    reports: {
      done: (_count: number) => 'It reported on the OTAs behind it',
      failed: 'It reported on the OTAs behind it, which was refused',
    },
    'calendar request': {
      done: (_count: number) => 'It read our calendar',
      failed: 'It wanted to read our calendar, which was refused',
    },
    availability: {
      done: (_count: number) => 'It asked whether a stay is free',
      failed: 'It asked whether a stay is free: no',
    },
    alteration: {
      done: (_count: number) => 'It asked whether a booking may change',
      failed: 'It asked whether a booking may change: no',
    },
    changed_since: {
      done: (_count: number) => 'It asked which bookings have changed',
      failed: 'It asked which bookings have changed, which was refused',
    },
    answered: {
      done: (_count: number) => 'It asked about the connection',
      failed: 'It asked something that was refused',
    },
    refused: {
      done: (_count: number) => 'It sent something that was refused',
      failed: 'It sent something that was refused',
    },
  },
  other: { done: (_count: number) => 'An exchange', failed: 'An exchange that failed' },
  /** below a night */
  proof: {
    count: 'Confirmed the count',
    values: 'Confirmed price and restrictions',
    both: 'Confirmed',
    refused: 'Refused',
    unknownConfirmed:
      'Which exchange confirmed this night is not known: it was before innwire recorded it, or innwire was stopped at that moment.',
    unknownRefused:
      'Which exchange refused this night is not known: it was before innwire recorded it, or innwire was stopped at that moment.',
    byReading: (time: string) =>
      `The channel reads our calendar, last at ${time}. Such a reading is not kept for a single night.`,
    neverRead: 'The channel has never read our calendar. Give it the address of the calendar.',
    notSent: 'Nothing was sent: the channel cannot be given this value.',
    deleted: 'What was sent is no longer kept.',
    others: 'Other exchanges',
    pending: 'The last change is not confirmed yet.',
    notReadYet: 'The channel has not read our calendar since the night changed.',
  },
};
