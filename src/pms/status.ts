// The state of a property's integration: each connection's state, its last
// synchronisation and what it has pending.
import type { Queryable } from '../db/database.ts';
import type { Connection, Pause } from '../model/channel.ts';
import type { PushCapabilities } from '../model/night-values.ts';
import { type Property, subscriptionLapsed, todayAt } from '../model/property.ts';
import { type Pending, readPending } from './channel-sync/pending-nights.ts';
import { listConnections } from './connections.ts';
import { type QueuedReplies, readQueuedReplies } from './messages.ts';
import { readInstallationPause } from './pause.ts';
import { type RefusedNights, readRefusedNights } from './refused-nights.ts';
import { countConflicts } from './reservations/conflicts.ts';

export type IntegrationStatus = {
  property: Property;
  status: 'active' | 'degraded' | 'inactive' | 'suspended';
  connections: (Connection & { pending: Pending; refusedNights: number })[];
  lastSyncAt: Temporal.Instant | null;
  /** the pause of the whole installation; null = none */
  paused: Pause | null;
  /** replies to guests that are queued */
  replies: QueuedReplies;
  /** number of reservations that people must look at */
  conflicts: number;
};

type StatusOptions = {
  now: Temporal.Instant;
  pushCapabilitiesOf: (protocol: string) => PushCapabilities | null;
  /** returns the connection with the state that its refused nights give it */
  withEffectiveState: <C extends Connection>(connection: C, refused: ReadonlyMap<string, RefusedNights>) => C;
};

/** Returns the state of a property with its connections, queued replies and conflicts. */
export async function readStatus(
  db: Queryable,
  property: Property,
  { now, pushCapabilitiesOf, withEffectiveState }: StatusOptions,
): Promise<IntegrationStatus> {
  const today = todayAt(property, now);
  const [stored, refused, conflicts, paused, replies] = await Promise.all([
    listConnections(db, property.hotelId, now),
    readRefusedNights(db, property.hotelId, today),
    countConflicts(db, property.hotelId, today),
    property.sandboxAt ? null : readInstallationPause(db),
    readQueuedReplies(db, property.hotelId),
  ]);
  const connections = await Promise.all(
    stored.map(async (one) => {
      const capabilities = pushCapabilitiesOf(one.protocol);
      const pending =
        capabilities && !property.sandboxAt
          ? await readPending(db, { property, connection: one }, { capabilities, now })
          : { nights: 0, since: null };
      // Nothing is exchanged for the sample property; its connections look as if they had just synchronised.
      return {
        ...withEffectiveState(one, refused),
        pending,
        refusedNights: refused.get(one.channel)?.count ?? 0,
        ...(property.sandboxAt && { lastSyncAt: lastMinute(now) }),
      };
    }),
  );
  const syncs = connections.map((one) => one.lastSyncAt).filter((at) => at !== null);
  return {
    property,
    status: overall(property, connections),
    connections,
    lastSyncAt: syncs.toSorted(Temporal.Instant.compare).at(-1) ?? null,
    conflicts,
    paused,
    replies,
  };
}

function overall(property: Property, connections: readonly Connection[]): IntegrationStatus['status'] {
  if (subscriptionLapsed(property.subscription)) return 'suspended';
  const live = connections.filter((connection) => connection.state !== 'disconnected');
  if (live.length === 0) return 'inactive';
  return live.every((connection) => connection.state === 'connected' || connection.state === 'connecting')
    ? 'active'
    : 'degraded';
}

function lastMinute(now: Temporal.Instant): Temporal.Instant {
  return now.round({ smallestUnit: 'minute', roundingMode: 'floor' });
}
