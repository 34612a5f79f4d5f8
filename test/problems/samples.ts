// One sample of each case of each problem and of each rule for a member. The types make the lists complete.
import type { BrokenRule, FieldError, Rule } from '../../src/problems/field-errors.ts';
import type { LimitedRequests, ProblemCode, ProblemData, UsedAtOnce } from '../../src/problems.ts';

type Facts<C extends ProblemCode> = NonNullable<ProblemData[C]>;
type CaseOf<C extends ProblemCode> = Facts<C> extends { case: infer Case extends string } ? Case : 'facts';
type OfCase<C extends ProblemCode, Case> =
  Facts<C> extends { case: string } ? DistributedOmit<Extract<Widened<Facts<C>>, { case: Case }>> : Facts<C>;
/** Splits members of a union whose `case` is itself a union. */
type Widened<T> = T extends { case: infer Case extends string }
  ? Case extends string
    ? Omit<T, 'case'> & { case: Case }
    : never
  : never;
type DistributedOmit<T> = T extends { case: string } ? Omit<T, 'case'> : never;

const day = { date: '2027-03-01' };

const SAMPLES: { [C in ProblemCode]: { [Case in CaseOf<C>]: OfCase<C, Case> } } = {
  not_found: {
    path: {},
    unreadable_path: {},
    long_path: {},
    calendar: {},
    inbound_address: {},
    no_inbound_requests: {},
    token: { id: 7 },
    session: { id: 7 },
    webhook: { id: 7 },
    calendar_link: { id: 7 },
  },
  method_not_allowed: { facts: { method: 'PUT', allow: ['GET', 'POST'] } },
  unknown_token: { facts: null as never },
  unauthorized: { facts: null as never },
  not_signed_in: { facts: null as never },
  sign_in_refused: { facts: null as never },
  wrong_password: { facts: null as never },
  link_not_valid: { facts: null as never },
  screen_not_shared: { facts: null as never },
  pin_refused: { facts: { left: 3 } },
  pin_locked: { facts: null as never },
  full_sign_in_required: { facts: null as never },
  foreign_page: { facts: null as never },
  https_required: { facts: null as never },
  owner_required: { of_property: {}, of_all: {}, or_manager: {} },
  unknown_user: { facts: { userId: 7 } },
  user_name_taken: { facts: { member: 'email', value: 'maria@quintadomar.example' } },
  rate_limited: {
    requests: { of: 'token', max: 600, retryAfterSeconds: 9 },
    streams: { of: 'property', max: 100, retryAfterSeconds: 60 },
    in_use: { of: 'token_streams', max: 10, retryAfterSeconds: 30 },
  },
  subscription_required: { facts: { status: 'cancelled' } },
  demo_mode: { facts: { property: 'sandbox' } },
  read_only_token: { facts: null as never },
  scope_missing: { facts: { missing: ['contacts'], field: null } },
  local_only: { off: {}, address: {}, proxy: {}, host: {}, page: {} },
  too_many_test_properties: { facts: { max: 10, removedAt: '2026-12-01T15:00:00Z' } },
  property_required: {
    facts: {
      properties: [
        { hotelId: 1001, name: 'Quinta' },
        { hotelId: 1002, name: 'Casa' },
      ],
      total: 400,
    },
  },
  property_not_opened: {
    facts: { hotelId: 1003, properties: [{ hotelId: 1001, name: 'Quinta' }], total: 1 },
  },
  invalid_parameters: {
    members: { part: 'query', errors: [{ field: 'fromdate', rule: 'after', member: 'todate' }] },
  },
  invalid_data: {
    members: { part: 'body', errors: [{ field: 'name', rule: 'required' }] },
    not_json: {},
    not_utf8: {},
    not_http: {},
    wrong_length: {},
    unreadable: {},
    price_sum: {},
    too_deep: { levels: 100 },
    hosts: { count: 2 },
    too_many_webhooks: { max: 100 },
  },
  payload_too_large: { bytes: { max: 262_144 }, values: { max: 43_690 }, depth: { max: 50 } },
  unsupported_media_type: { facts: null as never },
  request_timeout: { facts: null as never },
  headers_too_large: { facts: null as never },
  precondition_failed: { facts: null as never },
  idempotency_key_reused: { facts: null as never },
  unknown_property: { facts: { hotelId: 1 } },
  unknown_room: { facts: { roomIds: [7, 8] } },
  unknown_booking: { facts: { reservationId: 7 } },
  unknown_group: { facts: { groupId: 7 } },
  unknown_inquiry: { facts: { inquiryId: 7, bookedAs: null } },
  unknown_guest: { facts: { guestId: 7 } },
  guest_erased: { facts: { guestId: 7 } },
  guest_expected: { facts: { guestId: 7, reservationId: 8, checkout: '2027-03-01' } },
  same_guest: { facts: { guestId: 7 } },
  merge_too_long: { facts: { member: 'notes', length: 7_200, max: 5_000 } },
  unknown_change: { facts: { changeId: 7, retentionDays: 30 } },
  unknown_task: { facts: { taskId: 7 } },
  unknown_review: { facts: { reviewId: 7 } },
  unknown_entry: { facts: { entryId: 7 } },
  unknown_unit: { facts: { unitId: 7 } },
  unknown_closure: { facts: { closureId: 7 } },
  room_has_units: { facts: { roomId: 7, units: 3 } },
  unit_name_taken: { facts: { name: '204' } },
  unit_of_other_room: { facts: { unitId: 7, name: '204', unitRoomId: 8, roomId: 9 } },
  unit_taken: {
    facts: {
      unitId: 7,
      name: '204',
      holdings: [
        {
          fromdate: '2027-03-01',
          todate: '2027-03-02',
          reservationId: 10001,
          closureId: null,
          channel: null,
        },
        { fromdate: '2027-03-03', todate: '2027-03-03', reservationId: null, closureId: 3, channel: null },
        {
          fromdate: '2027-03-05',
          todate: '2027-03-06',
          reservationId: null,
          closureId: null,
          channel: 'airbnb',
        },
      ],
    },
  },
  unit_occupied: { facts: { unitId: 7, name: '204', reservationId: 10001 } },
  unit_not_ready: { facts: { unitId: 7, name: '204', condition: 'clean', inspects: true } },
  units_sold: { facts: { roomId: 7, nights: ['2027-03-01'] } },
  closure_ended: { facts: { closureId: 7, lastNight: '2027-03-01' } },
  no_unit_without_moving: {
    facts: {
      roomId: 7,
      fromdate: '2027-03-01',
      todate: '2027-03-03',
      moves: [
        { reservationId: 10001, unitId: 8, name: '205' },
        { reservationId: null, unitId: 7, name: '204' },
      ],
      split: [
        { unitId: 7, name: '204', fromdate: '2027-03-01', todate: '2027-03-01' },
        { unitId: 8, name: '205', fromdate: '2027-03-02', todate: '2027-03-03' },
      ],
    },
  },
  would_remove: {
    omitted: {
      channel: 'vrbo',
      removed: [
        { part: 'room', roomId: 7 },
        { part: 'rates', roomId: 8, rates: ['flex', 'saver'] },
        { part: 'url' },
        { part: 'setting', name: 'prices' },
      ],
    },
    rates: { channel: 'vrbo', removed: [{ part: 'rates', roomId: 8, rates: ['flex'] }] },
    protocol: {
      channel: 'vrbo',
      protocol: 'vrbo',
      wanted: 'ical',
      removed: [{ part: 'connection', protocol: 'vrbo' }, { part: 'credentials' }],
    },
  },
  practice_channel: {
    has_channels: { channels: ['airbnb', 'vrbo'] },
    connected: {},
    reserved: {},
    no_rooms: {},
  },
  unknown_channel: { facts: { channel: 'airbnb' } },
  room_unavailable: { facts: { nights: ['2027-03-01', '2027-03-02'] } },
  exceeds_balance: { facts: { groupId: 7, balance: 120.5, currency: 'EUR' } },
  min_stay_not_met: { facts: { ...day, minStay: 3, stayNights: 2 } },
  capacity: { facts: { roomId: 7, capacity: 1, guests: 2 } },
  max_stay_exceeded: { facts: { ...day, maxStay: 3, stayNights: 4 } },
  closed_to_arrival: { facts: day },
  closed_to_departure: { facts: day },
  stop_sell: { facts: { nights: ['2027-03-01'] } },
  exceeds_units: {
    taken: { ...day, roomId: 7, taken: 3, units: 2 },
    left: { ...day, roomId: 7, left: 1, furtherNights: 2 },
  },
  stay_ended: {
    checked_out: { reservationId: 7 },
    released: { checkout: '2027-03-04', date: '2027-03-05' },
  },
  hold_expired: { facts: { reservationId: 10001, heldUntil: '2027-03-01T12:30:00Z' } },
  owned_by_channel: { facts: { channel: 'airbnb' } },
  invalid_transition: {
    status: { of: 'task', from: 'cancelled', to: 'done', allowed: [] },
    before_checkin: { reservationId: 7, status: 'checked_in', checkin: '2027-03-01', today: '2027-02-27' },
    arrival_moved: { reservationId: 7, checkin: '2027-03-01', today: '2027-02-27' },
    no_night_to_move: { reservationId: 7, checkout: '2027-03-04', today: '2027-03-04' },
    final: { status: 'cancelled' },
    ended_at_channel: { reservationId: 7, channel: 'expedia' },
    not_held: { reservationId: 7, status: 'confirmed' },
    no_show: { reservationId: 7 },
  },
  room_has_bookings: { facts: { roomId: 7, lastNight: '2027-03-01' } },
  events_compacted: { facts: { firstSeq: 813 } },
  moment_not_kept: {
    facts: { asOf: '2027-03-01T00:00:00Z', bookings: 12, logBegins: '2027-04-01T10:00:00Z' },
  },
  already_replied: { facts: null as never },
  not_reversible: {
    reversed: { entryId: 7 },
    reversal: { entryId: 7, reversesId: 6 },
    booking: { entryId: 7, reservationId: 10001 },
  },
  server_error: { facts: { requestId: 'r-1' } },
  temporarily_unavailable: {
    database: { retryAfterSeconds: 5 },
    busy: {},
    sign_ins: {},
    large_request: {},
    stopping: {},
    calendar_paused: {},
    secret: { reason: 'This process has no key: set CREDENTIALS_KEY.' },
  },
};

