// Parsing and validation of a connection against its protocol: settings, credentials, mapped rooms.
import type { TSchema } from 'typebox';
import { type Adapter, asksForCredentials } from '../../channels/channel.ts';
import { findAdapter } from '../../channels/registry.ts';
import { withDefaults } from '../../channels/settings-schema.ts';
import { placeOf, type RoomMapping } from '../../model/channel.ts';
import { invalidData, Problem } from '../../problems.ts';
import { check } from '../validate.ts';

/** An entry of `rooms` in a body: a room and one of its rates at the channel. */
export type MappingBody = {
  room_id: number;
  external_room?: string | null;
  external_rate?: string | null;
  ical_url?: string | null;
  unit_id?: number | null;
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
  if (!adapter) throw invalidData({ field: 'protocol', rule: 'unsupported_protocol' });
  const rooms = adapter.calendars
    ? wire.rooms.map((mapping, i) => toCalendar(adapter, mapping, i))
    : readRooms(adapter, wire.rooms);
  if (new Set(rooms.map(placeOf)).size < rooms.length) {
    throw invalidData({ field: 'rooms', rule: 'room_twice' });
  }
  // Calendars are compared once they are stored, with those of all connections: see requireOwnCalendars.
  if (!adapter.calendars) requireDistinctRooms(rooms);
  const url = adapter.calendars ? (wire.url ?? null) : readUrl(adapter, wire.url ?? null);
  const settings = withDefaults(adapter.settingsSchema, wire.settings ?? {});
  requireValid(adapter.settingsSchema, settings, 'settings');
  return { url, settings, credentials: readCredentials(adapter, wire.credentials), rooms };
}

function readCredentials(
  adapter: Adapter,
  given: Record<string, string> | undefined,
): Record<string, string> | null {
  if (!asksForCredentials(adapter)) {
    if (Object.keys(given ?? {}).length > 0)
      throw invalidData({ field: 'credentials', rule: 'unneeded_credentials', protocol: adapter.protocol });
    return null;
  }
  if (!given) return null;
  requireValid(adapter.credentialsSchema, given, 'credentials');
  return { ...given };
}

/** Returns the rooms and units in the order in which they first occur; several entries of one are its rates. */
function readRooms(adapter: Adapter, wire: readonly MappingBody[]): RoomMapping[] {
  const rooms = new Map<string, RoomMapping>();
  for (const [i, mapping] of wire.entries()) {
    const room = toExternal(adapter, mapping, i);
    const known = rooms.get(placeOf(room));
    rooms.set(placeOf(room), known ? withRate(adapter, known, room, i) : room);
  }
  return [...rooms.values()];
}

function withRate(
  { protocol, severalRates }: Adapter,
  known: RoomMapping,
  { roomId, externalRoom, externalRates }: RoomMapping,
  i: number,
): RoomMapping {
  if (!severalRates) throw invalidData({ field: 'rooms', rule: 'room_twice', protocol });
  if (externalRoom !== known.externalRoom) {
    const field = `rooms.${i}.external_room`;
    const { externalRoom: knownRoom } = known;
    throw invalidData({ field, rule: 'other_external_room', roomId, externalRoom, knownRoom });
  }
  const field = `rooms.${i}.external_rate`;
  const [rate] = externalRates;
  if (rate === undefined || known.externalRates.length === 0)
    throw invalidData({ field, rule: 'rate_missing', roomId });
  if (known.externalRates.includes(rate)) throw invalidData({ field, rule: 'rate_twice', roomId, rate });
  return { ...known, externalRates: [...known.externalRates, rate] };
}

function toExternal(adapter: Adapter, mapping: MappingBody, i: number): RoomMapping {
  const externalRoom = mapping.external_room?.trim() || null;
  const externalRate = mapping.external_rate?.trim() || null;
  const { protocol } = adapter;
  const required = { rule: 'required_by_protocol', protocol } as const;
  if (mapping.unit_id && !adapter.sellsUnits)
    throw invalidData({ field: `rooms.${i}.unit_id`, rule: 'no_units', protocol });
  if (externalRoom === null) throw invalidData({ field: `rooms.${i}.external_room`, ...required });
  if (adapter.needsRate && externalRate === null)
    throw invalidData({ field: `rooms.${i}.external_rate`, ...required });
  return {
    roomId: mapping.room_id,
    unitId: mapping.unit_id ?? null,
    externalRoom,
    externalRates: externalRate === null ? [] : [externalRate],
    icalUrl: null,
  };
}

function toCalendar({ protocol }: Adapter, mapping: MappingBody, i: number): RoomMapping {
  const icalUrl = mapping.ical_url ?? null;
  const field = `rooms.${i}.ical_url`;
  if (icalUrl === null) throw invalidData({ field, rule: 'required_by_protocol', protocol });
  if (!/^(https?|webcal):$/.test(URL.parse(icalUrl)?.protocol ?? ''))
    throw invalidData({ field, rule: 'no_calendar_address' });
  return {
    roomId: mapping.room_id,
    unitId: mapping.unit_id ?? null,
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
      throw invalidData({ field: `rooms.${i}.external_room`, rule: 'external_room_twice' });
    seen.add(externalRoom);
  }
}

function readUrl(adapter: Adapter, url: string | null): string | null {
  if (url === null) {
    if (adapter.needsUrl)
      throw invalidData({ field: 'url', rule: 'no_partner_address', protocol: adapter.protocol });
    return null;
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw invalidData({ field: 'url', rule: 'no_https' });
  return url.replace(/(?<!\/)\/+$/, '');
}

/** Throws `invalid_data` unless a value fits. Errors never contain values, which may be secret. */
function requireValid(schema: TSchema, value: object, part: 'settings' | 'credentials'): void {
  const errors = check(schema, value).map((error) => ({
    ...error,
    field: error.field === 'body' ? part : `${part}.${error.field}`,
  }));
  if (errors.length > 0) throw new Problem('invalid_data', { case: 'members', part, errors });
}
