// The texts of the screen of channels in English.
import { endSentence } from '../end-sentence.ts';

/** Nights that the channel sells at another price than the house's, and the first of them. */
export type LimitedPrice = {
  channel: string;
  nights: number;
  soldAt: string;
  price: string;
  room: string;
  day: string;
};

export const channels = {
  title: 'Channels',
  view: 'View',
  views: { proof: 'Proof', connections: 'Connections', log: 'Log' },
  connect: 'Connect a channel',
  ofSample: 'The sample house exchanges nothing with channels. Sign in to see what yours know of each night.',
  none: 'No channel is connected',
  noneMore: 'Connect one, and every night shows here whether the channel knows it.',
  today: 'Today',
  details: 'Details',
  earlier: 'Two weeks earlier',
  later: 'Two weeks later',
  proof: 'Proof of what the channels know',
  held: 'Free rooms, price',
  weHold: 'we hold',
  paused: 'Paused',
  pushAgain: 'Push again',
  notSoldMore: 'This room is not mapped at the channel: nobody can book it there.',
  notKnown: 'not known',
  exchange: 'Exchanges',
  noExchange: 'What was exchanged is kept for 30 days, and longer only for nights to come.',
  noAnswer: 'No answer',
  noExchanges: 'No exchange yet',
  more: 'Show more',
  conflicts: 'Conflicts',
  noConflict: 'Every stay has its place.',
  conflict: 'Conflict',
  previous: 'Previous',
  next: 'Next',
  noRoom: 'Unmapped room',
  noWay: 'No other room has a place for it. Talk to the guest, or ask the channel to move the booking.',
  doIt: 'Do it',
  openStay: 'Open the stay',
  showNights: 'Show these nights',
  change: 'Change',
  exchangeAll: 'Exchange everything again',
  pause: 'Pause',
  resume: 'Resume',
  disconnect: 'Disconnect',
  disconnectMore:
    'Its nights are closed there first, then nothing more is exchanged. Bookings stay. To sell there again you connect it anew.',
  cancel: 'Cancel',
  allConfirmed: (count: number) => (count === 1 ? '1 night confirmed' : `${count} nights confirmed`),
  nights: {
    on_the_way: (count: number) => (count === 1 ? '1 night on the way' : `${count} nights on the way`),
    refused: (count: number) => (count === 1 ? '1 night refused' : `${count} nights refused`),
    unknown: (count: number) => (count === 1 ? '1 night unknown' : `${count} nights unknown`),
  },
  nightStates: {
    confirmed: 'confirmed',
    on_the_way: 'on the way',
    refused: 'refused',
    unknown: 'unknown',
    not_sold: 'not sold there',
  },
  confirmedAt: (time: string) => `confirmed ${time}`,
  pushed: (channel: string, day: string) => `${channel}: ${day} is pushed again`,
  values: { available: 'Free', price: 'Price', min_stay: 'Minimum nights' },
  outcomes: { partial: 'in part', failed: 'failed' },
  ofCount: (one: number, all: number) => `${one} of ${all}`,
  soldTwice: (room: string, first: string, last: string, nights: number) =>
    nights === 1 ? `${room} sold twice, ${first}` : `${room} sold twice, ${first} – ${last}`,
  withoutPlace: (room: string) => `${room}: no place for this stay`,
  ways: {
    move: (guest: string, room: string, count: number) =>
      `${room} for ${guest}, ${count === 1 ? '1 night' : `${count} nights`}`,
    give_way: (guest: string, room: string, count: number) =>
      `${guest} moves to ${room} instead, ${count === 1 ? '1 night' : `${count} nights`}`,
    openUnit: (unit: string) => `Reopen ${unit}`,
    endClosure: (unit: string, day: string) => `Reopen ${unit} from ${day}`,
    closed: 'closed for now',
    unitLater: 'no unit is free in all nights: it gets its units later',
    priceStays: 'the price stays',
    samePrice: 'same price, guest pays what was agreed',
    dearer: (amount: string) => `worth ${amount} more, guest pays what was agreed`,
    cheaper: (amount: string) => `worth ${amount} less, guest pays what was agreed`,
  },
  states: {
    connected: 'connected',
    connecting: 'connecting',
    delayed: 'delayed',
    error: 'not working',
    disconnected: 'disconnected',
    closing: 'closing',
  },
  httpHelp: {
    credentials:
      'The channel does not accept the credentials. Compare them with those in its extranet, and enter them again under Change.',
    address:
      'Nothing answers at this address. Check the address, and the number of the property at the channel.',
  },
  lastSync: (time: string) => `last exchange ${time}`,
  moreOf: (channel: string) => `More for ${channel}`,
  atChannel: (channel: string) => `At ${channel}`,
  exchanging: (channel: string) => `${channel}: everything is exchanged again`,
  pausedNow: (channel: string) => `${channel} is paused`,
  resumed: (channel: string) => `${channel} goes on`,
  disconnecting: (channel: string) => `${channel} is disconnected once its nights are closed there`,
  disconnectAsk: (channel: string) => `Disconnect ${channel}?`,
  maturity: { experimental: 'experimental', unverified: 'not tried with the channel' },
  protocols: {
    ical: 'Airbnb, Vrbo, Booking.com and any calendar: dates only, read every few minutes',
    booking_com: 'Dates, prices and reservations, with an account of a connectivity partner',
    expedia: 'Dates, prices and reservations, with an account of a connectivity partner',
    vrbo: 'Dates, prices and reservations for software partners',
    airbnb: 'Dates, prices, reservations and messages, with access as a partner',
    channex: 'Many channels through one account of Channex',
    open_channel: 'Any partner that speaks the Open Channel protocol',
  },
  reading: {
    found: (events: number, stays: number, nights: number) =>
      [
        events === 1 ? '1 event' : `${events} events`,
        stays === 1 ? '1 stay' : `${stays} stays`,
        nights === 1 ? '1 closed night' : `${nights} closed nights`,
      ].join(' · '),
    leftOut: (reasons: string) => `Left out: ${reasons}`,
    reasons: {
      cancelled: (count: number) => `${count} cancelled`,
      free: (count: number) => (count === 1 ? '1 free time' : `${count} free times`),
      tentative: (count: number) => `${count} provisional`,
      past: (count: number) => `${count} past`,
      beyond_horizon: (count: number) => `${count} too far ahead`,
      own: (count: number) => `${count} of our own closures, sent back`,
      no_night: (count: number) => `${count} without a night`,
      reversed: (count: number) =>
        count === 1 ? '1 that ends before it begins' : `${count} that end before they begin`,
      outdated: (count: number) =>
        count === 1 ? '1 older version of another' : `${count} older versions of others`,
      marker: (count: number) =>
        count === 1 ? '1 marker of arrival or departure' : `${count} markers of arrival or departure`,
      other: (count: number) => (count === 1 ? '1 to-do or other entry' : `${count} to-dos or other entries`),
      unreadable: (count: number) =>
        count === 1 ? '1 with a date that cannot be read' : `${count} with dates that cannot be read`,
    },
  },
  limits: {
    label: (channel: string) => `What ${channel} sells otherwise`,
    days: (channel: string, days: number) =>
      `${channel} sells ${days} nights from today on only: the property there is set so.`,
    cutOff: (channel: string, time: string, days: number) =>
      days === 0
        ? `${channel} closes the night of today by itself every day at ${time}.`
        : `${channel} closes the night of today and ${days === 1 ? 'the next one' : `the next ${days}`} by itself every day at ${time}.`,
    raised: (of: LimitedPrice) =>
      `${of.channel} raises the price of ${of.nights} ${of.nights === 1 ? 'night' : 'nights'} to ${of.soldAt}, the lowest price of the property there. First: ${of.room}, ${of.day}, here ${of.price}.`,
    lowered: (of: LimitedPrice) =>
      `${of.channel} lowers the price of ${of.nights} ${of.nights === 1 ? 'night' : 'nights'} to ${of.soldAt}, the highest price of the property there. First: ${of.room}, ${of.day}, here ${of.price}.`,
  },
  otas: {
    none: (channel: string) => `No OTA is connected at ${channel} yet.`,
    label: (channel: string) => `OTAs behind ${channel}`,
    property: (channel: string) => `The property at ${channel}`,
    unnamed: 'An OTA without a name',
    states: {
      on: 'switched on',
      off: 'switched off',
      unknown: 'not known whether it is on',
      removed: 'no longer connected',
    },
    removal: (day: string) => `to be removed on ${day}`,
    reported: (time: string) => `reported ${time}`,
    dismiss: 'Seen',
    dismissOf: (ota: string) => `Seen: ${ota}`,
    dismissed: (ota: string) => `${ota}: taken off the list`,
    failing: (otas: string, _count: number) => `${otas} failing`,
    problems: {
      deactivated: (channel: string, _detail: string) =>
        `Switched off at ${channel}: it may go on selling what it knew last, and its bookings may not arrive here.`,
      removed: (channel: string, _detail: string) =>
        `No longer connected to ${channel}: it may go on selling what it knew last, and its bookings may not arrive here.`,
      listing_disconnected: (channel: string, _detail: string) =>
        `A listing is no longer connected to ${channel}: it may go on selling what it knew last.`,
      sync_error: (_channel: string, detail: string) =>
        `A change was not taken over${detail && ` (${detail})`}.`,
      rate_error: (_channel: string, detail: string) =>
        `A price was not taken over${detail && ` (${detail})`}.`,
      sync_warning: (_channel: string, detail: string) =>
        `A change was taken over with a warning${detail && ` (${detail})`}.`,
      removal_announced: (channel: string, detail: string) =>
        detail ? endSentence(`${channel} removes it on ${detail}`) : `${channel} is going to remove it.`,
      booking_unacknowledged: (channel: string, detail: string) =>
        `${channel} reports that a booking has not arrived here${detail && ` (${detail})`}.`,
    },
    short: {
      deactivated: 'switched off',
      removed: 'no longer connected',
      listing_disconnected: 'listing not connected',
      sync_error: 'change not taken over',
      rate_error: 'price not taken over',
      sync_warning: 'warning',
      removal_announced: 'is going to be removed',
      booking_unacknowledged: 'booking not arrived',
    },
  },
  form: {
    calendars:
      'The channel reads a calendar of yours for each room, and you read its calendar. Paste the address that the channel shows beside each room; its own address for the channel stands in Settings.',
    name: 'Name of the channel',
    nameHelp: 'small letters: airbnb, booking_com, agoda',
    url: 'Address',
    urlHelp: 'only if it is not the usual one of the channel',
    stored: 'The credentials are stored. Leave them empty to keep them.',
    remove: 'Remove what is no longer there',
    save: 'Save',
    attempt: 'Try first',
    rooms: 'Rooms',
    roomsHelp: 'Leave empty what is not sold there.',
    room: 'Room at the channel',
    rate: 'Rate plan',
    calendar: 'Address of the calendar',
    addLine: 'a further line',
    removeLine: 'Remove this line',
    unit: 'Unit',
    wholeRoom: 'whole room',
    yes: 'yes',
    no: 'no',
    accepted: 'The channel accepts it.',
    notAsked: 'The channel could not be asked.',
    more: 'More settings',
    connect: 'Connect',
    connected: (channel: string) => `${channel} is connected`,
    pushed: (count: number) => (count === 1 ? '1 night is sent' : `${count} nights are sent`),
    forSale: (count: number) => (count === 1 ? '1 of them for sale' : `${count} of them for sale`),
    opened: (count: number) => (count === 1 ? '1 night opens there' : `${count} nights open there`),
    closed: (count: number) => (count === 1 ? '1 night closes there' : `${count} nights close there`),
    repriced: (count: number) =>
      count === 1 ? '1 night gets another price' : `${count} nights get another price`,
    imported: (count: number) =>
      count === 1 ? '1 reservation would be stored' : `${count} reservations would be stored`,
  },
};
