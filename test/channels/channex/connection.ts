// The connection and the documented examples that the tests of Channex share.
import { readFileSync } from 'node:fs';
import type { ConnectionView, WireResponse } from '../../../src/channels/channel.ts';
import { connectionTo } from '../stale-nights.ts';

export const PROPERTY = '00000000-0000-4000-8000-00000000000a';

export const connection: ConnectionView = connectionTo('channex', {
  url: 'http://channel.test',
  settings: { property_id: PROPERTY },
  credentials: { api_key: 'key-of-the-account' },
});

/** The room and rate plan of the sample. */
export const sampleConnection: ConnectionView = {
  ...connection,
  rooms: [
    {
      roomId: 101,
      name: 'Double',
      capacity: 2,
      externalRoom: '00000000-0000-4000-8000-00000000000c',
      externalRates: ['00000000-0000-4000-8000-00000000000b'],
    },
  ],
};

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/channex/${name}.json`, import.meta.url), 'utf8');
}

export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): WireResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}
