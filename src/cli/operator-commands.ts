// innwire property, room, booking, channel …: registers the operator commands, which call the operator API of
// a running innwire.
import { Argument, type Command, Option } from 'commander';
import { StartError } from '../db/start-error.ts';
import { openClient, RefusedRequest } from './client.ts';
import { describeCommand, describeInput } from './command-terms.ts';
import { withProtocol } from './connect-command.ts';
import { resolveDates } from './dates.ts';
import type { Display } from './format-value.ts';
import { findOperation } from './operations.ts';
import {
  argumentsOf,
  type Input,
  type OperatorCommand,
  optionsOf,
  type SendOperation,
  type Values,
} from './operator-command.ts';
import { GROUPS, OPERATOR_COMMANDS } from './operator-command-list.ts';
import { toRequest } from './operator-request.ts';
import { print, printCsv, printField, printJson } from './print.ts';
import { readValues } from './read-values.ts';
import { resolveUnits } from './unit-names.ts';

/**
 * Adds all operator commands to the program. `args` are its arguments: they say whose settings `channel
 * connect` takes.
 */
export function addOperatorCommands(program: Command, args: readonly string[]): void {
  for (const declared of OPERATOR_COMMANDS) {
    const definition = withProtocol(declared, args);
    const [group, verb] = definition.name.split(' ') as [string, string | undefined];
    const parent = verb === undefined ? program : findGroup(program, group);
    const command = parent
      .command(verb ?? group)
      .summary(definition.summary[0]!.toLowerCase() + definition.summary.slice(1))
      .description(describeCommand(definition));
    command.showHelpAfterError(`(innwire ${definition.name} --help explains it)`);
    const named = new Set(definition.inputs.map(({ name }) => name));
    for (const input of argumentsOf(definition)) command.addArgument(toArgument(definition, input));
    for (const input of optionsOf(definition)) addOption(command, definition, input);
    for (const [flag, text] of Object.entries(definition.flags ?? {})) command.option(`--${flag}`, text);
    if (definition.ofProperty && !named.has('property')) command.addOption(PROPERTY);
    command.option('--json', 'print the answer, or what was refused, as JSON');
    command.option('--field <name>', 'print only this member of the answer, one line for each record');
    if (printsList(definition)) command.option('--csv', 'print the records as CSV, for spreadsheets');
    if (definition.help) command.addHelpText('after', `\n${definition.help}`);
    command.action((...given) => runCommand(definition, command, given));
  }
}

const DEFAULT_PROPERTY = 'INNWIRE_PROPERTY';
const PROPERTY = new Option('--property <id>', 'which property; not needed where there is only one').env(
  DEFAULT_PROPERTY,
);

function findGroup(program: Command, name: string): Command {
  return (
    program.commands.find((command) => command.name() === name) ??
    program
      .command(name)
      .description(GROUPS[name]!)
      .helpCommand(true)
      .showHelpAfterError(`(innwire ${name} --help lists its commands)`)
  );
}

function toArgument(definition: OperatorCommand, input: Input): Argument {
  const name = `${input.name}${input.repeated ? '...' : ''}`;
  const isOptional = !input.required || definition.wholeWithout === input.member;
  return new Argument(isOptional ? `[${name}]` : `<${name}>`, describeInput(definition, input));
}

function addOption(command: Command, definition: OperatorCommand, input: Input): void {
  const { name, member, place, placeholder, required, repeated } = input;
  const value = placeholder && ` ${placeholder}`;
  const collect = (given: string, before: string[] = []) => [...before, given];
  const option = new Option(`--${name}${value}`, describeInput(definition, input));
  if (name === 'property') option.env(DEFAULT_PROPERTY);
  command.addOption(
    repeated ? option.argParser(collect) : option.makeOptionMandatory(required && placeholder !== ''),
  );
  // A body may leave a value as it is, so that false is not the same as absent.
  if (place === 'body' && isSwitch(placeholder)) command.addOption(new Option(`--no-${name}`).hideHelp());
  // The full name of the member is accepted too.
  const alias = member.replaceAll('_', '-');
  if (alias === name || alias.includes('.') || isSwitch(placeholder)) return;
  const set = (given: string) => {
    const known = command.getOptionValue(attributeOf(input)) as string[] | undefined;
    command.setOptionValue(attributeOf(input), repeated ? collect(given, known) : given);
    return given;
  };
  command.addOption(new Option(`--${alias}${value}`).hideHelp().argParser(set));
}

/** Whether a command prints several records. */
function printsList({ columns, asRecords, empty }: OperatorCommand): boolean {
  return columns !== undefined || asRecords === true || empty !== undefined;
}

function isSwitch(placeholder: string): boolean {
  return placeholder === '' || placeholder.startsWith('[');
}

/** Returns the name under which commander keeps the value of an option. */
function attributeOf({ name }: Pick<Input, 'name'>): string {
  return new Option(`--${name}`).attributeName();
}

