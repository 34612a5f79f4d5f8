// Catalogue of problem codes with their HTTP status and title. No other
// module chooses a status for a refusal.

/**
 * Every problem a client can receive. Codes are public and never change
 * their meaning; titles may be reworded.
 */
export const PROBLEMS = {
  not_found: { status: 404, title: 'No such path' },
  method_not_allowed: { status: 405, title: 'Method not allowed here' },
  unknown_token: { status: 404, title: 'Unknown property token' },
  unauthorized: { status: 401, title: 'Operator key missing or wrong' },
  rate_limited: { status: 429, title: 'Too many requests' },
  subscription_required: { status: 402, title: 'Subscription update required' },
  demo_mode: { status: 403, title: 'Demo mode is read-only' },
  read_only_token: { status: 403, title: 'This token may only read' },
  invalid_parameters: { status: 400, title: 'Invalid query parameters' },
  invalid_data: { status: 400, title: 'Invalid data' },
  payload_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Body is not JSON' },
  request_timeout: { status: 408, title: 'Request not received in time' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  precondition_failed: { status: 412, title: 'Changed in the meantime' },
  idempotency_key_reused: { status: 400, title: 'Idempotency key already used for another request' },
  unknown_property: { status: 404, title: 'Unknown property' },
  unknown_room: { status: 400, title: 'Unknown room' },
  unknown_booking: { status: 400, title: 'Unknown booking' },
  unknown_inquiry: { status: 400, title: 'Unknown inquiry' },
  unknown_change: { status: 400, title: 'Unknown change' },
  unknown_task: { status: 400, title: 'Unknown task' },
  unknown_review: { status: 400, title: 'Unknown review' },
  would_remove: { status: 400, title: 'Would remove what is stored' },
  unknown_channel: { status: 400, title: 'No such connection' },
  room_unavailable: { status: 400, title: 'Room not available' },
  min_stay_not_met: { status: 400, title: 'Stay is shorter than the minimum stay' },
  capacity: { status: 400, title: 'More guests than the room takes' },
  max_stay_exceeded: { status: 400, title: 'Stay is longer than the maximum stay' },
  closed_to_arrival: { status: 400, title: 'No arrivals on this date' },
  closed_to_departure: { status: 400, title: 'No departures on this date' },
  stop_sell: { status: 400, title: 'Not for sale' },
  exceeds_units: { status: 400, title: 'More than the room has left' },
  stay_ended: { status: 400, title: 'The stay has ended' },
  owned_by_channel: { status: 400, title: 'Only its channel can change this' },
  invalid_transition: { status: 400, title: 'Not possible in this state' },
  room_has_bookings: { status: 400, title: 'The room still has bookings' },
  events_compacted: { status: 410, title: 'Events this old are no longer kept' },
  already_replied: { status: 400, title: 'Already replied' },
  server_error: { status: 500, title: 'Server error' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/**
 * Returns the URI that identifies a kind of problem (`type` of RFC 9457). It is the same in every
 * installation, so that clients can compare it. It contains no host name, because no host is permanent; each
 * server explains its problems at /problems/{code}.
 */
export function problemType(code: ProblemCode): string {
  return `urn:innwire:problem:${code}`;
}

export type FieldError = { field: string; message: string };

/** Optional members of a problem, besides its code and detail. */
export type ProblemExtras = {
  errors?: FieldError[];
  /** the unavailable dates, yyyy-MM-dd (room_unavailable, stop_sell) */
  nights?: string[];
  retryAfterSeconds?: number;
  /** number of the oldest event that is still stored (events_compacted) */
  firstSeq?: number;
  /** methods that the path supports (method_not_allowed) */
  allow?: string[];
};

/**
 * A refusal that is sent to the client. `message` is one sentence for people: what was wrong and what to do.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** Returns 400 invalid_data for an invalid member of the body, and names it in `errors`. */
export function invalidData(field: string, message: string): Problem {
  return new Problem('invalid_data', `The body is not valid: ${field} ${message}.`, {
    errors: [{ field, message }],
  });
}

/**
 * Returns 429 rate_limited for a caller that exceeded `limit` (such as `10 wrong
 * keys a minute`) and may retry after `seconds`.
 */
export function rateLimited(limit: string, seconds: number): Problem {
  return new Problem('rate_limited', `More than ${limit}: wait ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}

/** Returns 400 invalid_parameters for an invalid query parameter, and names it in `errors`. */
export function invalidParameter(field: string, message: string): Problem {
  return new Problem('invalid_parameters', `The query is not valid: ${field} ${message}.`, {
    errors: [{ field, message }],
  });
}
