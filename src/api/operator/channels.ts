// /operator/properties/{hotel_id}/channels: connecting a property to OTAs.
import type { Static } from 'typebox';
import Type from 'typebox';
import { CHANNEL_NAME, PROTOCOLS, type RoomMapping } from '../../model/channel.ts';
import { pollNow } from '../../pms/calendar-sources.ts';
import { listChannelNights } from '../../pms/channel-nights.ts';
import { connectChannel, disconnectChannel, getConnection, listConnections } from '../../pms/connections.ts';
import { invalidData } from '../../problems.ts';
import { toWindow } from '../input.ts';
import * as present from '../present.ts';
import { array, boolean, dateRange, id, nullable, object, oneOf, optional, text } from '../schema.ts';
import { operatorRead, operatorWrite } from './operation.ts';
import { ChannelNight, Connection } from './records.ts';

const tag = 'Channels';
const path = '/operator/properties/{hotel_id}/channels';
const ofProperty = object({ hotel_id: id('property', 1001) });
const ofChannel = object({
  hotel_id: id('property', 1001),
  channel: text({
    description: 'name of the OTA in snake_case',
    pattern: CHANNEL_NAME.source,
    example: 'airbnb',
  }),
});
const address = (description: string, example: string) =>
  optional(nullable(text({ description, maxLength: 2_000, example })));

const Mapping = object({
  room_id: id('room', 101),
  external_room: address("the channel's id of the room", 'R-1'),
  external_rate: address("the channel's id of the rate plan", 'BAR'),
  ical_url: address("the room's calendar at the channel", 'https://www.airbnb.com/calendar/ical/1.ics?s=…'),
});

export const putChannel = operatorWrite({
  name: 'connectChannel',
  method: 'PUT',
  path: `${path}/{channel}`,
  tag,
  summary: 'Connect a channel',
  description:
    'Connects an OTA or replaces its connection. `protocol` names the wire format, `channel` the OTA. With `ical` each room carries the address of its calendar there, which is read every few minutes.',
  problems: ['unknown_room'],
  params: ofChannel,
  body: object({
    protocol: oneOf(PROTOCOLS, { example: 'ical' }),
    url: address("replaces the OTA's own hosts", 'https://ota.example.com'),
    settings: optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    rooms: array(Mapping, { maxItems: 10_000 }),
  }),
  answer: Connection,
  run: async (tx, _call, { params, body }) => {
    if (params.channel === 'direct')
      throw invalidData('channel', 'must not be direct: that is the property itself');
    const connection = await connectChannel(tx, {
      channel: params.channel,
      protocol: body.protocol,
      url: body.url ?? null,
      settings: body.settings ?? {},
      rooms: toMappings(body.rooms),
    });
    return present.connection(connection);
  },
});

export const getChannels = operatorRead({
  name: 'listChannels',
  method: 'GET',
  path,
  tag,
  summary: 'List connections',
  description: 'The connections of a property, by channel.',
  problems: [],
  params: ofProperty,
  answer: array(Connection),
  run: async (call) => (await listConnections(call.db, call.property.hotelId)).map(present.connection),
});

export const getChannel = operatorRead({
  name: 'getChannel',
  method: 'GET',
  path: `${path}/{channel}`,
  tag,
  summary: 'Read a connection',
  description: 'State, settings and mapping of a connection; never its credentials.',
  problems: ['unknown_channel'],
  params: ofChannel,
  answer: Connection,
  run: async (call, params) =>
    present.connection(await getConnection(call.db, call.property.hotelId, params.channel)),
});

export const deleteChannel = operatorWrite({
  name: 'disconnectChannel',
  method: 'DELETE',
  path: `${path}/{channel}`,
  tag,
  summary: 'Disconnect a channel',
  description: 'Its reservations stay; nights that it had merely closed are opened again.',
  problems: ['unknown_channel'],
  params: ofChannel,
  body: null,
  answer: object({ channel: text({ example: 'airbnb' }), disconnected: boolean({ example: true }) }),
  run: async (tx, _call, { params }) => {
    await disconnectChannel(tx, params.channel);
    return { channel: params.channel, disconnected: true };
  },
});

export const resyncChannel = operatorWrite({
  name: 'resyncChannel',
  method: 'POST',
  path: `${path}/{channel}/resync`,
  tag,
  summary: 'Exchange everything again',
  description: 'Forces a full exchange with the channel, now. A calendar is fetched and read anew.',
  problems: ['unknown_channel'],
  params: ofChannel,
  body: null,
  answer: Connection,
  run: async (tx, _call, { params }) => {
    const connection = await getConnection(tx, tx.hotelId, params.channel);
    await pollNow(tx, params.channel);
    return present.connection(connection);
  },
});

export const getChannelNights = operatorRead({
  name: 'listChannelNights',
  method: 'GET',
  path: `${path}/{channel}/nights`,
  tag,
  summary: 'What the channel knows of each night',
  description:
    'Per room and night: `synced`, `pending` (the channel has not taken the last change yet) or `rejected` with the words of the channel. Without dates: from today for `horizon_days`.',
  problems: ['unknown_channel'],
  params: ofChannel,
  query: object({ room_id: optional(id('only this room', 101)), ...dateRange('nights') }),
  answer: array(ChannelNight),
  run: async (call, { channel, room_id: roomId, ...dates }) => {
    const connection = await getConnection(call.db, call.property.hotelId, channel);
    const nights = await listChannelNights(call.db, connection, { ...toWindow(dates, call), roomId });
    return nights.map(present.channelNight);
  },
});

function toMappings(wire: readonly Static<typeof Mapping>[]): RoomMapping[] {
  const rooms = wire.map((mapping, i) => {
    const icalUrl = mapping.ical_url ?? null;
    if (icalUrl === null) throw invalidData(`rooms.${i}.ical_url`, 'is required with the protocol ical');
    if (!/^(https?|webcal):$/.test(URL.parse(icalUrl)?.protocol ?? '')) {
      throw invalidData(`rooms.${i}.ical_url`, 'must be an https address of an .ics calendar');
    }
    return {
      roomId: mapping.room_id,
      externalRoom: mapping.external_room ?? null,
      externalRate: mapping.external_rate ?? null,
      icalUrl,
    };
  });
  if (new Set(rooms.map((room) => room.roomId)).size < rooms.length) {
    throw invalidData('rooms', 'must name each room once');
  }
  return rooms;
}
