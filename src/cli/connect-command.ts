// innwire channel connect, add-room, remove-room, remove-rate: change a connection and wait for the channel's
// answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../db/start-error.ts';
import { RefusedRequest } from './client.ts';
import { parseCredential, readCredentials } from './credentials.ts';
import { DESCRIBED_PROTOCOLS, membersOfProtocol } from './operations.ts';
import {
  type CommandDeclaration,
  type Input,
  type OperatorCommand,
  type SendOperation,
  toInput,
  type Values,
} from './operator-command.ts';

/** How long the command waits for the channel's answer; most answer within seconds. */
const WAIT_MS = 30_000;
const POLL_MS = 500;

const rooms: Partial<Input> = {
  description:
    'ROOM=ADDRESS of its calendar (101=https://…; of one of its units ROOM/UNIT=ADDRESS), or ROOM=ID of the room there, with a rate ROOM=ID:RATE (once for each rate), of the listing of a unit ROOM/UNIT=ID',
  parse: parseMapping,
};

const noWait = { 'no-wait': 'do not wait for what the channel says' };

const connect: CommandDeclaration = {
  name: 'channel connect',
  operation: ['changeChannel', 'connectChannel'],
  description:
    'Connect a channel, or add rooms, settings and credentials to its connection; what is not named stays as it is',
  arguments: ['channel', 'rooms'],
  only: ['protocol', 'url', 'settings', 'credentials', 'replace', 'dry_run'],
  inputs: {
    rooms: { ...rooms, required: false },
    protocol: {
      required: false,
      description: 'wire format; absent = the name of the channel, or ical where rooms have addresses',
    },
    settings: {
      name: 'set',
      description: 'NAME=TEXT or NAME:=JSON, a setting of the protocol',
      placeholder: '<value>',
      repeated: true,
      parse: parseSetting,
    },
    credentials: {
      name: 'credential',
      description: 'NAME=TEXT, NAME=@FILE or NAME=- (a line of the standard input)',
      placeholder: '<value>',
      repeated: true,
      parse: parseCredential,
    },
    replace: { description: 'remove what is not named, and allow another protocol' },
  },
  flags: noWait,
  help: `The settings and credentials of a protocol are options too: "innwire channel connect expedia --help" lists those of expedia. "none" gives a setting its default.\nProtocols: ${DESCRIBED_PROTOCOLS.join(', ')}.`,
  run: async (call, values, flags) => {
    const body = await toBody(values);
    const answer = await (values['replace'] ? call('connectChannel', complete(body)) : addOrMake(call, body));
    return values['dry_run'] ? answer : describeResult(call, values, flags);
  },
};

const addRoom: CommandDeclaration = {
  name: 'channel add-room',
  operation: 'changeChannel',
  description: 'Connect further rooms to a channel, or change where they lead',
  arguments: ['channel', 'rooms'],
  only: ['dry_run'],
  inputs: { rooms: { ...rooms, required: true } },
  flags: noWait,
  run: async (call, values, flags) => {
    const answer = await call('changeChannel', values);
    return values['dry_run'] ? answer : describeResult(call, values, flags);
  },
};

const removeRoom: CommandDeclaration = {
  name: 'channel remove-room',
  operation: 'changeChannel',
  description: 'End the connection of rooms to a channel: their reservations stay, nothing more is exchanged',
  arguments: ['channel', 'remove_rooms'],
  only: ['close', 'dry_run'],
  inputs: { remove_rooms: { name: 'room', required: true, description: 'ids of rooms' } },
};

const removeUnit: CommandDeclaration = {
  name: 'channel remove-unit',
  operation: 'changeChannel',
  description: 'End the connection of single units of rooms to a channel: their reservations stay',
  arguments: ['channel', 'remove_units'],
  only: ['close', 'dry_run'],
  inputs: { remove_units: { name: 'unit', required: true, description: 'ids of units' } },
};

const removeRate: CommandDeclaration = {
  name: 'channel remove-rate',
  operation: 'changeChannel',
  description:
    'End the mapping of single rates of a room that has several; what is open at them at the channel stays open there',
  arguments: ['channel', 'remove_rates'],
  only: ['dry_run'],
  inputs: {
    remove_rates: {
      name: 'rate',
      required: true,
      description: "ROOM:RATE, the room's id here and the rate's at the channel",
      parse: parseRate,
    },
  },
};

export const CONNECT_COMMANDS: readonly CommandDeclaration[] = [
  connect,
  addRoom,
  removeRoom,
  removeUnit,
  removeRate,
];

/**
 * Returns the options for the settings and credentials of a protocol. A credential is a text, `@FILE` or `-`
 * (a line of the standard input).
 */
export function protocolInputs(protocol: string): Input[] {
  return membersOfProtocol(protocol).map((member) => {
    const { description, placeholder, ...input } = toInput({}, member);
    const isSecret = member.member.startsWith('credentials.');
    return {
      ...input,
      placeholder: isSecret ? '<secret>' : placeholder,
      // A setting that is null takes its default.
      ...(!isSecret && { none: 'none' }),
      // A connection that exists has it already.
      required: false,
      description: [
        description || (isSecret ? 'credential' : ''),
        isSecret ? '@FILE is what the file contains, - a line of the standard input' : '',
        member.required ? 'needed at first' : '',
      ]
        .filter((part) => part !== '')
        .join('; '),
    };
  });
}

/** Returns the command with the options of the protocol that the arguments of the program name. */
export function withProtocol(command: OperatorCommand, args: readonly string[]): OperatorCommand {
  const protocol = protocolOf(args);
  if (command.name !== connect.name || protocol === undefined) return command;
  return { ...command, inputs: [...command.inputs, ...protocolInputs(protocol)] };
}

