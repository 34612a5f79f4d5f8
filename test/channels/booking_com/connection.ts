// The connection and the samples that the tests of Booking.com share.
import { readFileSync } from 'node:fs';
import type { ConnectionView } from '../../../src/channels/channel.ts';
import { connectionTo } from '../stale-nights.ts';

export const connection: ConnectionView = connectionTo('booking_com', { settings: { hotel_id: '1234567' } });

export function connectionWith(settings: object, more: Partial<ConnectionView> = {}): ConnectionView {
  return { ...connection, settings: { ...connection.settings, ...settings }, ...more };
}

export function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/booking_com/${name}`, import.meta.url), 'utf8');
}
