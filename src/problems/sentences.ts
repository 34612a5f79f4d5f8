// The sentences of problems: what was wrong, with which value, and what to do. Each is written once; a carrier
// inserts the names that its readers know (see Reader) and may replace a sentence where the advice differs.
import type {
  LimitedRequests,
  Problem,
  ProblemCode,
  ProblemData,
  RemovedPart,
  StayRefusal,
  UnitHolding,
  UsedAtOnce,
} from '../problems.ts';
import { describeFieldError, type FieldError } from './field-errors.ts';
import type { ListedRecords, Reader } from './reader.ts';

/** Code → the sentence for its facts. */
export type Sentences = { [C in ProblemCode]: (data: ProblemData[C], reader: Reader) => string };

/** Returns the sentence of a problem, or several, for a reader. `own`: the carrier's own sentences. */
export function describeProblem<C extends ProblemCode>(
  { code, data }: Pick<Problem<C>, 'code' | 'data'>,
  reader: Reader,
  own: Partial<Sentences> = {},
): string {
  const write: Sentences[C] = own[code] ?? SENTENCES[code];
  const further = (data as { further?: StayRefusal[] } | null)?.further ?? [];
  return [write(data, reader), ...further.map((refusal) => describeProblem(refusal, reader, own))].join(' ');
}

/** Returns the members at fault: those in the facts, and those to which the code applies. */
export function errorsOf<C extends ProblemCode>({ code, data, shared }: Problem<C>): FieldError[] {
  const find: ((data: ProblemData[C]) => FieldError[]) | undefined = MEMBERS_AT_FAULT[code];
  return shared.errors ?? find?.(data) ?? [];
}