/**
 * Returns the protocol that `--protocol` names, or else that of rooms with addresses, or else that of the
 * channel's name.
 */
function protocolOf(args: readonly string[]): string | undefined {
  const option = args.findIndex((arg) => /^--protocol(=|$)/.test(arg));
  if (option >= 0) {
    const given = args[option]!.split('=')[1] ?? args[option + 1];
    return isProtocol(given) ? given : undefined;
  }
  return args.some((arg) => CALENDAR.test(arg)) ? 'ical' : args.find(isProtocol);
}

/** A room with the address of its calendar. */
const CALENDAR = /^\d+(\/\d+)?=[a-z][a-z0-9+.-]*:\/\//i;

function isProtocol(name: unknown): name is string {
  return DESCRIBED_PROTOCOLS.includes(name as string);
}

type Mapping = {
  room_id: number;
  unit_id?: number;
  ical_url?: string;
  external_room?: string;
  external_rate?: string;
};

/** Returns the values with settings and credentials as objects, and the protocol of calendars. */
async function toBody(values: Values): Promise<Values> {
  const { settings, credentials, protocol, ...others } = values;
  const mapped = values['rooms'] as readonly Mapping[] | undefined;
  const isCalendar = protocol === undefined && mapped?.some((room) => room.ical_url);
  const secrets = await readCredentials([
    ...((credentials ?? []) as [string, string][]),
    ...nested<string>(others, 'credentials.'),
  ]);
  const set = [...((settings ?? []) as [string, unknown][]), ...nested<unknown>(others, 'settings.')];
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !name.includes('.'))),
    ...(isCalendar ? { protocol: 'ical' } : protocol !== undefined && { protocol }),
    ...(set.length > 0 && { settings: Object.fromEntries(set) }),
    ...(secrets && { credentials: secrets }),
  };
}

function nested<T>(values: Values, prefix: string): [string, T][] {
  return Object.entries(values)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value as T]);
}

/** Adds what a whole connection needs. Throws StartError when its protocol is not named. */
function complete(values: Values): Values {
  const channel = values['channel'] as string;
  const protocol = values['protocol'] ?? (isProtocol(channel) ? channel : undefined);
  if (protocol === undefined)
    throw new StartError(
      `Say how ${channel} is connected with --protocol: ${DESCRIBED_PROTOCOLS.join(', ')}. For ical give the address of each room's calendar (101=https://…).`,
    );
  return { ...values, protocol, rooms: values['rooms'] ?? [] };
}

/**
 * Adds to the connection, or creates it if there is none. A connection that somebody else creates at the same
 * time is not overwritten.
 */
async function addOrMake(call: SendOperation, values: Values): Promise<unknown> {
  try {
    return await call('changeChannel', values);
  } catch (error) {
    if (!(error instanceof RefusedRequest && error.problem.code === 'unknown_channel')) throw error;
    return call('connectChannel', complete(values));
  }
}

type ConnectionState = { state: string; last_error: string | null; paused: object | null };

/**
 * Returns the connection once the channel has answered. If it does not work, prints the reason and sets exit
 * code 1.
 */
async function describeResult(
  call: SendOperation,
  values: Values,
  flags: Record<string, boolean>,
): Promise<unknown> {
  const channel = values['channel'];
  const read = async () => (await call('getChannel', values)) as ConnectionState;
  const until = performance.now() + WAIT_MS;
  let seen = await read();
  // Commander's member for `--no-wait`: false where it was given.
  if (flags['wait'] === false) return seen;
  while (seen.state === 'connecting' && performance.now() < until) {
    await sleep(POLL_MS);
    seen = await read();
  }
  if (seen.state === 'connecting') {
    console.error(`${channel} has not answered yet: "innwire channel show ${channel}" shows what it said.`);
  } else if (seen.state !== 'connected') {
    console.error(`${channel} does not work yet: ${seen.last_error ?? seen.state}`);
    process.exitCode = 1;
  }
  return seen;
}

function parseMapping(text: string): Mapping {
  const [, room, unit, there] = /^(\d+)(?:\/(\d+))?=(.+)$/s.exec(text) ?? [];
  if (room === undefined || there === undefined) {
    throw new StartError(
      `${JSON.stringify(text)} is not ROOM=ADDRESS or ROOM=ID, such as 101=https://www.airbnb.com/calendar/ical/1.ics?s=… or 101=5001:70.`,
    );
  }
  const place = { room_id: Number(room), ...(unit !== undefined && { unit_id: Number(unit) }) };
  if (CALENDAR.test(text)) return { ...place, ical_url: there };
  const [id, rate] = there.split(/:(.*)/s) as [string, string | undefined];
  return { ...place, external_room: id, ...(rate && { external_rate: rate }) };
}

function parseRate(text: string): { room_id: number; external_rate: string } {
  const [, room, rate] = /^(\d+):(.+)$/s.exec(text) ?? [];
  if (room === undefined || rate === undefined)
    throw new StartError(`${JSON.stringify(text)} is not ROOM:RATE, such as 101:70.`);
  return { room_id: Number(room), external_rate: rate };
}

function parseSetting(text: string): [string, unknown] {
  const [, name, json, value] = /^([^=:]+)(:?)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new StartError(`${JSON.stringify(text)} is not NAME=TEXT or NAME:=JSON, such as hotel_id=123456.`);
  if (!json) return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw new StartError(`What follows ${name}:= must be JSON, such as true, 5 or "text".`);
  }
}
