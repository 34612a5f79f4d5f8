// Parsing and validation of a connection against its protocol: settings, credentials, mapped rooms.
import { Ajv, type ErrorObject } from 'ajv';
import { type Adapter, asksForCredentials } from '../../channels/channel.ts';
import { findAdapter } from '../../channels/registry.ts';
import type { RoomMapping } from '../../model/channel.ts';
import { type FieldError, invalidData, Problem } from '../../problems.ts';

/** An entry of `rooms` in a body: a room and one of its rates at the channel. */
export type MappingBody = {
  room_id: number;
  external_room?: string | null;
  external_rate?: string | null;
  ical_url?: string | null;
};

/** The body of a PUT. */
export type ConnectionBody = {
  protocol: string;
  url?: string | null;
  settings?: Record<string, unknown>;
  credentials?: Record<string, string>;
  rooms: readonly MappingBody[];
};

/** A validated connection. */
export type ParsedConnection = {
  url: string | null;
  settings: Record<string, unknown>;
  /** null = the stored credentials stay */
  credentials: Record<string, string> | null;
  rooms: RoomMapping[];
};

/** Converts the body of a PUT to a connection. Throws `invalid_data` naming what is not valid. */
export function parseConnection(wire: ConnectionBody): ParsedConnection {
  const adapter = findAdapter(wire.protocol);
  if (!adapter) throw invalidData('protocol', 'is not spoken by this version');
  const rooms = adapter.calendars
    ? wire.rooms.map((mapping, i) => toCalendar(adapter, mapping, i))
    : readRooms(adapter, wire.rooms);
  if (new Set(rooms.map((room) => room.roomId)).size < rooms.length) {
    throw invalidData('rooms', 'must name each room once');
  }
  // One calendar may be that of several rooms, and nothing is sent to the URL of a connection that reads calendars.
  if (!adapter.calendars) requireDistinctRooms(rooms);
  const url = adapter.calendars ? (wire.url ?? null) : readUrl(adapter, wire.url ?? null);
  const settings = structuredClone(wire.settings ?? {});
  requireValid(adapter.settingsSchema, settings, 'settings');
  return { url, settings, credentials: readCredentials(adapter, wire.credentials), rooms };
}

function readCredentials(
  adapter: Adapter,
  given: Record<string, string> | undefined,
): Record<string, string> | null {
  if (!asksForCredentials(adapter)) {
    if (Object.keys(given ?? {}).length > 0)
      throw invalidData('credentials', `are not needed by the protocol ${adapter.protocol}`);
    return null;
  }
  if (!given) return null;
  const credentials = { ...given };
  requireValid(adapter.credentialsSchema, credentials, 'credentials');
  return credentials;
}

/** Returns the rooms in the order in which they first occur; several entries of one room are its rates. */
function readRooms(adapter: Adapter, wire: readonly MappingBody[]): RoomMapping[] {
  const rooms = new Map<number, RoomMapping>();
  for (const [i, mapping] of wire.entries()) {
    const room = toExternal(adapter, mapping, i);
    const known = rooms.get(room.roomId);
    rooms.set(room.roomId, known ? withRate(adapter, known, room, i) : room);
  }
  return [...rooms.values()];
}

function withRate(
  { protocol, severalRates }: Adapter,
  known: RoomMapping,
  { roomId, externalRoom, externalRates }: RoomMapping,
  i: number,
): RoomMapping {
  if (!severalRates)
    throw invalidData('rooms', `must name each room once: a room has no rates with the protocol ${protocol}`);
  if (externalRoom !== known.externalRoom)
    throw invalidData(
      `rooms.${i}.external_room`,
      `is ${externalRoom}, but room ${roomId} is mapped to ${known.externalRoom} already: further entries of a room give further rates of the same room there`,
    );
  const [rate] = externalRates;
  if (rate === undefined || known.externalRates.length === 0)
    throw invalidData(
      `rooms.${i}.external_rate`,
      `is required in each entry of room ${roomId}, because there are several`,
    );
  if (known.externalRates.includes(rate))
    throw invalidData(
      `rooms.${i}.external_rate`,
      `is ${rate}, to which room ${roomId} is mapped already: name each rate once`,
    );
  return { ...known, externalRates: [...known.externalRates, rate] };
}

