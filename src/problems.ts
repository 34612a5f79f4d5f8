// Catalogue of problems: the code of each with its HTTP status, its title and the type of its facts. No
// sentences: problems/sentences.ts has them, and each carrier (http, mcp, cli) inserts the names its readers know.
import type { DateFact, FieldError } from './problems/field-errors.ts';
import type { RequestPart } from './problems/reader.ts';

/**
 * Every problem a client can receive. Codes are public and never change
 * their meaning; titles may be reworded.
 */
export const PROBLEMS = {
  not_found: { status: 404, title: 'No such path' },
  method_not_allowed: { status: 405, title: 'Method not allowed here' },
  unknown_token: { status: 404, title: 'Unknown property token' },
  unauthorized: { status: 401, title: 'Operator key missing or wrong' },
  not_signed_in: { status: 401, title: 'Nobody is signed in' },
  other_person: { status: 409, title: 'Somebody else is signed in' },
  sign_in_refused: { status: 401, title: 'Wrong name or password' },
  wrong_password: { status: 400, title: 'Wrong password' },
  link_not_valid: { status: 400, title: 'This link is no longer valid' },
  screen_not_shared: { status: 400, title: 'This screen is not shared' },
  pin_refused: { status: 400, title: 'Wrong PIN' },
  pin_locked: { status: 403, title: 'Too many wrong PINs' },
  passkey_refused: { status: 400, title: 'This passkey does not sign in' },
  passkeys_not_possible: { status: 400, title: 'No passkeys at this address' },
  too_many_passkeys: { status: 400, title: 'Too many passkeys' },
  code_required: { status: 401, title: 'A code is asked for' },
  code_refused: { status: 400, title: 'Wrong code' },
  second_factor_on: { status: 400, title: 'The second factor is on' },
  second_factor_missing: { status: 400, title: 'There is no second factor' },
  own_second_factor: { status: 400, title: 'Your own second factor' },
  last_sign_in_way: { status: 400, title: 'The only way to sign in' },
  full_sign_in_required: { status: 403, title: 'A PIN does not open this' },
  foreign_page: { status: 403, title: 'Not sent by a page of this server' },
  https_required: { status: 403, title: 'Signing in needs https' },
  owner_required: { status: 403, title: 'This role does not open this' },
  unknown_user: { status: 400, title: 'Unknown person' },
  user_name_taken: { status: 400, title: 'Somebody else has this name' },
  rate_limited: { status: 429, title: 'Too many requests' },
  subscription_required: { status: 402, title: 'Subscription update required' },
  demo_mode: { status: 403, title: 'Demo mode is read-only' },
  read_only_token: { status: 403, title: 'This token may only read' },
  scope_missing: { status: 403, title: 'This token does not open this' },
  property_required: { status: 400, title: 'Which of its properties is not said' },
  property_not_opened: { status: 400, title: 'This token does not open this property' },
  invalid_parameters: { status: 400, title: 'Invalid query parameters' },
  invalid_data: { status: 400, title: 'Invalid data' },
  payload_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Body is not JSON' },
  request_timeout: { status: 408, title: 'Request not received in time' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  precondition_failed: { status: 412, title: 'Changed in the meantime' },
  precondition_not_supported: { status: 400, title: 'If-Match has no effect here' },
  idempotency_key_reused: { status: 400, title: 'Idempotency key already used for another request' },
  unknown_property: { status: 404, title: 'Unknown property' },
  unknown_room: { status: 400, title: 'Unknown room' },
  unknown_booking: { status: 400, title: 'Unknown booking' },
  unknown_group: { status: 400, title: 'Unknown group of bookings' },
  unknown_inquiry: { status: 400, title: 'Unknown inquiry' },
  unknown_message: { status: 400, title: 'Unknown message' },
  unknown_attachment: { status: 404, title: 'Unknown attachment' },
  attachment_not_read: { status: 502, title: 'The channel did not answer the file' },
  nothing_to_reply: { status: 400, title: 'The message waits for no reply' },
  unknown_guest: { status: 400, title: 'Unknown guest' },
  guest_erased: { status: 400, title: 'The guest was erased' },
  guest_expected: { status: 400, title: 'The guest is expected or in the house' },
  same_guest: { status: 400, title: 'Both are one profile' },
  merge_too_long: { status: 400, title: 'More than one profile can have' },
  unknown_change: { status: 400, title: 'Unknown change' },
  unknown_template: { status: 400, title: 'Unknown template' },
  template_name_taken: { status: 400, title: 'Another template has this name' },
  too_many_templates: { status: 400, title: 'Too many templates' },
  template_not_fillable: { status: 400, title: 'The template cannot be filled' },
  unknown_task: { status: 400, title: 'Unknown task' },
  unknown_photo: { status: 404, title: 'Unknown photo' },
  too_many_photos: { status: 400, title: 'Too many photos' },
  unknown_review: { status: 400, title: 'Unknown review' },
  unknown_entry: { status: 400, title: 'Unknown ledger entry' },
  unknown_unit: { status: 400, title: 'Unknown unit' },
  unknown_closure: { status: 400, title: 'Unknown closure' },
  would_remove: { status: 400, title: 'Would remove what is stored' },
  unknown_channel: { status: 400, title: 'No such connection' },
  practice_channel: { status: 409, title: 'The practice channel stands alone' },
  room_unavailable: { status: 400, title: 'Room not available' },
  min_stay_not_met: { status: 400, title: 'Stay is shorter than the minimum stay' },
  capacity: { status: 400, title: 'More guests than the room takes' },
  max_stay_exceeded: { status: 400, title: 'Stay is longer than the maximum stay' },
  closed_to_arrival: { status: 400, title: 'No arrivals on this date' },
  closed_to_departure: { status: 400, title: 'No departures on this date' },
  stop_sell: { status: 400, title: 'Not for sale' },
  exceeds_units: { status: 400, title: 'More than the room has left' },
  stay_ended: { status: 400, title: 'The stay has ended' },
  hold_expired: { status: 400, title: 'The hold has ended' },
  owned_by_channel: { status: 400, title: 'Only its channel can change this' },
  local_only: { status: 403, title: 'Only for programs of this machine' },
  too_many_test_properties: { status: 400, title: 'Too many test properties' },
  property_archived: { status: 409, title: 'The property is archived' },
  property_has_channels: { status: 409, title: 'The property is connected to channels' },
  property_in_use: { status: 409, title: 'The property still has stays or open balances' },
  property_not_archived: { status: 409, title: 'The property is not archived' },
  name_not_confirmed: { status: 409, title: 'The name was not confirmed' },
  invalid_transition: { status: 400, title: 'Not possible in this state' },
  room_has_bookings: { status: 400, title: 'The room still has bookings' },
  room_has_units: { status: 400, title: 'The number of units follows from the units' },
  unit_name_taken: { status: 400, title: 'Another unit has this name' },
  unit_of_other_room: { status: 400, title: 'The unit belongs to another room' },
  unit_taken: { status: 400, title: 'The unit is taken' },
  unit_occupied: { status: 400, title: 'A guest is in the unit' },
  unit_not_ready: { status: 400, title: 'The unit is not ready' },
  no_unit_without_moving: { status: 400, title: 'No unit is free for the whole stay' },
  units_sold: { status: 400, title: 'Every unit of the room is sold' },
  closure_ended: { status: 400, title: 'The closure has ended' },
  proposing_token: { status: 403, title: 'This token only proposes' },
  unknown_proposal: { status: 400, title: 'Unknown proposal' },
  proposal_closed: { status: 400, title: 'The proposal no longer waits' },
  proposal_outdated: { status: 400, title: 'Something else than when it was proposed' },
  too_many_proposals: { status: 400, title: 'Too many proposals wait' },
  events_compacted: { status: 410, title: 'Events this old are no longer kept' },
  moment_not_kept: { status: 400, title: 'Not kept that far back' },
  already_replied: { status: 400, title: 'Already replied' },
  unknown_guest_review: { status: 400, title: 'Unknown review of a guest' },
  guest_review_written: { status: 400, title: 'The guest has been reviewed' },
  guest_review_over: { status: 400, title: 'The guest cannot be reviewed any more' },
  unknown_guest_request: { status: 400, title: 'Unknown request of a guest' },
  guest_request_over: { status: 400, title: 'The request no longer waits' },
  guest_request_unmapped: { status: 400, title: 'The room is not mapped' },
  exceeds_balance: { status: 400, title: 'More than the balance' },
  not_reversible: { status: 400, title: 'This entry cannot be reversed' },
  repeated_payment: { status: 400, title: 'This payment is posted already' },
  refund_exceeds_paid: { status: 400, title: 'More than was paid' },
  server_error: { status: 500, title: 'Server error' },
  storage_full: { status: 503, title: 'The disk of the server is full' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<keyof ProblemData, { status: number; title: string }>;

/** Code → its facts; `null` = the code says everything. `case` tells several cases of one code apart. */
export type ProblemData = {
  not_found:
    | {
        case:
          | 'path'
          | 'unreadable_path'
          | 'long_path'
          | 'calendar'
          | 'inbound_address'
          | 'no_inbound_requests';
      }
    | { case: 'token' | 'webhook' | 'calendar_link' | 'session' | 'passkey'; id: number };
  method_not_allowed: { method: string; allow: string[] };
  unknown_token: null;
  unauthorized: null;
  not_signed_in: null;
  other_person: null;
  sign_in_refused: null;
  wrong_password: null;
  link_not_valid: null;
  screen_not_shared: null;
  /** `left`: tries that are left; 0 = no PIN opens the screen for this person */
  pin_refused: { left: number };
  pin_locked: null;
  passkey_refused: null;
  passkeys_not_possible: null;
  too_many_passkeys: { max: number };
  code_required: null;
  /** `left`: tries that are left for codes of the app; null = they are not counted here */
  code_refused: { left: number | null };
  second_factor_on: null;
  second_factor_missing: null;
  own_second_factor: null;
  last_sign_in_way: null;
  full_sign_in_required: null;
  foreign_page: null;
  https_required: null;
  /** `of_all`: an owner of every property, because the change reaches beyond those of the caller */
  owner_required: { case: 'of_property' | 'of_all' | 'or_manager' };
  unknown_user: { userId: number };
  user_name_taken: { member: 'name' | 'email'; value: string };
  rate_limited: { retryAfterSeconds: number } & (
    | { case: 'requests'; of: LimitedRequests; max: number }
    | { case: 'streams'; of: 'address' | 'property'; max: number }
    | { case: 'in_use'; of: UsedAtOnce; max: number }
  );
  subscription_required: { status: string };
  demo_mode: { property: 'sandbox' | 'sample' };
  read_only_token: null;
  /** `field`: the parameter that needs the scope; null = the whole operation */
  scope_missing: { missing: readonly string[]; field: string | null };
  property_required: OpenedProperties;
  property_not_opened: OpenedProperties & { hotelId: number };
  invalid_parameters: InvalidMembers;
  invalid_data:
    | InvalidMembers
    | { case: 'not_json' | 'not_utf8' | 'not_http' | 'wrong_length' | 'unreadable' | 'price_sum' }
    | { case: 'too_deep'; levels: number }
    | { case: 'hosts'; count: number }
    | { case: 'too_many_webhooks'; max: number };
  payload_too_large:
    | { case: 'bytes'; max: number | null }
    | { case: 'values' | 'names' | 'depth'; max: number };
  unsupported_media_type: null;
  request_timeout: null;
  headers_too_large: null;
  precondition_failed: null;
  precondition_not_supported: null;
  idempotency_key_reused: null;
  unknown_property: { hotelId: number };
  unknown_room: { roomIds: number[] };
  /** null = given by its reference at a channel, which is not repeated: it is text from outside */
  unknown_booking: { reservationId: number | null };
  /** `bookedAs`: the booking that the inquiry became */
  unknown_inquiry: { inquiryId: number; bookedAs: number | null };
  unknown_message: { messageId: number };
  unknown_attachment: { messageId: number; attachmentId: number };
  /** `disconnected`: the channel is not connected any more; `reason`: in English */
  attachment_not_read: { channel: string } & ({ case: 'disconnected' } | { case: 'failed'; reason: string });
  /** `replied`: it has a reply of its own; `own`: the house wrote it */
  nothing_to_reply: { messageId: number; case: 'replied' | 'own' };
  unknown_guest: { guestId: number };
  guest_erased: { guestId: number };
  guest_expected: { guestId: number; reservationId: number; checkout: DateFact };
  same_guest: { guestId: number };
  /** characters of notes, or tags, of both profiles together */
  merge_too_long: { member: 'notes' | 'tags'; length: number; max: number };
  unknown_change: { changeId: number; retentionDays: number };
  unknown_template: { templateId: number };
  template_name_taken: { name: string };
  too_many_templates: { max: number };
  /** `reason`: of the library, in English */
  template_not_fillable: { language: string; reason: string };
  unknown_task: { taskId: number };
  unknown_photo: { photoId: number };
  /** `of`: of one task, or of all tasks of the property */
  too_many_photos: { max: number; of: 'task' | 'property' };
  unknown_review: { reviewId: number };
  unknown_entry: { entryId: number };
  unknown_unit: { unitId: number };
  unknown_closure: { closureId: number };
  would_remove: { channel: string; removed: RemovedPart[] } & (
    | { case: 'omitted' | 'rates' }
    | { case: 'protocol'; protocol: string; wanted: string }
  );
  unknown_channel: { channel: string };
  practice_channel:
    | { case: 'has_channels'; channels: string[] }
    | { case: 'connected' | 'reserved' | 'no_rooms' };
  unknown_group: { groupId: number };
  room_unavailable: { nights: string[] } & Partial<AskedTogether> & OneOfSeveral;
  min_stay_not_met: { date: DateFact; minStay: number; stayNights: number } & OneOfSeveral;
  /** `infants`: how many of the guests are younger than `infantsUnderAge`, in years, and could sleep in one of the `cots`; absent where none is */
  capacity: { roomId: number; capacity: number; guests: number } & Partial<{
    cots: number;
    infants: number;
    infantsUnderAge: number;
  }>;
  max_stay_exceeded: { date: DateFact; maxStay: number; stayNights: number } & OneOfSeveral;
  closed_to_arrival: { date: DateFact } & OneOfSeveral;
  closed_to_departure: { date: DateFact } & OneOfSeveral;
  stop_sell: { nights: string[] } & OneOfSeveral;
  exceeds_units:
    | { case: 'taken'; roomId: number; date: DateFact; taken: number; units: number }
    | { case: 'left'; roomId: number; date: DateFact; left: number; furtherNights: number };
  stay_ended:
    | { case: 'checked_out'; reservationId: number }
    | ({ case: 'released'; checkout: DateFact; date: DateFact } & OneOfSeveral);
  /** `heldUntil`: when it would have ended by itself */
  hold_expired: { reservationId: number; heldUntil: string };
  /** dates: those that the channel knows */
  owned_by_channel: { channel: string; checkin: DateFact; checkout: DateFact };
  local_only: { case: 'off' | 'address' | 'proxy' | 'host' | 'page' };
  /** `removedAt`: when the next one is removed */
  too_many_test_properties: { max: number; removedAt: string };
  property_archived: { hotelId: number; archivedAt: string };
  property_has_channels: { channels: string[] };
  /** numbers of bookings; `owed` and `toReturn`: those with an open balance */
  property_in_use: { inHouse: number; toCome: number; held: number; owed: number; toReturn: number };
  property_not_archived: { hotelId: number };
  /** `name`: as it has to be written */
  name_not_confirmed: { name: string };
  invalid_transition:
    | { case: 'status'; of: 'task' | 'booking'; from: string; to: string; allowed: readonly string[] }
    | { case: 'before_checkin'; reservationId: number; status: string; checkin: DateFact; today: DateFact }
    | { case: 'arrival_moved'; reservationId: number; checkin: DateFact; today: DateFact }
    | { case: 'no_night_to_move'; reservationId: number; checkout: DateFact; today: DateFact }
    | { case: 'final'; status: string }
    | { case: 'ended_at_channel'; reservationId: number; channel: string }
    | { case: 'not_held'; reservationId: number; status: string }
    | { case: 'no_show'; reservationId: number };
  room_has_bookings: { roomId: number; lastNight: string };
  room_has_units: { roomId: number; units: number };
  unit_name_taken: { name: string };
  unit_of_other_room: { unitId: number; name: string; unitRoomId: number; roomId: number };
  unit_taken: { unitId: number; name: string; holdings: UnitHolding[] };
  /** `reservationId`: the booking of the guest who is in it */
  unit_occupied: { unitId: number; name: string; reservationId: number };
  unit_not_ready: { unitId: number; name: string; condition: string; inspects: boolean };
  units_sold: { roomId: number; nights: string[] };
  closure_ended: { closureId: number; lastNight: DateFact };
  proposing_token: null;
  unknown_proposal: { proposalId: number };
  proposal_closed: { proposalId: number; state: string };
  proposal_outdated: { proposalId: number };
  too_many_proposals: { max: number };
  /**
   * `moves`: the fewest bookings to move, with the units to move them to, the stay itself last; `split`: the stay over several units,
   * with the fewest changes. Both are empty where there is no such way.
   */
  no_unit_without_moving: {
    roomId: number;
    fromdate: string;
    todate: string;
    moves: { reservationId: number | null; unitId: number; name: string }[];
    split: { unitId: number; name: string; fromdate: string; todate: string }[];
  };
  /** `firstSeq`: number of the oldest event that is still stored */
  events_compacted: { firstSeq: number };
  /**
   * `bookings`: how many are not known as they were then, null = nothing is; `logBegins`: from when on the log has their changes, null = it is
   * empty
   */
  moment_not_kept: { asOf: string; bookings: number | null; logBegins: string | null };
  already_replied: null;
  unknown_guest_review: { guestReviewId: number };
  guest_review_written: { guestReviewId: number };
  guest_review_over: { guestReviewId: number };
  unknown_guest_request: { guestRequestId: number };
  guest_request_over: { guestRequestId: number; state: string };
  guest_request_unmapped: { guestRequestId: number };
  /** `balance`: in major units, negative = paid too much */
  exceeds_balance: { groupId: number; balance: number; currency: string };
  not_reversible:
    | { case: 'reversed'; entryId: number }
    | { case: 'reversal'; entryId: number; reversesId: number }
    | { case: 'booking'; entryId: number; reservationId: number }
    | { case: 'later'; entryId: number; date: DateFact };
  /** the entry that was posted on `date`; amount in major units */
  repeated_payment: { entryId: number; date: DateFact; amount: number; currency: string };
  /** `paid`: in major units, what is left of the payments after earlier refunds */
  refund_exceeds_paid: { reservationId: number; paid: number; currency: string };
  server_error: { requestId: string };
  storage_full: { retryAfterSeconds?: number };
  temporarily_unavailable: { retryAfterSeconds?: number } & (
    | { case: 'database' | 'busy' | 'large_request' | 'stopping' | 'calendar_paused' | 'sign_ins' }
    | { case: 'secret'; reason: string }
  );
};

/** The first properties that a token opens, by id, and how many there are. */
type OpenedProperties = {
  properties: readonly { hotelId: number; name: string }[];
  total: number;
  /** they are those of a person who is signed in */
  signedIn?: true;
};

/** In the night of which most is missing: how many of the room were left, and how many the stays of a group asked for together. */
type AskedTogether = { left: number; asked: number };

/** The room of the stay that was refused, and the refusals of further stays; absent where only one was asked for. */
type OneOfSeveral = { roomId?: number; further?: StayRefusal[] };

/** A code that refuses one of several stays, with its facts. */
export type StayRefusal = { [C in StayRefusalCode]: { code: C; data: ProblemData[C] } }[StayRefusalCode];

type StayRefusalCode = (typeof OF_SEVERAL)[number];

/** Nights, both dates inclusive, in which a stay, a closure or a channel's calendar has a unit. */
export type UnitHolding = {
  fromdate: string;
  todate: string;
  reservationId: number | null;
  closureId: number | null;
  channel: string | null;
};

/** What a limit per minute counts. */
export type LimitedRequests =
  | 'token'
  | 'wrong_tokens'
  | 'sign_ins'
  | 'challenges'
  | 'calendar'
  | 'wrong_operator_keys'
  | 'connection'
  | 'wrong_connection_keys';

/** What a limit on simultaneous use counts. */
export type UsedAtOnce = 'token_streams' | 'token_sessions' | 'session_calls' | 'streams' | 'sessions';

/** Members of a request that break rules. */
type InvalidMembers = { case: 'members'; part: RequestPart; errors: FieldError[] };

/** A part of a connection that a request would remove. */
export type RemovedPart =
  | { part: 'connection'; protocol: string }
  | { part: 'room'; roomId: number }
  | { part: 'unit'; roomId: number; unitId: number }
  | { part: 'rates'; roomId: number; rates: string[] }
  | { part: 'credentials' | 'url' }
  | { part: 'setting'; name: string };

export type ProblemCode = keyof ProblemData;

/** Facts with a meaning of their own in responses, whatever the code. */
type SharedFacts = {
  errors?: FieldError[];
  /** the unavailable dates, yyyy-MM-dd (room_unavailable, stop_sell) */
  nights?: string[];
  retryAfterSeconds?: number;
  firstSeq?: number;
  /** methods that the path supports */
  allow?: string[];
};

/**
 * Returns the URI that identifies a kind of problem (`type` of RFC 9457). It is the same in every
 * installation, so that clients can compare it. It contains no host name, because no host is permanent; each
 * server explains its problems at /problems/{code}.
 */
export function problemType(code: ProblemCode): string {
  return `urn:innwire:problem:${code}`;
}

type DataOf<C extends ProblemCode> = null extends ProblemData[C] ? [] : [data: ProblemData[C]];

/** A refusal that is sent to the client: its code and its facts. Its message is for logs only. */
export class Problem<C extends ProblemCode = ProblemCode> extends Error {
  override readonly name = 'Problem';
  readonly code: C;
  readonly data: ProblemData[C];

  constructor(code: C, ...[data]: DataOf<C>) {
    super(data === undefined ? code : `${code} ${JSON.stringify(data)}`);
    this.code = code;
    this.data = data ?? (null as ProblemData[C]);
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  get shared(): SharedFacts {
    return (this.data as SharedFacts | null) ?? {};
  }
}

const OF_SEVERAL = [
  'room_unavailable',
  'min_stay_not_met',
  'max_stay_exceeded',
  'closed_to_arrival',
  'closed_to_departure',
  'stop_sell',
  'stay_ended',
] as const satisfies readonly ProblemCode[];

/** Returns the refusal of one of several stays, with its room in the facts. Throws every other error again. */
export function stayRefusal(error: unknown, roomId: number): StayRefusal {
  if (!(error instanceof Problem) || !OF_SEVERAL.some((code) => code === error.code)) throw error;
  return { code: error.code, data: { ...error.data, roomId } } as StayRefusal;
}

/** Returns one problem for the refusals of several stays: the first, which lists the others. */
export function refusedStays([{ code, data }, ...further]: [StayRefusal, ...StayRefusal[]]): Problem {
  return new Problem(code as 'room_unavailable', {
    ...(data as ProblemData['room_unavailable']),
    ...(further.length > 0 && { further }),
  });
}

/** Returns a function that throws an error again, with the room in its facts if it refuses one of several stays. */
export function inRoom(roomId: number): (error: unknown) => never {
  return (error) => {
    throw refusedStays([stayRefusal(error, roomId)]);
  };
}

/** Returns 400 invalid_data for members of the body that break rules. */
export function invalidData(...errors: FieldError[]): Problem<'invalid_data'> {
  return new Problem('invalid_data', { case: 'members', part: 'body', errors });
}

/** Returns 400 invalid_parameters for a header that breaks a rule. */
export function invalidHeader(error: FieldError): Problem<'invalid_parameters'> {
  return new Problem('invalid_parameters', { case: 'members', part: 'header', errors: [error] });
}

/** Returns 429 rate_limited for a caller who exceeded `max` a minute and may retry after `seconds`. */
export function rateLimited(of: LimitedRequests, max: number, seconds: number): Problem<'rate_limited'> {
  return new Problem('rate_limited', { case: 'requests', of, max, retryAfterSeconds: seconds });
}

/** Returns 400 invalid_parameters for query parameters that break rules. */
export function invalidParameter(...errors: FieldError[]): Problem<'invalid_parameters'> {
  return new Problem('invalid_parameters', { case: 'members', part: 'query', errors });
}
