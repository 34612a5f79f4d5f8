// A connection as people should see it: what it was told and did not take, and one that never came, say more than its state.
import { findAdapter, reachOf } from '../channels/registry.ts';
import type { Connection } from '../model/channel.ts';
import { withSilence } from '../pms/channel-sync/fetched-nights.ts';
import { type RefusedNights, withRefusals } from '../pms/refused-nights.ts';

export function asSeen<C extends Connection>(connection: C, refused: ReadonlyMap<string, RefusedNights>): C {
  const seen = withRefusals(connection, refused.get(connection.channel));
  // A channel that fetches our calendar by itself is not connected before it has come.
  const fetches = reachOf(connection.protocol) === null && findAdapter(connection.protocol) !== null;
  return fetches ? withSilence(seen) : seen;
}
