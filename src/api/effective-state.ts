// The state of a connection as it is shown: its stored state, refined by refused nights and by missing
// fetches.
import { nightsDeliveryOf } from '../channels/registry.ts';
import type { Connection } from '../model/channel.ts';
import { withEffectivePollState } from '../pms/channel-sync/polled-nights.ts';
import { type RefusedNights, withRefusedNights } from '../pms/refused-nights.ts';

/**
 * Returns the connection with the state to show: refused nights and missing fetches override the stored
 * state.
 */
export function withEffectiveState<C extends Connection>(
  connection: C,
  refused: ReadonlyMap<string, RefusedNights>,
): C {
  const seen = withRefusedNights(connection, refused.get(connection.channel));
  // A channel that fetches our calendar itself counts as connected only after its first fetch.
  return nightsDeliveryOf(connection.protocol) === 'fetched' ? withEffectivePollState(seen) : seen;
}
