// The supported wire formats, by name. A further one is a folder, a line here, an entry and samples in the
// conformance suite, and a page of documentation: CONTRIBUTING.md, "Adding a further OTA".

import type { PushCapabilities } from '../model/night-values.ts';
import { airbnb } from './airbnb/index.ts';
import { bookingCom } from './booking_com/index.ts';
import type { Adapter } from './channel.ts';
import { channex } from './channex/index.ts';
import { expedia } from './expedia/index.ts';
import { openChannel } from './open_channel/index.ts';
import { vrbo } from './vrbo/index.ts';

const ADAPTERS: ReadonlyMap<string, Adapter> = new Map(
  [bookingCom, expedia, airbnb, vrbo, channex, openChannel].map((adapter) => [adapter.protocol, adapter]),
);

/**
 * Returns the adapter of a protocol. Null for `ical`, whose calendars are fetched and served without an
 * adapter.
 */
export function findAdapter(protocol: string): Adapter | null {
  return ADAPTERS.get(protocol) ?? null;
}

export const ADAPTED_PROTOCOLS: readonly string[] = [...ADAPTERS.keys()];

/**
 * Returns which night values can be pushed over a protocol; null for channels that read our calendar
 * themselves.
 */
export function pushCapabilitiesOf(protocol: string): PushCapabilities | null {
  return findAdapter(protocol)?.ari ?? null;
}
