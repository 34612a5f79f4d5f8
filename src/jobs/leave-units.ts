// Sets the units of guests who have left early to dirty, on the day of their departure.
import { INNWIRE } from '../model/actor.ts';
import { inPropertyTransaction } from '../pms/property-transaction.ts';
import { findLeftUnits, type LeftUnit, leaveUnit } from '../pms/units/departures.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

/** Units changed at once: each is one short transaction. */
const AT_ONCE = 4;

/** How often units that were left are looked for. */
const SWEEP_MS = 60_000;

/** Creates the worker that follows early departures. Its claim is the transaction, which changes a unit once. */
export function createDepartures(context: JobContext): LeasedWorker {
  const { db, now } = context;
  return createLeasedWorker<LeftUnit, LeftUnit>(context, {
    name: 'set units to dirty that guests have left',
    sweepMs: SWEEP_MS,
    queues: [{ limit: AT_ONCE, find: ({ limit }) => findLeftUnits(db, { now: now(), limit }) }],
    keyOf: ({ unitId }) => String(unitId),
    claim: async (unit) => unit,
    start: ({ hotelId, unitId }) => ({
      done: inPropertyTransaction(db, { hotelId, now: now(), actor: INNWIRE }, (tx) => leaveUnit(tx, unitId)),
    }),
  });
}
