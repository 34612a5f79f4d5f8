// PUT and PATCH /operator/properties/{hotel_id}/channels/{channel}: creating and changing a connection.
import Type, { type Static } from 'typebox';
import { asksForCredentials } from '../../channels/channel.ts';
import { getAdapter, PROTOCOLS } from '../../channels/registry.ts';
import { DecryptionError } from '../../db/secrets.ts';
import { type MappingKey, placeOf } from '../../model/channel.ts';
import { countOpenNights } from '../../pms/close-connection.ts';
import { connectChannel, credentialsContext, lockConnection } from '../../pms/connections.ts';
import { lockProperty } from '../../pms/properties.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { requireNoPractice } from '../../practice/connect.ts';
import { invalidData, Problem } from '../../problems.ts';
import type { Call } from '../operation.ts';
import { writeOperation } from '../operation.ts';
import { presentConnection } from '../present.ts';
import { array, boolean, id, nullable, object, oneOf, optional, text, verbatim } from '../schema.ts';
import { requireHttps } from './addresses.ts';
import { ofChannel } from './channels.ts';
import { refuseClosingRates, requireClosable } from './closable.ts';
import {
  applyPatch,
  completePut,
  isNamedBy,
  requireNoRemovals,
  type StoredConnection,
} from './merge-connection.ts';
import { requireOwner } from './owners.ts';
import { type ParsedConnection, parseConnection } from './parse-connection.ts';
import { dryRun, preview, type Removed } from './preview.ts';
import { channelPreviewSchema, connectionSchema } from './records.ts';

const tag = 'Channels';
const path = '/channels/{channel}';

const address = (description: string, example: string) =>
  optional(verbatim(nullable(text({ description, maxLength: 2_000, example }))));

const Mapping = object({
  room_id: id('room', 101),
  external_room: address("the channel's id of the room", 'R-1'),
  external_rate: address(
    "the channel's id of the rate plan; a room with several has an entry for each, with the same external_room",
    'BAR',
  ),
  ical_url: address("the room's calendar at the channel", 'https://www.airbnb.com/calendar/ical/1.ics?s=…'),
  unit_id: optional(
    nullable(
      id('unit of the room that the channel sells by itself; absent or null = the room as a whole', 5001),
    ),
  ),
});

const MappedRate = object({
  room_id: id('room', 101),
  external_rate: verbatim(
    text({ description: "the channel's id of the rate plan", maxLength: 2_000, example: 'BAR' }),
  ),
});

const closeRemoved = optional(
  boolean({
    description:
      'true first closes the removed rooms at the channel; their mapping ends when the channel has accepted that',
    example: false,
  }),
);

const shared = {
  url: address("address to use instead of the OTA's own hosts", 'https://ota.example.com'),
  settings: optional(
    verbatim(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  ),
  credentials: optional(
    verbatim(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string', maxLength: 10_000 },
        description:
          'credentials for the channel; stored encrypted and never shown; members that you leave out are unchanged',
      }),
    ),
  ),
};

/** Why a connection is refused, whether it is new or stored. */
const CONNECTING = [
  'unknown_room',
  'unknown_unit',
  'unit_of_other_room',
  'would_remove',
  'practice_channel',
  'owner_required',
] as const;

