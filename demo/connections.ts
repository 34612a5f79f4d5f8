// Connects a property to the simulated OTAs through the operator API.
import type { Hotel } from '../simulator/hotel.ts';
import type { Ota, OtaName } from '../simulator/ota.ts';
import type { Simulator } from '../simulator/simulator.ts';

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export type DemoConnection = {
  channel: OtaName;
  ota: Ota;
  hotel: Hotel;
  /** ids of the OTA's rooms by innwire's room ids */
  rooms: Map<number, string>;
};

export const TITLES: Record<OtaName, string> = {
  booking_com: 'Booking.com',
  expedia: 'Expedia',
  airbnb: 'Airbnb',
  vrbo: 'Vrbo',
  channex: 'Channex',
  open_channel: 'open channel',
};

type Environment = { simulator: Simulator; operator: Ask };
/** A room of innwire that is connected to an OTA. */
export type OwnRoom = { id: number; name: string; capacity: number };
type ConnectionInput = { hotelId: number; rooms: readonly OwnRoom[]; channel: OtaName };

/** Creates a hotel with the property's rooms at an OTA and connects them through the operator API. */
export async function connectChannel(
  { simulator, operator }: Environment,
  { hotelId, rooms, channel }: ConnectionInput,
): Promise<DemoConnection> {
  const ota = simulator.otas.find(({ name }) => name === channel)!;
  // Vrbo reads its units from innwire's feeds, so innwire chooses their ids.
  const listed = rooms.map(({ name, capacity }) => ({ title: name, maxPersons: capacity }));
  const hotel = ota.hotel({ rooms: channel === 'vrbo' ? [] : listed, currency: 'EUR' });
  const units = rooms.map(({ id }, i) => hotel.rooms[i] ?? { id: `unit-${id}`, rates: [] });
  const { inbound_url: url } = await operator<{ inbound_url: string }>(
    'PUT',
    `/properties/${hotelId}/channels/${channel}`,
    {
      protocol: channel,
      ...(channel !== 'vrbo' && { url: ota.url }),
      ...CONNECTION_SETTINGS[channel](hotel, ota.credentials),
      rooms: rooms.map(({ id }, i) => ({
        room_id: id,
        external_room: units[i]!.id,
        ...(units[i]!.rates[0] && channel !== 'airbnb' && { external_rate: units[i]!.rates[0].id }),
      })),
    },
  );
  if (channel === 'open_channel') {
    simulator.openChannel.connect(hotel.id, { url, credentials: ota.credentials });
  }
  if (channel === 'airbnb') simulator.airbnb.connect(hotel.id, { url, credentials: {} });
  // Vrbo sends all documents to one address; innwire distinguishes them by their content.
  const paths = { booking: '/', updates: '/' };
  if (channel === 'vrbo') simulator.vrbo.connect(hotel.id, { url, credentials: FEED_READER, paths });
  if (channel === 'channex') await registerWebhook(ota, hotel, url);
  return { channel, ota, hotel, rooms: new Map(rooms.map(({ id }, i) => [id, units[i]!.id])) };
}

/** Credentials of Vrbo for innwire's feeds; innwire's user chooses them. */
const FEED_READER = { username: 'vrbo', password: 'reads-our-feeds' };

/** Number of days in the feeds for Vrbo. */
const VRBO_DAYS = 60;

type ConnectionSettings = (
  hotel: Hotel,
  credentials: Record<string, string>,
) => { settings: object; credentials: object };

const CONNECTION_SETTINGS: Record<OtaName, ConnectionSettings> = {
  booking_com: (hotel, { client_id, client_secret }) => ({
    settings: { hotel_id: hotel.id },
    credentials: { client_id, client_secret },
  }),
  expedia: (hotel, { username, password, key, secret }) => ({
    settings: { hotel_id: hotel.id, best_rating: 10 },
    credentials: { username, password, graphql_key: key, graphql_secret: secret },
  }),
  airbnb: (_hotel, { client_id, client_secret, refresh_token }) => ({
    settings: { partner_access: true },
    credentials: { client_id, client_secret, refresh_token },
  }),
  vrbo: (hotel) => ({ settings: { advertiser_id: hotel.id, days: VRBO_DAYS }, credentials: FEED_READER }),
  channex: (hotel, { api_key }) => ({ settings: { property_id: hotel.id }, credentials: { api_key } }),
  open_channel: (hotel, { api_key }) => ({
    settings: { hotel_code: hotel.id, conversations: true },
    credentials: { api_key },
  }),
};

/** Registers a webhook at Channex, so that bookings do not wait for the next poll of the feed. */
async function registerWebhook(ota: Ota, hotel: Hotel, url: string): Promise<void> {
  const answer = await fetch(`${ota.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-api-key': ota.credentials['api_key']! },
    body: JSON.stringify({
      webhook: { property_id: hotel.id, callback_url: url, event_mask: '*', is_active: true },
    }),
  });
  if (!answer.ok) throw new Error(`Channex takes no webhook: ${answer.status} ${await answer.text()}`);
}
