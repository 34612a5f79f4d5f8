// Ownership of connections: each is owned by one worker process, as long as that is alive.
import type { Queryable } from '../../db/database.ts';

/** One property at one channel. */
export type ConnectionKey = { hotelId: number; channel: string };

/** Owner in the condition of every write of a worker, so that an expired worker changes nothing any more. */
export type Owner = { processId: string };

/**
 * Claims up to `limit` connections that no live process owns, and returns them. Paused connections are
 * skipped, and those of the sample property, which exchanges nothing with channels.
 */
export async function claimConnections(
  db: Queryable,
  { processId }: Owner,
  wanted: { protocols: readonly string[]; limit: number },
): Promise<ConnectionKey[]> {
  const rows = await db.query<{ hotel_id: number; channel: string }>(
    `update connections as connection set owner = $1
     from (
       select free.hotel_id, free.channel from connections as free
       join properties as property on property.hotel_id = free.hotel_id and property.sandbox_at is null
       where free.protocol = any($2::text[]) and free.paused_at is null
         and (free.owner is null or free.owner not in (select process_id from worker_processes))
       limit $3
       for update of free skip locked
     ) as free
     where connection.hotel_id = free.hotel_id and connection.channel = free.channel
     returning connection.hotel_id, connection.channel`,
    [processId, wanted.protocols, wanted.limit],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id, channel: row.channel }));
}

/** Releases all connections of a process, so that others can claim them. */
export async function releaseConnections(db: Queryable, { processId }: Owner): Promise<void> {
  await db.query(`update connections set owner = null where owner = $1`, [processId]);
}
