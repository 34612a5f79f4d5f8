// Ends the holds whose time has passed.
import { INNWIRE } from '../model/actor.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { type ExpiredHold, expireHold, findExpiredHolds } from '../pms/reservations/holds.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

/** Holds ended at once: each is one short transaction. */
const AT_ONCE = 16;

/** How often holds whose time has passed are looked for. */
const SWEEP_MS = 1_000;

/**
 * Creates the worker that ends holds. Its claim is the transaction that ends the hold: it changes only a row that is still held,
 * so that whichever process is killed, each hold ends once.
 */
export function createHoldExpiry(context: JobContext): LeasedWorker {
  const { db, now } = context;
  return createLeasedWorker<ExpiredHold, ExpiredHold>(context, {
    name: 'end expired holds',
    sweepMs: SWEEP_MS,
    queues: [{ limit: AT_ONCE, find: ({ limit }) => findExpiredHolds(db, { now: now(), limit }) }],
    keyOf: ({ reservationId }) => String(reservationId),
    claim: async (hold) => hold,
    start: ({ hotelId, reservationId }) => ({
      done: inPropertyTransaction(db, { hotelId, now: now(), actor: INNWIRE }, (tx) =>
        expireHold(tx, reservationId),
      ),
    }),
  });
}
