// What a command of the operator is: its name, arguments and options, the request it stands for, and how its answer is printed.
import { StartError } from '../db/start-error.ts';
import { type OperatorRequest, pathOf } from './client.ts';

/** Arguments and `property`, as typed. An argument that may be repeated (`rooms...`) is an array. */
export type OptionValues = Record<string, string>;

/** What options fill: members of a body, or parameters of a query. */
export type Members = Record<string, unknown>;

export type Send = (request: OperatorRequest) => Promise<unknown>;

export type CommandOption = {
  description: string;
  /** as typed, without the dashes; absent = the member's name with hyphens */
  flag?: string;
  required?: boolean;
  /** what is typed after it: text, a number, or nothing, which means true; `texts` may be repeated; absent = text */
  takes?: 'text' | 'texts' | 'number' | 'nothing';
};

export type OperatorCommand = {
  /** group and verb: `room add`; or one word: `status` */
  name: string;
  description: string;
  /** `[name]` may be left out, `name...` repeated */
  arguments?: readonly [name: string, description: string][];
  /**
   * Member of the body or query that an option fills (`settings.checkin_time` is one within `settings`) → the option, or
   * only its description: there `!` at the beginning makes it required, `#` says that it takes a number, `?` nothing.
   */
  options?: Record<string, string | CommandOption>;
  /** concerns one property: `--property` names it, and may be left out where there is only one */
  ofProperty?: boolean;
  /** concerns the whole installation when this argument is left out: no property is looked for then */
  wholeWithout?: string;
  request(values: OptionValues, members: Members): OperatorRequest;
  /** does more than that one request; what it returns is printed */
  run?(send: Send, values: OptionValues, members: Members): Promise<unknown>;
  /** members shown in a table of its records, in order; absent = all that are plain values */
  columns?: readonly string[];
  /** prints its records one below the other instead of as a table, for those that hold long texts */
  asRecords?: boolean;
  /** printed for an empty list; absent = `None.` */
  empty?: string;
};

/** Options of lists that go by date. */
export function dates(what: string): Record<'fromdate' | 'todate', string> {
  return {
    fromdate: `only ${what} from this date on, yyyy-MM-dd`,
    todate: `only ${what} up to and including this date`,
  };
}

const LIMIT = '# at most this many, 1 to 1000';

/** A command that lists what a property has under `/{resource}`; its options are the filters of that list. */
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

/** Shorter names of options than those of the members they fill. */
const FLAGS: Record<string, string> = {
  fromdate: 'from',
  todate: 'to',
  room_id: 'room',
  order_id: 'order',
};

export type ResolvedOption = Required<CommandOption> & { member: string };

/** The options of a command with everything decided. */
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

/** The name of an argument without the marks that say whether it may be left out or repeated. */
export function argumentName(name: string): string {
  return name.replaceAll(/[[\].]/g, '');
}

export function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number))
    throw new StartError(`${JSON.stringify(text)} is not a number.`);
  return number;
}
