// A connection as its worker has it loaded: what each of its two lanes is given, made anew when settings, mapping or credentials change.
import type { Adapter, WireRequest } from '../../channels/channel.ts';
import { createChannelClient, type LoginContext } from '../../channels/channel-client.ts';
import { viewOf } from '../../channels/connection-view.ts';
import type { ExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { findAdapter } from '../../channels/registry.ts';
import type { RequestQueue } from '../../channels/request-queue.ts';
import type { LoginSessions } from '../../channels/sessions.ts';
import type { HttpExchange } from '../../model/channel.ts';
import { type LoadedConnection, loadConnection } from '../../pms/channel-sync/load-connection.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { storeCredentials } from '../../pms/connections.ts';
import type { JobContext } from '../context.ts';
import {
  type ConnectionMemory,
  type Cycle,
  type CycleReport,
  NO_RELISTING,
  type RecordedCycle,
} from './cycle.ts';
import { createPushTracker, type PushTracker } from './push-tracker.ts';
import { createRefusedRooms, type RefusedRooms } from './refused-rooms.ts';

export type ConnectionWorkerOptions = {
  context: JobContext;
  processId: string;
  /** ends requests under way when the process stops */
  signal: AbortSignal;
  /** log-ins, shared by connections with the same credentials */
  sessions: LoginSessions;
  /** into the audit trail, when there is time */
  audit(key: ConnectionKey, noted: RecordedCycle): void;
  /** the other side answered */
  onContact(key: ConnectionKey): void;
};

/** `push` sends nights; `read` does everything else. They run side by side: a slow answer to a read delays no push. */
export type PipelineName = 'push' | 'read';

export type LoadedCycles = {
  revision: number;
  adapter: Adapter;
  cycles: Record<PipelineName, Cycle>;
  /** the log-in request, where the protocol has one: its sessions and refusals are kept under it */
  logIn: WireRequest | null;
};

type WorkerState = {
  nowMs: () => number;
  /** requests of which the channel may take one at a time */
  exclusive: ExclusiveRequests;
  /** holds pushes back while something is written that must not cross with one */
  pushing: RequestQueue;
};

/** Null when no adapter speaks its protocol. Throws DecryptionError. */
export async function loadCycles(
  parts: ConnectionWorkerOptions,
  key: ConnectionKey,
  { nowMs, exclusive, pushing }: WorkerState,
): Promise<LoadedCycles | null> {
  const found = await loadConnection(parts.context.db, key, parts.context.now());
  const adapter = findAdapter(found.connection.protocol);
  if (!adapter) return null;
  const view = viewOf(found);
  const shared: SharedParts = {
    found,
    adapter,
    view,
    logIn: { own: null },
    exclusive,
    refusedRooms: createRefusedRooms(
      view.rooms.map(({ roomId }) => roomId),
      nowMs,
    ),
    pushes: createPushTracker(pushing),
    memory: { refusedPushedOn: null, unreadableOrder: null, listedAgain: NO_RELISTING },
  };
  return {
    revision: found.revision,
    adapter,
    cycles: { push: createCycle(parts, key, shared, 'push'), read: createCycle(parts, key, shared, 'read') },
    logIn: adapter.authorization.login?.request(view) ?? null,
  };
}

/** What both lanes of a connection use: renewed credentials and a log-in of one hold for the other. */
type SharedParts = {
  found: LoadedConnection;
  adapter: Adapter;
  view: Cycle['view'];
  logIn: LoginContext;
  exclusive: ExclusiveRequests;
  refusedRooms: RefusedRooms;
  pushes: PushTracker;
  memory: ConnectionMemory;
};

/** A poll that finds nothing leaves its exchange behind until there is something to tell; no more than these are kept. */
const MAX_EXCHANGES = 50;

function createCycle(
  { context, processId, signal, sessions, audit, onContact: heard }: ConnectionWorkerOptions,
  key: ConnectionKey,
  { found, adapter, view, logIn, exclusive, refusedRooms, pushes, memory }: SharedParts,
  lane: PipelineName,
): Cycle {
  let exchanges: HttpExchange[] = [];
  const client = createChannelClient({
    adapter,
    connection: view,
    outgoing: context.outgoing,
    now: context.now,
    signal,
    sessions,
    logIn,
    urgent: lane === 'push',
    exclusive,
    renewed: async (credentials) => {
      Object.assign(view.credentials, credentials);
      await storeCredentials(context.db, key, view.credentials);
    },
    record: (exchange) => {
      if (exchanges.length < MAX_EXCHANGES) exchanges.push(exchange);
      if (exchange.error === null) heard(key);
    },
  });
  return {
    context,
    refusedRooms,
    pushes,
    memory,
    lease: { ...key, processId, revision: found.revision, ingestVersion: 0 },
    adapter,
    view,
    property: found.property,
    source: {
      property: found.property,
      channel: key.channel,
      rooms: found.connection.rooms,
      countsSalesItself: adapter.ari?.expectsEchoOfSales === false,
      countsOwnCancellations: adapter.ari?.countsOwnCancellations?.(view) ?? false,
    },
    client: lane === 'push' ? pushes.recording(client) : client,
    record(report: CycleReport) {
      audit(key, { report, exchanges });
      exchanges = [];
    },
  };
}
