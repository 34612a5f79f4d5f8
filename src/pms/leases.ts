// Leases: the right of one worker process to a connection, a webhook or a reply.
//
// A row with work has a column `lease_owner`: the id of the process that does it. The lease is valid while that
// process has a row in `worker_processes`, which it renews every few seconds; one statement so renews all leases of
// a process, and deleting its row releases them all. A process takes a lease by compare-and-set: it reads what is
// free, without locks, and then updates one row on condition that its owner is still the one that it has read.
import type { Queryable } from '../db/database.ts';

/** What is to be leased: a row of a property, with the owner that was read, if its process is expired. */
export type Leasable = { hotelId: number; leaseOwner: string | null };

/** SQL condition: no live process has the lease of the row with this alias. */
export function isFree(alias: string): string {
  return `(${alias}.lease_owner is null
    or not exists (select 1 from worker_processes as live where live.process_id = ${alias}.lease_owner))`;
}

/** Names a leased row: `key` is the rest of its primary key, as text. */
type LeaseKey = { hotelId: number; key: string };

/** The leases of one process in one table. */
export type Leases = {
  /** Lists them: a plain read without locks. */
  list(): Promise<LeaseKey[]>;
  /** Releases a lease; changes nothing if the process does not have it. */
  release(lease: LeaseKey): Promise<void>;
};

/** Tables with leases, and the second column of their primary keys. */
const KEY_COLUMNS = { connections: 'channel', webhooks: 'webhook_id', messages: 'message_id' } as const;

/** Returns the leases of a process in a table. */
export function leasesOf(db: Queryable, table: keyof typeof KEY_COLUMNS, processId: string): Leases {
  const key = KEY_COLUMNS[table];
  return {
    async list() {
      const rows = await db.query<{ hotel_id: number; key: string }>(
        `select hotel_id, ${key}::text as key from ${table} where lease_owner = $1`,
        [processId],
      );
      return rows.map((row) => ({ hotelId: row.hotel_id, key: row.key }));
    },
    async release(lease) {
      await db.query(
        `update ${table} set lease_owner = null where hotel_id = $1 and ${key} = $2 and lease_owner = $3`,
        [lease.hotelId, lease.key, processId],
      );
    },
  };
}
