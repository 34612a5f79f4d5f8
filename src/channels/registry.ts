// The supported protocols: the only list of them. A further one is a folder and a line here; `npm run new-adapter`
// writes both, and CONTRIBUTING.md ("Adding a further OTA") says what remains to be done.

import type { PushCapabilities } from '../model/night-values.ts';
import { airbnb } from './airbnb/index.ts';
import { bookingCom } from './booking_com/index.ts';
import type { Adapter } from './channel.ts';
import { channex } from './channex/index.ts';
import { expedia } from './expedia/index.ts';
import { ical } from './ical/index.ts';
import { openChannel } from './open_channel/index.ts';
import { vrbo } from './vrbo/index.ts';

/** In the order in which they are listed for people. */
export const ADAPTERS: readonly Adapter[] = [ical, bookingCom, expedia, vrbo, airbnb, channex, openChannel];

const BY_PROTOCOL: ReadonlyMap<string, Adapter> = new Map(
  ADAPTERS.map((adapter) => [adapter.protocol, adapter]),
);

export const PROTOCOLS: readonly string[] = [...BY_PROTOCOL.keys()];

/** Protocols whose connections have a worker, which exchanges messages: all but those of calendars. */
export const EXCHANGING_PROTOCOLS: readonly string[] = ADAPTERS.filter(({ calendars }) => !calendars).map(
  ({ protocol }) => protocol,
);

/** The protocol of the practice channel, which innwire plays itself (src/practice). */
export const PRACTICE_PROTOCOL = openChannel.protocol;

/** Returns the adapter of a protocol; null for a protocol that this version does not support. */
export function findAdapter(protocol: string): Adapter | null {
  return BY_PROTOCOL.get(protocol) ?? null;
}

/** Returns the adapter of a protocol. Throws for a protocol that this version does not support. */
export function getAdapter(protocol: string): Adapter {
  const adapter = findAdapter(protocol);
  if (!adapter) throw new Error(`The protocol ${protocol} is not supported by this version of innwire.`);
  return adapter;
}

/** Returns the forms in which requests and responses may write an id of an order, a conversation, a message or a review as it is stored. */
export function wireIds(id: string): string[] {
  return [...new Set([id, ...ADAPTERS.flatMap((adapter) => adapter.wireId?.(id) ?? [])])];
}

/**
 * Returns which night values can be pushed over a protocol; null for channels that read our calendar
 * themselves.
 */
export function pushCapabilitiesOf(protocol: string): PushCapabilities | null {
  return findAdapter(protocol)?.ari ?? null;
}

/**
 * How a channel gets our nights: we push them; it fetches them with requests of its own protocol; or it reads
 * the calendar feeds of the rooms, as any calendar program does.
 */
type NightsDelivery = 'pushed' | 'fetched' | 'feeds';

/** Returns how a channel of this protocol gets our nights; `feeds` for an unknown protocol. */
export function nightsDeliveryOf(protocol: string): NightsDelivery {
  const adapter = findAdapter(protocol);
  if (adapter?.ari) return 'pushed';
  return adapter && !adapter.calendars ? 'fetched' : 'feeds';
}