/** Values of one member, of which each has a sentence of its own. */
const LIMITS: Record<LimitedRequests, true> = {
  token: true,
  wrong_tokens: true,
  sign_ins: true,
  calendar: true,
  wrong_operator_keys: true,
  connection: true,
  wrong_connection_keys: true,
};
const USES: Record<UsedAtOnce, true> = {
  token_streams: true,
  token_sessions: true,
  session_calls: true,
  streams: true,
  sessions: true,
};

const SINGLE = Object.entries(SAMPLES).flatMap(([code, cases]) =>
  Object.entries(cases).map(([name, facts]) => ({
    code: code as ProblemCode,
    data: facts === null ? undefined : name === 'facts' ? facts : { case: name, ...facts },
  })),
);

const VARIANTS: { code: ProblemCode; data: object }[] = [
  ...Object.keys(LIMITS).map((of) => ({
    code: 'rate_limited' as const,
    data: { case: 'requests', of, max: 10, retryAfterSeconds: 9 },
  })),
  ...Object.keys(USES).map((of) => ({
    code: 'rate_limited' as const,
    data: { case: 'in_use', of, max: 10, retryAfterSeconds: 30 },
  })),
  { code: 'rate_limited', data: { case: 'streams', of: 'address', max: 10, retryAfterSeconds: 60 } },
  { code: 'demo_mode', data: { property: 'sample' } },
  { code: 'invalid_data', data: { case: 'hosts', count: 0 } },
  ...(['header', 'settings', 'credentials', 'unwanted body'] as const).map((part) => ({
    code: 'invalid_data' as const,
    data: { case: 'members', part, errors: [{ field: 'a', rule: 'required' }] },
  })),
  { code: 'payload_too_large', data: { case: 'bytes', max: null } },
  { code: 'unknown_booking', data: { reservationId: null } },
  { code: 'unknown_inquiry', data: { inquiryId: 7, bookedAs: 8 } },
  { code: 'capacity', data: { roomId: 7, capacity: 2, guests: 3 } },
  ...(['checked_out', 'no_show'] as const).map((status) => ({
    code: 'invalid_transition' as const,
    data: { case: 'before_checkin', reservationId: 7, status, checkin: '2027-03-01', today: '2027-02-27' },
  })),
];

