// innwire property, room, token, channel …: thin commands over the operator's API of a running innwire.
import { Argument, type Command, Option } from 'commander';
import { StartError } from '../db/start-error.ts';
import { type OperatorRequest, openClient } from './client.ts';
import { OPERATOR_COMMANDS, type OperatorCommand, toNumber, type Values } from './operator-command-list.ts';
import { print } from './print.ts';
import { WEBHOOK_COMMANDS } from './webhook-commands.ts';

const GROUPS: Record<string, string> = {
  property: 'properties and their settings',
  room: 'what is sold',
  token: 'who may use the API',
  channel: 'connections to OTAs',
  booking: 'arrivals, departures and changes',
  change: 'what was set in the calendar',
  task: 'housekeeping',
  ledger: 'payments and expenses',
  review: 'what guests wrote',
  webhook: 'programs that are told of every event',
};

export function addOperatorCommands(program: Command): void {
  const groups = new Map(
    Object.entries(GROUPS).map(([name, about]) => [name, program.command(name).description(about)]),
  );
  for (const definition of [...OPERATOR_COMMANDS, ...WEBHOOK_COMMANDS]) {
    const [group, verb] = definition.name.split(' ') as [string, string];
    const command = groups.get(group)!.command(verb).description(definition.description);
    for (const [name, description] of definition.arguments ?? []) {
      command.addArgument(new Argument(`<${name}>`, description));
    }
    for (const [name, description] of Object.entries(definition.options ?? {})) {
      const option = new Option(`--${flagOf(name)} <value>`, description.replace(/^[!#]+ ?/, ''));
      command.addOption(option.makeOptionMandatory(description.startsWith('!')));
    }
    if (definition.ofProperty)
      command.option('--property <id>', 'which property; not needed where there is only one');
    command.option('--json', 'print the answer as JSON, for machines');
    command.action((...given) => runCommand(definition, command, given));
  }
}

async function runCommand(definition: OperatorCommand, command: Command, given: unknown[]): Promise<void> {
  const options = command.opts() as Values & { json?: boolean };
  const values: Values = Object.fromEntries(
    (definition.arguments ?? []).map(([name], i) => [name.replace('...', ''), given[i] as string]),
  );
  const body = bodyOf(definition, options);
  const send = await openClient();
  if (definition.ofProperty) values.property = options.property ?? (await onlyProperty(send));
  print(await send(definition.request(values, body)), options.json ?? false);
}

/** `settings.checkin_time` is written `--checkin-time`. */
function flagOf(name: string): string {
  return name.split('.').at(-1)!.replaceAll('_', '-');
}

/** The members of the body that were given, nested where their name says so. */
function bodyOf(definition: OperatorCommand, options: Values): object {
  const body: Record<string, unknown> = {};
  for (const [name, description] of Object.entries(definition.options ?? {})) {
    const given = options[flagOf(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (given === undefined) continue;
    const value = /^!?#/.test(description) ? toNumber(given) : given;
    const [member, nested] = name.split('.') as [string, string | undefined];
    if (nested) body[member] = { ...(body[member] as object), [nested]: value };
    else body[member] = value;
  }
  return body;
}

async function onlyProperty(send: (request: OperatorRequest) => Promise<unknown>): Promise<string> {
  const properties = (await send({ method: 'GET', path: '/properties' })) as {
    hotel_id: number;
    name: string;
  }[];
  if (properties.length === 1) return String(properties[0]!.hotel_id);
  if (properties.length === 0)
    throw new StartError('There is no property yet: make one with "innwire property add".');
  const list = properties.map((property) => `${property.hotel_id} ${property.name}`).join(', ');
  throw new StartError(`Say which property with --property: ${list}.`);
}
