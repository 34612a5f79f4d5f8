// The inventory lock of a room: transactions that take or release its nights hold it shared, a transaction
// that needs the room alone holds it exclusively.
//
// All transactions of a property take their locks in this order, so that none waits for another in a circle. Each step
// may be left out:
//   0. the property (lockProperty), then the connection to a channel
//   1. orders, messages and reviews at channels (lockArrivals)
//   2. the inventory locks of rooms, by room id
//   3. bookings, by room id, then booking id
//   4. profiles of guests, by guest id; a profile that may be changed later is locked for update at once
//   5. nights, by room id and date, then nights of units
//   6. rows that follow from these: ledger entries, tasks, conflicts of other bookings (with the exclusive inventory lock)
//   7. the head of the log, right before the commit (see property-transaction)
// A transaction with several bookings, such as a change of a group, may lock the profile of one after nights of another. What
// then waits in a circle after all is ended by PostgreSQL and done again, a second later.
import type { PropertyTransaction } from '../property-transaction.ts';

/**
 * First key of these advisory locks of PostgreSQL ("room" in ASCII); the second is made from the room id.
 *
 * Locking the room's row instead would starve exclusive lockers, because PostgreSQL grants new shared row
 * locks while one waits: with sixteen clients selling one room (640 bookings/s) a change of the room waited
 * for ever; with this lock it waits 30 ms. It is taken before all other locks, so that holders of the shared
 * lock never wait for a transaction that holds it exclusively. A stay that moves to another room already
 * holds the lock of its own room and does not take that of the other one.
 */
export const INVENTORY_LOCK = 0x726f6f6d;

/** Takes the lock of a room exclusively, until the transaction ends. Waits for all holders. */
export async function lockInventoryExclusive(tx: PropertyTransaction, roomId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)`, [
    INVENTORY_LOCK,
    roomId,
  ]);
}

/** Takes the locks of several rooms shared, in the order of their ids. */
export async function lockInventoryShared(tx: PropertyTransaction, roomIds: Iterable<number>): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared($1::int, (room_id % 2147483647)::int) from unnest($2::bigint[]) as room_id`,
    [INVENTORY_LOCK, [...roomIds].sort((a, b) => a - b)],
  );
}
