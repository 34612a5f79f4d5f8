// Connects a property to a hotel at each simulated OTA through the operator API.
import { connectionBody, externalRooms, otaOf, setInboundUrl } from '../../simulator/connect-innwire.ts';
import type { Hotel, RoomInput } from '../../simulator/hotel.ts';
import type { Credentials, Ota } from '../../simulator/ota.ts';
import { OTA_NAMES, type OtaName, otaEntry } from '../../simulator/otas.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Api, TestProperty } from './api.ts';

export { otaOf } from '../../simulator/connect-innwire.ts';

export const CHANNELS = OTA_NAMES;
export type Channel = OtaName;

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
  const listed = otaEntry(channel).gets === 'feeds' ? [] : rooms;
  const hotel =
    existing?.hotel ??
    ota.hotel({ rooms: listed, currency: 'EUR', ...(account !== undefined && { account }) });
  const connection = { simulator, channel, hotel, credentials, rooms: property.rooms };
  const answer = await api.operator(
    'PUT',
    `/properties/${property.hotelId}/channels/${channel}`,
    connectionBody(connection, { settings: { ...SETTINGS[channel], ...settings }, everyRate: true }),
  );
  if (answer.status !== 200) throw new Error(`${channel} ${property.hotelId} ${answer.text}`);
  setInboundUrl(connection, answer.body.inbound_url);
  return { channel, ota, hotel, rooms: externalRooms(connection) };
}

/** Settings beyond those that the OTA needs: the prices of generated histories have cents, and no lowest one. */
const SETTINGS: Partial<Record<Channel, object>> = {
  airbnb: { fractions: 'round_up', lowest_price_percent: 0 },
  vrbo: { lowest_price_percent: 0 },
};

/** Whether a channel sells rooms at rates, each with its own prices and restrictions. */
export function hasRates(channel: Channel): boolean {
  return otaEntry(channel).hasRates;
}
