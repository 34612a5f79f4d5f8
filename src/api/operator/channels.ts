// /operator/properties/{hotel_id}/channels: reading, ending and resynchronizing connections.
import Type from 'typebox';
import { ADAPTERS, nightsDeliveryOf, pushCapabilitiesOf } from '../../channels/registry.ts';
import { CHANNEL_NAME } from '../../model/channel.ts';
import { todayAt } from '../../model/property.ts';
import { pollNow } from '../../pms/calendar-sources.ts';
import { listChannelNights } from '../../pms/channel-nights.ts';
import { dismissOtaProblems } from '../../pms/channel-sync/otas.ts';
import { listPushedNights } from '../../pms/channel-sync/pending-nights.ts';
import { listPolledNights } from '../../pms/channel-sync/polled-nights.ts';
import { listExchanges } from '../../pms/channel-sync/sync-log.ts';
import { closeConnection, countOpenNights } from '../../pms/close-connection.ts';
import {
  disconnectChannel,
  getConnection,
  listConnections,
  requireConnection,
  resyncConnection,
  resyncNights,
} from '../../pms/connections.ts';
import { readRefusedNights } from '../../pms/refused-nights.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { PRACTICE_CHANNEL } from '../../practice/channel.ts';
import { removePractice } from '../../practice/connect.ts';
import { withEffectiveState } from '../effective-state.ts';
import { RolledBack } from '../execute.ts';
import { toWindow } from '../input.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { presentChannelNight, presentConnection, presentExchange } from '../present.ts';
import { presentProtocol } from '../present-protocol.ts';
import { array, boolean, dateRange, id, integer, nullable, object, optional, text } from '../schema.ts';
import { requireClosable } from './closable.ts';
import { dryRun, preview } from './preview.ts';
import {
  channelNightSchema,
  channelPreviewSchema,
  connectionSchema,
  exchangeSchema,
  protocolSchema,
} from './records.ts';

const tag = 'Channels';
const path = '/channels';
export const ofChannel = object({
  channel: text({
    description: 'name of the OTA in snake_case',
    pattern: CHANNEL_NAME.source,
    example: 'airbnb',
  }),
});
export const listChannelsOperation = readOperation({
  name: 'listChannels',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path,
  tag,
  summary: 'List connections',
  description: 'The connections of a property, by channel.',
  hasSecrets: true,
  problems: [],
  caching: 'no-store',
  answer: array(connectionSchema),
  run: async (call) => {
    const { hotelId } = call.property;
    const [connections, refused] = await Promise.all([
      listConnections(call.db, hotelId, call.now),
      readRefusedNights(call.db, hotelId, todayAt(call.property, call.now)),
    ]);
    return connections.map((one) => presentConnection(withEffectiveState(one, refused), call));
  },
});

export const getChannelOperation = readOperation({
  name: 'getChannel',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path: `${path}/{channel}`,
  tag,
  summary: 'Read a connection',
  description: 'State, settings and mapping of a connection; never its credentials.',
  hasSecrets: true,
  problems: ['unknown_channel'],
  params: ofChannel,
  caching: 'no-store',
  answer: connectionSchema,
  run: async (call, { channel }) => {
    const { hotelId } = call.property;
    const [connection, refused] = await Promise.all([
      getConnection(call.db, { hotelId, channel }, call.now),
      readRefusedNights(call.db, hotelId, todayAt(call.property, call.now)),
    ]);
    return presentConnection(withEffectiveState(connection, refused), call);
  },
});

export const disconnectChannelOperation = writeOperation({
  name: 'disconnectChannel',
  audience: ['operator'],
  fullSignInOnly: true,
  method: 'DELETE',
  path: `${path}/{channel}`,
  tag,
  summary: 'Disconnect a channel',
  description:
    "Ends a connection. The channel's reservations are kept; nights that the channel had closed without a reservation are opened again. The practice channel goes with its bookings.\n\nWithout `close` the connection ends at once and nothing more is pushed: `open_nights` nights stay open at the channel. With `close=true` an availability of 0 is first pushed for all nights. Until the channel has accepted that and its reservations were read once more, the connection has the state `closing` and still stores reservations; an outage or a restart does not stop this.\n\nWhile it is `closing`, disconnecting it without `close` ends it at once, and connecting it again keeps it.",
  problems: ['unknown_channel'],
  params: ofChannel,
  query: object({
    close: optional(
      boolean({ description: 'true closes all nights at the channel before it ends', example: false }),
    ),
    dry_run: dryRun,
  }),
  answer: object({
    channel: text({ example: 'airbnb' }),
    disconnected: boolean({ description: 'false while it waits to be closed', example: true }),
    open_nights: integer({ description: 'nights that may be open at the channel', example: 0 }),
  }),
  run: async (tx, call, { params: { channel }, query }) => {
    const connection = await requireConnection(tx, channel);
    if (query.close) requireClosable(connection.protocol);
    const openNights = await countOpenNights(tx, { hotelId: tx.hotelId, channel, today: call.today });
    const waits = query.close === true && openNights > 0;
    if (query.dry_run) throw new RolledBack({ channel, disconnected: !waits, open_nights: openNights });
    // Nobody comes to what the practice channel sold.
    if (channel === PRACTICE_CHANNEL) await removePractice(tx, call.db.secrets);
    else await (waits ? closeConnection(tx, channel) : disconnectChannel(tx, channel));
    return { channel, disconnected: !waits, open_nights: openNights };
  },
});

