// The connection and the samples that the tests of the open channel protocol share.
import { readFileSync } from 'node:fs';
import type { ConnectionView } from '../../../src/channels/channel.ts';
import { connectionTo } from '../stale-nights.ts';

export const connection: ConnectionView = connectionTo('open_channel', {
  channel: 'my_ota',
  url: 'http://channel.test/innwire/',
  settings: { hotel_code: 'hotel-31' },
  credentials: { api_key: 'a key that both know' },
  rooms: [
    { roomId: 301, name: 'Garden', capacity: 2, externalRoom: 'garden', externalRates: ['flex'] },
    { roomId: 302, name: 'Tower', capacity: 3, externalRoom: 'tower', externalRates: ['tower-flex'] },
  ],
});

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/open_channel/${name}.json`, import.meta.url), 'utf8');
}