const SENTENCES: Sentences = {
  not_found: (data, reader) => NOT_FOUND[data.case]('id' in data ? data.id : 0, reader),
  method_not_allowed: ({ method, allow }) =>
    `${method} is not possible here: this path takes ${allow.join(', ')}.`,
  unknown_token: () => 'This token opens no property: check it, or ask its operator for a new one.',
  unauthorized: () =>
    'Send the operator key as Authorization: Bearer …; it is OPERATOR_KEY or lies in DATA_DIR/operator.key.',
  not_signed_in: () => 'Nobody is signed in here, or no longer: sign in.',
  other_person: () =>
    'Somebody else is signed in in this browser by now, so nothing was done: the person named in Innwire-Person signs in again.',
  sign_in_refused: () =>
    'Nobody has this name and password: check both, or ask an owner for a link that signs you in.',
  wrong_password: () => 'The present password is not this one: type it again.',
  link_not_valid: () => 'The link was used, replaced or is too old: ask for a new one.',
  screen_not_shared: () =>
    'Nobody switches by PIN here, because this is not a shared screen: sign in, and share it under your account.',
  pin_refused: ({ left }) =>
    left === 0
      ? 'No PIN of this person opens this screen: sign in with the password or a link.'
      : `This is not the PIN of this person: ${left === 1 ? 'one try is' : `${left} tries are`} left.`,
  pin_locked: () =>
    'The PIN was wrong too often. Sign in on this screen with the password or a link; the PIN works again then.',
  passkey_refused: () =>
    'This passkey opens nothing here: it was removed, it is of another address, or it took too long. Try again, or sign in with a password or a link.',
  passkeys_not_possible: () =>
    'Passkeys need a host name and https: set BASE_URL to the https address of the desk and open it there. On the machine itself, open it as http://localhost.',
  too_many_passkeys: ({ max }) => `A person has at most ${max} passkeys: remove one that is no longer used.`,
  code_required: (_, { member }) =>
    `This person has a second factor: send a code of the app, or a recovery code, as ${member('code')}.`,
  code_refused: ({ left }) => {
    if (left === null) return 'This code is wrong, or was used: type the one that the app shows now.';
    return left === 0
      ? 'Too many codes were wrong: use a recovery code, or ask an owner to take the second factor away.'
      : `This code is wrong, or was used: type the one that the app shows now. ${left === 1 ? 'One try is' : `${left} tries are`} left.`;
  },
  second_factor_on: () => 'The second factor is on already: turn it off before another one begins.',
  second_factor_missing: () => 'There is no second factor yet: begin one first.',
  own_second_factor: () =>
    'This is your own second factor: turn it off in your account with a code of the app or a recovery code, or ask another owner.',
  last_sign_in_way: () =>
    'Without this passkey nobody could sign in as this person: add another one or choose a password first.',
  full_sign_in_required: () =>
    'A PIN does not open this: sign out, then sign in with the password or a link.',
  foreign_page: () =>
    'Requests of people who are signed in are accepted only from pages of this server: send Origin or Sec-Fetch-Site as a browser does, or use a token.',
  https_required: () =>
    'Passwords and sessions are not sent unencrypted: open this page with https, or on the machine that innwire runs on.',
  owner_required: (data) => OWNER_REQUIRED[data.case],
  unknown_user: ({ userId }, reader) => unknown(`Person ${userId}`, 'users', reader),
  user_name_taken: ({ member, value }, reader) =>
    `Somebody else signs in with the ${reader.member(member)} ${value}: choose another.`,
  rate_limited: describeLimit,
  subscription_required: ({ status }) =>
    `The subscription of this property is ${status}: its operator can renew it.`,
  demo_mode: ({ property }) =>
    property === 'sandbox'
      ? 'The sandbox is read-only: make a property of your own to write.'
      : 'The sample property cannot be changed.',
  read_only_token: () =>
    'This token, or the role of this person, may only read: ask the operator for a token with full access, or an owner for another role.',
  scope_missing: ({ missing, field }, reader) =>
    `${field === null ? 'This' : `The parameter ${reader.member(field)}`} needs the scope${missing.length > 1 ? 's' : ''} ${missing.join(', ')}, which this token, or the role of this person, does not have: ask the operator for a token that has it (innwire token add), or an owner for another role.`,
  property_required: (data, reader) =>
    data.total === 0
      ? `${openerOf(data)} opens no property that exists.`
      : `${openerOf(data)} opens ${data.total} properties: say which with the query parameter hotel_id. ${listOpened(data, reader)}`,
  property_not_opened: (data, reader) =>
    `${openerOf(data)} does not open property ${data.hotelId}. ${listOpened(data, reader)}`,
  local_only: (data) => NOT_LOCAL[data.case],
  too_many_test_properties: ({ max, removedAt }) =>
    `There are ${max} test properties, and more are not possible: use one of them; the next is removed at ${removedAt}.`,
  property_archived: ({ hotelId, archivedAt }) =>
    `Property ${hotelId} was archived at ${archivedAt}: it can be read, and nothing in it changes. An owner can take it out of the archive (innwire property unarchive).`,
  property_has_channels: ({ channels }) =>
    `The property is connected to ${channels.join(', ')}, where its rooms would stay on sale: disconnect first.`,
  property_in_use: ({ inHouse, toCome, held, owed, toReturn }, { setting }) =>
    `Guests in the house: ${inHouse}; stays to come: ${toCome}; holds, which would end: ${held}; bookings with money owed: ${owed}, with money to return: ${toReturn}. In the archive none of them can be changed: settle them first, or send ${setting('confirm', true)}.`,
  property_not_archived: ({ hotelId }) =>
    `Property ${hotelId} is in use: archive it first (innwire property archive). Only an archived property and a test property are removed.`,
  name_not_confirmed: ({ name }, { setting }) =>
    `What is removed cannot be brought back: confirm it with the exact name of the property, ${setting('confirm', name)}.`,
  invalid_parameters: describeMembers,
  invalid_data: describeInvalidData,
  payload_too_large: (data) => TOO_LARGE[data.case](data.max),
  unsupported_media_type: () => 'Bodies are JSON: send Content-Type: application/json.',
  request_timeout: () => 'The request did not arrive in time: send it again.',
  headers_too_large: () => 'The headers, or the path, are longer than any need be.',
  precondition_failed: () =>
    'The record has changed since the ETag in If-Match was given: read it again, and decide again.',
  precondition_not_supported: () =>
    'If-Match has no effect on this write, because what it changes has no ETag: send it without If-Match. Nothing was changed.',
  idempotency_key_reused: () =>
    'This Idempotency-Key was used within the last 24 hours for another request: use a new key for each new write.',
  unknown_property: ({ hotelId }, reader) =>
    `Property ${hotelId} does not exist${listed('properties', reader)}.`,
  unknown_room: ({ roomIds }, reader) => unknown(`Room ${roomIds.join(', ')}`, 'rooms', reader),
  unknown_booking: ({ reservationId }, reader) =>
    unknown(
      reservationId === null ? 'A booking with this reference' : `Booking ${reservationId}`,
      'bookings',
      reader,
    ),
  unknown_group: ({ groupId }, reader) => unknown(`Group ${groupId}`, 'groups', reader),
  unknown_inquiry: ({ inquiryId, bookedAs }, reader) =>
    bookedAs === null
      ? unknown(`Inquiry ${inquiryId}`, 'inquiries', reader)
      : `Inquiry ${inquiryId} became booking ${bookedAs}: reply to the booking.`,
  unknown_message: ({ messageId }, reader) => unknown(`Message ${messageId}`, 'messages', reader),
  unknown_attachment: ({ messageId, attachmentId }) =>
    `Message ${messageId} has no attachment ${attachmentId}. The message lists its attachments; those of a guest who was erased are gone.`,
  attachment_not_read: (facts) =>
    facts.case === 'disconnected'
      ? `The file is kept at ${facts.channel}, which is not connected: connect it again, or open the file there.`
      : `The file could not be read from ${facts.channel}: ${facts.reason.replace(/\.$/, '')}. Try again, or open it at the channel.`,
  nothing_to_reply: ({ messageId, case: why }) =>
    why === 'own'
      ? `Message ${messageId} is one of the house: only texts of guests wait for a reply.`
      : `Message ${messageId} has a reply: if the guest waits for another one, write it.`,
  unknown_guest: ({ guestId }, reader) => unknown(`Guest ${guestId}`, 'guests', reader),
  guest_erased: ({ guestId }) =>
    `The data of guest ${guestId} were erased, and nothing new is stored with them: make a new profile.`,
  guest_expected: ({ guestId, reservationId, checkout }) =>
    `Guest ${guestId} is expected or in the house until ${checkout} (booking ${reservationId}): check the guest out or cancel the booking first.`,
  same_guest: ({ guestId }) =>
    `Both ids are of guest ${guestId}: a profile can only be merged into another one.`,
  merge_too_long: ({ member, length, max }) =>
    `Both profiles together have ${length} ${member === 'notes' ? 'characters of notes' : 'tags'}, and one has at most ${max}: shorten the ${member} of one of them, then merge them.`,
  unknown_change: ({ changeId, retentionDays }) =>
    `Change ${changeId} does not exist in this property, or is older than ${retentionDays} days.`,
  unknown_template: ({ templateId }, reader) => unknown(`Template ${templateId}`, 'templates', reader),
  template_name_taken: ({ name }) => `There is a template ${name} already: choose another name.`,
  too_many_templates: ({ max }) => `A property has at most ${max} templates: remove one first.`,
  template_not_fillable: ({ language, reason }) =>
    `The text in ${language} cannot be filled from this booking: ${reason}. Change the template, or write the message by hand.`,
  unknown_task: ({ taskId }, reader) => unknown(`Task ${taskId}`, 'tasks', reader),
  unknown_photo: ({ photoId }) =>
    `There is no photo ${photoId} of this task: it was removed, or is of another one. The task lists its photos.`,
  too_many_photos: ({ max, of }) =>
    of === 'task'
      ? `A task has at most ${max} photos: remove one first, or make another task.`
      : `The tasks of a property have at most ${max} photos: remove some of those that are not needed any more.`,
  unknown_entry: ({ entryId }, reader) => unknown(`Entry ${entryId}`, 'ledger entries', reader),
  unknown_review: ({ reviewId }, reader) => unknown(`Review ${reviewId}`, 'reviews', reader),
  unknown_unit: ({ unitId }, reader) => unknown(`Unit ${unitId}`, 'units', reader),
  unknown_closure: ({ closureId }, reader) => unknown(`Closure ${closureId}`, 'closures', reader),
  would_remove: ({ channel, removed }) =>
    `This would remove ${listRemoved(removed)} from the connection ${channel}.`,
  practice_channel: (data) => {
    switch (data.case) {
      case 'has_channels':
        return `The practice channel takes nights that real channels sell, and this property has ${data.channels.join(', ')}: try it with a test property.`;
      case 'connected':
        return 'The practice channel is connected, whose bookings would take nights that real guests pay for: remove it first.';
      case 'reserved':
        return 'This name and this address are those of the practice channel, which is connected by an operation of its own.';
      case 'no_rooms':
        return 'This property has no rooms that the practice channel could sell: create one first.';
    }
  },
  unknown_channel: ({ channel }) => `This property has no connection named ${channel}.`,
  room_unavailable: ({ nights, roomId, left = 0, asked }) =>
    left > 0
      ? `${nameRoom(roomId)} has only ${left} left on ${nights.join(', ')}, and ${asked} are asked for: book fewer, or choose other dates or another room.`
      : `${nameRoom(roomId)} has nothing left on ${nights.join(', ')}: choose other dates or another room.`,
  min_stay_not_met: ({ date, minStay, stayNights, roomId }) =>
    `${ofRoom(roomId)}Arriving on ${date} takes a stay of at least ${minStay} nights; this one has ${stayNights}.`,
  capacity: ({ roomId, capacity, guests, cots = 0, infants = 0, infantsUnderAge = 0 }) => {
    const beside = infants > 0 ? ` and ${cots === 0 ? 'no cot' : counted(cots, 'cot')}` : '';
    const small = infants > 0 ? `, ${infants} of them under ${infantsUnderAge}` : '';
    return `Room ${roomId} takes ${counted(capacity, 'guest')}${beside}, not ${guests}${small}: choose another.`;
  },
  max_stay_exceeded: ({ date, maxStay, stayNights, roomId }) =>
    `${ofRoom(roomId)}Arriving on ${date} one can stay at most ${maxStay} nights; this stay has ${stayNights}.`,
  closed_to_arrival: ({ date, roomId }) =>
    `${ofRoom(roomId)}Nobody can arrive on ${date}: choose another day.`,
  closed_to_departure: ({ date, roomId }) =>
    `${ofRoom(roomId)}Nobody can leave on ${date}: choose another day.`,
  stop_sell: ({ nights, roomId }) =>
    `${nameRoom(roomId)} is not for sale on ${nights.join(', ')}: choose other dates or another room.`,
  exceeds_units: describeExcess,
  stay_ended: (data) =>
    data.case === 'checked_out'
      ? `The guest of booking ${data.reservationId} has checked out: there is nothing left to release.`
      : `${ofRoom(data.roomId)}The stay ends on ${data.checkout}: only nights before that day can be released, and ${data.date} is not.`,
  hold_expired: ({ reservationId, heldUntil }) =>
    `Booking ${reservationId} was held until ${heldUntil}, or until somebody cancelled it, and its nights are released: make a new booking.`,
  owned_by_channel: ({ channel, checkin, checkout }) =>
    `${channel} has sold this stay from ${checkin} to ${checkout}: change these nights there. The stay can have further nights before and after them, and an early departure is a cancellation from that day on.`,
  invalid_transition: describeTransition,
  room_has_bookings: ({ roomId, lastNight }) =>
    `Room ${roomId} is sold until the night of ${lastNight}: move or cancel those bookings first.`,
  room_has_units: ({ roomId, units }) =>
    `Room ${roomId} has ${units} ${units === 1 ? 'unit' : 'units'}, and their number is what it sells: add or remove units instead.`,
  unit_name_taken: ({ name }) => `There is a unit ${name} already: give this one another name.`,
  unit_of_other_room: ({ name, unitRoomId, roomId }, { setting }) =>
    `Unit ${name} belongs to room ${unitRoomId}, the stay to room ${roomId}: choose a unit of that room, or move the stay with ${setting('room_id', unitRoomId)} as well.`,
  unit_taken: ({ name, holdings }) =>
    `Unit ${name} is taken ${shorten(holdings.map(describeHolding))}: choose another unit or other nights, or move what has it first.`,
  unit_occupied: ({ name, reservationId }) =>
    `The guest of booking ${reservationId} is in unit ${name}: check that guest out, or choose another unit.`,
  unit_not_ready: ({ name, condition, inspects }, { setting }) => {
    const todo =
      condition === 'clean'
        ? 'is clean, but not inspected: have it inspected'
        : `is not ready for a guest: have it cleaned${inspects ? ' and inspected' : ''}`;
    return `Unit ${name} ${todo}, choose another unit, or send ${setting('unready', true)} if the guest takes it as it is.`;
  },
  no_unit_without_moving: describeMissingUnit,
  units_sold: ({ roomId, nights }) =>
    `Every unit of room ${roomId} is sold or closed on ${nights.join(', ')}: move or cancel a booking first, or close the unit as out_of_service.`,
  closure_ended: ({ closureId, lastNight }) =>
    `Closure ${closureId} has ended, its last night is ${lastNight}: create another one.`,
  proposing_token: () =>
    'This token only proposes: call a tool over MCP with it, and a person at the desk decides. Nothing was changed. For writes without a person ask the operator for a token with full access.',
  unknown_proposal: ({ proposalId }, reader) => unknown(`Proposal ${proposalId}`, 'proposals', reader),
  proposal_closed: ({ proposalId, state }) =>
    `Proposal ${proposalId} is ${state}: nothing more can be decided about it. The agent can propose it again.`,
  proposal_outdated: ({ proposalId }) =>
    `What proposal ${proposalId} would change is no longer what the agent saw: nothing was changed. Look at it, and have the agent propose it again.`,
  too_many_proposals: ({ max }) =>
    `${max} proposals wait for a person, and more are not possible: have some of them decided first.`,
  events_compacted: ({ firstSeq }) =>
    `Events before ${firstSeq} were removed, as this installation is set to do: read the records as they are now, and go on with the event ${firstSeq}.`,
  moment_not_kept: ({ asOf, bookings, logBegins }, { member }) =>
    `What ${bookings === null ? 'the property was' : bookings === 1 ? 'one booking was' : `${bookings} bookings were`} at ${asOf} is not known: the log with ${bookings === null ? 'its' : 'their'} changes ${logBegins === null ? 'is empty' : `begins at ${logBegins}`}. ${logBegins === null ? `Leave ${member('as_of')} out` : `Send ${member('as_of')} from then on, or leave it out`}.`,
  not_reversible: (data) => describeIrreversible(data),
  repeated_payment: ({ entryId, date, amount, currency }, { setting }) =>
    `${amount} ${currency} were posted for this already on ${date}, as entry ${entryId}. If this is another payment, send ${setting('confirm', true)} with it.`,
  refund_exceeds_paid: ({ reservationId, paid, currency }, { setting }) =>
    `${paid} ${currency} of what was paid for booking ${reservationId} are left: a refund of more is only posted with ${setting('confirm', true)}.`,
  exceeds_balance: ({ groupId, balance, currency }, { member }) =>
    `The balance of group ${groupId} is ${balance} ${currency}: ${balance === 0 ? 'there is nothing to pay or to refund' : `send ${member('amount')} between 0 and ${balance}, or leave it out to settle the balance`}.`,
  already_replied: () => 'This review has a reply: channels accept only one.',
  unknown_guest_review: ({ guestReviewId }, reader) =>
    unknown(`Review of a guest ${guestReviewId}`, 'guest reviews', reader),
  guest_review_written: ({ guestReviewId }) =>
    `Review of a guest ${guestReviewId} is written, and on its way to the channel or there: channels accept only one.`,
  guest_review_over: ({ guestReviewId }) =>
    `Review of a guest ${guestReviewId} cannot be written any more: the channel's time for it is over.`,
  unknown_guest_request: ({ guestRequestId }, reader) =>
    unknown(`Request ${guestRequestId}`, 'guest requests', reader),
  guest_request_over: ({ guestRequestId, state }) =>
    state === 'answering'
      ? `Request ${guestRequestId} has another answer, which is on its way to the channel: wait until it is there.`
      : `Request ${guestRequestId} no longer waits for an answer: it is ${state}.`,
  guest_request_unmapped: ({ guestRequestId }) =>
    `The room that the guest of request ${guestRequestId} asks for is not mapped to one of yours, so nobody knows whether it is free: map it at the connection, or decline.`,
  server_error: () => 'Something went wrong here. Nothing was changed; the request id finds it in the log.',
  storage_full: () =>
    'The disk of the server is full, so nothing was changed; reading goes on. Whoever runs the server makes room on it, then send the request again: writes work at once, without a restart.',
  temporarily_unavailable: (data) => (data.case === 'secret' ? data.reason : UNAVAILABLE[data.case]),
};

