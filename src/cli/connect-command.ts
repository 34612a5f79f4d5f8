// innwire channel connect, add-room, remove-room: change a connection and wait for the channel's answer.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../db/start-error.ts';
import { type OperatorRequest, pathOf, RefusedRequest } from './client.ts';
import type { CommandOption, Members, OperatorCommand, OptionValues, Send } from './operator-command.ts';

/** How long the command waits for the channel's answer; most answer within seconds. */
const WAIT_MS = 30_000;
const POLL_MS = 500;

/** Channels whose protocol has the same name. */
const PROTOCOLS = ['booking_com', 'expedia', 'vrbo', 'airbnb', 'channex', 'open_channel'];

const ROOMS =
  'ROOM=ADDRESS of its calendar (101=https://…), or ROOM=ID of the room there, with a rate ROOM=ID:RATE (once for each rate)';

export const DRY_RUN: CommandOption = {
  description: 'show what it would change at the channel and here, and change nothing',
  flag: 'dry-run',
  takes: 'nothing',
};

const PENDING_STATES: Record<string, CommandOption> = {
  no_wait: { description: 'do not wait for what the channel says', flag: 'no-wait', takes: 'nothing' },
};

const connect: OperatorCommand = {
  name: 'channel connect',
  description:
    'connect a channel, or add rooms, settings and credentials to its connection; what is not named stays as it is',
  arguments: [
    ['channel', 'airbnb, booking_com, vrbo …'],
    ['[rooms...]', ROOMS],
  ],
  options: {
    protocol: 'wire format: ical (absent: where rooms have addresses), booking_com, expedia, channex …',
    url: "replaces the OTA's own hosts",
    set: {
      description: 'NAME=TEXT or NAME:=JSON, a setting of the protocol; may be repeated',
      takes: 'texts',
    },
    credential: {
      description: 'NAME=TEXT, NAME=@FILE or NAME=- (a line of the standard input); may be repeated',
      takes: 'texts',
    },
    replace: { description: 'remove what is not named, and allow another protocol', takes: 'nothing' },
    dry_run: DRY_RUN,
    ...PENDING_STATES,
  },
  ofProperty: true,
  /** The request when there is no connection yet. */
  request: (values) => put(values, { protocol: 'ical' }),
  run: async (send, values, members) => {
    const { replace, no_wait, dry_run, set, credential, ...given } = members;
    const rooms = [values.rooms ?? []].flat().map(parseMapping);
    const body = {
      ...given,
      ...(rooms.some((room) => room.ical_url) && given.protocol === undefined && { protocol: 'ical' }),
      ...(set !== undefined && { settings: Object.fromEntries((set as string[]).map(parseSetting)) }),
      ...(credential !== undefined && { credentials: await readCredentials(credential as string[]) }),
      ...((rooms.length > 0 || replace === true) && { rooms }),
    };
    const query = dry_run === true ? { dry_run: true } : {};
    const answer = await (replace
      ? send(put(values, body, { replace: true, ...query }))
      : addOrMake(send, values, body, query));
    if (dry_run === true) return answer;
    return describeResult(send, values, members);
  },
};

const addRoom: OperatorCommand = {
  name: 'channel add-room',
  description: 'connect further rooms to a channel, or change where they lead',
  arguments: [
    ['channel', 'its name'],
    ['rooms...', ROOMS],
  ],
  options: PENDING_STATES,
  ofProperty: true,
  request: patch,
  run: async (send, values, members) => {
    await send(patch(values, { rooms: [values.rooms!].flat().map(parseMapping) }));
    return describeResult(send, values, members);
  },
};

const removeRoom: OperatorCommand = {
  name: 'channel remove-room',
  description: 'end the connection of rooms to a channel: their reservations stay, nothing more is exchanged',
  arguments: [
    ['channel', 'its name'],
    ['room...', 'ids of rooms'],
  ],
  options: {
    close: {
      description: 'close them at the channel first; their connection ends when it has taken that',
      takes: 'nothing',
    },
  },
  ofProperty: true,
  request: (values, query) => patch(values, { remove_rooms: [values.room!].flat().map(parseRoom) }, query),
};

const removeRate: OperatorCommand = {
  name: 'channel remove-rate',
  description:
    'end the mapping of single rates of a room that has several; what is open at them at the channel stays open there',
  arguments: [
    ['channel', 'its name'],
    ['rate...', "ROOM:RATE, the room's id here and the rate's at the channel"],
  ],
  ofProperty: true,
  request: (values) => patch(values, { remove_rates: [values.rate!].flat().map(parseRate) }),
};

