// Commands for bookings, guests, housekeeping and the ledger.
import { StartError } from '../db/start-error.ts';
import { balanceSentence, folioFooter, folioHeader, markReversed } from './folio.ts';
import { formatMember } from './format-value.ts';
import { readFileAsBase64, saveAttachment, savePhoto } from './local-files.ts';
import type { CommandDeclaration, Input, SendOperation, Values } from './operator-command.ts';

/** What a room of a group may say after its price, by the name on the command line. */
const OWN_VALUES: Record<string, (text: string) => object> = {
  checkin: (checkin) => ({ checkin }),
  checkout: (checkout) => ({ checkout }),
  name: (name) => ({ name }),
  unit: (unit_id) => ({ unit_id }),
};

/** A room of a new group, with the price of its stay. */
const ROOMS_OF_GROUP: Partial<Input> = {
  description:
    'ROOM=PRICE, the room and the total price of its stay; once for each booking. Dates, a guest or a unit of its own follow: 101=240,checkin=2030-06-11,name=Ada,unit=auto',
  parse(text) {
    const [first, ...own] = text.split(/,(?=[a-z]+=)/);
    const [, room, price] = /^(\d{1,15})=(\d+(?:\.\d+)?)$/.exec(first!) ?? [];
    if (room === undefined)
      throw new StartError(`${JSON.stringify(first)} is not ROOM=PRICE, such as 101=360.50.`);
    return Object.assign({ room_id: Number(room), price: Number(price) }, ...own.map(ownValue));
  },
};

