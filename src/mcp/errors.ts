// Errors for agents: a code, what was wrong, what to do next; no internal details.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isTemporary } from '../db/errors.ts';
import { KeyBusyError } from '../db/keyed-semaphore.ts';
import { Problem, type ProblemCode } from '../problems.ts';

/** The problem codes, and the codes that only this endpoint has. */
export type AgentCode =
  | ProblemCode
  | 'read_only_connection'
  | 'confirmation_required'
  | 'not_confirmed'
  | 'answer_too_large';

/** An error as the result of a tool call. */
export type ToolError = {
  code: AgentCode;
  status: number;
  sentence: string;
  field?: string | undefined;
  /** further data for programs */
  more?: Record<string, unknown>;
};

/** Converts a tool error to the result that the protocol sends. */
export function toResult({ code, status, sentence, field, more }: ToolError): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${sentence}` }],
    _meta: { 'pms/error': { code, http_status: status, ...(field && { field }), ...more } },
  };
}

/**
 * Converts anything thrown to a tool error. `isServerFault`: it is a fault of this server and must be logged.
 */
export function toToolError(error: unknown, requestId: string): ToolError & { isServerFault?: true } {
  if (error instanceof Problem) return fromProblem(error);
  if (error instanceof KeyBusyError) {
    return {
      code: 'temporarily_unavailable',
      status: 503,
      sentence: `${error.message} Nothing was changed; try again in a few seconds.`,
    };
  }
  if (isTemporary(error)) {
    return {
      code: 'temporarily_unavailable',
      status: 503,
      sentence: 'The database cannot be reached just now. Nothing was changed; try again in a few seconds.',
      isServerFault: true,
    };
  }
  return {
    code: 'server_error',
    status: 500,
    sentence: `Something went wrong in this server. Nothing was changed. Do not repeat it more than once; tell the user the request id ${requestId}, which the operator finds in the log.`,
    isServerFault: true,
  };
}

function fromProblem({ code, status, message, extras }: Problem): ToolError {
  const { errors, nights, retryAfterSeconds } = extras;
  return {
    code,
    status,
    sentence: [forAgents(message), NEXT[code]].filter(Boolean).join(' '),
    field: errors?.[0]?.field,
    more: {
      ...(errors && { errors }),
      ...(nights && { nights }),
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    },
  };
}

/**
 * Adapts messages of problems, which are written for clients of REST, to agents, which have arguments and
 * tools.
 */
function forAgents(message: string): string {
  return message
    .replace(/^The (body|query) is not valid/, 'The arguments are not valid')
    .replace(/: list them with \w+ [/\w]+\.$/, '.')
    .replace(' taken unchanged from the Link header of the page before', ' taken unchanged from next_cursor');
}

const NEXT: Partial<Record<ProblemCode, string>> = {
  invalid_parameters: 'Correct the arguments and call again.',
  invalid_data: 'Correct the arguments and call again.',
  unknown_room: 'Call list_rooms for the rooms that exist.',
  unknown_booking: 'Call list_bookings with guest, or with fromdate and todate, to find it.',
  room_unavailable: 'Nothing was booked. Call check_availability for other rooms or dates, and ask the user.',
  min_stay_not_met: 'Nothing was booked. Offer a longer stay or another room: see check_availability.',
  exceeds_units: 'Nothing was changed. Call list_availability to see what is left.',
  stay_ended: 'Nothing was changed. Call get_booking to see the stay.',
  invalid_transition: 'Nothing was changed. Call get_booking to see its state.',
  idempotency_key_reused: 'Nothing was changed.',
  demo_mode: 'Nothing was changed. Everything can be read; tell the user that this is sample data.',
  read_only_token: 'Nothing was changed. Reading goes on working.',
  subscription_required: 'Tell the user; calling again does not help.',
  rate_limited: 'Then call again, and fewer times.',
};
