// The limits of a property at a channel, which change what the channel sells: stored as they were read last.
import { isDeepStrictEqual } from 'node:util';
import type { SalesLimits } from '../../model/sales-limits.ts';
import { logConnection, requireConnection } from '../connections.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { forgetNights, requestFullPush } from './reset-cells.ts';

/**
 * Stores the limits. When they differ from those read before, all nights are pushed again: the channel does not restore
 * what it has overwritten. Returns whether they differ. Throws `unknown_channel`.
 */
export async function storeSalesLimits(
  tx: PropertyTransaction,
  channel: string,
  limits: SalesLimits,
): Promise<{ hasOtherLimits: boolean }> {
  const { salesLimits: before } = await requireConnection(tx, channel);
  if (
    before !== null &&
    isDeepStrictEqual({ ...before, changedPrices: [] }, { ...limits, changedPrices: [] })
  )
    return { hasOtherLimits: false };
  await tx.query(`update connections set sales_limits = $3 where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    channel,
    JSON.stringify(limits),
  ]);
  await requestFullPush(tx, channel);
  if (before !== null) {
    await forgetNights(tx, channel);
    await logConnection(tx, channel);
  }
  return { hasOtherLimits: true };
}