function ownValue(text: string): object {
  const [, name = '', value = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
  if (!Object.hasOwn(OWN_VALUES, name))
    throw new StartError(
      `${JSON.stringify(text)} is not one of ${Object.keys(OWN_VALUES).join(', ')} with its value, such as checkin=2030-06-11.`,
    );
  return OWN_VALUES[name]!(value);
}

/** Guests who come along. A name may have a comma itself: the age is what follows the last one, if that is a number. */
const COMPANIONS: Partial<Input> = {
  description:
    'a guest who comes along, by name and, if it is known, the age on the day of arrival: Bo,6; once for each, and all of them, since the list replaces the one before; none = none are known',
  placeholder: '<name,age>',
  parse(text) {
    const [, name, age] = /^(.*?)(?:,\s*(\d+))?$/s.exec(text)!;
    return { name, age: age === undefined ? null : Number(age) };
  },
};

const BOOKING_COLUMNS = [
  'order_id',
  'status',
  'room_id',
  'unit',
  'name',
  'checkin',
  'checkout',
  'price',
  'balance',
  'channel',
  'referral_order_id',
];

const LEDGER_COLUMNS = [
  'id',
  'date',
  'type',
  'code',
  'amount',
  'currency',
  'description',
  'room_id',
  'order_id',
  'method',
  'reference',
  'reverses_id',
  'reversed_by',
];

/** Lists within the answers about groups. */
const IN_GROUPS = { bookings: BOOKING_COLUMNS, entries: LEDGER_COLUMNS };

export const BOOKING_COMMANDS: readonly CommandDeclaration[] = [
  {
    name: 'booking list',
    operation: 'listBookings',
    inputs: { guest_id: 'guest' },
    columns: BOOKING_COLUMNS,
    empty: 'No bookings.',
  },
  { name: 'booking show', operation: 'getBooking', arguments: ['order_id'] },
  {
    name: 'booking add',
    operation: 'createBooking',
    arguments: ['name'],
    inputs: {
      room_id: { description: 'room' },
      price: { required: false, description: 'total price of the stay; absent = that of the calendar' },
      companions: COMPANIONS,
    },
    run: book,
  },
  {
    name: 'booking set',
    operation: 'changeBooking',
    arguments: ['order_id'],
    inputs: { unit_id: { none: 'none' }, group_id: { none: 'none' }, companions: COMPANIONS },
  },
  {
    name: 'booking check-in',
    operation: 'changeBooking',
    description: 'Check a guest in',
    arguments: ['order_id'],
    only: ['unit_id', 'early', 'unready'],
    inputs: {
      early: { description: 'before the check-in date; no earlier night is taken or charged' },
    },
    complete: (values) => ({ ...values, status: 'checked_in' }),
  },
  {
    name: 'booking check-out',
    operation: 'changeBooking',
    description:
      'Check a guest out. Before the date of departure, the nights after tonight are released; --checkout with the date of today also releases tonight',
    arguments: ['order_id'],
    only: ['checkout', 'price'],
    inputs: {
      checkout: { description: 'the day of departure; today = tonight can be sold again' },
      price: { description: 'what the guest owes; without it a changed date of departure changes the price' },
    },
    complete: (values) => ({ ...values, status: 'checked_out' }),
    footer: balanceSentence,
  },
  {
    name: 'booking cancel',
    operation: ['cancelBooking', 'changeBooking'],
    description: 'Cancel a booking. Once the guest has arrived, the nights that are left are released',
    arguments: ['order_id'],
    only: ['date'],
    inputs: {
      date: {
        required: false,
        description: 'the day from which nights are released once the guest has arrived; absent = today',
      },
    },
    run: cancel,
  },
  {
    name: 'booking conflicts',
    operation: 'listConflicts',
    columns: ['order_id', 'room_id', 'name', 'checkin', 'checkout', 'channel', 'conflict'],
    empty: 'No conflicts.',
  },
  {
    name: 'group list',
    operation: 'listGroups',
    columns: ['group_id', 'name', 'channel', 'reference', 'bookings', 'currency', 'total', 'paid', 'balance'],
    empty: 'No groups.',
  },
  {
    name: 'group add',
    operation: 'createGroup',
    arguments: ['name', 'rooms'],
    inputs: { rooms: ROOMS_OF_GROUP },
    nested: IN_GROUPS,
  },
  { name: 'group set', operation: 'changeGroup', arguments: ['group_id'], nested: IN_GROUPS },
  { name: 'group pay', operation: 'payGroup', arguments: ['group_id'], nested: IN_GROUPS },
  { name: 'group cancel', operation: 'cancelGroup', arguments: ['group_id'], nested: IN_GROUPS },
  {
    name: 'guest list',
    operation: 'listGuests',
    inputs: { search: { description: 'part of the name, the e-mail or the telephone number' } },
    columns: ['guest_id', 'name', 'email', 'phone', 'stays', 'nights', 'last_stay', 'next_stay', 'tags'],
    empty: 'No guests.',
  },
  { name: 'guest show', operation: 'getGuest', arguments: ['guest_id'] },
  { name: 'guest set', operation: 'changeGuest', arguments: ['guest_id'] },
  {
    name: 'guest suggestions',
    operation: 'listGuestSuggestions',
    columns: ['guest_id', 'name', 'into', 'into_name', 'reasons'],
    empty: 'No profiles that may be of one person.',
  },
  {
    name: 'guest merge',
    operation: 'mergeGuests',
    description:
      'Merge two profiles of one person. The bookings of the first move to the second, which keeps what it says and takes over what it lacks. "innwire booking set --guest-id none" gives a booking a profile of its own again',
    arguments: ['guest_id', 'into'],
  },
  { name: 'guest export', operation: 'exportGuest', arguments: ['guest_id'] },
  { name: 'guest erase', operation: 'eraseGuest', arguments: ['guest_id'] },
  {
    name: 'offer list',
    operation: 'listOffers',
    columns: ['room_id', 'name', 'bookable', 'price', 'currency', 'available', 'reasons'],
    empty: 'There is no room yet: make one with "innwire room add".',
  },
  {
    name: 'message list',
    operation: 'listMessages',
    inputs: { rid: 'order', guest_id: 'guest' },
    asRecords: true,
    empty: 'No messages.',
  },
  {
    name: 'message reply',
    operation: 'sendReply',
    arguments: ['rid', 'reply'],
    inputs: { rid: 'order' },
  },
  {
    name: 'message save-attachment',
    operation: 'getMessageAttachment',
    description: 'Write a file that a guest attached to a new file in the current folder',
    arguments: ['message_id', 'attachment_id'],
    run: saveAttachment,
  },
  { name: 'message set', operation: 'changeMessage', arguments: ['message_id'], switches: ['needs_reply'] },
  {
    name: 'inquiry list',
    operation: 'listInquiries',
    inputs: { inquiry_id: 'inquiry' },
    asRecords: true,
    empty: 'No inquiries.',
  },
  {
    name: 'inquiry reply',
    operation: 'replyToInquiry',
    arguments: ['inquiry_id', 'reply'],
    asRecords: true,
  },
  {
    name: 'request list',
    operation: 'listGuestRequests',
    columns: [
      'guest_request_id',
      'kind',
      'state',
      'channel',
      'guest_name',
      'room_id',
      'checkin',
      'checkout',
      'price',
      'answer_by',
    ],
    empty: 'No requests.',
  },
  { name: 'request answer', operation: 'answerGuestRequest', arguments: ['guest_request_id', 'answer'] },
  { name: 'review list', operation: 'listReviews', asRecords: true, empty: 'No reviews.' },
  {
    name: 'review reply',
    operation: 'replyToReview',
    arguments: ['id', 'reply'],
    inputs: { id: 'review' },
  },
  {
    name: 'guest-review list',
    operation: 'listGuestReviews',
    columns: ['guest_review_id', 'state', 'channel', 'guest_name', 'order_id', 'write_by', 'error'],
    empty: 'No reviews of guests.',
  },
  {
    name: 'guest-review write',
    operation: 'writeGuestReview',
    arguments: ['guest_review_id', 'public_review'],
    switches: ['recommended'],
  },
  {
    name: 'task list',
    operation: 'listTasks',
    inputs: { id: 'room' },
    columns: ['task_id', 'date', 'room_id', 'unit', 'task_name', 'status', 'assignee', 'order_id'],
    empty: 'No tasks.',
  },
  { name: 'task add', operation: 'createTask', arguments: ['task_name'] },
  { name: 'task set', operation: 'changeTask', arguments: ['task_id'], inputs: { task_name: 'name' } },
  {
    name: 'task add-photo',
    operation: 'addTaskPhoto',
    arguments: ['task_id', 'image'],
    inputs: { image: { name: 'file', description: 'a JPEG, PNG or WebP file', parse: readFileAsBase64 } },
  },
  {
    name: 'task save-photo',
    operation: 'getTaskPhoto',
    description: 'Write a photo of a task to a new file in the current folder',
    arguments: ['task_id', 'photo_id'],
    run: savePhoto,
  },
  { name: 'task remove-photo', operation: 'removeTaskPhoto', arguments: ['task_id', 'photo_id'] },
  {
    name: 'ledger list',
    operation: ['listAccounting', 'getBooking'],
    description:
      'List ledger entries with their sums by type and method; those of one booking (--order) are its folio, with what is paid and what is owed',
    inputs: { guest_id: 'guest' },
    columns: LEDGER_COLUMNS,
    empty: 'No entries.',
    explain: markReversed,
    header: folioHeader,
    footer: folioFooter,
  },
  {
    name: 'ledger post',
    operation: 'postEntry',
    arguments: ['amount'],
    only: [
      'type',
      'description',
      'room_id',
      'order_id',
      'date',
      'currency',
      'code',
      'quantity',
      'service_from',
      'service_until',
      'vat_category',
      'vat_rate',
      'collected_by',
      'method',
      'reference',
      'confirm',
      'keep_hold',
    ],
    inputs: {
      amount: { required: true, description: 'positive = in, negative = out (after --, as: -- -35)' },
      type: { required: true },
      description: { required: true },
    },
    footer: balanceSentence,
  },
  {
    name: 'ledger reverse',
    operation: 'postEntry',
    description: 'Cancel out a ledger entry that people posted, with its opposite; each entry once at most',
    arguments: ['reverses_id'],
    only: ['description', 'date'],
    inputs: {
      reverses_id: { name: 'entry', required: true, description: 'the entry to reverse' },
      description: { description: 'why; absent = that it is a reversal' },
    },
    footer: balanceSentence,
  },
  {
    name: 'report occupancy',
    operation: 'getReport',
    description: 'Report occupancy, average rate (adr), revenue per unit (revpar) and pickup',
    columns: [
      ...['key', 'room', 'units', 'out_of_order', 'sold', 'occupancy', 'adr', 'revpar', 'revenue'],
      ...['pickup', 'pickup_revenue', 'other_currencies'],
    ],
    run: rowsWithTotals('getReport'),
  },
  {
    name: 'report pace',
    operation: 'getPaceReport',
    columns: [
      ...['key', 'sold', 'last_year_sold', 'sold_change', 'revenue', 'last_year_revenue', 'revenue_change'],
      ...['last_year_final_sold', 'last_year_final_revenue'],
    ],
    run: rowsWithTotals('getPaceReport'),
  },
  {
    name: 'report bookings',
    operation: 'getBookingsReport',
    columns: [
      ...[
        'key',
        'room',
        'bookings',
        'cancelled',
        'cancellation_rate',
        'no_shows',
        'nights',
        'adr',
        'revenue',
      ],
      ...['commission', 'net_revenue', 'lead_time', 'lead_time_median', 'length_of_stay'],
      ...['cancelled_before', 'without_commission', 'other_currencies'],
    ],
    run: rowsWithTotals('getBookingsReport'),
  },
  {
    name: 'report charges',
    operation: 'getChargesReport',
    columns: [
      ...['month', 'code', 'vat_category', 'vat_rate', 'currency', 'entries', 'amount', 'vat', 'net'],
      'vat_unknown',
    ],
    empty: 'No charges.',
    run: rowsWithTotals('getChargesReport', 'code'),
  },
  {
    name: 'report balances',
    operation: 'getBalancesReport',
    columns: [
      ...['order_id', 'status', 'name', 'room_id', 'unit', 'checkin', 'checkout', 'channel'],
      ...['currency', 'total', 'paid', 'balance'],
    ],
    empty: 'No bookings.',
    run: rowsWithTotals('getBalancesReport', 'order_id'),
  },
  {
    name: 'report to-return',
    operation: 'getToReturnReport',
    columns: ['order_id', 'status', 'name', 'channel', 'checkin', 'checkout', 'to', 'currency', 'amount'],
    empty: 'No money to return.',
    run: rowsWithTotals('getToReturnReport', 'order_id'),
  },
];

type Report = { rows: object[]; total: object; totals?: object[] };

/** Returns the rows of a report, and its totals as further ones that are named in a column. */
function rowsWithTotals(operation: string, column = 'key') {
  return async (call: SendOperation, values: Values): Promise<object[]> => {
    const { rows, total, totals = [total] } = (await call(operation, values)) as Report;
    return [...rows, ...totals.map((one) => ({ [column]: 'total', ...one }))];
  };
}

/** Without a price the stay costs what the calendar says, which is printed. */
async function book(call: SendOperation, values: Values): Promise<unknown> {
  if (values['price'] !== undefined) return call('createBooking', values);
  const { hotel_id, room_id, checkin, checkout } = values;
  const offers = (await call('listOffers', { hotel_id, checkin, checkout })) as Values[];
  const offer = offers.find((one) => one['room_id'] === room_id);
  // The server says that there is no such room.
  if (!offer) return call('createBooking', { ...values, price: 0 });
  const { price, currency } = offer;
  if (typeof price !== 'number')
    throw new StartError('The calendar has no price for this stay: give one with --price.');
  const booking = await call('createBooking', { ...values, price });
  console.error(`The price is that of the calendar: ${formatMember(offer, 'price', {})} ${currency}.`);
  return booking;
}

/** Without a date the stay is cancelled as of today, by the operation that needs no date. */
function cancel(call: SendOperation, values: Values): Promise<unknown> {
  return values['date'] === undefined
    ? call('changeBooking', { ...values, status: 'cancelled' })
    : call('cancelBooking', values);
}