function toExternal(adapter: Adapter, mapping: MappingBody, i: number): RoomMapping {
  const externalRoom = mapping.external_room?.trim() || null;
  const externalRate = mapping.external_rate?.trim() || null;
  if (externalRoom === null)
    throw invalidData(`rooms.${i}.external_room`, `is required with the protocol ${adapter.protocol}`);
  if (adapter.needsRate && externalRate === null)
    throw invalidData(`rooms.${i}.external_rate`, `is required with the protocol ${adapter.protocol}`);
  return {
    roomId: mapping.room_id,
    externalRoom,
    externalRates: externalRate === null ? [] : [externalRate],
    icalUrl: null,
  };
}

function toCalendar({ protocol }: Adapter, mapping: MappingBody, i: number): RoomMapping {
  const icalUrl = mapping.ical_url ?? null;
  if (icalUrl === null) throw invalidData(`rooms.${i}.ical_url`, `is required with the protocol ${protocol}`);
  if (!/^(https?|webcal):$/.test(URL.parse(icalUrl)?.protocol ?? '')) {
    throw invalidData(`rooms.${i}.ical_url`, 'must be an https address of an .ics calendar');
  }
  return {
    roomId: mapping.room_id,
    externalRoom: mapping.external_room ?? null,
    externalRates: mapping.external_rate ? [mapping.external_rate] : [],
    icalUrl,
  };
}

/**
 * Throws when two of our rooms are mapped to one room of the channel: it would get two different counts
 * alternately.
 */
function requireDistinctRooms(rooms: readonly RoomMapping[]): void {
  const seen = new Set<string | null>();
  for (const [i, { externalRoom }] of rooms.entries()) {
    if (seen.has(externalRoom))
      throw invalidData(`rooms.${i}.external_room`, 'is mapped to another room already');
    seen.add(externalRoom);
  }
}

function readUrl(adapter: Adapter, url: string | null): string | null {
  if (url === null) {
    if (adapter.needsUrl)
      throw invalidData(
        'url',
        `is required with the protocol ${adapter.protocol}: the address of the partner`,
      );
    return null;
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw invalidData('url', 'must be an https address');
  return url.replace(/(?<!\/)\/+$/, '');
}

const ajv = new Ajv({ strict: false, allErrors: true, useDefaults: true });

/** Messages for the keywords of a schema, for people. */
const SCHEMA_ERROR_TEXTS: Record<string, (value: string) => string> = {
  const: (value) => `must be ${value}`,
  minLength: (least) => `must have at least ${least} characters`,
  maxLength: (most) => `must have at most ${most} characters`,
  pattern: () => 'is not written as the channel writes it: see docs/channels',
};

/** Validates a value and fills in defaults. Messages never repeat values, which may be secret. */
function requireValid(schema: object, value: object, member: string): void {
  const validate = ajv.compile(schema);
  if (validate(value)) return;
  const errors = (validate.errors ?? []).map((error) => toFieldError(error, member));
  throw new Problem(
    'invalid_data',
    `The ${member} do not fit the protocol: ${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
    { errors },
  );
}

function toFieldError(error: ErrorObject, member: string): FieldError {
  const path = error.instancePath.split('/').filter(Boolean);
  const { missingProperty, additionalProperty, allowedValues, allowedValue, limit } = error.params as Record<
    string,
    string & string[]
  >;
  const last = missingProperty ?? additionalProperty;
  const message = missingProperty
    ? 'is required'
    : additionalProperty
      ? 'is not known'
      : allowedValues
        ? `must be one of ${allowedValues.join(', ')}`
        : (SCHEMA_ERROR_TEXTS[error.keyword]?.(String(allowedValue ?? limit)) ?? error.message ?? 'is wrong');
  return { field: [member, ...path, ...(last ? [last] : [])].join('.'), message };
}
