// Connecting a property of ours to a hotel at each simulated OTA, as an operator would.
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
  /** our room: theirs */
  rooms: Map<number, string>;
};

export type ChannelConnectionInput = {
  property: Pick<TestProperty, 'hotelId' | 'rooms'>;
  channel: Channel;
  rooms: readonly RoomInput[];
  /** log-ins are limited by account: a name gives the hotel one of its own */
  account?: string | undefined;
  /** a hotel that is listed there already, and what opens it; without it one is made */
  existing?: { hotel: Hotel; credentials: Credentials } | undefined;
  /** of the connection, beside those that every connection has */
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
  // Vrbo learns of units from our feeds: their names are ours.
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
    // Whatever Vrbo sends goes to the one address: we tell its documents apart.
    simulator.vrbo.connect(hotel.id, {
      url,
      credentials: FEED_READER,
      paths: { booking: '/', updates: '/', availability: '/' },
    });
  }
  return { channel, ota, hotel, rooms: new Map(property.rooms.map((room, i) => [room, units[i]!.id])) };
}

/** Whether rooms are sold at rates there, each with prices and restrictions of its own. */
export function hasRates(channel: Channel): boolean {
  return channel !== 'airbnb' && channel !== 'vrbo';
}

export function otaOf(simulator: Simulator, channel: Channel): Ota {
  return simulator.otas.find((ota) => ota.name === channel)!;
}

/** What Vrbo signs in with at our feeds: ours to choose. */
const FEED_READER = { username: 'vrbo', password: 'reads-our-feeds' };

type Agreement = (hotel: Hotel, credentials: Credentials) => { settings: object; credentials: object };

/** What each channel and we agree on: settings and credentials, as the operator enters them. */
export const AGREEMENTS: Record<Channel, Agreement> = {
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
  // Prices with cents are rounded up: a listing's are whole.
  airbnb: (_hotel, { client_id, client_secret, refresh_token }) => ({
    settings: { partner_access: true, fractions: 'round_up', lowest_price_percent: 0 },
    credentials: { client_id, client_secret, refresh_token },
  }),
  // Histories sell at prices of their own.
  vrbo: (hotel) => ({
    settings: { advertiser_id: hotel.id, days: 60, lowest_price_percent: 0 },
    credentials: FEED_READER,
  }),
};
