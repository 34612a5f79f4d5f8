// Connects a property to the simulated OTAs through the operator API.
import { connectionBody, externalRooms, otaOf, setInboundUrl } from '../simulator/connect-innwire.ts';
import type { Hotel } from '../simulator/hotel.ts';
import type { Ota } from '../simulator/ota.ts';
import { type OtaName, otaEntry } from '../simulator/otas.ts';
import type { Simulator } from '../simulator/simulator.ts';

export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export type DemoConnection = {
  channel: OtaName;
  ota: Ota;
  hotel: Hotel;
  /** ids of the OTA's rooms by innwire's room ids */
  rooms: Map<number, string>;
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
  const ota = otaOf(simulator, channel);
  const listed = rooms.map(({ name, capacity }) => ({ title: name, maxPersons: capacity }));
  const reads = otaEntry(channel).gets === 'feeds';
  const hotel = ota.hotel({ rooms: reads ? [] : listed, currency: 'EUR' });
  const { credentials } = ota;
  const connection = { simulator, channel, hotel, credentials, rooms: rooms.map(({ id }) => id) };
  const { inbound_url: url } = await operator<{ inbound_url: string }>(
    'PUT',
    `/properties/${hotelId}/channels/${channel}`,
    connectionBody(connection, { settings: SETTINGS[channel] }),
  );
  setInboundUrl(connection, url);
  if (channel === 'channex') await registerWebhook(ota, hotel, url);
  return { channel, ota, hotel, rooms: externalRooms(connection) };
}

/** Settings beyond those that the OTA needs. */
const SETTINGS: Partial<Record<OtaName, object>> = { expedia: { best_rating: 10 } };

/** Registers a webhook at Channex, so that bookings do not wait for the next poll of the feed. */
async function registerWebhook(ota: Ota, hotel: Hotel, url: string): Promise<void> {
  const answer = await fetch(`${ota.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-api-key': ota.credentials['api_key']! },
    body: JSON.stringify({
      webhook: { property_id: hotel.id, callback_url: url, event_mask: '*', is_active: true },
    }),
  });
  if (!answer.ok) throw new Error(`Channex accepted no webhook: ${answer.status} ${await answer.text()}`);
}
