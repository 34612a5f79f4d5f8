// Removes old logs and records, and what properties keep of guests no longer, once a day.
import { answerWithoutPerson } from '../api/answer-without-person.ts';
import { wireIds } from '../channels/registry.ts';
import { pruneActivity } from '../pms/activity.ts';
import { pruneFetches } from '../pms/calendar-feeds.ts';
import { pruneExchanges } from '../pms/channel-sync/sync-log.ts';
import { applyRetention } from '../pms/guests/retention.ts';
import { pruneKeys } from '../pms/idempotency.ts';
import { pruneCalendarChanges } from '../pms/inventory/undo-change.ts';
import { compactLogs } from '../pms/log.ts';
import { pruneActions } from '../pms/operator-actions.ts';
import { claimPruning, type DuePruning, findDuePruning, planNextPruning } from '../pms/prune-schedule.ts';
import { failOldReplies } from '../pms/reply-deliveries.ts';
import { removeTestProperties } from '../pms/test-properties.ts';
import { pruneDeliveries } from '../pms/webhook-deliveries.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

const SWEEP_MS = 60_000;

/** Creates the worker that removes what is too old. One process does it, once a day. */
export function createPruning(context: JobContext): LeasedWorker {
  const { db } = context;
  return createLeasedWorker<DuePruning, DuePruning>(context, {
    name: 'remove old records',
    sweepMs: SWEEP_MS,
    queues: [{ limit: 1, find: () => findDuePruning(db, context.now()) }],
    keyOf: () => 'installation',
    claim: async (due) => ((await claimPruning(db, due, context.now())) ? due : null),
    start: () => ({ done: prune(context).then(() => planNextPruning(db, context.now())) }),
  });
}

async function prune({ db, now: clock, eventsKeepDays }: JobContext): Promise<void> {
  const now = clock();
  await Promise.all([
    pruneActivity(db, now),
    pruneKeys(db, now),
    pruneFetches(db, now),
    pruneDeliveries(db, now),
    ...(eventsKeepDays ? [compactLogs(db, now.subtract({ hours: eventsKeepDays * 24 }))] : []),
    pruneExchanges(db, now),
    pruneCalendarChanges(db, now),
    pruneActions(db, now),
    failOldReplies(db, now),
    removeTestProperties(db, now),
    applyRetention(db, { now, formats: { eraser: answerWithoutPerson, wireIds } }),
  ]);
}
