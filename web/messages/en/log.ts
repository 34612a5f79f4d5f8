// The log in English.
import type { GuestRequestKind, GuestRequestState } from '../../../src/model/guest-request.ts';
import type { GuestReviewState } from '../../../src/model/guest-review.ts';
import type { LogSentences } from '../../screens/log/event-facts.ts';

const requests: Record<GuestRequestKind, string> = {
  booking: 'request to book',
  alteration: 'request to change a booking',
  question: 'question about a stay',
};

const guestReviewStates: Record<GuestReviewState, string> = {
  open: 'waits',
  queued: 'on its way',
  sent: 'delivered',
  over: 'not possible any more',
};

const requestStates: Record<GuestRequestState, string> = {
  open: 'waits for an answer',
  answering: 'answer on its way',
  accepted: 'accepted',
  declined: 'declined',
  preapproved: 'approved beforehand',
  offered: 'offered at a price',
  closed: 'over',
};

const sentences = {
  'booking.created': ({ guest, place, days, channel }) => `${guest} booked: ${place}, ${days}, ${channel}`,
  'booking.modified': ({ guest, changes }) => (changes ? `${guest}: ${changes}` : `Stay of ${guest} changed`),
  'booking.cancelled': ({ guest, place, days }) => `Stay of ${guest} cancelled: ${place}, ${days}`,
  'booking.checked_in': ({ guest, place }) => `${guest} checked in, ${place}`,
  'booking.checked_out': ({ guest, place }) => `${guest} checked out, ${place}`,
  'booking.conflict': ({ guest, place, days }) => `No place for ${guest}: ${place}, ${days}`,
  'booking.held': ({ guest, place, days }) => `Held for ${guest}: ${place}, ${days}`,
  'booking.hold_expired': ({ guest, place, days }) => `Hold for ${guest} ran out: ${place}, ${days}`,
  'booking.hold_cancelled': ({ guest, place, days }) => `Hold for ${guest} given up: ${place}, ${days}`,
  'availability.changed': ({ room, days, what }) => `${room}, ${days}: ${what}`,
  'message.received': ({ guest }) => `${guest} wrote`,
  'message.queued': ({ guest }) => `Reply to ${guest} on its way`,
  'message.sent': ({ guest }) => `Reply to ${guest} delivered`,
  'message.failed': ({ guest }) => `Reply to ${guest} not delivered`,
  'message.changed': ({ guest, waits }) =>
    waits ? `The text of ${guest} waits for a reply` : `The text of ${guest} needs no reply`,
  'inquiry.received': ({ guest, channel }) => `${guest} asked through ${channel}`,
  'inquiry.queued': ({ guest }) => `Answer to ${guest} on its way`,
  'inquiry.sent': ({ guest }) => `Answer to ${guest} delivered`,
  'inquiry.failed': ({ guest }) => `Answer to ${guest} not delivered`,
  'inquiry.changed': ({ guest, waits }) =>
    waits ? `The text of ${guest} waits for a reply` : `The text of ${guest} needs no reply`,
  'inquiry.booked': ({ guest }) => `The question of ${guest} became a booking`,
  'guest_request.received': ({ kind, place, days, channel }) =>
    `${channel}: ${requests[kind]}, ${place}, ${days}`,
  'guest_request.answered': ({ kind, place, days, channel }) =>
    `${channel}: answer on its way to the ${requests[kind]}, ${place}, ${days}`,
  'guest_request.changed': ({ kind, state, place, days, channel }) =>
    `${channel}: ${requests[kind]}, ${place}, ${days}: ${requestStates[state]}`,
  'guest_review.received': ({ guest, channel }) =>
    `${channel}: ${guest} has written a review, shown once you have reviewed the guest`,
  'guest_review.written': ({ guest, channel }) => `${channel}: review of ${guest} on its way`,
  'guest_review.changed': ({ guest, channel, state }) =>
    `${channel}: review of ${guest}: ${guestReviewStates[state]}`,
  'task.created': ({ task, place, day }) => `Task: ${task}, ${place}, ${day}`,
  'task.changed': ({ task, place, changes }) => `Task ${task}, ${place}: ${changes || 'changed'}`,
  'accounting.posted': ({ entry, guest }) => (guest ? `${entry}, ${guest}` : entry),
  'review.received': ({ guest, score, channel }) => `${guest} gave ${score} of 10 at ${channel}`,
  'review.replied': ({ guest, channel }) => `Review of ${guest} at ${channel} answered`,
  'review.changed': ({ guest, channel, delivery }) =>
    ({
      sent: `Reply to the review of ${guest} delivered to ${channel}`,
      failed: `Reply to the review of ${guest} not taken by ${channel}`,
      queued: `Reply to the review of ${guest} not delivered to ${channel} yet`,
    })[delivery ?? 'queued'],
  'channel.changed': ({ channel, state, otas }) => `${channel}: ${state}${otas && ` · ${otas}`}`,
  'guest.changed': ({ number }) => `Guest ${number}: details changed`,
  'guest.merged': ({ number }) => `Guest ${number} joined with another entry of the same person`,
  'guest.erased': ({ number }) => `Guest ${number}: data erased`,
  'property.changed': ({ changes, moved }) => {
    if (moved)
      return moved === 'archived' ? 'The house was archived' : 'The house was taken out of the archive';
    return changes ? `The house: ${changes}` : 'The house was set up';
  },
  'room.changed': ({ room, changes, how }) =>
    ({ new: `Room ${room} added`, changed: `${room}: ${changes}`, retired: `Room ${room} retired` })[how],
  'unit.changed': ({ unit, room, changes, how }) =>
    ({
      new: `${unit} added to ${room}`,
      changed: `${unit}: ${changes || 'changed'}`,
      retired: `${unit} taken out of use`,
    })[how],
  'template.changed': ({ name, how }) =>
    ({
      new: `Template ${name} written`,
      changed: `Template ${name} changed`,
      retired: `Template ${name} removed`,
    })[how],
  'closure.created': ({ unit, days, kind }) =>
    kind === 'out_of_order' ? `${unit} out of order, ${days}` : `${unit} out of service, ${days}`,
  'closure.changed': ({ unit, days, changes }) => `Closure of ${unit}, ${days}: ${changes || 'changed'}`,
  'closure.ended': ({ unit }) => `${unit} open again`,
  'proposal.created': ({ number }) => `Proposal ${number} made`,
  'proposal.decided': ({ number, state }) =>
    ({
      approved: `Proposal ${number} approved`,
      declined: `Proposal ${number} declined`,
      failed: `Proposal ${number} approved, and not possible`,
    })[state],
  'proposal.reopened': ({ number }) => `Proposal ${number} waits again`,
} satisfies LogSentences;

