// The connection and the samples that the tests of Airbnb share.
import { readFileSync } from 'node:fs';
import { airbnb } from '../../../src/channels/airbnb/index.ts';
import type { ConnectionView, Inbound, WireResponse } from '../../../src/channels/channel.ts';
import { connectionTo, NOW } from '../stale-nights.ts';

export const connection: ConnectionView = connectionTo('airbnb', {
  url: 'http://channel.test',
  settings: { partner_access: true },
  credentials: { client_id: 'id', client_secret: 'secret', refresh_token: 'SAMPLE_REFRESH_TOKEN' },
  rooms: [
    { roomId: 801, name: 'Loft', capacity: 4, externalRoom: '80000001', externalRates: [] },
    { roomId: 802, name: 'Studio', capacity: 2, externalRoom: '80000002', externalRates: [] },
  ],
});

export const off: ConnectionView = { ...connection, settings: {} };

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/airbnb/${name}.json`, import.meta.url), 'utf8');
}

export function answer(body: unknown, status = 200): WireResponse {
  return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

type Asked = {
  method?: string;
  path?: string;
  body?: string;
  query?: Record<string, string>;
  to?: ConnectionView;
};

export function ask({ method = 'POST', path = '/', body = '', query = {}, to = connection }: Asked): Inbound {
  const request = { method, base: 'https://pms.example/airbnb', path, query, headers: {}, body, now: NOW };
  return airbnb.inbound!.decode(request, to);
}
