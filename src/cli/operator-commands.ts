// innwire property, room, booking, channel …: registers the operator commands, which call the operator API of
// a running innwire.
import { Argument, type Command, Option } from 'commander';
import { StartError } from '../db/start-error.ts';
import { openClient, pathOf, RefusedRequest } from './client.ts';
import type { Display } from './format-value.ts';
import {
  argumentName,
  type Members,
  type OperatorCommand,
  type OptionValues,
  optionsOf,
  type ResolvedOption,
  type Send,
  toNumber,
} from './operator-command.ts';
import { GROUPS, OPERATOR_COMMANDS } from './operator-command-list.ts';
import { print, printField, printJson } from './print.ts';
import { explainProblem } from './problem-sentences.ts';

/** Adds all operator commands to the program. */
export function addOperatorCommands(program: Command): void {
  for (const definition of OPERATOR_COMMANDS) {
    const [group, verb] = definition.name.split(' ') as [string, string | undefined];
    const parent = verb === undefined ? program : findGroup(program, group);
    const command = parent.command(verb ?? group).description(definition.description);
    command.showHelpAfterError(`(innwire ${definition.name} --help explains it)`);
    for (const [name, description] of definition.arguments ?? []) {
      command.addArgument(new Argument(name.startsWith('[') ? name : `<${name}>`, description));
    }
    for (const option of optionsOf(definition)) addOption(command, option);
    if (definition.ofProperty) command.addOption(PROPERTY);
    command.option('--json', 'print the answer, or what was refused, as JSON');
    command.option('--field <name>', 'print only this member of the answer, one line for each record');
    command.action((...given) => runCommand(definition, command, given));
  }
}

const PROPERTY = new Option('--property <id>', 'which property; not needed where there is only one').env(
  'INNWIRE_PROPERTY',
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

const TYPED = { text: ' <value>', texts: ' <value>', number: ' <number>', nothing: '' };

function addOption(command: Command, { member, flag, description, required, takes }: ResolvedOption): void {
  const value = TYPED[takes];
  const text = required ? `${description} (required)` : description;
  const option = new Option(`--${flag}${value}`, text).makeOptionMandatory(required);
  if (takes === 'texts') option.argParser((given, before: string[] = []) => [...before, given]);
  command.addOption(option);
  // The full name of the member is accepted too.
  const alias = member.replaceAll('_', '-');
  if (alias === flag || alias.includes('.')) return;
  const attribute = new Option(`--${flag}`).attributeName();
  const set = (given: string) => {
    command.setOptionValue(attribute, given);
    return given;
  };
  command.addOption(new Option(`--${alias}${value}`).hideHelp().argParser(set));
}

async function runCommand(definition: OperatorCommand, command: Command, given: unknown[]): Promise<void> {
  // The reader of the output has closed the pipe (`| head`): not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const options = command.opts() as OptionValues & { json?: boolean; field?: string };
  const values: OptionValues = Object.fromEntries(
    (definition.arguments ?? []).map(([name], i) => [argumentName(name), given[i] as string]),
  );
  const members = membersOf(definition, options);
  const send = await openClient();
  try {
    const forPeople = !options.json && options.field === undefined;
    const whole = definition.wholeWithout !== undefined && values[definition.wholeWithout] === undefined;
    const display =
      definition.ofProperty && !whole ? await findProperty(send, options.property, values, forPeople) : {};
    const answer = definition.run
      ? await definition.run(send, values, members)
      : await send(definition.request(values, members));
    if (options.field !== undefined) printField(answer, options.field);
    else if (options.json) printJson(answer);
    else print(answer, definition, display, process.stdout.columns);
  } catch (error) {
    if (error instanceof RefusedRequest) error.message = explainProblem(error.problem, definition);
    throw error;
  }
}

/** Returns the members that options set, nested where their name contains a dot. */
function membersOf(definition: OperatorCommand, options: OptionValues): Members {
  const members: Members = {};
  for (const { member, flag, takes } of optionsOf(definition)) {
    const given = options[new Option(`--${flag}`).attributeName()];
    if (given === undefined) continue;
    const value = takes === 'number' ? toNumber(given) : given;
    const [name, nested] = member.split('.') as [string, string | undefined];
    if (nested) members[name] = { ...(members[name] as object), [nested]: value };
    else members[name] = value;
  }
  return members;
}

type Property = { hotel_id: number; name: string } & Display;

/** Puts the id of the property into `values`. Returns how its values are displayed. */
async function findProperty(
  send: Send,
  named: string | undefined,
  values: OptionValues,
  forPeople: boolean,
): Promise<Display> {
  if (named !== undefined) {
    values.property = named;
    if (!forPeople) return {};
    return (await send({ method: 'GET', path: pathOf`/properties/${named}` })) as Property;
  }
  const only = await onlyProperty(send);
  values.property = String(only.hotel_id);
  return only;
}

async function onlyProperty(send: Send): Promise<Property> {
  const properties = (await send({ method: 'GET', path: '/properties' })) as Property[];
  if (properties.length === 1) return properties[0]!;
  if (properties.length === 0)
    throw new StartError('There is no property yet: make one with "innwire property add".');
  const list = properties.map((property) => `${property.hotel_id} ${property.name}`).join(', ');
  throw new StartError(`Say which property with --property or INNWIRE_PROPERTY: ${list}.`);
}
