// Ownership of connections: each is leased by one worker process, as long as that is alive.
import type { Queryable } from '../../db/database.ts';
import { isFree, type Leasable } from '../leases.ts';

/** One property at one channel. */
export type ConnectionKey = { hotelId: number; channel: string };

/** Owner in the condition of every write of a worker, so that an expired worker changes nothing any more. */
export type Owner = { processId: string };

/**
 * Finds up to `limit` connections that no live process owns. Paused connections are
 * skipped, and those of the sample property, which exchanges nothing with channels.
 */
export async function findFreeConnections(
  db: Queryable,
  wanted: { protocols: readonly string[]; limit: number },
): Promise<(ConnectionKey & Leasable)[]> {
  const rows = await db.query<{ hotel_id: number; channel: string; lease_owner: string | null }>(
    `select connection.hotel_id, connection.channel, connection.lease_owner from connections as connection
     join properties as property on property.hotel_id = connection.hotel_id and property.sandbox_at is null
     where connection.protocol = any($1::text[]) and connection.paused_at is null and ${isFree('connection')}
     limit $2`,
    [wanted.protocols, wanted.limit],
  );
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    channel: row.channel,
    leaseOwner: row.lease_owner,
  }));
}

/** Leases a connection that was found free; returns false if another process was faster, or it is paused. */
export async function claimConnection(
  db: Queryable,
  { hotelId, channel, leaseOwner }: ConnectionKey & Leasable,
  { processId }: Owner,
): Promise<boolean> {
  const claimed = await db.query(
    `update connections set lease_owner = $4
     where hotel_id = $1 and channel = $2 and lease_owner is not distinct from $3 and paused_at is null returning 1`,
    [hotelId, channel, leaseOwner, processId],
  );
  return claimed.length > 0;
}
