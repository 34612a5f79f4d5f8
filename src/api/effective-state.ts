// The state of a connection as it is shown: its stored state, refined by refused nights, by OTAs behind it with problems, and by
// missing fetches.
import { nightsDeliveryOf } from '../channels/registry.ts';
import type { Connection } from '../model/channel.ts';
import { describeOtaProblem, endangeredOtas } from '../model/connected-ota.ts';
import { withEffectivePollState } from '../pms/channel-sync/polled-nights.ts';
import { type RefusedNights, withRefusedNights } from '../pms/refused-nights.ts';

/**
 * Returns the connection with the state to show: refused nights, OTAs that may sell what is not free, and missing fetches override
 * the stored state.
 */
export function withEffectiveState<C extends Connection>(
  connection: C,
  refused: ReadonlyMap<string, RefusedNights>,
): C {
  const seen = withOtaProblems(withRefusedNights(connection, refused.get(connection.channel)));
  // A channel that fetches our calendar itself counts as connected only after its first fetch.
  return nightsDeliveryOf(connection.protocol) === 'fetched' ? withEffectivePollState(seen) : seen;
}

function withOtaProblems<C extends Connection>(connection: C): C {
  const [gravest] = endangeredOtas(connection.otas);
  if (!gravest || connection.lastError !== null || connection.state !== 'connected') return connection;
  const lastError = `${describeOtaProblem(gravest.problem, gravest.ota, connection.channel)}.`;
  return { ...connection, lastError, lastErrorCause: { code: 'ota_problem' }, state: 'delayed' };
}