const MEMBERS_AT_FAULT: { [C in ProblemCode]?: (data: ProblemData[C]) => FieldError[] } = {
  capacity: ({ capacity }) => [{ field: 'guests', rule: 'too_many', limit: capacity }],
  closed_to_arrival: () => [{ field: 'checkin', rule: 'closed_day' }],
  closed_to_departure: () => [{ field: 'checkout', rule: 'closed_day' }],
  min_stay_not_met: ({ minStay }) => [
    { field: 'checkout', rule: 'fewer_nights', nights: minStay, member: 'checkin' },
  ],
  max_stay_exceeded: ({ maxStay }) => [
    { field: 'checkout', rule: 'more_nights', nights: maxStay, member: 'checkin' },
  ],
  exceeds_units: (data) =>
    data.case === 'taken'
      ? [{ field: 'units', rule: 'too_few', limit: data.taken }]
      : [{ field: 'available', rule: 'too_many', limit: data.left, date: data.date }],
  stay_ended: (data) =>
    data.case === 'released' ? [{ field: 'date', rule: 'not_before_date', date: data.checkout }] : [],
  invalid_transition: (data) => {
    if (data.case === 'before_checkin')
      return [{ field: 'status', rule: 'too_early', status: data.status, date: data.checkin }];
    return data.case === 'arrival_moved' ? [{ field: 'checkin', rule: 'after_date', date: data.today }] : [];
  },
};

