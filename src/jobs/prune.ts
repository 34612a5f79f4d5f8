// Removes old logs and records, and what properties keep of guests no longer, once a day.
import { answerWithoutPerson } from '../api/answer-without-person.ts';
import { wireIds } from '../channels/registry.ts';
import { pruneActivity } from '../pms/activity.ts';
import { pruneFetches } from '../pms/calendar-feeds.ts';
import { pruneRateBuckets } from '../pms/channel-sync/rate-limits.ts';
import { pruneExchanges } from '../pms/channel-sync/sync-log.ts';
import { applyRetention } from '../pms/guests/retention.ts';
import { pruneKeys } from '../pms/idempotency.ts';
import { pruneCalendarChanges } from '../pms/inventory/undo-change.ts';
import { compactLogs } from '../pms/log.ts';
import { pruneActions } from '../pms/operator-actions.ts';
import { pruneProposals } from '../pms/proposals.ts';
import { claimPruning, type DuePruning, findDuePruning, planNextPruning } from '../pms/prune-schedule.ts';
import { removeTestProperties } from '../pms/remove-property.ts';
import { failOldReplies } from '../pms/reply-deliveries.ts';
import { prunePhotos } from '../pms/task-photos.ts';
import { pruneSessions } from '../pms/user-sessions.ts';
import { pruneDeliveries } from '../pms/webhook-deliveries.ts';
import type { JobContext } from './context.ts';
import { createLeasedWorker, type LeasedWorker } from './leased-worker.ts';

const SWEEP_MS = 60_000;
/** Shorter than the claim of a run: no other process begins the same work. */
const MAX_ERASING_MS = 45 * 60_000;

/** Creates the worker that removes what is too old. One process does it, once a day. */
export function createPruning(context: JobContext): LeasedWorker {
  const { db } = context;
  return createLeasedWorker<DuePruning, DuePruning>(context, {
    name: 'remove old records',
    sweepMs: SWEEP_MS,
    queues: [{ limit: 1, find: () => findDuePruning(db, context.now()) }],
    keyOf: () => 'installation',
    claim: async (due) => ((await claimPruning(db, due, context.now())) ? due : null),
    start: (_, stopping) => ({ done: prune(context, stopping) }),
  });
}

/** Removes what is too old, and plans the next run. A run that is stopped is due again when its claim ends. */
async function prune(context: JobContext, stopping: AbortSignal): Promise<void> {
  const { db, now: clock, eventsKeepDays } = context;
  const now = clock();
  await Promise.all([
    pruneActivity(db, now),
    pruneKeys(db, now),
    pruneFetches(db, now),
    pruneDeliveries(db, now),
    ...(eventsKeepDays ? [compactLogs(db, now.subtract({ hours: eventsKeepDays * 24 }))] : []),
    pruneExchanges(db, now),
    pruneRateBuckets(db, now),
    pruneCalendarChanges(db, now),
    pruneActions(db, now),
    pruneProposals(db, now),
    pruneSessions(db, now),
    prunePhotos(db, now),
    failOldReplies(db, now),
    removeTestProperties(db, now),
    erasePersons(context, stopping),
  ]);
  if (!stopping.aborted) await planNextPruning(db, clock());
}

/** Erases what properties keep of guests no longer, as far as the time of a run reaches. */
async function erasePersons({ db, now: clock, log }: JobContext, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(MAX_ERASING_MS)]);
  const formats = { eraser: answerWithoutPerson, wireIds };
  const isDone = await applyRetention(db, { clock, formats, signal });
  if (!isDone && !stopping.aborted) {
    log.info({}, 'guests whose data are to be erased are left: the next daily run goes on with them');
  }
}