export const PROBLEM_SAMPLES: readonly { code: ProblemCode; data: object | undefined }[] = [
  ...SINGLE,
  ...VARIANTS,
];

type RuleFacts<R extends Rule> = Omit<Extract<BrokenRule, { rule: R }>, 'rule'>;

const nights = { nights: 3, member: 'checkin' };
const mapped = { roomId: 7, rate: 'flex', channel: 'vrbo' };

const RULE_FACTS: { [R in Rule]: RuleFacts<R> } = {
  required: {},
  wrong_type: { type: 'integer', nullable: true },
  wrong_format: { format: 'date-time' },
  not_one_of: { values: ['a', 'b'] },
  not_constant: { value: true },
  below_minimum: { limit: 1 },
  above_maximum: { limit: 9 },
  too_short: { limit: 2 },
  too_long: { limit: 9 },
  wrong_length: { least: 1, most: 255 },
  too_few_items: { limit: 1 },
  too_many_items: { limit: 9 },
  wrong_pattern: { example: '15:00' },
  unlike_channel: {},
  wrong_schema: { text: 'must match' },
  unknown_name: { meant: [], known: ['a', 'b'], noun: 'member' },
  read_only: {},
  not_empty: {},
  given_twice: {},
  too_deep: { levels: 100 },
  broken_text: {},
  blank: {},
  guessable: {},
  has_at_sign: {},
  after: { member: 'todate' },
  before: { member: 'fromdate' },
  not_after: { member: 'checkin' },
  after_date: { date: '2027-03-01' },
  not_before_date: { date: '2027-03-01' },
  in_future: { now: '2027-03-01T10:00:00Z' },
  fewer_nights: nights,
  more_nights: nights,
  range_too_long: nights,
  years_away: { years: 10 },
  years_ahead: { years: 10 },
  closed_day: {},
  negative: {},
  no_amount: { currency: 'EUR' },
  too_many: { limit: 2, date: '2027-03-01' },
  no_percentage: {},
  comma: {},
  rate_of_category: { category: 'S', rates: 'positive' },
  nearly_known_type: { type: 'payment' },
  type_of_bookings: { type: 'income' },
  positive_refund: {},
  negative_payment: {},
  not_of_booking: { reservationId: 10001, currency: 'USD' },
  only_with_type: { types: ['payment', 'refund'] },
  not_the_sum: {},
  too_few: { limit: 2 },
  too_many_nights: { nights: 10_000, roomId: 7 },
  no_nights: {},
  no_currency: {},
  no_time_zone: {},
  no_language: {},
  price_missing: {},
  sets_nothing: { members: ['price', 'available'] },
  nothing_to_set: {},
  only_with_status: { status: 'checked_in' },
  only_with: { member: 'unit_id' },
  outside_stay: { checkin: '2027-03-01', checkout: '2027-03-04' },
  before_today: { today: '2027-03-01' },
  guest_in_unit: {},
  not_with_cancellation: {},
  too_early: { status: 'no_show', date: '2027-03-01' },
  several_bookings: { reservationIds: [7, 8] },
  not_checkin: { reservationId: 7, checkin: '2027-03-01' },
  wrong_cursor: {},
  wrong_next_cursor: {},
  no_cursor_here: { instead: 'after' },
  not_together: { member: 'after' },
  after_log_end: { lastSeq: 812 },
  beyond_next_event: { lastSeq: 812 },
  no_event_kind: { kinds: ['booking.created'] },
  only_newest_first: {},
  newest_in_stream: {},
  no_actor: { kinds: ['person', 'token'] },
  no_event: {},
  no_month: {},
  not_plain: { limit: 60 },
  no_https: {},
  not_this_machine: {},
  plain_http: {},
  no_calendar_address: {},
  hidden_secret: { roomId: 7 },
  no_partner_address: { protocol: 'open_channel' },
  no_channel_name: {},
  unsupported_protocol: {},
  required_by_protocol: { protocol: 'ical', several: true },
  unneeded_credentials: { protocol: 'ical' },
  room_twice: { protocol: 'vrbo' },
  other_external_room: { roomId: 7, externalRoom: 'R1', knownRoom: 'R2' },
  external_room_twice: {},
  no_units: { protocol: 'expedia' },
  rate_missing: { roomId: 7 },
  rate_twice: { roomId: 7, rate: 'flex' },
  unmapped_room: { roomId: 7, channel: 'vrbo' },
  unmapped_unit: { unitId: 9, channel: 'vrbo' },
  unmapped_rate: mapped,
  only_rate: mapped,
  unclosable_protocol: { protocol: 'vrbo' },
  unclosable_rates: {},
};

export const FIELD_ERRORS: readonly FieldError[] = Object.entries(RULE_FACTS).map(
  ([rule, facts]) => ({ field: 'remove_rates.0', rule, ...facts }) as FieldError,
);
