// Loads a connection: a cycle for each pipeline, until settings, mapping or credentials change.
import type { Adapter, WireRequest } from '../../channels/channel.ts';
import { createChannelClient, type LoginContext } from '../../channels/channel-client.ts';
import { viewOf } from '../../channels/connection-view.ts';
import type { ExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { findAdapter } from '../../channels/registry.ts';
import type { RequestQueue } from '../../channels/request-queue.ts';
import type { LoginSessions } from '../../channels/sessions.ts';
import { type HttpExchange, placeOf } from '../../model/channel.ts';
import { MACHINE_TIMERS } from '../../model/timers.ts';
import { type LoadedConnection, loadConnection } from '../../pms/channel-sync/load-connection.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { storeCredentials } from '../../pms/connections.ts';
import type { JobContext } from '../context.ts';
import {
  type ConnectionMemory,
  type Cycle,
  type CycleEntry,
  type CycleReport,
  NO_RELISTING,
  type RecordedCycle,
} from './cycle.ts';
import { createPushTracker, type PushTracker } from './push-tracker.ts';
import { createRefusedAcknowledgements } from './refused-acknowledgements.ts';
import { createRefusedRoomTracker, type RefusedRoomTracker } from './refused-rooms.ts';
import { createRefusedValueRetries } from './refused-value-retries.ts';
import { createRequestLimits, type RequestLimits } from './request-limits.ts';

export type ConnectionWorkerOptions = {
  context: JobContext;
  processId: string;
  /** cancels requests under way when the process stops */
  signal: AbortSignal;
  /** log-in sessions, shared by connections with the same credentials */
  sessions: LoginSessions;
  /** adds to the sync log, which is written in batches */
  logCycle(key: ConnectionKey, recorded: RecordedCycle): void;
  /** called when the channel has answered */
  onContact(key: ConnectionKey): void;
};

/** `push` sends nights, `read` does everything else. They run concurrently: a slow read delays no push. */
export type PipelineName = 'push' | 'read';

export type LoadedCycles = {
  revision: number;
  adapter: Adapter;
  cycles: Record<PipelineName, Cycle>;
  /** the connection, or a room of it, ends once its nights are closed at the channel */
  isClosing: boolean;
  /** the log-in request, if the protocol has one: key of its sessions and refusals */
  logIn: WireRequest | null;
};

type WorkerState = {
  nowMs: () => number;
  /** serialises requests where the channel accepts only one at a time */
  exclusive: ExclusiveRequests;
  /** delays pushes while something is written that must not happen during a push */
  pushing: RequestQueue;
  /** counts the requests of each pipeline */
  requestsSent: Record<PipelineName, number>;
};

/** Returns null when there is no adapter for the protocol. Throws DecryptionError. */
export async function loadCycles(
  parts: ConnectionWorkerOptions,
  key: ConnectionKey,
  { nowMs, exclusive, pushing, requestsSent }: WorkerState,
): Promise<LoadedCycles | null> {
  const found = await loadConnection(parts.context.db, key, parts.context.now());
  const adapter = findAdapter(found.connection.protocol);
  if (!adapter) return null;
  const view = viewOf(found, adapter);
  const shared: SharedParts = {
    found,
    adapter,
    view,
    logIn: { own: null },
    exclusive,
    requestsSent,
    limits: createRequestLimits({ ...parts, key, adapter, view }),
    refusedRooms: createRefusedRoomTracker(view.rooms.map(placeOf), nowMs),
    pushes: createPushTracker(pushing),
    memory: {
      refusedPushedOn: null,
      refusedValues: createRefusedValueRetries(nowMs()),
      refusedAcknowledgements: createRefusedAcknowledgements(),
      mapping: { fault: null, testedAt: null },
      ordersRefused: false,
      unreadableOrder: null,
      unreadable: {},
      otasReadAt: found.connection.otas.readAt,
      otasDueAt: null,
      acknowledgedAt: {},
      listing: { isWanted: false, at: null },
      listedAgain: NO_RELISTING,
    },
  };
  return {
    revision: found.revision,
    adapter,
    isClosing: found.connection.closing !== null,
    cycles: { push: createCycle(parts, key, shared, 'push'), read: createCycle(parts, key, shared, 'read') },
    logIn: adapter.authorization?.login?.request(view) ?? null,
  };
}

/** Shared by both pipelines of a connection, such as renewed credentials and log-ins. */
type SharedParts = {
  found: LoadedConnection;
  adapter: Adapter;
  view: Cycle['view'];
  logIn: LoginContext;
  exclusive: ExclusiveRequests;
  requestsSent: Record<PipelineName, number>;
  limits: RequestLimits;
  refusedRooms: RefusedRoomTracker;
  pushes: PushTracker;
  memory: ConnectionMemory;
};

/** Exchanges of reads that find nothing are kept for the next report, at most so many of the last. */
const MAX_READ_EXCHANGES = 50;
/** Exchanges of a push that its entry keeps, which are those of the first messages. A further message has no exchange in the log. */
const MAX_PUSH_EXCHANGES = 200;

function createCycle(
  { context, processId, signal, sessions, logCycle, onContact }: ConnectionWorkerOptions,
  key: ConnectionKey,
  { found, adapter, view, logIn, exclusive, requestsSent, limits, refusedRooms, pushes, memory }: SharedParts,
  pipeline: PipelineName,
): Cycle {
  let exchanges: HttpExchange[] = [];
  let last: HttpExchange | null = null;
  const entry: CycleEntry = {
    id: null,
    last: () => last,
    positionOf: (exchange) => (exchange && exchanges.indexOf(exchange) + 1) || null,
  };
  const client = createChannelClient({
    adapter,
    connection: view,
    outgoing: context.outgoing,
    now: context.now,
    signal,
    sessions,
    logIn,
    urgent: pipeline === 'push',
    exclusive,
    wait: (request) => limits.wait(pipeline, request),
    renewed: async (credentials) => {
      Object.assign(view.credentials, credentials);
      await storeCredentials(context.db, key, view.credentials);
    },
    record: (exchange) => {
      requestsSent[pipeline] += 1;
      last = exchange;
      if (pipeline === 'read') exchanges = [...exchanges, exchange].slice(-MAX_READ_EXCHANGES);
      else if (exchanges.length < MAX_PUSH_EXCHANGES) exchanges.push(exchange);
      if (exchange.error === null) onContact(key);
    },
  });
  return {
    context,
    limits,
    refusedRooms,
    pushes,
    memory,
    wait: (seconds) => (context.timers ?? MACHINE_TIMERS).sleep(seconds * 1_000, signal),
    lease: { ...key, processId, revision: found.revision, ingestVersion: 0 },
    adapter,
    view,
    property: found.property,
    source: sourceOf(found, adapter, view),
    entry,
    client: pipeline === 'push' ? pushes.recording(client) : client,
    record(report: CycleReport) {
      logCycle(key, { report, entryId: entry.id, exchanges });
      exchanges = [];
      last = null;
      entry.id = null;
    },
  };
}

function sourceOf(
  { property, connection }: LoadedConnection,
  { ari }: Adapter,
  view: Cycle['view'],
): Cycle['source'] {
  return {
    property,
    channel: connection.channel,
    rooms: connection.rooms,
    countsSalesItself: ari?.expectsEchoOfSales === false,
    countsOwnCancellations: ari?.countsOwnCancellations?.(view) ?? false,
  };
}
