// The connection that results from a PUT or PATCH: omitted secrets keep their stored values, and nothing is
// removed unless the request says so.
import { isDeepStrictEqual } from 'node:util';
import { findAdapter } from '../../channels/registry.ts';
import { type Connection, type MappingKey, placeOf, type RoomMapping } from '../../model/channel.ts';
import { HIDDEN } from '../../model/redact.ts';
import { invalidData, Problem, type RemovedPart } from '../../problems.ts';
import type { ConnectionBody, MappingBody, ParsedConnection } from './parse-connection.ts';

/** A connection with its decrypted credentials; they are empty where they cannot be read. */
export type StoredConnection = { connection: Connection; credentials: Record<string, string> };

/** The body of a PATCH. */
type ConnectionPatchBody = Omit<Partial<ConnectionBody>, 'rooms'> & {
  rooms?: readonly MappingBody[];
  remove_rooms?: readonly number[];
  remove_units?: readonly number[];
  remove_rates?: readonly MappedRate[];
};

type MappedRate = { room_id: number; external_rate: string };

/**
 * Completes the body of a PUT with the stored secrets that it omits or repeats masked. `replace`: the given
 * credentials are complete, none are added.
 */
export function completePut(
  wire: ConnectionBody,
  stored: StoredConnection | null,
  { replace }: { replace: boolean },
): ConnectionBody {
  const credentials =
    wire.credentials && !replace
      ? mergeCredentials(wire.protocol, wire.credentials, stored)
      : wire.credentials;
  return {
    ...wire,
    ...(credentials && { credentials }),
    rooms: wire.rooms.map((room, i) => keepStoredUrl(room, stored, `rooms.${i}`)),
  };
}

/**
 * Returns the whole connection that a PATCH leads to. Throws `would_remove` where it names another protocol,
 * `invalid_data` for a room or rate to be removed that is not mapped.
 */
export function applyPatch(patch: ConnectionPatchBody, stored: StoredConnection): ConnectionBody {
  const connection = withoutRates(stored.connection, patch.remove_rates ?? []);
  const { channel, protocol } = connection;
  if (patch.protocol !== undefined && patch.protocol !== protocol) {
    const removed = removedByProtocol(connection);
    throw new Problem('would_remove', {
      case: 'protocol',
      channel,
      removed,
      protocol,
      wanted: patch.protocol,
    });
  }
  for (const [i, roomId] of (patch.remove_rooms ?? []).entries()) {
    if (connection.rooms.some((room) => room.roomId === roomId)) continue;
    throw invalidData({ field: `remove_rooms.${i}`, rule: 'unmapped_room', roomId, channel });
  }
  for (const [i, unitId] of (patch.remove_units ?? []).entries()) {
    if (connection.rooms.some((room) => room.unitId === unitId)) continue;
    throw invalidData({ field: `remove_units.${i}`, rule: 'unmapped_unit', unitId, channel });
  }
  const isRemoved = isNamedBy(patch);
  const rooms = new Map<string, readonly MappingBody[]>();
  for (const mapping of connection.rooms)
    if (!mapping.closing && !isRemoved(mapping)) rooms.set(placeOf(mapping), toWire(mapping));
  const given = (patch.rooms ?? []).map((room, i) => ({ room, field: `rooms.${i}` }));
  for (const [place, entries] of Map.groupBy(given, ({ room }) => placeOfBody(room))) {
    const known = connection.rooms.find((room) => placeOf(room) === place && !isRemoved(room));
    rooms.set(place, mergeRoom(known ? toWire(known) : [], entries, stored));
  }
  const settings = Object.entries({ ...connection.settings, ...patch.settings });
  return {
    protocol,
    url: patch.url === undefined ? connection.url : patch.url,
    settings: Object.fromEntries(settings.filter(([, value]) => value !== null)),
    ...(patch.credentials && { credentials: mergeCredentials(protocol, patch.credentials, stored) }),
    rooms: [...rooms.values()].flat(),
  };
}

/** Returns whether a patch removes a mapping: by its room, which removes its units as well, or by its unit. */
export function isNamedBy({
  remove_rooms: rooms = [],
  remove_units: units = [],
}: Pick<ConnectionPatchBody, 'remove_rooms' | 'remove_units'>): (mapping: MappingKey) => boolean {
  return ({ roomId, unitId }) => rooms.includes(roomId) || (!!unitId && units.includes(unitId));
}

/**
 * Removes rates from a connection. Throws `invalid_data` for a rate that is not mapped, and for the only rate
 * of a room.
 */
function withoutRates(connection: Connection, removed: readonly MappedRate[]): Connection {
  const { channel, rooms } = connection;
  const rates = new Map(rooms.map((room) => [placeOf(room), room.externalRates]));
  for (const [i, { room_id: roomId, external_rate: rate }] of removed.entries()) {
    const field = `remove_rates.${i}`;
    const known = rates.get(placeOf({ roomId })) ?? [];
    if (!known.includes(rate)) throw invalidData({ field, rule: 'unmapped_rate', roomId, rate, channel });
    if (known.length === 1) throw invalidData({ field, rule: 'only_rate', roomId, rate, channel });
    rates.set(
      placeOf({ roomId }),
      known.filter((one) => one !== rate),
    );
  }
  return {
    ...connection,
    rooms: rooms.map((room) => ({ ...room, externalRates: rates.get(placeOf(room))! })),
  };
}

