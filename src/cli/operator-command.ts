// The type of an operator command: name, arguments, options, the request that it sends, and how the answer is
// printed.
import { StartError } from '../db/start-error.ts';
import { type OperatorRequest, pathOf } from './client.ts';

/** The arguments and `property`, as typed. An argument that may be repeated (`rooms...`) is an array. */
export type OptionValues = Record<string, string>;

/** The members of a body or the parameters of a query, from the options. */
export type Members = Record<string, unknown>;

export type Send = (request: OperatorRequest) => Promise<unknown>;

/** An option of a command, which fills one member of the request. */
export type CommandOption = {
  description: string;
  /** the option without the dashes; absent = the member's name with hyphens */
  flag?: string;
  required?: boolean;
  /**
   * the option's value: text, a number, or nothing, which means true; `texts` may be repeated; absent = text
   */
  takes?: 'text' | 'texts' | 'number' | 'nothing';
};

/** A command that sends a request to the operator API. */
export type OperatorCommand = {
  /** group and verb: `room add`; or one word: `status` */
  name: string;
  description: string;
  /** `[name]` is optional, `name...` may be repeated */
  arguments?: readonly [name: string, description: string][];
  /**
   * Member of the body or query (`settings.checkin_time` is nested in `settings`) → its option, or only the
   * option's description: in that, a leading `!` makes it required, `#` says that it takes a number, `?` that
   * it takes no value.
   */
  options?: Record<string, string | CommandOption>;
  /** applies to one property: `--property` names it, and may be left out when there is only one */
  ofProperty?: boolean;
  /** without this argument the command applies to the whole installation and needs no property */
  wholeWithout?: string;
  request(values: OptionValues, members: Members): OperatorRequest;
  /** for commands that send more than that one request; the returned value is printed */
  run?(send: Send, values: OptionValues, members: Members): Promise<unknown>;
  /** members shown as columns of a table, in order; absent = all members with plain values */
  columns?: readonly string[];
  /** prints records one below the other instead of as a table, for records with long texts */
  asRecords?: boolean;
  /** printed for an empty list; absent = `None.` */
  empty?: string;
};

/** Options of lists that are filtered by date. */
export function dates(what: string): Record<'fromdate' | 'todate', string> {
  return {
    fromdate: `only ${what} from this date on, yyyy-MM-dd`,
    todate: `only ${what} up to and including this date`,
  };
}

const LIMIT = '# at most this many, 1 to 1000';

/**
 * Returns a command that lists the records of a property under `/{resource}`; its options are the filters of
 * that list.
 */
export function listCommand(
  definition: Omit<OperatorCommand, 'request' | 'ofProperty'> & { resource: string },
): OperatorCommand {
  const { resource, options, ...rest } = definition;
  return {
    ...rest,
    options: { ...options, limit: LIMIT },
    ofProperty: true,
    request: ({ property }, query) => ({
      method: 'GET',
      path: `${pathOf`/properties/${property}`}/${resource}`,
      query,
    }),
  };
}

/** Options with shorter names than their members. */
const FLAGS: Record<string, string> = {
  fromdate: 'from',
  todate: 'to',
  room_id: 'room',
  order_id: 'order',
};

export type ResolvedOption = Required<CommandOption> & { member: string };

/** Returns the options of a command with all defaults filled in. */
export function optionsOf(definition: Pick<OperatorCommand, 'options'>): ResolvedOption[] {
  return Object.entries(definition.options ?? {}).map(([member, given]) => {
    const option = typeof given === 'string' ? parseOption(given) : given;
    return {
      member,
      description: option.description,
      flag: option.flag ?? FLAGS[member] ?? member.split('.').at(-1)!.replaceAll('_', '-'),
      required: option.required ?? false,
      takes: option.takes ?? 'text',
    };
  });
}

function parseOption(text: string): CommandOption {
  const [marks = ''] = /^[!#?]*/.exec(text)!;
  return {
    description: text.slice(marks.length).trim(),
    required: marks.includes('!'),
    takes: marks.includes('#') ? 'number' : marks.includes('?') ? 'nothing' : 'text',
  };
}

/** Returns the name of an argument without the marks for optional or repeated ones. */
export function argumentName(name: string): string {
  return name.replaceAll(/[[\].]/g, '');
}

/** Parses a number that a person typed. Throws StartError when it is none. */
export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number))
    throw new StartError(`${JSON.stringify(text)} is not a number.`);
  return number;
}