/** Returns the sentence about members that break rules, with the carrier's beginning if it has one. */
function describeMembers(
  { part, errors }: Extract<ProblemData['invalid_data'], { case: 'members' }>,
  reader: Reader,
): string {
  const beginning = reader.invalid(part);
  const list = errors.map((error) => describeFieldError(error, reader)).join('; ');
  const sentence = beginning === null ? list : `${beginning}: ${list}`;
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

function openerOf({ signedIn }: { signedIn?: true }): string {
  return signedIn ? 'The role of this person' : 'This token';
}

function listOpened({ properties, total }: ProblemData['property_required'], reader: Reader): string {
  if (total === 0) return 'It opens none that exists.';
  const named = properties.map(({ hotelId, name }) => `${hotelId} (${name})`).join(', ');
  const more = total - properties.length;
  return more > 0
    ? `It opens ${named} and ${more} more${listed('properties of the token', reader)}.`
    : `It opens ${named}.`;
}

const OWNER_REQUIRED: Record<ProblemData['owner_required']['case'], string> = {
  of_property: 'Only an owner of the property can do this: ask one of them.',
  of_all: 'This reaches properties that you do not own: ask an owner of all properties, or the operator.',
  or_manager: 'Only an owner or a manager of the property can do this: ask one of them.',
};

const NOT_LOCAL: Record<ProblemData['local_only']['case'], string> = {
  off: 'This server makes no test properties without the operator key: HOST and BASE_URL are not all of this machine, TRUST_PROXY is set, or TEST_PROPERTIES is off. Use innwire test-property.',
  address: 'Test properties are made only for programs of the machine that innwire runs on.',
  proxy:
    'Test properties are not made for requests that came through a proxy: send the request to innwire itself.',
  host: 'Test properties are made only under the address of this machine: send the request to localhost or 127.0.0.1.',
  page: 'Test properties are not made for web pages: send the request from a program, such as curl.',
};

function describeInvalidData(data: ProblemData['invalid_data'], reader: Reader): string {
  switch (data.case) {
    case 'members':
      return describeMembers(data, reader);
    case 'too_deep':
      return `The body is nested deeper than ${data.levels} levels.`;
    case 'hosts':
      return `The request has ${data.count === 0 ? 'no Host header' : `${data.count} Host headers`}: send one.`;
    case 'too_many_webhooks':
      return `A property has at most ${data.max} webhooks: delete one first.`;
    default:
      return INVALID_DATA[data.case];
  }
}

const INVALID_DATA = {
  not_json: 'The body is not valid JSON.',
  not_utf8: 'The body is not UTF-8.',
  not_http: 'This is not valid HTTP.',
  wrong_length: 'The body does not have the length that Content-Length says.',
  unreadable: 'The request could not be read: check that its body is JSON.',
  price_sum: 'The nights add up to more than a booking can cost.',
};

const NOT_FOUND: Record<ProblemData['not_found']['case'], (id: number, reader: Reader) => string> = {
  path: () => 'This server has no such path: see /swagger for those it has.',
  unreadable_path: () => 'This path is not validly encoded.',
  long_path: () => 'This path is longer than any that exists.',
  token: (id) => `Token ${id} does not exist in this property.`,
  webhook: (id) => `Webhook ${id} does not exist in this property.`,
  session: (id) => `You are not signed in by a session ${id}.`,
  passkey: (id) => `You have no passkey ${id}: see the list of your passkeys.`,
  calendar_link: (id, reader) => unknown(`Calendar link ${id}`, 'calendar links', reader),
  calendar: (_, reader) => `There is no calendar at this address${listed('calendar links', reader)}.`,
  inbound_address: () =>
    'No connection has this address: its operator finds the right one as inbound_url of the connection.',
  no_inbound_requests: () => 'This connection accepts no requests: innwire polls the channel.',
};

function describeLimit(data: ProblemData['rate_limited']): string {
  if (data.case === 'requests')
    return `More than ${data.max} ${LIMITED[data.of]}: wait ${data.retryAfterSeconds} seconds.`;
  if (data.case === 'streams') {
    const whose = data.of === 'address' ? 'from this address' : 'of this property';
    return `${data.max} streams ${whose} are open: close those not needed.`;
  }
  return `There are ${data.max} ${IN_USE[data.of]}, and more are not possible: close some, or wait.`;
}

const LIMITED: Record<LimitedRequests, string> = {
  token: 'requests a minute',
  wrong_tokens: 'requests a minute with tokens or keys that open nothing',
  sign_ins: 'failed attempts to sign in',
  challenges: 'requests to sign in with a passkey',
  calendar: 'fetches of this calendar a minute',
  wrong_operator_keys: 'wrong operator keys a minute from your address',
  connection: 'requests to this connection a minute',
  wrong_connection_keys: 'requests with keys of no connection a minute',
};

const IN_USE: Record<UsedAtOnce, string> = {
  token_streams: 'streams with this token',
  token_sessions: 'sessions with this token',
  session_calls: 'calls at once in this session',
  streams: 'streams on this server',
  sessions: 'sessions on this server',
};

const TOO_LARGE: Record<ProblemData['payload_too_large']['case'], (max: number | null) => string> = {
  bytes: (max) =>
    max === null
      ? 'The body is larger than this operation accepts.'
      : `The body is larger than ${sizeOf(max)}, the most that this operation accepts: send it in parts.`,
  names: (max) => `The body has more than ${max} different names of members: there are not so many.`,
  values: (max) =>
    `The body holds more than ${max} values, the most that this operation accepts: send it in parts.`,
  depth: (max) => `The body is nested deeper than ${max} levels.`,
};

const UNAVAILABLE = {
  database: 'The database cannot be reached just now: try again in a moment.',
  busy: 'Too many requests of this property are at work: try again in a moment.',
  sign_ins: 'Too many people are signing in: try again in a moment.',
  large_request: 'Another large request of this property is still at work: send one after the other.',
  stopping: 'This server is stopping: try again in a moment.',
  calendar_paused:
    'This calendar is paused, because it may be old: whoever reads it keeps what it read last. Resume it with innwire channel resume.',
};

const MIB = 1024 * 1024;

/** Returns a number of bytes as people read it: `256 KiB`. */
export function sizeOf(bytes: number): string {
  return bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`;
}

/** Returns `: list them with GET rooms`; nothing for a reader who gets this advice in another sentence. */
function listed(records: ListedRecords, { lister }: Reader): string {
  const how = lister(records);
  return how === null ? '' : `: list them with ${how}`;
}

function unknown(what: string, records: ListedRecords, reader: Reader): string {
  return `${what} does not exist in this property${listed(records, reader)}.`;
}

function describeIrreversible(data: ProblemData['not_reversible']): string {
  switch (data.case) {
    case 'reversed':
      return `Entry ${data.entryId} is reversed already: an entry is reversed once at most.`;
    case 'reversal':
      return `Entry ${data.entryId} is itself the reversal of entry ${data.reversesId}: post a new entry instead.`;
    case 'booking':
      return `Entry ${data.entryId} was posted by booking ${data.reservationId}: change the price of the booking or cancel it, or post a charge with a negative amount.`;
    case 'later':
      return `Entry ${data.entryId} is dated ${data.date}: its reversal cannot be dated before it.`;
  }
}

function describeExcess(data: ProblemData['exceeds_units']): string {
  if (data.case === 'taken')
    return `${data.taken} units of room ${data.roomId} are taken on ${data.date}: it cannot have only ${data.units}.`;
  const more = data.furtherNights > 0 ? ` (and ${data.furtherNights} more nights)` : '';
  return `Room ${data.roomId} has only ${data.left} left on ${data.date}${more}: offer at most that many.`;
}

function describeTransition(data: ProblemData['invalid_transition'], { setting, member }: Reader): string {
  switch (data.case) {
    case 'status':
      return `A ${data.of} that is ${data.from} cannot become ${data.to}: it may become ${data.allowed.join(' or ') || 'nothing else'}.`;
    case 'before_checkin': {
      const advice =
        data.status === 'checked_in'
          ? `If the guest is here already, send ${setting('early', true)} with it (its dates stay as they are), or change ${member('checkin')}.`
          : BEFORE_CHECKIN[data.status];
      return `Booking ${data.reservationId} begins on ${data.checkin} and today is ${data.today}: it cannot be ${data.status} before it begins.${advice ? ` ${advice}` : ''}`;
    }
    case 'arrival_moved':
      return `The guest of booking ${data.reservationId} is checked in and today is ${data.today}: the stay cannot begin on ${data.checkin}. If the guest came before a stay that does, send ${setting('status', 'checked_in')} and ${setting('early', true)} with it.`;
    case 'no_night_to_move':
      return `The stay of booking ${data.reservationId} ends on ${data.checkout} and today is ${data.today}: no night is left in which the guest could sleep in another room. If the guest stays longer, send ${member('checkout')} with the room; if not, ${setting('status', 'checked_out')}.`;
    case 'final':
      return `The booking is ${data.status}: its room, unit, dates and price are final.`;
    case 'ended_at_channel':
      return `${data.channel} has cancelled or moved booking ${data.reservationId}: it cannot be restored here. If the guest comes, make a new booking.`;
    case 'not_held':
      return `Booking ${data.reservationId} is ${data.status}, not held: only a booking that is held can be held for longer.`;
    case 'no_show':
      return `Booking ${data.reservationId} is a no-show and cannot be cancelled: its nights after the day it was declared are sellable already.`;
  }
}

function ofRoom(roomId: number | undefined): string {
  return roomId === undefined ? '' : `Room ${roomId}: `;
}

/** Returns a number with its noun: `1 cot`, `2 cots`. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nameRoom(roomId: number | undefined): string {
  return roomId === undefined ? 'The room' : `Room ${roomId}`;
}

function describeHolding({ fromdate, todate, reservationId, closureId, channel }: UnitHolding): string {
  const nights = fromdate === todate ? `on ${fromdate}` : `from ${fromdate} to ${todate}`;
  if (channel) return `${nights} by the calendar of ${channel}`;
  return `${nights} by ${reservationId === null ? `closure ${closureId}` : `booking ${reservationId}`}`;
}

function describeMissingUnit({
  roomId,
  fromdate,
  todate,
  moves,
  split,
}: ProblemData['no_unit_without_moving']): string {
  const nights = fromdate === todate ? `on ${fromdate}` : `in all nights from ${fromdate} to ${todate}`;
  const others = moves.slice(0, -1).map((move) => `booking ${move.reservationId} to unit ${move.name}`);
  const ways = [
    ...(others.length > 0 ? [`Move ${others.join(', ')}: then unit ${moves.at(-1)!.name} is free.`] : []),
    ...(split.length > 1
      ? [`Or split the stay: ${split.map((part) => `unit ${part.name} from ${part.fromdate}`).join(', ')}.`]
      : []),
  ];
  const advice = ways.length > 0 ? ways.join(' ') : 'Choose other nights or another room.';
  return `No unit of room ${roomId} is free ${nights}. ${advice}`;
}

const BEFORE_CHECKIN: Record<string, string> = {
  checked_out: 'If the guest has left for good, cancel the booking.',
  no_show: 'If the guest is not going to come, cancel the booking.',
};

/** Parts that are named in a sentence; the facts have all of them. */
const MAX_LISTED = 10;

/** Returns the parts that would be removed as a list for a sentence. */
export function listRemoved(removed: readonly RemovedPart[]): string {
  return shorten(removed.map(describePart));
}

function describePart(removed: RemovedPart): string {
  switch (removed.part) {
    case 'connection':
      return `the connection by ${removed.protocol}`;
    case 'room':
      return `room ${removed.roomId}`;
    case 'unit':
      return `unit ${removed.unitId} of room ${removed.roomId}`;
    case 'rates':
      return `the rate${removed.rates.length > 1 ? 's' : ''} ${shorten(removed.rates)} of room ${removed.roomId}`;
    case 'setting':
      return `settings.${removed.name}`;
    case 'credentials':
      return 'its credentials';
    case 'url':
      return 'its address (url)';
  }
}

function shorten(things: readonly string[]): string {
  const rest = things.length - MAX_LISTED;
  return `${things.slice(0, MAX_LISTED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
