// Deletes the rows of removed properties.
import { claimRemoval, deleteRows, findRemoved, type RemovedProperty } from '../pms/remove-property.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

/** How often removed properties are looked for. */
const SWEEP_MS = 5_000;

/** Creates the worker that deletes the rows of removed properties, one property at a time. What a process that died left is due again by itself. */
export function createRemovals(context: JobContext): LeasedWorker {
  const { db, now } = context;
  return createLeasedWorker<RemovedProperty, RemovedProperty>(context, {
    name: 'delete the rows of a removed property',
    sweepMs: SWEEP_MS,
    queues: [{ limit: 1, find: async ({ limit }) => (await findRemoved(db, now())).slice(0, limit) }],
    keyOf: () => 'property',
    claim: async (removed) => ((await claimRemoval(db, removed, now())) ? removed : null),
    start: (removed, signal) => ({ done: deleteRows(db, removed, { clock: now, signal }) }),
  });
}