/** Returns a mapping as bodies have it: one entry for each rate. */
function toWire({ roomId, unitId = null, externalRoom, externalRates, icalUrl }: RoomMapping): MappingBody[] {
  const rates = externalRates.length > 0 ? externalRates : [null];
  return rates.map((rate) => ({
    room_id: roomId,
    external_room: externalRoom,
    external_rate: rate,
    ical_url: icalUrl,
    unit_id: unitId,
  }));
}

function placeOfBody({ room_id: roomId, unit_id: unitId = null }: MappingBody): string {
  return placeOf({ roomId, unitId });
}

/**
 * Merges the given entries of a room with its stored ones: given rates replace all rates of the room. Throws
 * `would_remove` where that would drop one of several.
 */
function mergeRoom(
  known: readonly MappingBody[],
  given: readonly { room: MappingBody; field: string }[],
  stored: StoredConnection,
): MappingBody[] {
  const [only, ...others] = given;
  const [first] = known;
  // A single entry without a rate applies to all rates of the room.
  const entries =
    only && others.length === 0 && only.room.external_rate === undefined && known.length > 0
      ? known.map((entry) => ({ ...only, entry }))
      : given.map((one) => ({ ...one, entry: first }));
  const merged = entries.map(({ room, field, entry }) => {
    const members = Object.fromEntries(Object.entries(room).filter(([, value]) => value !== undefined));
    return keepStoredUrl({ ...entry, ...members } as MappingBody, stored, field);
  });
  const kept = new Set(merged.map((room) => room.external_rate));
  const rates = known.flatMap((room) => room.external_rate ?? []).filter((rate) => !kept.has(rate));
  if (known.length > 1 && rates.length > 0) {
    const { channel } = stored.connection;
    const removed: RemovedPart[] = [{ part: 'rates', roomId: first!.room_id, rates }];
    throw new Problem('would_remove', { case: 'rates', channel, removed });
  }
  return merged;
}

/** Throws `would_remove` naming the rooms and rates that a PUT would remove from the stored connection. */
export function requireNoRemovals(
  wire: ConnectionBody,
  parsed: ParsedConnection,
  { connection }: StoredConnection,
): void {
  const removed: RemovedPart[] = [];
  if (connection.protocol !== wire.protocol) removed.push(...removedByProtocol(connection));
  else {
    for (const mapping of connection.rooms.filter(({ closing }) => !closing)) {
      const { roomId, externalRates } = mapping;
      const wanted = parsed.rooms.find((room) => placeOf(room) === placeOf(mapping));
      const dropped = externalRates.filter((rate) => !wanted?.externalRates.includes(rate));
      if (!wanted) removed.push(removedPart(mapping));
      else if (externalRates.length > 1 && dropped.length > 0)
        removed.push({ part: 'rates', roomId, rates: dropped });
    }
    if (connection.url !== null && parsed.url === null) removed.push({ part: 'url' });
    for (const [name, value] of Object.entries(connection.settings)) {
      if (wire.settings?.[name] === undefined && !isDeepStrictEqual(value, parsed.settings[name]))
        removed.push({ part: 'setting', name });
    }
  }
  if (removed.length === 0) return;
  throw new Problem('would_remove', { case: 'omitted', channel: connection.channel, removed });
}

function removedPart({ roomId, unitId }: RoomMapping): RemovedPart {
  return unitId ? { part: 'unit', roomId, unitId } : { part: 'room', roomId };
}

function removedByProtocol({ protocol, rooms, hasCredentials }: Connection): RemovedPart[] {
  return [
    { part: 'connection', protocol },
    ...rooms.map(removedPart),
    ...(hasCredentials ? [{ part: 'credentials' as const }] : []),
  ];
}

/**
 * Replaces an omitted calendar URL by the stored one in its masked form, by which `connectChannel` recognizes
 * and keeps it.
 */
function keepStoredUrl(room: MappingBody, stored: StoredConnection | null, field: string): MappingBody {
  const place = placeOfBody(room);
  const known = stored?.connection.rooms.find((one) => placeOf(one) === place)?.icalUrl ?? null;
  if (known !== null && (room.ical_url == null || room.ical_url === known))
    return { ...room, ical_url: known };
  if (room.ical_url?.includes(HIDDEN))
    throw invalidData({ field: `${field}.ical_url`, rule: 'hidden_secret', roomId: room.room_id });
  return room;
}

/**
 * Merges credentials, of the stored ones only those that the protocol asks for: the others were derived from
 * earlier credentials.
 */
function mergeCredentials(
  protocol: string,
  given: Record<string, string>,
  stored: StoredConnection | null,
): Record<string, string> {
  if (stored?.connection.protocol !== protocol) return given;
  const names = Object.keys(findAdapter(protocol)?.credentialsSchema.properties ?? {});
  const known = Object.entries(stored.credentials).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(known), ...given };
}
