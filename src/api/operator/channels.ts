// /operator/properties/{hotel_id}/channels: connecting a property to OTAs.
import Type from 'typebox';
import { findAdapter, reachOf } from '../../channels/registry.ts';
import { CHANNEL_NAME, PROTOCOLS } from '../../model/channel.ts';
import { todayAt } from '../../model/property.ts';
import { pollNow } from '../../pms/calendar-sources.ts';
import { listChannelNights } from '../../pms/channel-nights.ts';
import { listExchanges } from '../../pms/channel-sync/exchanges.ts';
import { listFetchedNights } from '../../pms/channel-sync/fetched-nights.ts';
import { listToldNights } from '../../pms/channel-sync/pending.ts';
import {
  connectChannel,
  credentialsPlace,
  disconnectChannel,
  exchangeAnew,
  getConnection,
  listConnections,
} from '../../pms/connections.ts';
import { readRefusedNights } from '../../pms/refused-nights.ts';
import { invalidData } from '../../problems.ts';
import { toWindow } from '../input.ts';
import * as present from '../present.ts';
import {
  array,
  boolean,
  dateRange,
  id,
  nullable,
  object,
  oneOf,
  optional,
  text,
  verbatim,
} from '../schema.ts';
import { asSeen } from '../seen-connections.ts';
import { requireHttps } from './addresses.ts';
import { readWish } from './channel-wishes.ts';
import { operatorRead, operatorWrite } from './operation.ts';
import { ChannelNight, Connection, Exchange } from './records.ts';

const tag = 'Channels';
const path = '/operator/properties/{hotel_id}/channels';
const ofProperty = object({ hotel_id: id('property', 1001) });
export const ofChannel = object({
  hotel_id: id('property', 1001),
  channel: text({
    description: 'name of the OTA in snake_case',
    pattern: CHANNEL_NAME.source,
    example: 'airbnb',
  }),
});
const address = (description: string, example: string) =>
  optional(verbatim(nullable(text({ description, maxLength: 2_000, example }))));

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
    'Connects an OTA or replaces its connection. `protocol` names the wire format, `channel` the OTA. With `ical` each room carries the address of its calendar there, which is read every few minutes. A room that is left out is told no more: set its sales to a stop before, or retire it, which the channel hears.',
  problems: ['unknown_room'],
  params: ofChannel,
  body: object({
    protocol: oneOf(PROTOCOLS, { example: 'ical' }),
    url: address("replaces the OTA's own hosts", 'https://ota.example.com'),
    settings: optional(
      verbatim(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    ),
    credentials: optional(
      verbatim(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string', maxLength: 10_000 },
          description:
            'what the protocol needs to prove who asks; stored encrypted, never shown; absent = unchanged',
        }),
      ),
    ),
    rooms: array(Mapping, { maxItems: 10_000 }),
  }),
  answer: Connection,
  run: async (tx, call, { params: { channel }, body }) => {
    if (channel === 'direct') throw invalidData('channel', 'must not be direct: that is the property itself');
    if (body.url) requireHttps('url', body.url, call);
    for (const [i, room] of body.rooms.entries())
      if (room.ical_url) requireHttps(`rooms.${i}.ical_url`, room.ical_url, call);
    const { credentials, ...wish } = readWish(body);
    const sealed =
      credentials &&
      call.db.secrets.encrypt(JSON.stringify(credentials), credentialsPlace(tx.hotelId, channel));
    const connection = await connectChannel(tx, {
      channel,
      protocol: body.protocol,
      ...wish,
      credentials: sealed,
    });
    if (findAdapter(body.protocol) && !connection.hasCredentials)
      throw invalidData('credentials', `are required with the protocol ${body.protocol}`);
    return present.connection(connection, call.baseUrl);
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
  run: async (call) => {
    const { hotelId } = call.property;
    const [connections, refused] = await Promise.all([
      listConnections(call.db, hotelId),
      readRefusedNights(call.db, hotelId, todayAt(call.property, call.now)),
    ]);
    return connections.map((one) => present.connection(asSeen(one, refused), call.baseUrl));
  },
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
  run: async (call, { channel }) => {
    const { hotelId } = call.property;
    const [connection, refused] = await Promise.all([
      getConnection(call.db, hotelId, channel),
      readRefusedNights(call.db, hotelId, todayAt(call.property, call.now)),
    ]);
    return present.connection(asSeen(connection, refused), call.baseUrl);
  },
});

export const deleteChannel = operatorWrite({
  name: 'disconnectChannel',
  method: 'DELETE',
  path: `${path}/{channel}`,
  tag,
  summary: 'Disconnect a channel',
  description:
    'Its reservations stay; nights that it had merely closed are opened again. Nothing more is told: what the channel knows of the calendar stays there, so close the property there as well.',
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
  run: async (tx, call, { params: { channel } }) => {
    const known = await getConnection(tx, tx.hotelId, channel);
    const connection = findAdapter(known.protocol) ? await exchangeAnew(tx, channel) : known;
    await pollNow(tx, channel);
    return present.connection(connection, call.baseUrl);
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
    const { db, property, now } = call;
    const connection = await getConnection(db, property.hotelId, channel);
    const window = { ...toWindow(dates, call), roomId };
    const reach = reachOf(connection.protocol);
    const nights = reach
      ? await listToldNights(db, { connection, property }, window, { reach, now })
      : findAdapter(connection.protocol)
        ? await listFetchedNights(db, connection, window)
        : await listChannelNights(db, connection, window);
    return nights.map(present.channelNight);
  },
});

export const getExchanges = operatorRead({
  name: 'listExchanges',
  method: 'GET',
  path: '/operator/properties/{hotel_id}/logs/{entry_id}/exchanges',
  tag,
  summary: 'Read the exchanges behind a log entry',
  description:
    'What was sent to a channel and what came back, for an entry of kind `sync` in GET logs; credentials and card data are removed. Kept for 30 days.',
  problems: [],
  audited: true,
  params: object({ hotel_id: id('property', 1001), entry_id: id('log entry', 1) }),
  answer: array(Exchange),
  run: async (call, params) =>
    (await listExchanges(call.db, call.property.hotelId, params.entry_id)).map(present.exchange),
});
