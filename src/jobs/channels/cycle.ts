// What each step of a connection's work is given: the connection as it is now, the way to the other side, and where to note it.
import type { Adapter, ConnectionView } from '../../channels/channel.ts';
import type { ChannelClient } from '../../channels/channel-client.ts';
import type { HttpExchange } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import type { IngestSource } from '../../pms/channel-sync/ingest/reservations.ts';
import type { Lease } from '../../pms/channel-sync/lease.ts';
import type { JobContext } from '../context.ts';
import type { PushTracker } from './push-tracker.ts';
import type { RefusedRooms } from './refused-rooms.ts';

export type Cycle = {
  context: JobContext;
  lease: Lease;
  adapter: Adapter;
  view: ConnectionView;
  property: Property;
  /** what intake needs to know */
  source: IngestSource;
  client: ChannelClient;
  /** rooms that are not pushed at the moment because the channel refuses them */
  refusedRooms: RefusedRooms;
  /** what is pushed while something else is under way */
  pushes: PushTracker;
  memory: ConnectionMemory;
  /** notes a round in the audit trail, with the exchanges since the last one */
  record(report: CycleReport): void;
};

/** What steps keep for their next run, until settings, mapping or credentials change. Both lanes share it. */
export type ConnectionMemory = {
  /** the day on which whatever the channel had refused was pushed again */
  refusedPushedOn: PlainDate | null;
  /** an order that the last recovery could not read; it is shown until the next recovery */
  unreadableOrder: string | null;
  /** of a recovery that lists again: how often it has, and whether one of its listings had news that the queue has not */
  listedAgain: { times: number; missedVersions: boolean };
};

/** Before the first recovery, and after each. */
export const NO_RELISTING = { times: 0, missedVersions: false };

export type CycleReport = {
  direction: 'push' | 'pull';
  operation: string;
  summary: string;
  outcome: 'ok' | 'partial' | 'failed';
  items: number;
  error: string | null;
  startedMs: number;
};

/** How a step ended. */
export type CycleResult =
  | { kind: 'done' }
  /** there is more to do at once */
  | { kind: 'again' }
  /** the channel allows no further request before that; nothing is wrong */
  | { kind: 'paused'; seconds: number }
  /** it did not work and may work later */
  | { kind: 'later'; reason: string; afterSeconds?: number }
  /** the channel refuses our credentials for it, or the settings: it is tried again later, everything else goes on */
  | { kind: 'refused'; reason: string };

/**
 * Messages and reviews often need a permission, or even credentials, of their own. Where they are closed to us, what keeps
 * nights from being sold twice goes on.
 */
export function permissionMissing(what: string, reason: string): CycleResult {
  return {
    kind: 'later',
    reason: `${what} are closed to us: ${reason}`,
    afterSeconds: PERMISSION_RETRY_SECONDS,
  };
}

/** People have to open it; nobody counts us as a flood until then. */
const PERMISSION_RETRY_SECONDS = 900;

export const DONE: CycleResult = { kind: 'done' };

export type RecordedCycle = { report: CycleReport; exchanges: HttpExchange[] };

/** What a step writes holds for the picture of the connection that it was started with. */
export function withLease(cycle: Cycle, { ingestVersion: intakes }: Pick<Lease, 'ingestVersion'>): Cycle {
  return { ...cycle, lease: { ...cycle.lease, ingestVersion: intakes } };
}