export const CONNECT_COMMANDS: readonly OperatorCommand[] = [connect, addRoom, removeRoom, removeRate];

function patch({ property, channel }: OptionValues, body: Members, query: Members = {}): OperatorRequest {
  return { method: 'PATCH', path: pathOf`/properties/${property}/channels/${channel}`, query, body };
}

function put({ property, channel }: OptionValues, body: Members, query: Members = {}): OperatorRequest {
  const protocol = body.protocol ?? PROTOCOLS.find((name) => name === channel);
  if (protocol === undefined) {
    throw new StartError(
      `Say how ${channel} is connected with --protocol: ${PROTOCOLS.join(', ')} or ical. For ical give the address of each room's calendar (101=https://…).`,
    );
  }
  return {
    method: 'PUT',
    path: pathOf`/properties/${property}/channels/${channel}`,
    query,
    body: { ...body, protocol, rooms: body.rooms ?? [] },
  };
}

/**
 * Adds to the connection, or creates it if there is none. A connection that somebody else creates at the same
 * time is not overwritten.
 */
async function addOrMake(send: Send, values: OptionValues, body: Members, query: Members): Promise<unknown> {
  try {
    return await send(patch(values, body, query));
  } catch (error) {
    if (!(error instanceof RefusedRequest && error.problem.code === 'unknown_channel')) throw error;
    return send(put(values, body, query));
  }
}

type ConnectionState = { state: string; last_error: string | null; paused: object | null };

/**
 * Returns the connection once the channel has answered. If it does not work, prints the reason and sets exit
 * code 1.
 */
async function describeResult(send: Send, values: OptionValues, members: Members): Promise<unknown> {
  const path = pathOf`/properties/${values.property}/channels/${values.channel}`;
  const read = async () => (await send({ method: 'GET', path })) as ConnectionState;
  const until = performance.now() + WAIT_MS;
  let seen = await read();
  // Commander's member for `--no-wait`: false where it was given.
  if (members.no_wait === false) return seen;
  while (seen.state === 'connecting' && performance.now() < until) {
    await sleep(POLL_MS);
    seen = await read();
  }
  if (seen.state === 'connecting') {
    console.error(
      `${values.channel} has not answered yet: "innwire channel show ${values.channel}" shows what it said.`,
    );
  } else if (seen.state !== 'connected') {
    console.error(`${values.channel} does not work yet: ${seen.last_error ?? seen.state}`);
    process.exitCode = 1;
  }
  return seen;
}

type Mapping = { room_id: number; ical_url?: string; external_room?: string; external_rate?: string };

function parseMapping(text: string): Mapping {
  const [, room, there] = /^(\d+)=(.+)$/s.exec(text) ?? [];
  if (room === undefined || there === undefined) {
    throw new StartError(
      `${JSON.stringify(text)} is not ROOM=ADDRESS or ROOM=ID, such as 101=https://www.airbnb.com/calendar/ical/1.ics?s=… or 101=5001:70.`,
    );
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(there)) return { room_id: Number(room), ical_url: there };
  const [id, rate] = there.split(/:(.*)/s) as [string, string | undefined];
  return { room_id: Number(room), external_room: id, ...(rate && { external_rate: rate }) };
}

function parseRoom(text: string): number {
  if (!/^\d+$/.test(text)) throw new StartError(`${JSON.stringify(text)} is not the id of a room.`);
  return Number(text);
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

/** Reads credentials from options, files or standard input. Error messages never repeat a value. */
async function readCredentials(texts: readonly string[]): Promise<Record<string, string>> {
  const credentials: Record<string, string> = {};
  let lines: AsyncIterator<string> | undefined;
  for (const [i, text] of texts.entries()) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new StartError(
        `--credential number ${i + 1} is not NAME=TEXT, NAME=@FILE or NAME=- (a line of the standard input).`,
      );
    }
    if (value === '-') {
      lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
      if (process.stdin.isTTY) process.stderr.write(`${name}: `);
      const { value: line } = await lines.next();
      if (!line) throw new StartError(`The standard input ended before ${name}.`);
      credentials[name] = line;
    } else credentials[name] = value.startsWith('@') ? await readSecretFile(value.slice(1)) : value;
  }
  await lines?.return?.();
  return credentials;
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
