// Ends connections and room mappings that wait to be closed, once the channel has accepted the closing.
import { todayAt } from '../../model/property.ts';
import type { ConnectionKey, Owner } from '../../pms/channel-sync/ownership.ts';
import { endClosed, listClosing } from '../../pms/close-connection.ts';
import { getProperty } from '../../pms/properties.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import type { JobContext } from '../context.ts';

/** Checks the closing connections of this worker; returns those of which something ended. */
export async function endClosedMappings(context: JobContext, owner: Owner): Promise<ConnectionKey[]> {
  const ended: ConnectionKey[] = [];
  for (const key of await listClosing(context.db, owner)) {
    const today = todayAt(await getProperty(context.db, key.hotelId), context.now());
    const rooms = await inPropertyTransaction(
      context.db,
      { hotelId: key.hotelId, now: context.now() },
      (tx) => endClosed(tx, key.channel, today),
    );
    if (rooms.length > 0) ended.push(key);
  }
  return ended;
}
