// The type of an operator command, and how it follows from the operation whose request it sends.
import { type DescribedOperation, findOperation, type Member } from './operations.ts';

/** Values by the names of members; nested ones by their path. */
export type Values = Record<string, unknown>;

/** Sends the request of an operation with the values of its members. Returns the answer. */
export type SendOperation = (operation: string, values: Values) => Promise<unknown>;

/** A member of a request that a command sets by an argument or an option. */
export type Input = Member & {
  /** on the command line: `room` of `<room>` or `--room` */
  name: string;
  /** converts one text, of a repeated input also to several values; absent = as the schema says. Throws StartError when it cannot. */
  parse?: (text: string) => unknown;
  /** may be given several times */
  repeated: boolean;
  /** what stands for the value in the help, such as `<date>`; empty for an option without a value */
  placeholder: string;
  /** the text that stands for null; absent = `none`, if the schema allows null */
  none?: string;
};

/** What a command adds to its operation. All members that are not arguments are options. */
export type CommandDeclaration = {
  /** group and verb: `room add`; or one word: `status` */
  name: string;
  /** names of the operations that it sends; the first is the one that it sends without `run` */
  operation: string | readonly string[];
  /** members that are arguments, in order */
  arguments?: readonly string[];
  /** absent = all members */
  only?: readonly string[];
  /** members → what differs from the operation */
  inputs?: Record<string, string | Partial<Input>>;
  /** body members of type boolean that also take `on` or `off` */
  switches?: readonly string[];
  /** options that are no members, without a value → descriptions */
  flags?: Record<string, string>;
  /** absent = summary and description of the operation */
  description?: string;
  /** returns the values that are sent, from those that were given */
  complete?: (values: Values) => Values;
  /** printed at the end of the help */
  help?: string;
  /** for commands that send more than one request; the returned value is printed */
  run?(call: SendOperation, values: Values, flags: Record<string, boolean>): Promise<unknown>;
  /**
   * --all-properties, or several --property where `hotel_ids` is an option, make it send its second operation, which concerns several
   * properties
   */
  severalProperties?: true;
  /** without this argument the command applies to the whole installation and sends its second operation */
  wholeWithout?: string;
  /** members shown as columns of a table, in order; absent = all members with plain values */
  columns?: readonly string[];
  /** members that are lists of records → their columns; absent = all members with plain values */
  nested?: Readonly<Record<string, readonly string[]>>;
  /** prints records one below the other instead of as a table, for records with long texts */
  asRecords?: boolean;
  /** printed for an empty list; absent = `None.` */
  empty?: string;
  /** returns the answer with what people see beside it */
  explain?(answer: unknown): unknown;
  /** returns what people see above the answer; null = nothing */
  header?(call: SendOperation, values: Values): Promise<object | null>;
  /** returns what people see below the answer, if it is not the page of a longer list: records or a sentence; null = nothing */
  footer?(call: SendOperation, values: Values, answer: unknown): Promise<object | string | null>;
};

/** A declared command with all that its operations add. */
export type OperatorCommand = Omit<CommandDeclaration, 'inputs' | 'operation'> & {
  operations: readonly [DescribedOperation, ...DescribedOperation[]];
  arguments: readonly string[];
  summary: string;
  description: string;
  inputs: readonly Input[];
  /** applies to one property: `--property` names it, and may be left out when there is only one */
  ofProperty: boolean;
};

/** Returns the command that a declaration makes of its operations. */
export function toCommand(declaration: CommandDeclaration): OperatorCommand {
  const operations = [declaration.operation].flat().map(findOperation) as [
    DescribedOperation,
    ...DescribedOperation[],
  ];
  const members = new Map(
    operations
      .toReversed()
      .flatMap((operation) => operation.members.map((member) => [member.member, member] as const)),
  );
  const ofProperty = operations[0].path.includes('{hotel_id}');
  if (ofProperty) members.delete('hotel_id');
  const { arguments: positional = [], only, description } = declaration;
  const wanted = only ? [...positional, ...only] : [...new Set([...positional, ...members.keys()])];
  return {
    ...declaration,
    operations,
    arguments: positional,
    summary: description ?? operations[0].summary,
    description: description ?? `${operations[0].summary}. ${operations[0].description}`,
    inputs: wanted.map((name) => toInput(declaration, members.get(name)!)),
    ofProperty,
  };
}

/** Names on the command line that are shorter than their members. */
const NAMES: Record<string, string> = {
  fromdate: 'from',
  todate: 'to',
  room_id: 'room',
  order_id: 'order',
  group_id: 'group',
};

/** Parameters of all lists that are split into pages. */
const PAGING: Record<string, Partial<Input>> = {
  limit: { description: 'at most this many' },
  cursor: { description: 'where the page starts: printed after a page that is not the last' },
};

/** Returns the input of a member, with what the declaration says about it. */
export function toInput(
  { inputs = {}, switches, arguments: positional = [] }: Partial<CommandDeclaration>,
  member: Member,
): Input {
  const given = inputs[member.member] ?? PAGING[member.member];
  const own = typeof given === 'string' ? { name: given } : given;
  const isArgument = positional.includes(member.member);
  const id = isArgument ? member.member.replace(/(?<=.)_ids?$/, '') : member.member;
  return {
    ...member,
    name: NAMES[member.member] ?? toName(id.replace(/^(settings|credentials)\./, '')),
    repeated: member.schema.type === 'array',
    placeholder: switches?.includes(member.member) ? '[on|off]' : placeholderOf(member),
    ...(member.member === 'unit_id' && UNIT),
    ...own,
  };
}

/** A unit by its name or its id, which resolveUnits (unit-names.ts) looks up. */
const UNIT = { name: 'unit', placeholder: '<unit>', parse: (text: string) => text };

/** `--no-` is a switch that is off, so that a member `no_max_stay` needs another name. */
function toName(member: string): string {
  return member.replace(/^no_/, 'without_').replaceAll(/[._]/g, '-');
}

function placeholderOf({ schema }: Member): string {
  const { type, format, items } = schema;
  const types = [type ?? []].flat();
  if (types.includes('boolean') || schema.const === true) return '';
  if (types.includes('object') || items?.type === 'object') return '<json>';
  if (types.includes('integer') || types.includes('number')) return '<number>';
  return { date: '<date>', 'date-time': '<moment>' }[format ?? ''] ?? '<value>';
}

/** Returns the inputs that are given without a name, in their order. */
export function argumentsOf(command: OperatorCommand): Input[] {
  return command.arguments.map((name) => command.inputs.find(({ member }) => member === name)!);
}

/** Returns the inputs that are given as `--name`. */
export function optionsOf(command: Pick<OperatorCommand, 'inputs' | 'arguments'>): Input[] {
  return command.inputs.filter(({ member }) => !command.arguments.includes(member));
}

/** Returns what a person types for an input: `--room` or `<room>`. */
export function typed(command: Pick<OperatorCommand, 'arguments'>, { member, name }: Input): string {
  return command.arguments.includes(member) ? `<${name}>` : `--${name}`;
}
