// The rules that a single member of a request can break: the facts of each, and its sentence. `errors` of a
// problem lists them.
import type { Reader } from './reader.ts';

type Noun = 'member' | 'parameter' | 'argument';
type Names = readonly string[];

const RATES_OF_CATEGORY = {
  none: 'be left out',
  zero: 'be 0 or left out',
  positive: 'be given, and above 0,',
};

/** Rule → the end of the sentence that begins with the member's name. Facts named `member` are members too. */
const RULES = {
  // of the schema
  required: () => 'is required',
  wrong_type: ({ type, nullable }: { type: string; nullable?: boolean }) =>
    `must be ${TYPE_NAMES[type] ?? type}${nullable ? ' or null' : ''}`,
  wrong_format: ({ format }: { format: string }) => FORMAT_NAMES[format] ?? `must be a ${format}`,
  not_one_of: ({ values }: { values: readonly unknown[] }) => `must be one of ${values.join(', ')}`,
  not_constant: ({ value }: { value: unknown }) => `must be ${value}`,
  below_minimum: ({ limit }: { limit: number }) => `must be ${limit} or more`,
  above_maximum: ({ limit }: { limit: number }) => `must be ${limit} or less`,
  too_short: ({ limit }: { limit: number }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`,
  too_long: ({ limit }: { limit: number }) => `must have at most ${limit} characters`,
  wrong_length: ({ least, most }: { least: number; most: number }) =>
    `must have ${least} to ${most} characters`,
  too_few_items: ({ limit }: { limit: number }) =>
    `must have at least ${limit} item${limit === 1 ? '' : 's'}`,
  too_many_items: ({ limit }: { limit: number }) => `must have at most ${limit} items`,
  wrong_pattern: ({ example }: { example: string }) => `must be written like ${example}`,
  unlike_channel: () => 'is not written as the channel writes it: see docs/channels',
  wrong_schema: ({ text }: { text: string }) => text,
  // names and texts
  unknown_name: ({ meant, known, noun }: { meant: Names; known: Names; noun: Noun }, { member }: Reader) =>
    meant.length > 0
      ? `is not known: did you mean ${meant.map(member).join(' or ')}?`
      : `is not known: there are ${known.length > 0 ? known.join(', ') : `no ${noun}s`}`,
  read_only: () => 'is read-only: leave it out',
  not_empty: () => 'must be empty',
  given_twice: () => 'must be given only once',
  too_deep: ({ levels }: { levels: number }) => `must be at most ${levels} levels deep`,
  broken_text: () => 'must be text without NUL or broken characters',
  blank: () => 'must not be blank',
  guessable: () => 'is tried first by everybody: choose digits that are neither equal nor in a row',
  has_at_sign: () => 'must have no @: the e-mail address is a member of its own',
  no_website: () => 'must be an address of the web, such as https://quintadomar.example',
  comma: () => 'must have no comma: give each name by itself',
  unknown_placeholder: ({ names, known }: { names: Names; known: Names }) =>
    `names ${names.map((name) => `{{ ${name} }}`).join(', ')}, which no booking has: there are ${known.join(', ')}`,
  wrong_template: ({ reason }: { reason: string }) => `is not valid Liquid: ${reason}`,
  no_photo: ({ types }: { types: Names }) =>
    `must be a whole ${types.slice(0, -1).join(', ')} or ${types.at(-1)} file in base64: its bytes are none of these`,
  photo_too_large: ({ bytes, limit }: { bytes: number; limit: number }) =>
    `must have at most ${limit} bytes as a file, not ${bytes}: make the picture smaller, 1,600 pixels are enough`,
  // dates
  after: ({ member }: { member: string }, reader: Reader) => `must not be after ${reader.member(member)}`,
  before: ({ member }: { member: string }, reader: Reader) => `must not be before ${reader.member(member)}`,
  not_after: ({ member }: { member: string }, reader: Reader) => `must be after ${reader.member(member)}`,
  after_date: ({ date }: { date: DateFact }) => `must not be after ${date}`,
  not_before_date: ({ date }: { date: DateFact }) => `must be before ${date}`,
  in_future: ({ now }: { now: string }) =>
    `must be in the past, and it is ${now} now: send an earlier moment, or leave it out`,
  before_property: ({ created }: { created: string }) =>
    `must not be before ${created}, when the property was created: send a later moment`,
  fewer_nights: ({ nights, member }: { nights: number; member: string }, reader: Reader) =>
    `must be at least ${nights} nights after ${reader.member(member)}`,
  more_nights: ({ nights, member }: { nights: number; member: string }, reader: Reader) =>
    `must be at most ${nights} nights after ${reader.member(member)}`,
  range_too_long: ({ nights, member }: { nights: number; member: string }, reader: Reader) =>
    `must be less than ${nights} nights after ${reader.member(member)}`,
  years_away: ({ years }: { years: number }) => `must be at most ${years} years away`,
  years_ahead: ({ years }: { years: number }) => `must be at most ${years} years ahead`,
  closed_day: () => 'must be another day',
  // amounts and counts
  negative: () => 'must not be negative',
  no_amount: ({ currency }: { currency: string }) =>
    `must be an amount in ${currency}, with no more decimals than it has`,
  too_many: ({ limit, date }: { limit: number; date?: DateFact }) =>
    `must be at most ${limit}${date === undefined ? '' : ` on ${date}`}`,
  no_percentage: () => 'must be a percentage with at most two decimals',
  rate_of_category: (
    { category, rates }: { category: string; rates: 'none' | 'zero' | 'positive' },
    { member }: Reader,
  ) => `must ${RATES_OF_CATEGORY[rates]} with ${member('vat_category')} ${category}`,
  type_of_bookings: ({ type }: { type: string }) =>
    `must not be ${type}: bookings post it as their price says, and it could not be reversed; post a charge`,
  sign_of_type: ({ type, sign }: { type: string; sign: 'positive' | 'negative' }, { member }: Reader) =>
    sign === 'positive'
      ? `must not be negative with ${member('type')} ${type}: money given back is a refund, and a wrong entry is taken back with ${member('reverses_id')}`
      : `must not be positive with ${member('type')} ${type}, such as -35; a wrong entry is taken back with ${member('reverses_id')}`,
  not_in_open_books: ({ first, last }: { first: DateFact; last: DateFact }) =>
    `must be a day of the open books, from ${first} to ${last}`,
  not_of_booking: ({ reservationId, currency }: { reservationId: number; currency: string }) =>
    `must be ${currency}, the currency of booking ${reservationId}`,
  only_with_type: ({ types }: { types: Names }, { member }: Reader) =>
    `is only for ${member('type')} ${types.join(' or ')}`,
  not_the_sum: (_: unknown, { member }: Reader) =>
    `must be the sum of ${member('adults')} and ${member('children')}`,
  too_few: ({ limit }: { limit: number }) => `must be at least ${limit}`,
  too_many_nights: ({ nights, roomId }: { nights: number; roomId?: number }) =>
    `asks for more than ${nights} nights${roomId === undefined ? '' : ` of room ${roomId}`}`,
  no_nights: () => 'leave no night of the range',
  // the property
  no_currency: () => 'must be an ISO 4217 code such as EUR',
  no_time_zone: () => 'must be an IANA name such as Europe/Lisbon',
  no_language: () => 'must be a language tag such as pt or en-GB',
  // bookings and the calendar
  price_missing: (_: unknown, { member }: Reader) =>
    `is required; to keep the present one, set a restriction or give ${member('todate')}, the same day for one night`,
  sets_nothing: ({ members }: { members: Names }, { member }: Reader) =>
    `sets nothing: give one of ${members.map(member).join(', ')}`,
  nothing_to_set: () => 'or another value to set is required',
  only_with_status: ({ status }: { status: string }, { member }: Reader) =>
    `is only for ${member('status')} ${status}: send both, or leave it out`,
  only_with: ({ member }: { member: string }, reader: Reader) =>
    `is only for ${reader.member(member)}: send both, or leave it out`,
  outside_stay: ({ checkin, checkout }: { checkin: DateFact; checkout: DateFact }) =>
    `must be a night of the stay, from ${checkin} on and before ${checkout}`,
  before_today: ({ today }: { today: DateFact }) => `must not be before today, which is ${today}`,
  guest_in_unit: () => 'must be another unit, because the guest is in this one',
  not_with_cancellation: () => 'must not be changed together with a cancellation',
  too_early: ({ status, date }: { status: string; date: DateFact }) => `must not be ${status} before ${date}`,
  several_bookings: ({ reservationIds }: { reservationIds: readonly number[] }) =>
    `is the reference of several bookings: give one of ${reservationIds.join(', ')}`,
  not_checkin: ({ reservationId, checkin }: { reservationId: number; checkin: DateFact }) =>
    `must be the check-in date of booking ${reservationId}, which is ${checkin}, to cancel the whole stay`,
  // lists, events, prompts
  wrong_cursor: () => 'must be taken unchanged from the Link header of the page before',
  wrong_next_cursor: () =>
    'must be the next_cursor of the same query: repeat it with all its other arguments unchanged',
  no_cursor_here: ({ instead }: { instead: string }) => `is not used here: send ${instead}`,
  own_booking: () => 'must be another booking',
  order_of_channel: ({ channel }: { channel: string }) =>
    `cannot be changed: the rooms of this order of ${channel} stay in one group`,
  not_together: ({ member }: { member: string }, reader: Reader) =>
    `must not be given together with ${reader.member(member)}`,
  after_log_end: ({ lastSeq }: { lastSeq: number }) => `must be at most ${lastSeq}, where the log ends`,
  beyond_next_event: ({ lastSeq }: { lastSeq: number }) =>
    `must be at most ${lastSeq + 1}: the log ends at ${lastSeq}`,
  no_event_kind: ({ kinds }: { kinds: Names }) => `must be of ${kinds.join(', ')}`,
  no_event: () => 'must be the seq of an event',
  only_newest_first: (_: unknown, { member }: Reader) => `is only for ${member('order')} newest`,
  newest_in_stream: () => 'must not be newest in a stream, which is in the order of the log',
  no_actor: ({ kinds }: { kinds: Names }) =>
    `must be one of ${kinds.join(', ')}, or with an id or a name: person:3, token:5, channel:airbnb`,
  no_month: () => 'must be a month written yyyy-MM',
  not_plain: ({ limit }: { limit: number }) => `must be plain words of at most ${limit} characters`,
  // connections and their addresses
  no_https: () => 'must be an https address',
  not_this_machine: () =>
    'must be an address of this machine, such as http://127.0.0.1:4100: a test property reaches no other',
  plain_http: () =>
    'must be an https address, not http (which is accepted only where ALLOW_PRIVATE_NETWORK is on, for tests)',
  no_calendar_address: () => 'must be an https address of an .ics calendar',
  hidden_secret: ({ roomId }: { roomId: number }) =>
    `is an address with its secret hidden, and not the one that is stored for room ${roomId}: give the whole address, or leave it out to keep what is stored`,
  no_partner_address: ({ protocol }: { protocol: string }) =>
    `is required with the protocol ${protocol}: the address of the partner`,
  no_channel_name: () => 'must not be direct: that is the property itself',
  unsupported_protocol: () => 'is not spoken by this version',
  required_by_protocol: ({ protocol, several }: { protocol: string; several?: boolean }) =>
    `${several ? 'are' : 'is'} required with the protocol ${protocol}`,
  unneeded_credentials: ({ protocol }: { protocol: string }) => `are not needed by the protocol ${protocol}`,
  room_twice: ({ protocol }: { protocol?: string }) =>
    `must name each room once${protocol === undefined ? '' : `: a room has no rates with the protocol ${protocol}`}`,
  no_units: ({ protocol }: { protocol: string }) =>
    `cannot be sent with the protocol ${protocol}, by which channels sell rooms and no single units of them`,
  other_external_room: ({ roomId, externalRoom, knownRoom }: Mapped & { knownRoom: string | null }) =>
    `is ${externalRoom}, but room ${roomId} is mapped to ${knownRoom} already: further entries of a room give further rates of the same room there`,
  external_room_twice: () => 'is mapped to another room already',
  calendar_twice: ({ room, unit, channel }: { room: string; unit: string | null; channel: string }) =>
    `is the calendar of ${unit === null ? '' : `unit ${unit} of `}room ${room} at ${channel} already, and each of its stays would become two bookings: copy the address of this room's own calendar at the channel`,
  rate_missing: ({ roomId }: { roomId: number }) =>
    `is required in each entry of room ${roomId}, because there are several`,
  rate_twice: ({ roomId, rate }: { roomId: number; rate: string }) =>
    `is ${rate}, to which room ${roomId} is mapped already: name each rate once`,
  unmapped_room: ({ roomId, channel }: { roomId: number; channel: string }) =>
    `names room ${roomId}, which is not mapped at ${channel}`,
  unmapped_unit: ({ unitId, channel }: { unitId: number; channel: string }) =>
    `names unit ${unitId}, which is not mapped at ${channel}`,
  unmapped_rate: ({ roomId, rate, channel }: MappedRate) =>
    `names the rate ${rate} of room ${roomId}, which is not mapped at ${channel}`,
  only_rate: ({ roomId, rate, channel }: MappedRate, { member }: Reader) =>
    `names ${rate}, which would leave room ${roomId} without a rate at ${channel}: remove the room with ${member('remove_rooms')}, or map it to another rate`,
  unclosable_protocol: ({ protocol }: { protocol: string }, reader: Reader) => {
    const how = reader.lister('channel nights');
    return `cannot be true with the protocol ${protocol}: the channel reads the calendar by itself. Set a stop of sale, wait until it has read that${how ? ` (${how})` : ''}, then repeat this without ${reader.member('close')}`;
  },
  unclosable_rates: (_: unknown, { member }: Reader) =>
    `cannot be true with ${member('remove_rates')}: rooms are closed at the channel, single rates are not. Stop the sale of the rate at the channel, then repeat this without ${member('close')}`,
} satisfies Record<string, (facts: never, reader: Reader) => string>;

/** A date, or its text yyyy-MM-dd. */
export type DateFact = Temporal.PlainDate | string;
type Mapped = { roomId: number; externalRoom: string | null };
type MappedRate = { roomId: number; rate: string; channel: string };

export type Rule = keyof typeof RULES;

export const ALL_RULES = Object.keys(RULES) as Rule[];

/** The facts of a broken rule. */
export type FactsOfRule<R extends Rule> =
  Parameters<(typeof RULES)[R]> extends [infer Facts, ...unknown[]]
    ? unknown extends Facts
      ? object
      : Facts
    : object;

/** A broken rule with its facts. */
export type BrokenRule = { [R in Rule]: { rule: R } & FactsOfRule<R> }[Rule];

/** A member of the request and the rule that it breaks. `field` is its path: `rooms.0.ical_url`. */
export type FieldError = { field: string } & BrokenRule;

/** Returns the end of the sentence that begins with the member's name: `must not be after todate`. */
export function describeRule(broken: BrokenRule, reader: Reader): string {
  return (RULES[broken.rule] as (facts: BrokenRule, reader: Reader) => string)(broken, reader);
}

/** Returns the whole sentence about a member, without a period: `fromdate must not be after todate`. */
export function describeFieldError(error: FieldError, reader: Reader): string {
  return `${reader.member(error.field)} ${describeRule(error, reader)}`;
}

const TYPE_NAMES: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMAT_NAMES: Record<string, string> = {
  date: 'must be a real calendar date written yyyy-MM-dd',
  'date-time': 'must be a moment such as 2026-12-01T15:00:00Z',
  email: 'must be one e-mail address, such as ada@example.com, without a name or brackets',
};