export const log = {
  sentences,
  aGuest: 'A guest',
  roomNumber: (id: number) => `Room ${id}`,
  stayNumber: (id: number) => `stay ${id}`,
  today: 'Today',
  yesterday: 'Yesterday',
  filters: 'What to show',
  who: 'Who',
  everybody: 'Everybody',
  anyone: {
    channel: 'Channels',
    person: 'People',
    agent: 'Agents',
    token: 'Programs',
    operator: 'Operator',
    innwire: 'innwire itself',
  },
  room: 'Room',
  allRooms: 'All rooms',
  from: 'From',
  until: 'to',
  stay: (name: string) => `Only the stay of ${name}`,
  all: 'Everything',
  groups: {
    stays: 'Stays',
    money: 'Money',
    messages: 'Messages',
    rates: 'Rates',
    housekeeping: 'Housekeeping',
    house: 'House',
  },
  sinceLastVisit: 'Since I was last here',
  seenBefore: 'You have seen what is below',
  clear: 'Clear filters',
  onlyStay: 'Only this stay',
  none: 'Nothing happened that fits.',
  noneMore: 'Remove a filter to see more.',
  earlier: 'Show earlier',
  beginning: 'The log begins here.',
  newOnes: (count: number): string => (count === 1 ? '1 new' : `${count} new`),
  raw: (seq: string) => `Event ${seq} as data`,
  justBefore: 'Calendar just before this change',
  exchanges: 'What was sent to channels',
  unknownActor: 'not recorded',
  program: (label: string) => `${label} (program)`,
  revoked: 'a program',
  nights: {
    available: 'free rooms',
    price: 'price',
    min_stay: 'minimum stay',
    max_stay: 'maximum stay',
    closed_to_arrival: 'arrival',
    closed_to_departure: 'departure',
    stop_sell: 'on sale or not',
  },
  entries: {
    payment: 'Payment',
    refund: 'Refund',
    charge: 'Charge',
    expense: 'Expense',
    income: 'Price of the stay',
    adjustment: 'Price changed by',
    reversal: 'Price taken back',
  },
  members: {
    channel_checkin: 'arrival at the channel',
    channel_checkout: 'departure at the channel',
    differences: 'to decide',
    connection: 'connection',
    room_id: 'room',
    name: 'name',
    address: 'address',
    timezone: 'time zone',
    checkin_time: 'check-in begins',
    checkout_time: 'check-out ends',
    language: 'language',
    email: 'e-mail',
    phone: 'telephone',
    website: 'website',
    horizon_days: 'calendar ahead, nights',
    inspects_units: 'cleaned rooms are inspected',
    books_closed_until: 'books closed until',
    infants_under_age: 'children in cots under the age of',
    settings: 'settings',
    subscription: 'subscription',
    retention: 'how long data is kept',
    capacity: 'guests',
    cots: 'cots',
    price: 'price',
    units: 'number of rooms',
    min_stay: 'minimum stay',
    calendar_links: 'calendar links',
    task_name: 'task',
    assignee: 'for',
    status: 'state',
    date: 'day',
    unit: 'number',
    condition: 'condition',
    floor: 'floor',
    position: 'place in the list',
    fromdate: 'first night',
    todate: 'last night',
    kind: 'kind',
    reason: 'reason',
    responsible: 'responsible',
  },
  values: {
    true: 'yes',
    false: 'no',
    dirty: 'to clean',
    clean: 'clean',
    inspected: 'inspected',
    pending: 'to do',
    in_progress: 'begun',
    done: 'done',
    cancelled: 'cancelled',
    out_of_order: 'out of order',
    out_of_service: 'out of service',
  },
};
