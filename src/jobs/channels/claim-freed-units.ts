// Gives stays that were sold in the listing of a unit that somebody had this unit, once it is free.
import { INNWIRE } from '../../model/actor.ts';
import { hasUnits } from '../../model/channel.ts';
import { todayAt } from '../../model/property.ts';
import { claimUnits, listStaysWithoutUnit } from '../../pms/channel-sync/ingest/units-of-listings.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import type { Cycle } from './cycle.ts';

/** Looks for flagged stays of the connection whose unit has become free. Does nothing for one that sells rooms. */
export async function claimFreedUnits({ context, lease, property, view }: Cycle): Promise<void> {
  if (!hasUnits(view.rooms)) return;
  const { hotelId } = lease;
  const now = context.now();
  const today = todayAt(property, now);
  // A transaction for each, because one that locks several rooms must lock them in the order of their ids.
  for (const stay of await listStaysWithoutUnit(context.db, lease, { today, flagged: true }))
    await inPropertyTransaction(context.db, { hotelId, now, actor: INNWIRE }, (tx) =>
      claimUnits(tx, [stay], today),
    );
}