async function runCommand(definition: OperatorCommand, command: Command, given: unknown[]): Promise<void> {
  const options = command.opts<Options>();
  const values = readValues(definition, givenTo(definition, given, options));
  const send = await openClient();
  let next: URLSearchParams | null = null;
  const call = async (name: string, members: Values, how?: { csv: boolean }) => {
    const answer = await send(toRequest(findOperation(name), members, how));
    next = answer.next;
    return answer.body;
  };
  try {
    const forPeople = !options.json && !options.csv && options.field === undefined;
    const isWhole = concernsMore(definition, options, values);
    const [property] = [options.property ?? []].flat();
    const display =
      definition.ofProperty && !isWhole ? await findProperty(call, property, values, forPeople) : {};
    await resolveUnits(call, values);
    if (definition.ofProperty && !isWhole)
      await resolveDates(definition, values, () => readTimeZone(call, values, display));
    const [operation] = definition.operations;
    const sent = definition.complete?.(values) ?? values;
    const answer =
      options.csv && operation.hasCsv
        ? await call(operation.name, sent, { csv: true })
        : definition.run
          ? await definition.run(call, values, options as Record<string, boolean>)
          : await call(definition.operations[isWhole ? 1 : 0]!.name, sent);
    const following = next;
    if (options.field !== undefined) printField(answer, options.field);
    else if (options.json) printJson(answer);
    else if (options.csv) printCsv(answer, definition);
    else await printForPeople(definition, { call, values, answer, display, isWhole: following === null });
    if (following && (forPeople || options.csv))
      console.error(`There are more: ${optionsOfNext(definition, following, values)}`);
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    // Imported on demand, because it takes 0.03 s.
    const { explainProblem } = await import('./problem-sentences.ts');
    error.message = explainProblem(error.problem, definition);
    throw error;
  }
}

type Printed = { call: SendOperation; values: Values; answer: unknown; display: Display; isWhole: boolean };

/** Prints an answer with what stands above and below it. */
async function printForPeople(
  definition: OperatorCommand,
  { call, values, answer, display, isWhole }: Printed,
): Promise<void> {
  const width = process.stdout.columns;
  const header = await definition.header?.(call, values);
  const footer = isWhole ? await definition.footer?.(call, values, answer) : null;
  if (header) print(header, {}, display, width);
  if (header) console.log();
  print(definition.explain?.(answer) ?? answer, definition, display, width);
  if (!footer) return;
  console.log();
  print(footer, {}, display, width);
}

type Options = {
  json?: boolean;
  csv?: boolean;
  field?: string;
  property?: string | string[];
  allProperties?: boolean;
};

/** Whether a command concerns the whole installation, or several properties: it then sends its second operation. */
function concernsMore(definition: OperatorCommand, options: Options, values: Values): boolean {
  if (definition.wholeWithout !== undefined) return values[definition.wholeWithout] === undefined;
  if (!definition.severalProperties) return false;
  return options.allProperties === true || [options.property ?? []].flat().join().includes(',');
}

/** Returns the options that the next page has beside those of this one. */
function optionsOfNext(definition: OperatorCommand, next: URLSearchParams, values: Values): string {
  const added = [...next].filter(([member, value]) => String(values[member]) !== value);
  return added
    .map(([member, value]) => `--${definition.inputs.find((one) => one.member === member)?.name} ${value}`)
    .join(' ');
}

/** Returns what was typed for each member. */
function givenTo(definition: OperatorCommand, given: readonly unknown[], options: object): Values {
  const typed: Values = {};
  for (const [i, { member, repeated }] of argumentsOf(definition).entries()) {
    const value = given[i];
    if (!(repeated && (value as unknown[]).length === 0)) typed[member] = value;
  }
  for (const input of optionsOf(definition)) typed[input.member] = (options as Values)[attributeOf(input)];
  return typed;
}

type Property = { hotel_id: number; name: string; archived_at?: string | null } & Display;

/** Puts the id of the property into `values`. Returns how its values are displayed. */
async function findProperty(
  call: SendOperation,
  named: string | undefined,
  values: Values,
  forPeople: boolean,
): Promise<Display> {
  if (named !== undefined) {
    values['hotel_id'] = named;
    return forPeople ? ((await call('getProperty', values)) as Property) : {};
  }
  const only = await onlyProperty(call);
  values['hotel_id'] = only.hotel_id;
  return only;
}

/** Returns the time zone of the property in `values`. */
async function readTimeZone(call: SendOperation, { hotel_id }: Values, display: Display): Promise<string> {
  return display.timezone ?? ((await call('getProperty', { hotel_id })) as Required<Display>).timezone;
}

/** Returns the only property in use, else the only one of all. */
async function onlyProperty(call: SendOperation): Promise<Property> {
  const all = (await call('listProperties', {})) as Property[];
  const inUse = all.filter(({ archived_at: archivedAt }) => !archivedAt);
  const properties = inUse.length > 0 ? inUse : all;
  if (properties.length === 1) return properties[0]!;
  if (properties.length === 0)
    throw new StartError('There is no property yet: make one with "innwire property add".');
  const list = properties.map((property) => `${property.hotel_id} ${property.name}`).join(', ');
  throw new StartError(`Say which property with --property or INNWIRE_PROPERTY: ${list}.`);
}
