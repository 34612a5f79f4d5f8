// English texts of what the server refuses: by the code of the problem, and by the rule that a field breaks.
import type { CodeSentences, RequestSentences, RuleSentences } from '../refusal-sentences.ts';

const tries = (left: number) => (left === 1 ? 'One try is left.' : `${left} tries are left.`);
const nights = (count: number) => (count === 1 ? '1 night' : `${count} nights`);

export const refusals = {
  codes: {
    not_found: () => 'This no longer exists.',
    not_signed_in: () => 'You are signed out: sign in again.',
    other_person: () => 'Somebody else is signed in here by now: nothing was changed.',
    sign_in_refused: () =>
      'Name or password is wrong. Check both, or ask an owner for a link that signs you in.',
    wrong_password: () => 'This is not your password.',
    link_not_valid: () => 'This link was used, replaced or is too old: ask for a new one.',
    screen_not_shared: () => 'This screen is not shared: sign in, and share it under your account.',
    pin_refused: ({ left }) =>
      left === 0
        ? 'No PIN of yours opens this screen: sign in with your password.'
        : `Wrong PIN. ${tries(left)}`,
    pin_locked: () => 'The PIN was wrong too often: sign in on this screen with your password.',
    passkey_refused: () => 'This passkey opens nothing here. Try again, or sign in with your password.',
    passkeys_not_possible: () => 'Passkeys need an https address: the server does not have one yet.',
    too_many_passkeys: ({ max }) =>
      `You have ${max} passkeys, and more are not possible: remove one that you no longer use.`,
    code_required: () => 'Type the code that your app shows.',
    code_refused: ({ left }) =>
      left === 0
        ? 'Too many codes were wrong: use a recovery code, or ask an owner to take the second factor away.'
        : `This code is wrong, or was used already: type the one that the app shows now.${left === null ? '' : ` ${tries(left)}`}`,
    second_factor_on: () => 'The second factor is on already.',
    own_second_factor: () =>
      'This is your own second factor: turn it off under your account, or ask another owner.',
    second_factor_missing: () => 'There is no second factor yet: begin again.',
    last_sign_in_way: () =>
      'Without this passkey you could no longer sign in: add another one or choose a password first.',
    full_sign_in_required: () => 'You came in with a PIN: sign out, then sign in with your password.',
    https_required: () =>
      'Signing in needs https: open this page with https, or on the machine that innwire runs on.',
    owner_required: ({ case: which }) =>
      which === 'or_manager'
        ? 'Only an owner or a manager can do this.'
        : which === 'of_all'
          ? 'Only an owner of all properties can do this.'
          : 'Only an owner can do this.',
    unknown_user: () => 'This person is no longer here.',
    user_name_taken: ({ value }) => `Somebody else signs in as ${value}: choose another name.`,
    rate_limited: ({ retry_after_seconds }, { age }) =>
      `Too many tries: wait ${age(retry_after_seconds)} and try again.`,
    demo_mode: ({ property }) =>
      property === 'sandbox'
        ? 'The sample property cannot be changed: make a property of your own.'
        : 'The sample property cannot be changed.',
    read_only_token: () => 'Your role changes nothing: ask an owner for another one.',
    scope_missing: () => 'Your role does not open this: ask an owner for another one.',
    payload_too_large: () => 'This is too much at once: send less.',
    request_timeout: () => 'The connection is too slow: try again.',
    precondition_failed: () => 'Somebody changed this in the meantime: look at it again.',
    unknown_property: () => 'This property no longer exists.',
    property_archived: () => 'This house is archived and only read: an owner can take it out of the archive.',
    property_has_channels: ({ channels }, { list, channelName }) =>
      `It is still connected to ${list(channels.map(channelName))}, where its rooms would stay on sale: disconnect first.`,
    property_in_use: ({ in_house, to_come, held, owed, to_return }) =>
      `Still open – stays in the house: ${in_house}, to come: ${to_come}, on hold, which would end: ${held}, with money owed: ${owed}, with money to return: ${to_return}. In the archive none of them can be changed.`,
    property_not_archived: () => 'Archive the house first: only then can it be removed.',
    name_not_confirmed: ({ name }) => `This is not the name: ${name}.`,
    unknown_room: ({ room_ids }, { list, room }) => `${list(room_ids.map(room))}: no longer there.`,
    unknown_booking: () => 'There is no such stay.',
    unknown_group: () => 'There is no such group of stays.',
    unknown_inquiry: ({ booked_as }, { stay }) =>
      booked_as === null
        ? 'There is no such inquiry.'
        : `The inquiry became ${stay(booked_as)}: reply there.`,
    unknown_message: () => 'There is no such message.',
    unknown_attachment: () => 'This attachment is no longer there.',
    attachment_not_read: ({ channel, case: why }, { channelName }) =>
      why === 'disconnected'
        ? `The file is kept at ${channelName(channel)}, which is not connected any more.`
        : `${channelName(channel)} did not answer the file. Try again, or open it there.`,
    nothing_to_reply: ({ case: why }) =>
      why === 'own'
        ? "That text is the house's own: it waits for no reply."
        : 'This text has a reply: if the guest waits for another one, write it.',
    unknown_guest: () => 'There is no such guest.',
    guest_erased: () => 'The data of this guest were erased: begin a new profile.',
    guest_expected: ({ checkout }, { day }) =>
      `This guest is expected, or here until ${day(checkout)}: check the guest out or cancel the stay first.`,
    same_guest: () => 'Both are one guest.',
    merge_too_long: ({ member, max }) =>
      member === 'notes'
        ? `Together the notes have more than ${max} characters: shorten one of them.`
        : `Together the guests have more than ${max} tags: remove some.`,
    unknown_change: ({ retention_days }) =>
      `This change is older than ${retention_days} days and can no longer be undone.`,
    unknown_template: () => 'This template no longer exists.',
    template_name_taken: ({ name }) => `There is a template ${name} already: choose another name.`,
    too_many_templates: ({ max }) => `There are ${max} templates, and more are not possible: remove one.`,
    template_not_fillable: ({ reason }) =>
      `The template cannot be filled from this stay (${reason}): write by hand, or mend the template.`,
    unknown_task: () => 'There is no such task.',
    unknown_photo: () => 'This photo was removed.',
    too_many_photos: ({ max, of }) =>
      of === 'task'
        ? `A task has at most ${max} photos: remove one first.`
        : `The tasks of this house have at most ${max} photos: remove some that nobody needs.`,
    unknown_entry: () => 'There is no such entry.',
    unknown_review: () => 'There is no such review.',
    unknown_unit: () => 'This room number no longer exists.',
    unknown_closure: () => 'This closure no longer exists.',
    unknown_channel: ({ channel }, { channelName }) => `${channelName(channel)} is not connected.`,
    practice_channel: (facts, { list, channelName }) => {
      if (facts.case === 'has_channels')
        return `Practice takes nights that real channels sell, and this property has ${list(facts.channels.map(channelName))}.`;
      if (facts.case === 'connected') return 'Remove the practice channel first: its stays take real nights.';
      if (facts.case === 'reserved') return 'The practice channel is connected with a click of its own.';
      return 'There are no rooms to sell yet: add one first.';
    },
    room_unavailable: ({ nights: full, room_id, left = 0, asked }, { inRoom, days }) => {
      const name = inRoom(room_id);
      return left > 0
        ? `${name}only ${left} left on ${days(full)}, and you want ${asked}.`
        : `${name}nothing left on ${days(full)}.`;
    },
    min_stay_not_met: ({ date, min_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Arriving on ${day(date)} takes at least ${nights(min_stay)}.`,
    max_stay_exceeded: ({ date, max_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Arriving on ${day(date)} one can stay at most ${nights(max_stay)}.`,
    capacity: ({ room_id, capacity, guests, cots = 0, infants = 0, infants_under_age }, { room }) =>
      infants > 0
        ? `${room(room_id)} is for ${capacity}${cots > 0 ? ` and ${cots} in cots` : ', without a cot'}, not for ${guests}, ${infants} of them under ${infants_under_age}.`
        : `${room(room_id)} is for ${capacity}, not for ${guests}.`,
    closed_to_arrival: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}No arrivals on ${day(date)}.`,
    closed_to_departure: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}No departures on ${day(date)}.`,
    stop_sell: ({ nights: closed, room_id }, { inRoom, days }) =>
      `${inRoom(room_id)}not for sale on ${days(closed)}.`,
    exceeds_units: (facts, { room, day }) =>
      facts.case === 'taken'
        ? `${room(facts.room_id)}: ${facts.taken} are taken on ${day(facts.date)}, so there cannot be only ${facts.units}.`
        : `${room(facts.room_id)}: only ${facts.left} left on ${day(facts.date)}.`,
    stay_ended: (facts, { day, inRoom }) =>
      facts.case === 'checked_out'
        ? 'The guest has checked out already.'
        : `${inRoom(facts.room_id)}The stay ends on ${day(facts.checkout)}: only nights before that can be given back.`,
    hold_expired: () => 'This is held no longer, and its nights are free again: make a new booking.',
    owned_by_channel: ({ channel, checkin, checkout }, { channelName, day }) =>
      `${channelName(channel)} has sold ${day(checkin)} – ${day(checkout)}: change these nights there. Further nights can stand before and after them.`,
    invalid_transition: (facts, { day, channelName }) => {
      switch (facts.case) {
        case 'before_checkin':
          return `The stay begins on ${day(facts.checkin)}, and today is ${day(facts.today)}.`;
        case 'arrival_moved':
          return `The guest is in the house: the stay cannot begin on ${day(facts.checkin)}.`;
        case 'no_night_to_move':
          return `The stay ends on ${day(facts.checkout)}: there is no night left to move. Choose a later departure as well.`;
        case 'final':
          return 'This stay is over: its room, dates and price no longer change.';
        case 'ended_at_channel':
          return `${channelName(facts.channel)} has cancelled or moved this stay. If the guest comes, make a new booking.`;
        case 'not_held':
          return 'This stay is not held any more.';
        case 'no_show':
          return 'This is a no-show, which cannot be cancelled: its later nights are free already.';
        default:
          return 'This is not possible any more: somebody was faster. Look at it again.';
      }
    },
    room_has_bookings: ({ room_id, last_night }, { room, day }) =>
      `${room(room_id)} is sold until the night of ${day(last_night)}: move or cancel those stays first.`,
    room_has_units: ({ room_id }, { room }) =>
      `${room(room_id)} has room numbers, and sells as many as there are: add or remove numbers.`,
    unit_name_taken: ({ name }) => `There is a ${name} already: choose another name.`,
    unit_of_other_room: ({ name, unit_room_id }, { room }) =>
      `${name} is one of ${room(unit_room_id)}: change the room as well.`,
    unit_taken: ({ name, holdings }, { list, holder }) =>
      `${name} is taken: ${list(holdings.slice(0, 3).map(holder))}.`,
    unit_occupied: ({ name, order_id }, { stay }) =>
      `${stay(order_id)} is in ${name}: check out first, or choose another number.`,
    unit_not_ready: ({ name, condition }) =>
      condition === 'clean' ? `${name} is clean, but not inspected.` : `${name} is not clean yet.`,
    units_sold: ({ room_id, nights: full }, { room, days }) =>
      `${room(room_id)}: all are sold or closed on ${days(full)}. Move a stay first.`,
    no_unit_without_moving: ({ room_id, fromdate, todate, moves, split }, { room, range, list, stay }) => {
      const others = moves
        .slice(0, -1)
        .flatMap(({ order_id, name }) => (order_id === null ? [] : [`${stay(order_id)} to ${name}`]));
      const ways = [
        ...(others.length > 0 ? [`Move ${list(others)}: then ${moves.at(-1)!.name} is free.`] : []),
        ...(split.length > 1
          ? [`Or change rooms during the stay: ${list(split.map(({ name }) => name))}.`]
          : []),
      ];
      return [`${room(room_id)}: no number is free for all of ${range(fromdate, todate)}.`, ...ways].join(
        ' ',
      );
    },
    closure_ended: ({ last_night }, { day }) => `This closure ended with the night of ${day(last_night)}.`,
    unknown_proposal: () => 'There is no such proposal.',
    proposal_closed: ({ state }) =>
      state === 'expired'
        ? 'This proposal is too old: have it proposed anew.'
        : 'Somebody decided this proposal already.',
    proposal_outdated: () =>
      'Things have changed since this was proposed: look again, or have it proposed anew.',
    moment_not_kept: ({ log_begins }, { moment }) =>
      log_begins === null
        ? 'What was then is not known: the log is empty.'
        : `That far back the log is no longer kept: choose a moment after ${moment(log_begins)}.`,
    unknown_guest_review: () => 'There is no such review of a guest.',
    guest_review_written: () => 'This guest has been reviewed: channels take only one review.',
    guest_review_over: () => 'This guest cannot be reviewed any more: the time for it is over.',
    unknown_guest_request: () => 'There is no such request.',
    guest_request_over: ({ state }) =>
      state === 'answering'
        ? 'The answer to this request is on its way.'
        : 'This request no longer waits for an answer.',
    guest_request_unmapped: () =>
      'The room that the guest asks for is not connected to one of yours: connect it under Channels, or decline.',
    already_replied: () => 'This review has a reply: channels take only one.',
    exceeds_balance: ({ balance, currency }, { money }) =>
      balance < 0
        ? `More was paid than is owed: ${money(-balance, currency)} are to be given back.`
        : balance === 0
          ? 'Nothing is open.'
          : `Only ${money(balance, currency)} is open.`,
    not_reversible: ({ case: which }) =>
      which === 'booking'
        ? 'This comes from the price of the stay: change the price.'
        : which === 'reversal'
          ? 'This entry takes another one back itself.'
          : which === 'later'
            ? 'The entry is dated later than this.'
            : 'This entry was reversed already.',
    repeated_payment: ({ amount, currency, date }, { money, day }) =>
      `${money(Math.abs(amount), currency)} were posted for this on ${day(date)} already. Is it another one?`,
    refund_exceeds_paid: ({ paid, currency }, { money }) =>
      paid > 0
        ? `Only ${money(paid, currency)} were paid and not given back yet. Is more to be given back?`
        : 'Nothing that was paid is left to give back. Is it to be given back all the same?',
    server_error: () => 'Something went wrong at the server, and nothing was changed. Try again.',
    storage_full: () =>
      'The disk of the server is full, and nothing was changed. Whoever runs it has to make room; you can still read everything.',
    temporarily_unavailable: ({ case: which }) =>
      which === 'secret'
        ? 'Codes of the app cannot be read any more: use a recovery code, or ask an owner to take the second factor away.'
        : 'The server is busy: try again in a moment.',
  } satisfies CodeSentences,
  requests: {
    price_sum: () => 'The nights add up to more than a stay can cost.',
    too_many_webhooks: ({ max }) => `There are ${max} webhooks, and more are not possible: remove one.`,
  } satisfies RequestSentences,
  rules: {
    required: () => 'Needed here.',
    wrong_type: () => 'Not written as it should be.',
    wrong_format: ({ format }) =>
      format === 'email' ? 'One e-mail address, such as ada@example.com.' : 'Not a date that exists.',
    below_minimum: ({ limit }) => `${limit} or more.`,
    above_maximum: ({ limit }) => `${limit} or less.`,
    too_short: ({ limit }) => (limit === 1 ? 'Needed here.' : `At least ${limit} characters.`),
    too_long: ({ limit }) => `At most ${limit} characters.`,
    wrong_length: ({ least, most }) => `${least} to ${most} characters.`,
    too_few_items: ({ limit }) => `At least ${limit}.`,
    too_many_items: ({ limit }) => `At most ${limit}.`,
    wrong_pattern: ({ example }) => `Written like ${example}.`,
    broken_text: () => 'This has characters that cannot be stored.',
    blank: () => 'Needed here.',
    guessable: () => 'Everybody tries this first: choose digits that are neither equal nor in a row.',
    has_at_sign: () => 'Without @: the e-mail address has a field of its own.',
    no_website: () => 'An address such as https://quintadomar.example.',
    comma: () => 'Without comma.',
    unknown_placeholder: ({ names }) => `No stay has ${names.join(', ')}.`,
    wrong_template: ({ reason }) => `Not written as a template must be: ${reason}.`,
    no_photo: () => 'Only JPEG, PNG and WebP pictures can be added.',
    photo_too_large: () => 'This picture is too large: take a smaller one.',
    after: ({ member }, { field }) => `Not after ${field(member)}.`,
    before: ({ member }, { field }) => `Not before ${field(member)}.`,
    not_after: ({ member }, { field }) => `After ${field(member)}.`,
    after_date: ({ date }, { day }) => `Not after ${day(date)}.`,
    not_before_date: ({ date }, { day }) => `Before ${day(date)}.`,
    in_future: () => 'That moment is still to come: choose an earlier one.',
    before_property: () => 'The house did not exist here at that moment: choose a later one.',
    fewer_nights: ({ nights: least }) => `At least ${nights(least)}.`,
    more_nights: ({ nights: most }) => `At most ${nights(most)}.`,
    range_too_long: ({ nights: most }) => `Fewer than ${nights(most)}.`,
    years_away: ({ years }) => `At most ${years} years away.`,
    years_ahead: ({ years }) => `At most ${years} years ahead.`,
    closed_day: () => 'Choose another day.',
    negative: () => 'Not less than 0.',
    no_amount: ({ currency }) => `An amount in ${currency}, with no more decimals than the currency has.`,
    too_many: ({ limit }) => `At most ${limit}.`,
    too_few: ({ limit }) => `At least ${limit}.`,
    no_percentage: () => 'A percentage, with two decimals at most.',
    sign_of_type: ({ sign }) => (sign === 'negative' ? 'Below zero here.' : 'Above zero here.'),
    no_nights: () => 'No night is left with these weekdays.',
    no_currency: () => 'A currency such as EUR.',
    no_time_zone: () => 'A time zone such as Europe/Lisbon.',
    no_language: () => 'A language such as pt or en-GB.',
    outside_stay: ({ checkin, checkout }, { day }) =>
      `A night of the stay, from ${day(checkin)} and before ${day(checkout)}.`,
    before_today: ({ today }, { day }) => `Not before today, ${day(today)}.`,
    guest_in_unit: () => 'The guest is in this one: choose another.',
    too_early: ({ date }, { day }) => `Not before ${day(date)}.`,
    no_https: () => 'An address that begins with https.',
    plain_http: () => 'An address that begins with https, not http.',
    no_calendar_address: () => 'The https address of an .ics calendar.',
    hidden_secret: () => 'The secret of this address is hidden: paste the whole address again.',
    required_by_protocol: () => 'This channel needs it.',
    room_twice: () => 'Each room once.',
    external_room_twice: () => 'Another room has this already.',
    calendar_twice: ({ room, unit }) =>
      `This is the calendar of ${unit ?? room} already: paste that of this room.`,
    rate_missing: () => 'The room has several lines: each needs its rate.',
    rate_twice: () => 'This rate is there already.',
  } satisfies RuleSentences,
  /** Names of fields before what is said of them. */
  labels: {
    checkin: 'Arrival',
    checkout: 'Departure',
    fromdate: 'First night',
    todate: 'Last night',
    from: 'First day',
    to: 'Last day',
  },
  /** Names of fields within a sentence, behind `after` and `before`. */
  fields: {
    checkin: 'the arrival',
    checkout: 'the departure',
    fromdate: 'the first night',
    todate: 'the last night',
    from: 'the first day',
    to: 'the last day',
    as_of: 'the moment of the report',
    since: 'the moment of the comparison',
    date: 'the first night',
    service_from: 'the first day',
  },
  /** Who has a room number, in a list. */
  heldBy: (who: string, range: string) => `${who}, ${range}`,
  closure: 'closed',
};

/** What the server refuses, in a language: English is the measure of what there is. */
export type RefusalTexts = { [Part in keyof typeof refusals]: AnyText<(typeof refusals)[Part]> };

type AnyText<Texts> = Texts extends (...facts: infer Facts) => string
  ? (...facts: Facts) => string
  : Texts extends string
    ? string
    : { [Name in keyof Texts]: AnyText<Texts[Name]> };