export const resyncChannelOperation = writeOperation({
  name: 'resyncChannel',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/{channel}/resync`,
  tag,
  summary: 'Exchange everything again',
  description:
    'Starts a full exchange with the channel now. For `ical`, the calendars are fetched and read again. With `room_id`, only nights of this room are pushed again, all or those from `fromdate` to `todate`, also those that the channel has refused. With `dry_run=true` nothing changes: the answer shows what differs at the channel.',
  problems: ['unknown_channel', 'unknown_room'],
  params: ofChannel,
  query: object({
    room_id: optional(id('only nights of this room', 101)),
    ...dateRange('with `room_id`: nights'),
    dry_run: dryRun,
  }),
  answer: Type.Union([connectionSchema, channelPreviewSchema]),
  run: async (tx, call, { params: { channel }, query }) => {
    const known = await requireConnection(tx, channel);
    const { room_id: roomId, dry_run: isDryRun, ...dates } = query;
    if (roomId !== undefined) await requireRoom(tx, tx.hotelId, roomId);
    if (roomId !== undefined && !isDryRun) {
      const nights = { roomId, ...toWindow(dates, call) };
      return presentConnection(await resyncNights(tx, channel, nights), call);
    }
    const connection =
      nightsDeliveryOf(known.protocol) === 'feeds' ? known : await resyncConnection(tx, channel);
    await pollNow(tx, channel);
    if (isDryRun) {
      const removed = { roomIds: [], unitIds: [], openNights: 0 };
      return preview(tx, call, { channel, protocol: known.protocol, removed });
    }
    return presentConnection(connection, call);
  },
});

export const dismissOtaProblemsOperation = writeOperation({
  name: 'dismissOtaProblems',
  audience: ['operator'],
  method: 'POST',
  path: `${path}/{channel}/otas/dismiss`,
  tag,
  summary: 'Dismiss problems of the OTAs behind a channel',
  description:
    'Takes what is wrong with the OTAs behind an aggregator off the lists, because somebody has seen to it: of one OTA, or of all. A problem that the channel reports later is shown again; one that follows from the state of an OTA (it is switched off, or no longer there) only after the OTA was in order meanwhile. An OTA that the channel lists no longer is forgotten.',
  problems: ['unknown_channel'],
  params: ofChannel,
  body: object({
    ota_id: optional(
      nullable(
        text({
          description:
            'only those of this OTA, as in the connection; null = of the property there; absent = of all',
          example: '96177287-c3b2-4d98-9eb7-5c1927795825',
        }),
      ),
    ),
  }),
  answer: connectionSchema,
  run: async (tx, call, { params: { channel }, body }) =>
    presentConnection(await dismissOtaProblems(tx, channel, body.ota_id), call),
});

export const listChannelNightsOperation = readOperation({
  name: 'listChannelNights',
  audience: ['operator'],
  scopes: ['availability:read'],
  method: 'GET',
  path: `${path}/{channel}/nights`,
  tag,
  summary: 'What the channel knows of each night',
  description:
    'The state of each room and night at the channel: `synced`, `pending` (the channel has not accepted the last change yet) or `rejected` with its reason. Each night names the exchanges of the log that confirmed and refused it; they are not known of nights that were pushed before innwire recorded them, and of channels that read our calendar. `fromdate` is today by default, `todate` the end of `horizon_days`.',
  problems: ['unknown_channel'],
  params: ofChannel,
  query: object({ room_id: optional(id('only this room', 101)), ...dateRange('nights') }),
  caching: 'no-store',
  answer: array(channelNightSchema),
  run: async (call, { channel, room_id: roomId, ...dates }) => {
    const { db, property, now } = call;
    const connection = await getConnection(db, { hotelId: property.hotelId, channel }, now);
    // Past nights are not pushed: they are listed only when the query asks for them.
    const today = call.today.toString();
    const ahead = dates.fromdate === undefined && (dates.todate === undefined || dates.todate >= today);
    const window = { ...toWindow(ahead ? { ...dates, fromdate: today } : dates, call), roomId };
    const capabilities = pushCapabilitiesOf(connection.protocol);
    const nights = capabilities
      ? await listPushedNights(db, { connection, property }, window, { capabilities, now })
      : nightsDeliveryOf(connection.protocol) === 'fetched'
        ? await listPolledNights(db, connection, window)
        : await listChannelNights(db, connection, window);
    return nights.map((night) => presentChannelNight(night, property.currency));
  },
});

export const listProtocolsOperation = readOperation({
  name: 'listProtocols',
  audience: ['operator'],
  method: 'GET',
  path: '/protocols',
  tag,
  summary: 'List the wire formats of channels',
  description: 'The protocols in which a channel can be connected, with what its connection holds.',
  problems: [],
  caching: 'no-store',
  answer: array(protocolSchema),
  run: async () => ADAPTERS.map(presentProtocol),
});

export const listExchangesOperation = readOperation({
  name: 'listExchanges',
  audience: ['operator'],
  method: 'GET',
  path: '/logs/{entry_id}/exchanges',
  tag,
  summary: 'Read the exchanges behind a log entry',
  description:
    'What was sent to a channel and what came back, for an entry of kind `sync` in GET logs; credentials and card data are removed. Kept for 30 days; those that a night to come names (`count_confirmed_in`, `values_confirmed_in`, `refused_in` of GET channels/{channel}/nights), until it names another or has passed.',
  problems: [],
  audited: true,
  params: object({ entry_id: id('log entry', 1) }),
  query: object({ position: optional(integer({ description: 'only this one', minimum: 1, example: 1 })) }),
  caching: 'no-store',
  answer: array(exchangeSchema),
  run: async ({ db, property }, { entry_id: activityId, position }) =>
    (await listExchanges(db, property.hotelId, { activityId, position })).map(presentExchange),
});