export const connectChannelOperation = writeOperation({
  name: 'connectChannel',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'PUT',
  path,
  tag,
  summary: 'Connect a channel',
  description:
    "Connects an OTA, or replaces the description of its connection. `channel` is the OTA, `protocol` the wire format.\n\nRooms: with `ical`, each room has the address of its calendar at the OTA, which is read every few minutes. If each unit of a room has a calendar of its own there, give an entry with its `unit_id` for each: stays that it shows get this unit, nights that it closes are closed for it alone. So do with `airbnb`, if each unit has a listing: it is for sale while nobody has the unit and something is left of the room, and what it sells is a stay in this unit. If a room has several rates at the channel, give an entry in `rooms` for each rate: all of them get the room's prices and restrictions.\n\nCredentials and calendar addresses keep their stored values if you leave them out or send them masked, as answers show them. A request that would remove rooms, credentials, the address or settings, or that would change the protocol, is refused with `would_remove` unless `replace=true`. To add or change single members, use PATCH. Nights of a removed room stay open at the channel unless `close=true`.\n\nWith `dry_run=true` nothing changes. The answer shows which nights would be opened, closed and repriced at the channel, which reservations would be stored, whether the channel accepts the credentials and the mapping, and what would be removed.\n\nThe state is `connecting` until the credentials and the mapping have been tried: GET the connection to see the result.",
  problems: CONNECTING,
  params: ofChannel,
  query: object({
    replace: optional(boolean({ description: 'true removes what the body leaves out', example: false })),
    close: closeRemoved,
    dry_run: dryRun,
  }),
  body: object({
    protocol: oneOf(PROTOCOLS, { example: 'ical' }),
    ...shared,
    rooms: array(Mapping, { maxItems: 10_000 }),
  }),
  answer: Type.Union([connectionSchema, channelPreviewSchema]),
  run: async (tx, call, { params: { channel }, query, body }) => {
    if (channel === 'direct') throw invalidData({ field: 'channel', rule: 'no_channel_name' });
    requireAddresses(body, call);
    const replace = query.replace ?? false;
    const stored = await readStored(tx, call, channel);
    const wire = completePut(body, stored, { replace });
    const parsed = parseConnection(wire);
    if (stored && !replace) requireNoRemovals(wire, parsed, stored);
    const removed = () => replace;
    return connect(tx, call, { channel, protocol: wire.protocol, parsed, stored, removed, query });
  },
});

export const changeChannelOperation = writeOperation({
  name: 'changeChannel',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'PATCH',
  path,
  tag,
  summary: 'Change a connection',
  description:
    'Adds and changes the members that you give and keeps everything else. A setting that is null takes its default.\n\nRooms are added or changed by `room_id`, units of rooms by `room_id` and `unit_id`. The rates that you give for a room are all its rates; leaving out one of several is refused with `would_remove`.\n\n`remove_rooms` ends the mapping of rooms and of their units, `remove_units` that of single units. With `close=true` the mapping ends when the rooms are closed at the channel; until then they show `closing`, and naming them in `rooms` keeps them. `remove_rates` ends the mapping of single rates of a room that has several: these rates keep their prices and restrictions at the channel, which sells them while the room is available.\n\nIf you give `protocol`, it must be the stored one. Of the people who are signed in only owners give a connection a `url`, or another one.',
  problems: ['unknown_channel', ...CONNECTING],
  params: ofChannel,
  query: object({ close: closeRemoved, dry_run: dryRun }),
  body: object({
    protocol: optional(oneOf(PROTOCOLS, { example: 'ical' })),
    ...shared,
    rooms: optional(array(Mapping, { maxItems: 10_000 })),
    remove_rooms: optional(array(id('room', 102), { maxItems: 10_000 })),
    remove_rates: optional(array(MappedRate, { maxItems: 10_000 })),
    remove_units: optional(array(id('unit', 5001), { maxItems: 10_000 })),
  }),
  answer: Type.Union([connectionSchema, channelPreviewSchema]),
  run: async (tx, call, { params: { channel }, query, body }) => {
    const stored = await readStored(tx, call, channel);
    if (!stored) throw new Problem('unknown_channel', { channel });
    requireAddresses(body, call);
    if (query.close && body.remove_rates?.length) refuseClosingRates();
    const wire = applyPatch(body, stored);
    const removed = isNamedBy(body);
    const parsed = parseConnection(wire);
    return connect(tx, call, { channel, protocol: wire.protocol, parsed, stored, removed, query });
  },
});

/**
 * Returns the rooms and units that stay mapped until they are closed at the channel: removed ones if `close` is set,
 * and those that are already waiting for it, unless the new connection maps them again or removes them
 * without closing.
 */
function roomsToClose(
  stored: StoredConnection | null,
  parsed: ParsedConnection,
  { removed, close }: Pick<Asked, 'removed'> & { close: boolean },
): MappingKey[] {
  if (!stored) return [];
  if (close) requireClosable(stored.connection.protocol);
  const kept = new Set(parsed.rooms.map(placeOf));
  return stored.connection.rooms.filter((mapping) => {
    if (kept.has(placeOf(mapping))) return false;
    return removed(mapping) ? close : (mapping.closing ?? false);
  });
}

type Addresses = { url?: string | null; rooms?: readonly { ical_url?: string | null }[] };

