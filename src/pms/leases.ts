// Leases: the right of one worker process to a connection, a webhook or a reply.
//
// A row with work has a column `lease_owner`: the id of the process that does it. The lease is valid while that
// process has a row in `worker_processes`, which it renews every few seconds; one statement so renews all leases of
// a process, and deleting its row releases them all. A process takes a lease by compare-and-set: it reads what is
// free, without locks, and then updates one row on condition that its owner is still the one that it has read.

/** What is to be leased: a row of a property, with the owner that was read, if its process is expired. */
export type Leasable = { hotelId: number; leaseOwner: string | null };

/** SQL condition: no live process has the lease of the row with this alias. */
export function isFree(alias: string): string {
  return `(${alias}.lease_owner is null
    or not exists (select 1 from worker_processes as live where live.process_id = ${alias}.lease_owner))`;
}
