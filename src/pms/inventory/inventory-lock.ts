// The gate of a room: whoever takes or gives back its nights passes it, many at once; whoever needs the room alone closes it.
import type { PropertyTransaction } from '../property-transaction.ts';

/**
 * Names the gates among PostgreSQL's advisory locks ("room" in ASCII). The room's own row could be locked instead, but
 * PostgreSQL lets new sharers of a row in before one who waits to have it alone: with sixteen clients selling one room
 * (640 bookings/s) a change of it waited for ever; at the gate it waits 30 ms. Gates come before all other locks, so that
 * those inside never wait for one who has closed them; who moves a stay to another room is inside already and does not
 * wait at that room's gate.
 */
export const INVENTORY_LOCK = 0x726f6f6d;

/** Waits for those inside, and lets nobody else in until the change ends. */
export async function lockInventoryExclusive(tx: PropertyTransaction, roomId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock($1::int, ($2::bigint % 2147483647)::int)`, [
    INVENTORY_LOCK,
    roomId,
  ]);
}

/** Goes in, through several gates in order. */
export async function lockInventoryShared(tx: PropertyTransaction, roomIds: Iterable<number>): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared($1::int, (room_id % 2147483647)::int) from unnest($2::bigint[]) as room_id`,
    [INVENTORY_LOCK, [...roomIds].sort((a, b) => a - b)],
  );
}
