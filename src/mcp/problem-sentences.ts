// The sentences of problems for agents: arguments and tools, and what to call next.
import type { Reader } from '../problems/reader.ts';
import { describeProblem, type Sentences, sizeOf } from '../problems/sentences.ts';
import type { Problem, ProblemCode } from '../problems.ts';

/** Returns the sentences for an agent whose call failed: what was wrong, and what to do next. */
export function agentSentence(problem: Problem, reader: Reader = AGENT_READER): string {
  const next = NEXT[problem.code];
  const sentence = describeProblem(problem, reader, AGENT_SENTENCES);
  return next === undefined ? sentence : `${sentence} ${next}`;
}

/** Returns the sentence for the program that an agent runs in, whose request was refused before any tool ran. */
export function clientSentence(problem: Problem): string {
  return describeProblem(problem, AGENT_READER, CLIENT_SENTENCES);
}

/** `lister`: NEXT names the tool in a sentence of its own. */
export const AGENT_READER: Reader = {
  member: (name) => name,
  setting: (member, value) => `${member}: ${value}`,
  lister: () => null,
  invalid: () => 'The arguments are not valid',
};

/** Returns the reader of a tool whose arguments have other names than the members of its operation. */
export function readerOf(argumentOf: Readonly<Record<string, string>>): Reader {
  return { ...AGENT_READER, member: (name) => argumentOf[name] ?? name };
}

const AGENT_SENTENCES: Partial<Sentences> = {
  server_error: ({ requestId }) =>
    `Something went wrong in this server. Nothing was changed. Do not repeat it more than once; tell the user the request id ${requestId}, which the operator finds in the log.`,
  temporarily_unavailable: (data) =>
    `${UNAVAILABLE[data.case]} Nothing was changed; try again in a few seconds.`,
};

const UNAVAILABLE = {
  database: 'The database cannot be reached just now.',
  busy: 'Too many requests of this property are at work.',
  sign_ins: 'Too many people are signing in.',
  large_request: 'Another large request of this property is still at work.',
  stopping: 'This server is stopping.',
  calendar_paused: 'This calendar is paused, because it may be old.',
  secret: 'A secret that this needs cannot be read: its operator finds the reason in the log.',
};

const CLIENT_SENTENCES: Partial<Sentences> = {
  payload_too_large: ({ case: exceeded, max }) => {
    if (exceeded === 'depth') return `The message is nested deeper than ${max} levels.`;
    if (exceeded === 'names') return `The message has more than ${max} different names of members.`;
    if (exceeded === 'values') return `The message holds more than ${max} values: call with fewer arguments.`;
    return `The message is larger than ${max === null ? 'this endpoint takes' : sizeOf(max)}.`;
  },
  server_error: ({ requestId }) =>
    `Something went wrong here. The request id ${requestId} finds it in the log.`,
};

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
  scope_missing: 'Tell the user; calling again does not help.',
  too_many_proposals: 'Nothing was proposed. Tell the user.',
  read_only_token: 'Nothing was changed. Reading goes on working.',
  subscription_required: 'Tell the user; calling again does not help.',
  rate_limited: 'Then call again, and fewer times.',
};
