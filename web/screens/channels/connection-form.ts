// The form of a connection: what was typed, and the request that it becomes. Pure.
import type { Static } from 'typebox';
import type { protocolSchema } from '../../../src/api/operator/records.ts';
import type { DeskConnection } from './channel-nights.ts';
import { membersOfSchema, typedOf, valuesOfMembers } from './schema-values.ts';

export type DeskProtocol = Static<typeof protocolSchema>;

/** A room, or a unit of it, and what it is at the channel. An empty one is not sold there. */
export type MappingLine = {
  roomId: number;
  unitId: number | null;
  room: string;
  rate: string;
  calendar: string;
};

export type ConnectionForm = {
  channel: string;
  url: string;
  settings: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
  /** the rooms of the channel, and those in whose lines something was written */
  lines: readonly MappingLine[];
};

/** Returns the form of a connection that exists, or an empty one. */
export function formOf(protocol: DeskProtocol, connection: DeskConnection | null): ConnectionForm {
  const lines = (connection?.rooms ?? []).map((one) => ({
    roomId: one.room_id,
    unitId: one.unit_id,
    room: one.external_room ?? '',
    rate: one.external_rate ?? '',
    calendar: one.ical_url ?? '',
  }));
  const settings = Object.entries(connection?.settings ?? {}).map(([name, value]) => [name, typedOf(value)]);
  return {
    channel: connection?.channel ?? (protocol.has_calendars ? '' : protocol.protocol),
    url: connection?.url ?? '',
    settings: Object.fromEntries(settings),
    credentials: {},
    lines,
  };
}

/** Returns the lines with an empty one for each further room of the house, in the order of its rooms. */
export function linesOfRooms(lines: readonly MappingLine[], roomIds: readonly number[]): MappingLine[] {
  const mapped = new Set(lines.map(({ roomId }) => roomId));
  const empty = roomIds
    .filter((id) => !mapped.has(id))
    .map((roomId) => ({ roomId, unitId: null, room: '', rate: '', calendar: '' }));
  const order = (line: MappingLine) => roomIds.indexOf(line.roomId);
  return [...lines, ...empty].toSorted((a, b) => order(a) - order(b));
}

/** Returns the lines that a request has: those with something in them. */
export function linesToSend(lines: readonly MappingLine[], protocol: DeskProtocol): MappingLine[] {
  return lines.filter(({ room, calendar }) => (protocol.has_calendars ? calendar : room) !== '');
}

/** Returns the body of the request that makes or replaces the connection. */
export function bodyOf(form: ConnectionForm, protocol: DeskProtocol): object {
  const credentials = valuesOfMembers(membersOfSchema(protocol.credentials), form.credentials);
  return {
    protocol: protocol.protocol,
    ...(form.url !== '' && { url: form.url }),
    settings: valuesOfMembers(membersOfSchema(protocol.settings), form.settings),
    ...(Object.keys(credentials).length > 0 && { credentials }),
    rooms: linesToSend(form.lines, protocol).map(({ roomId, unitId, room, rate, calendar }) => ({
      room_id: roomId,
      ...(unitId !== null && { unit_id: unitId }),
      ...(protocol.has_calendars
        ? { ical_url: calendar }
        : { external_room: room, ...(rate !== '' && { external_rate: rate }) }),
    })),
  };
}
