// Ends a connection and room mappings that wait to be closed, once the channel has accepted the closing.
import { INNWIRE } from '../../model/actor.ts';
import type { PlainDate } from '../../model/night.ts';
import { todayAt } from '../../model/property.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { endClosed, findClosed } from '../../pms/close-connection.ts';
import { getProperty } from '../../pms/properties.ts';
import { inPropertyTransaction } from '../../pms/property-transaction.ts';
import type { JobContext } from '../context.ts';

/** Returns whether the channel has accepted the closing of a connection or of a room of it. */
export async function hasClosedMappings(
  context: JobContext,
  { hotelId, channel }: ConnectionKey,
): Promise<boolean> {
  const today = await todayOf(context, hotelId);
  const { all, closed } = await findClosed(context.db, { hotelId, channel, today });
  return all || closed.length > 0;
}

/** Ends what is closed of a connection that has closing mappings; returns whether anything ended. */
export async function endClosedMappings(
  context: JobContext,
  { hotelId, channel }: ConnectionKey,
): Promise<boolean> {
  const today = await todayOf(context, hotelId);
  const rooms = await inPropertyTransaction(
    context.db,
    { hotelId, now: context.now(), actor: INNWIRE },
    (tx) => endClosed(tx, channel, today),
  );
  return rooms.length > 0;
}

async function todayOf({ db, now }: JobContext, hotelId: number): Promise<PlainDate> {
  return todayAt(await getProperty(db, hotelId), now());
}
