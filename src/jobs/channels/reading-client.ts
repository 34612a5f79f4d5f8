// The client of a process that serves the API: it reads from a channel while somebody waits, and stores and logs nothing.
import type { Adapter, ConnectionView } from '../../channels/channel.ts';
import { type ChannelClient, createChannelClient } from '../../channels/channel-client.ts';
import { viewOf } from '../../channels/connection-view.ts';
import { getAdapter } from '../../channels/registry.ts';
import { createLoginSessions } from '../../channels/sessions.ts';
import type { Queryable } from '../../db/database.ts';
import type { Outgoing } from '../../outgoing/http.ts';
import type { LoadedConnection } from '../../pms/channel-sync/load-connection.ts';
import { createRequestLimits } from './request-limits.ts';

export type ReadingParts = { outgoing: Outgoing; now: () => Temporal.Instant };

/** A connection as it is read; its requests count for the credentials like those of the worker, and end after 25 seconds. */
type OpenedConnection = { adapter: Adapter; view: ConnectionView; client: ChannelClient };

/** Somebody waits for the answer. */
const TIMEOUT_MS = 25_000;

/** Returns what opens connections for reading. Log-ins are kept for as long as the process runs. */
export function createConnectionOpener(
  parts: ReadingParts,
): (wanted: { db: Queryable; loaded: LoadedConnection }) => OpenedConnection {
  const sessions = createLoginSessions();
  return ({ db, loaded }) => {
    const { hotelId, channel, protocol } = loaded.connection;
    const adapter = getAdapter(protocol);
    const view = viewOf(loaded, adapter);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const context = { ...parts, db };
    const limits = createRequestLimits({ context, key: { hotelId, channel }, adapter, view, signal });
    const client = createChannelClient({
      ...parts,
      adapter,
      connection: view,
      signal,
      sessions,
      wait: (request) => limits.wait('read', request),
      record: () => {},
      renewed: async () => {},
    });
    return { adapter, view, client };
  };
}
