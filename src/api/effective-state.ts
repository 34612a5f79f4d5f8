// A connection as people should see it: what it was told and did not take, and one that never came, say more than its state.
import { findAdapter, pushCapabilitiesOf } from '../channels/registry.ts';
import type { Connection } from '../model/channel.ts';
import { withEffectivePollState } from '../pms/channel-sync/polled-nights.ts';
import { type RefusedNights, withRefusedNights } from '../pms/refused-nights.ts';

export function withEffectiveState<C extends Connection>(
  connection: C,
  refused: ReadonlyMap<string, RefusedNights>,
): C {
  const seen = withRefusedNights(connection, refused.get(connection.channel));
  // A channel that fetches our calendar by itself is not connected before it has come.
  const fetches =
    pushCapabilitiesOf(connection.protocol) === null && findAdapter(connection.protocol) !== null;
  return fetches ? withEffectivePollState(seen) : seen;
}
