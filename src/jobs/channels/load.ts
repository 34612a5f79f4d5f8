// A connection as its worker has it loaded: what each of its two lanes is given, made anew when settings, mapping or credentials change.
import type { Adapter, WireRequest } from '../../channels/channel.ts';
import { createExchanger, type LogIn } from '../../channels/exchange.ts';
import type { ExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { findAdapter } from '../../channels/registry.ts';
import type { RequestQueue } from '../../channels/request-queue.ts';
import type { Sessions } from '../../channels/sessions.ts';
import { viewOf } from '../../channels/view.ts';
import type { Exchange } from '../../model/channel.ts';
import { type LoadedConnection, loadConnection } from '../../pms/channel-sync/load.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { storeCredentials } from '../../pms/connections.ts';
import type { JobContext } from '../context.ts';
import { type Pushes, trackPushes } from './pushes.ts';
import { createRefusedRooms, type RefusedRooms } from './refused-rooms.ts';
import { type Memory, NOT_LISTED_AGAIN, type Noted, type Round, type Turn } from './turn.ts';

export type RunnerParts = {
  context: JobContext;
  processId: string;
  /** ends requests under way when the process stops */
  signal: AbortSignal;
  /** log-ins, shared by connections with the same credentials */
  sessions: Sessions;
  /** into the audit trail, when there is time */
  audit(key: ConnectionKey, noted: Noted): void;
  /** the other side answered */
  heard(key: ConnectionKey): void;
};

/** `push` sends nights; `read` does everything else. They run side by side: a slow answer to a read delays no push. */
export type LaneName = 'push' | 'read';

export type Loaded = {
  revision: number;
  adapter: Adapter;
  turns: Record<LaneName, Turn>;
  /** the log-in request, where the protocol has one: its sessions and refusals are kept under it */
  logIn: WireRequest | null;
};

type OfRunner = {
  nowMs: () => number;
  /** requests of which the channel may take one at a time */
  exclusive: ExclusiveRequests;
  /** holds pushes back while something is written that must not cross with one */
  pushing: RequestQueue;
};

/** Null when no adapter speaks its protocol. Throws SecretUnreadable. */
export async function loadTurns(
  parts: RunnerParts,
  key: ConnectionKey,
  { nowMs, exclusive, pushing }: OfRunner,
): Promise<Loaded | null> {
  const found = await loadConnection(parts.context.db, key, parts.context.now());
  const adapter = findAdapter(found.connection.protocol);
  if (!adapter) return null;
  const view = viewOf(found);
  const shared: Shared = {
    found,
    adapter,
    view,
    logIn: { own: null },
    exclusive,
    refusedRooms: createRefusedRooms(
      view.rooms.map(({ roomId }) => roomId),
      nowMs,
    ),
    pushes: trackPushes(pushing),
    memory: { refusedPushedOn: null, unreadableOrder: null, listedAgain: NOT_LISTED_AGAIN },
  };
  return {
    revision: found.revision,
    adapter,
    turns: { push: makeTurn(parts, key, shared, 'push'), read: makeTurn(parts, key, shared, 'read') },
    logIn: adapter.authorization.login?.request(view) ?? null,
  };
}

/** What both lanes of a connection use: renewed credentials and a log-in of one hold for the other. */
type Shared = {
  found: LoadedConnection;
  adapter: Adapter;
  view: Turn['view'];
  logIn: LogIn;
  exclusive: ExclusiveRequests;
  refusedRooms: RefusedRooms;
  pushes: Pushes;
  memory: Memory;
};

/** A poll that finds nothing leaves its exchange behind until there is something to tell; no more than these are kept. */
const MAX_EXCHANGES = 50;

function makeTurn(
  { context, processId, signal, sessions, audit, heard }: RunnerParts,
  key: ConnectionKey,
  { found, adapter, view, logIn, exclusive, refusedRooms, pushes, memory }: Shared,
  lane: LaneName,
): Turn {
  let exchanges: Exchange[] = [];
  const exchanger = createExchanger({
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
    fence: { ...key, processId, revision: found.revision, intakes: 0 },
    adapter,
    view,
    property: found.property,
    source: {
      property: found.property,
      channel: key.channel,
      rooms: found.connection.rooms,
      countsOwnSales: adapter.ari?.wantsOwnSales === false,
      countsOwnCancellations: adapter.ari?.countsOwnCancellations?.(view) ?? false,
    },
    exchanger: lane === 'push' ? pushes.recording(exchanger) : exchanger,
    note(round: Round) {
      audit(key, { round, exchanges });
      exchanges = [];
    },
  };
}