/** Checks the URLs in the request. Stored URLs were checked when they were given. */
function requireAddresses({ url, rooms = [] }: Addresses, call: Call): void {
  if (url) requireHttps('url', url, call);
  for (const [i, room] of rooms.entries())
    if (room.ical_url) requireHttps(`rooms.${i}.ical_url`, room.ical_url, call);
}

async function readStored(
  tx: PropertyTransaction,
  call: Call,
  channel: string,
): Promise<StoredConnection | null> {
  // Before the connection, as whoever changes units does: see inventory-lock.
  await lockProperty(tx);
  const stored = await lockConnection(tx, channel);
  if (!stored) return null;
  return { connection: stored.connection, credentials: openCredentials(stored.credentials, call, channel) };
}

/**
 * Decrypts the stored credentials. Returns none when they cannot be decrypted, because the key was replaced:
 * then all must be given again.
 */
function openCredentials(
  encrypted: Buffer | null,
  { db, property }: Call,
  channel: string,
): Record<string, string> {
  if (encrypted === null) return {};
  try {
    return JSON.parse(db.secrets.decrypt(encrypted, credentialsContext(property.hotelId, channel)));
  } catch (error) {
    if (error instanceof DecryptionError) return {};
    throw error;
  }
}

type Asked = {
  channel: string;
  protocol: string;
  parsed: ParsedConnection;
  /** the connection before the request */
  stored: StoredConnection | null;
  /** whether the request removes a mapping that is not in `parsed` */
  removed: (mapping: MappingKey) => boolean;
  query: { close?: boolean; dry_run?: boolean };
};

async function connect(
  tx: PropertyTransaction,
  call: Call,
  { channel, protocol, parsed, stored, removed, query }: Asked,
): Promise<Static<typeof connectionSchema> | Static<typeof channelPreviewSchema>> {
  // Without an address of its own a connection has the hosts of the OTA.
  if (call.property.testUntil && parsed.url === null && !getAdapter(protocol).calendars)
    throw invalidData({ field: 'url', rule: 'not_this_machine' });
  await requireNoPractice(tx, {
    channel,
    urls: [parsed.url, ...parsed.rooms.map(({ icalUrl }) => icalUrl)],
  });
  // Another server would get the stored credentials, which nobody is shown; and whoever runs one with a key of their own could sell
  // nights there after their role has ended.
  if (serversOf(parsed) !== serversOf(stored?.connection ?? NO_SERVER)) requireOwner(call);
  const closing = roomsToClose(stored, parsed, { removed, close: query.close ?? false });
  const encrypted =
    parsed.credentials &&
    call.db.secrets.encrypt(JSON.stringify(parsed.credentials), credentialsContext(tx.hotelId, channel));
  // Read before the change, which deletes them.
  const unmapped = query.dry_run && (await findRemoved(tx, call, { channel, parsed, stored }));
  const wanted = { ...parsed, channel, protocol, closing, credentials: encrypted };
  const connection = await connectChannel(tx, wanted, call.db.secrets);
  if (asksForCredentials(getAdapter(protocol)) && !connection.hasCredentials)
    throw invalidData({ field: 'credentials', rule: 'required_by_protocol', protocol, several: true });
  if (unmapped) return preview(tx, call, { channel, protocol, removed: unmapped });
  return presentConnection(connection, call);
}

/** A connection to the hosts of its protocol. */
const NO_SERVER = { url: null, settings: {} };

/** Returns which servers a connection sends to, to compare it with another. */
function serversOf({ url, settings }: Pick<ParsedConnection, 'url' | 'settings'>): string {
  return JSON.stringify([url, settings.host ?? null]);
}

async function findRemoved(
  tx: PropertyTransaction,
  call: Call,
  { channel, parsed, stored }: Pick<Asked, 'channel' | 'parsed' | 'stored'>,
): Promise<Removed> {
  const kept = new Set(parsed.rooms.map(placeOf));
  const removed = (stored?.connection.rooms ?? []).filter((room) => !kept.has(placeOf(room)));
  const roomIds = removed.filter(({ unitId }) => !unitId).map(({ roomId }) => roomId);
  const unitIds = removed.flatMap(({ unitId }) => unitId ?? []);
  const query = { hotelId: tx.hotelId, channel, today: call.today, mappings: removed };
  return { roomIds, unitIds, openNights: await countOpenNights(tx, query) };
}
