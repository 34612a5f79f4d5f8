// Reads the limits of the property at a channel, which change what it sells of what is pushed.
import { INNWIRE } from '../../model/actor.ts';
import { about } from '../../model/cause.ts';
import { storeSalesLimits } from '../../pms/channel-sync/sales-limits.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import type { Cycle, CycleResult } from './cycle.ts';

/**
 * Reads the limits and stores them. `hasOtherLimits`: they differ from those read before, and the connection is to be loaded
 * anew. `failure`: they are read again later. A key that may not read them keeps nothing from working.
 */
export async function readSalesLimits(
  cycle: Cycle,
): Promise<{ hasOtherLimits: boolean; failure?: CycleResult }> {
  const { adapter, client, context, lease, view } = cycle;
  if (!adapter.salesLimits) return { hasOtherLimits: false };
  const startedMs = performance.now();
  const verdict = await client.request(adapter.salesLimits.request(view), (response) =>
    adapter.salesLimits!.decode(response, view),
  );
  if (verdict.kind === 'retry') {
    const cause = about(verdict.cause, 'sales_limits');
    return { hasOtherLimits: false, failure: { ...verdict, kind: 'later', cause } };
  }
  if (verdict.kind !== 'ok') {
    cycle.record({
      direction: 'pull',
      operation: 'sales limits',
      summary: `${lease.channel}: the settings of the property there cannot be read`,
      outcome: 'failed',
      items: 0,
      error: verdict.reason,
      startedMs,
    });
    return { hasOtherLimits: false };
  }
  return inPropertyTransaction(
    context.db,
    { hotelId: lease.hotelId, now: context.now(), actor: INNWIRE },
    (tx) => storeSalesLimits(tx, lease.channel, verdict.value),
  );
}
