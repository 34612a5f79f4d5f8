// Explains problems of the API in terms of the command line: options instead of members of a body, commands
// instead of requests.
import { argumentName, type OperatorCommand, optionsOf } from './operator-command.ts';

/** A problem document of the API (RFC 9457). */
export type ProblemAnswer = {
  code: string;
  detail: string;
  errors?: readonly { field: string; message: string }[];
};

/**
 * Returns one or more sentences for the person who typed the command, with the problem's code. Errors of
 * single fields are explained by option; the violation of a rule has a message of its own that says what to
 * do.
 */
export function explainProblem({ code, detail, errors }: ProblemAnswer, command: OperatorCommand): string {
  const sentence =
    errors?.length && OF_FORM.has(code)
      ? `${errors.map(({ field, message }) => `${nameOf(field, command)} ${withOptions(message, command)}`).join('; ')}.`
      : withSwitches(nameCommands(detail), command);
  return `${sentence} (${code})`;
}

const OF_FORM: ReadonlySet<string> = new Set(['invalid_data', 'invalid_parameters']);

/**
 * Replaces members by options: `send "early": true with it` → `send --early with it`; `"status":
 * "checked_in"` → `--status checked_in`.
 */
function withSwitches(detail: string, command: OperatorCommand): string {
  return optionsOf(command).reduce(
    (text, { member, flag, takes }) =>
      takes === 'nothing'
        ? text.replaceAll(`"${member}": true`, `--${flag}`)
        : text.replaceAll(new RegExp(`"${member}": "?([\\w.-]+)"?`, 'g'), `--${flag} $1`),
    detail,
  );
}

/**
 * Returns what the person typed for a member of the request: `--check-in-time`, or `<room>` for an argument.
 */
function nameOf(field: string, command: OperatorCommand): string {
  // An error in an option with several values names the index of the value: `days.0`.
  const option = optionsOf(command).find(
    ({ member }) => member === field || member === field.replace(/\.\d+$/, ''),
  );
  if (option) return `--${option.flag}`;
  if (field === 'hotel_id') return '--property';
  const names = (command.arguments ?? []).map(([name]) => argumentName(name));
  const argument = names.find((name) => name === field || `${name}_id` === field);
  // Ids in paths of the API (`id`, `entry_id` …) are the command's first argument.
  if (argument ?? (field === 'id' || field === 'rid')) return `<${argument ?? names[0]}>`;
  return field;
}

/** Replaces other members in a message by options, such as `todate` in "must not be after todate". */
function withOptions(message: string, command: OperatorCommand): string {
  return optionsOf(command)
    .filter(({ member }) => /_|^(from|to)date$|^check(in|out)$/.test(member) && !member.includes('.'))
    .reduce(
      (text, { member, flag }) => text.replaceAll(new RegExp(`\\b${member}\\b`, 'g'), `--${flag}`),
      message,
    );
}

/** Resources of the API → the command of each method. */
const COMMANDS: Record<string, Record<string, string>> = {
  properties: { GET: 'property list', POST: 'property add', PATCH: 'property set' },
  rentals: { GET: 'room list' },
  rooms: { GET: 'room list', POST: 'room add', PATCH: 'room set', DELETE: 'room remove' },
  bookings: { GET: 'booking list', POST: 'booking add', PATCH: 'booking set', DELETE: 'booking cancel' },
  conflicts: { GET: 'booking conflicts' },
  offers: { GET: 'offer list' },
  availability: { GET: 'calendar show', POST: 'calendar set' },
  changes: { GET: 'change list' },
  messages: { GET: 'message list', POST: 'message reply' },
  tasks: { GET: 'task list', POST: 'task add', PATCH: 'task set' },
  accounting: { GET: 'ledger list', POST: 'ledger post' },
  reviews: { GET: 'review list' },
  ical: { GET: 'ical list' },
  channels: { GET: 'channel list', PUT: 'channel connect' },
  webhooks: { GET: 'webhook list' },
  tokens: { GET: 'token list' },
  status: { GET: 'status' },
  hotels: { GET: 'property show' },
  logs: { GET: 'log list' },
};

/**
 * Replaces requests by commands: "list them with GET bookings" → "list them with "innwire booking list"".
 * Requests without a command are left as they are.
 */
export function nameCommands(detail: string): string {
  return detail.replaceAll(
    /\b(GET|POST|PUT|PATCH|DELETE) ((?:\/?[\w{}]+)+)/g,
    (request, method: string, path: string) => {
      const resource = path.split('/').findLast((segment) => /^[a-z]+$/.test(segment)) ?? '';
      const command = COMMANDS[resource]?.[method];
      return command ? `"innwire ${command}"` : request;
    },
  );
}
