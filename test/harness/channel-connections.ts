// Connects a property to a hotel at each simulated OTA through the operator API.
import type { Hotel, RoomInput } from '../../simulator/hotel.ts';
import type { Credentials, Ota } from '../../simulator/ota.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Api, TestProperty } from './api.ts';

export const CHANNELS = ['booking_com', 'expedia', 'channex', 'open_channel', 'airbnb', 'vrbo'] as const;
export type Channel = (typeof CHANNELS)[number];

export type Connected = {
  channel: Channel;
  ota: Ota;
  hotel: Hotel;
  /** ids of the OTA's rooms by innwire's room ids */
  rooms: Map<number, string>;
};

export type ChannelConnectionInput = {
  property: Pick<TestProperty, 'hotelId' | 'rooms'>;
  channel: Channel;
  rooms: readonly RoomInput[];
  /** name of a separate account for the hotel, because logins are limited per account */
  account?: string | undefined;
  /** an existing hotel at the OTA and its credentials; default: a new hotel */
  existing?: { hotel: Hotel; credentials: Credentials } | undefined;
  /** further settings of the connection */
  settings?: object | undefined;
};

export async function connectChannel(
  api: Pick<Api, 'operator'>,
  simulator: Simulator,
  { property, channel, rooms, account, existing, settings }: ChannelConnectionInput,
): Promise<Connected> {
  const ota = otaOf(simulator, channel);
  const credentials =
    existing?.credentials ?? (account === undefined ? ota.credentials : ota.addAccount(account));
  // Vrbo reads its units from innwire's feeds, so innwire chooses their ids.
  const listed = channel === 'vrbo' ? [] : rooms;
  const hotel =
    existing?.hotel ??
    ota.hotel({ rooms: listed, currency: 'EUR', ...(account !== undefined && { account }) });
  const units = property.rooms.map((room, i) => hotel.rooms[i] ?? { id: `unit-${room}`, rates: [] });
  const agreement = AGREEMENTS[channel](hotel, credentials);
  const answer = await api.operator('PUT', `/properties/${property.hotelId}/channels/${channel}`, {
    protocol: channel,
    ...(channel !== 'vrbo' && { url: ota.url }),
    ...agreement,
    settings: { ...agreement.settings, ...settings },
    rooms: property.rooms.flatMap((room_id, i) => {
      const mapping = { room_id, external_room: units[i]!.id };
      return hasRates(channel)
        ? units[i]!.rates.map(({ id }) => ({ ...mapping, external_rate: id }))
        : mapping;
    }),
  });
  if (answer.status !== 200) throw new Error(`${channel} ${property.hotelId} ${answer.text}`);
  const url = answer.body.inbound_url;
  if (channel === 'open_channel') simulator.openChannel.connect(hotel.id, { url, credentials });
  if (channel === 'airbnb') simulator.airbnb.connect(hotel.id, { url, credentials: {} });
  if (channel === 'vrbo') {
    // Vrbo sends all documents to one address; innwire distinguishes them by their content.
    simulator.vrbo.connect(hotel.id, {
      url,
      credentials: FEED_READER,
      paths: { booking: '/', updates: '/', availability: '/' },
    });
  }
  return { channel, ota, hotel, rooms: new Map(property.rooms.map((room, i) => [room, units[i]!.id])) };
}

/** Whether a channel sells rooms at rates, each with its own prices and restrictions. */
export function hasRates(channel: Channel): boolean {
  return channel !== 'airbnb' && channel !== 'vrbo';
}

export function otaOf(simulator: Simulator, channel: Channel): Ota {
  return simulator.otas.find((ota) => ota.name === channel)!;
}

/** Credentials of Vrbo for innwire's feeds; innwire's user chooses them. */
const FEED_READER = { username: 'vrbo', password: 'reads-our-feeds' };

type ConnectionSettings = (
  hotel: Hotel,
  credentials: Credentials,
) => { settings: object; credentials: object };

/** Settings and credentials of each channel's connection, as the operator enters them. */
export const AGREEMENTS: Record<Channel, ConnectionSettings> = {
  booking_com: (hotel, { client_id, client_secret }) => ({
    settings: { hotel_id: hotel.id },
    credentials: { client_id, client_secret },
  }),
  expedia: (hotel, { username, password, key, secret }) => ({
    settings: { hotel_id: hotel.id },
    credentials: { username, password, graphql_key: key, graphql_secret: secret },
  }),
  channex: (hotel, { api_key }) => ({ settings: { property_id: hotel.id }, credentials: { api_key } }),
  open_channel: (hotel, { api_key }) => ({
    settings: { hotel_code: hotel.id, conversations: true },
    credentials: { api_key },
  }),
  // Prices with cents are rounded up: a listing has integer prices.
  airbnb: (_hotel, { client_id, client_secret, refresh_token }) => ({
    settings: { partner_access: true, fractions: 'round_up', lowest_price_percent: 0 },
    credentials: { client_id, client_secret, refresh_token },
  }),
  // Histories use very different prices, so there is no lowest price.
  vrbo: (hotel) => ({
    settings: { advertiser_id: hotel.id, days: 60, lowest_price_percent: 0 },
    credentials: FEED_READER,
  }),
};
