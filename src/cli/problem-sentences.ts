// The sentences of problems for the person who typed a command: options instead of members, commands instead
// of requests. They are written from the facts that the API's answer carries.
import { type FieldErrorDocument, parseData, parseFieldError } from '../api/problem-data.ts';
import { ALL_RULES, describeFieldError } from '../problems/field-errors.ts';
import type { ListedRecords, Reader } from '../problems/reader.ts';
import { describeProblem, listRemoved, type Sentences } from '../problems/sentences.ts';
import { PROBLEMS, type Problem, type ProblemCode } from '../problems.ts';
import { type Input, type OperatorCommand, optionsOf, typed } from './operator-command.ts';

/** A problem document of the API (RFC 9457). */
export type ProblemAnswer = {
  code: string;
  detail: string;
  errors?: readonly FieldErrorDocument[];
  /** the facts; absent where the code says everything, and in answers of older versions */
  data?: object;
};

/**
 * Returns one or more sentences for the person who typed the command, with the problem's code. Without facts
 * they are the sentences of the answer.
 */
export function explainProblem(answer: ProblemAnswer, command: OperatorCommand): string {
  const { code, detail, errors = [], data } = answer;
  const reader = readerOf(command);
  if (errors.length > 0 && MEMBERS_ONLY.has(code))
    return `${errors.map((error) => describeError(error, reader)).join('; ')}. (${code})`;
  if (data === undefined || !Object.hasOwn(PROBLEMS, code)) return `${detail} (${code})`;
  const facts = { ...parseData(data), errors: errors.map(parseFieldError) };
  const problem = { code, data: facts } as unknown as Problem<ProblemCode>;
  return `${describeProblem(problem, reader, COMMAND_SENTENCES)} (${code})`;
}

/** Codes whose members at fault say everything. */
const MEMBERS_ONLY: ReadonlySet<string> = new Set(['invalid_data', 'invalid_parameters']);

function describeError(error: FieldErrorDocument, reader: Reader): string {
  const known = ALL_RULES.some((rule) => rule === error.rule);
  return known
    ? describeFieldError(parseFieldError(error), reader)
    : `${reader.member(error.field)} ${error.message}`;
}

function readerOf(command: OperatorCommand): Reader {
  return {
    member: (name) => typedFor(name, command),
    setting(member, value) {
      const known = optionsOf(command).find((one) => one.member === member);
      if (!known) return `${member} ${value}`;
      return known.placeholder === '' ? `--${known.name}` : `--${known.name} ${value}`;
    },
    lister: (records) => innwire(LIST_COMMANDS[records]),
    invalid: () => null,
  };
}

/**
 * Returns what the person typed for a member of the request: `--check-in-time`, or `<room>` for an argument.
 */
function typedFor(field: string, command: OperatorCommand): string {
  // An error in one of several values names its index, and the member of it: `days.0`, `rooms.1.ical_url`.
  const member = field.replace(/\.\d+(\.\w+)?$/, '');
  const isMeant = (input: Input) => input.member === field || input.member === member;
  const input = command.inputs.find(isMeant);
  if (input) return typed(command, input);
  if (field === 'hotel_id') return '--property';
  const other = MEMBER_COMMANDS[member];
  return other === undefined ? field : innwire(other);
}

/** Members that a command of its own sets. */
const MEMBER_COMMANDS: Record<string, string> = {
  remove_rooms: 'channel remove-room',
  remove_rates: 'channel remove-rate',
};

const LIST_COMMANDS: Record<ListedRecords, string> = {
  properties: 'property list',
  'properties of the token': 'property list',
  rooms: 'room list',
  bookings: 'booking list',
  guests: 'guest list',
  groups: 'group list',
  inquiries: 'inquiry list',
  messages: 'message list',
  tasks: 'task list',
  templates: 'template list',
  reviews: 'review list',
  'guest requests': 'request list',
  'guest reviews': 'guest-review list',
  'ledger entries': 'ledger list',
  units: 'unit list',
  closures: 'closure list',
  proposals: 'proposal list',
  users: 'user list',
  'calendar links': 'ical list',
  'channel nights': 'channel nights',
};

function innwire(command: string): string {
  return `"innwire ${command}"`;
}

/** The names of all commands that sentences mention. */
export const MENTIONED_COMMANDS: readonly string[] = [
  ...Object.values(LIST_COMMANDS),
  ...Object.values(MEMBER_COMMANDS),
  'message reply',
  'channel connect',
];

const COMMAND_SENTENCES: Partial<Sentences> = {
  unknown_inquiry: ({ inquiryId, bookedAs }) =>
    bookedAs === null
      ? `Inquiry ${inquiryId} does not exist in this property: list them with ${innwire('inquiry list')}.`
      : `Inquiry ${inquiryId} became booking ${bookedAs}: reply there, with ${innwire(`message reply ${bookedAs}`)}.`,
  would_remove: (data) => {
    const removed = listRemoved(data.removed);
    const replace = `${innwire('channel connect')} and --replace`;
    switch (data.case) {
      case 'protocol':
        return `${data.channel} is connected by the protocol ${data.protocol}, not ${data.wanted}: another protocol would remove ${removed}. Give the whole connection with ${replace} if that is what you want.`;
      case 'rates':
        return `This would remove ${removed} from the connection ${data.channel}: give an entry for each rate that the room shall have, remove single rates with ${innwire('channel remove-rate')}, or give the whole connection with ${replace} if that is what you want.`;
      case 'omitted':
        return `This would remove ${removed} from the connection ${data.channel}: give the whole connection with ${replace} if that is what you want.`;
    }
  },
};
