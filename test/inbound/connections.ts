// Connects rooms to the channels that send requests to us, under the names that rooms have in their fixtures.
import { expect } from 'vitest';
import type { Api, TestProperty } from '../harness/api.ts';

export const VRBO_SIGN_IN = `Basic ${btoa('vrbo:a pass:word')}`;
export const OPEN_CHANNEL_KEY = 'a key that both know';

const CONNECTIONS = {
  vrbo: {
    external_room: 'L-501/U-501',
    settings: { advertiser_id: 'SAMPLEPM_VRBO' },
    credentials: { username: 'vrbo', password: 'a pass:word' },
  },
  airbnb: {
    external_room: '80000001',
    url: 'https://airbnb.example',
    settings: { partner_access: true },
    credentials: { client_id: 'i', client_secret: 's', refresh_token: 'r' },
  },
  open_channel: {
    external_room: 'garden',
    url: 'https://partner.example',
    settings: { hotel_code: 'H' },
    credentials: { api_key: OPEN_CHANNEL_KEY },
  },
};

/**
 * Connects the property's rooms under the external names `rooms`, or the first one as that of the fixtures;
 * returns the path that the channel sends to.
 */
export async function connectInbound(
  api: Api,
  property: TestProperty,
  channel: keyof typeof CONNECTIONS,
  { settings = {}, rooms }: { settings?: object | undefined; rooms?: readonly string[] } = {},
): Promise<string> {
  const { external_room, ...connection } = CONNECTIONS[channel];
  const answer = await api.operator('PUT', `/properties/${property.hotelId}/channels/${channel}`, {
    protocol: channel,
    ...connection,
    settings: { ...connection.settings, ...settings },
    rooms: (rooms ?? [external_room]).map((id, i) => ({ room_id: property.rooms[i], external_room: id })),
  });
  expect(answer.status, answer.text).toBe(200);
  return new URL(answer.body.inbound_url).pathname;
}
