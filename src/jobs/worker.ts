// The worker: all background work of this process. Any number of processes may run one.
import { waitAtMost } from '../model/timers.ts';
import type { Outgoing } from '../outgoing/http.ts';
import { planFirstPruning } from '../pms/prune-schedule.ts';
import { failOldReplies } from '../pms/reply-deliveries.ts';
import { startScheduler } from './channels/scheduler.ts';
import type { JobContext } from './context.ts';
import { createReplyDeliveries } from './deliver-replies.ts';
import { startWebhooks } from './deliver-webhooks.ts';
import { createHoldExpiry } from './expire-holds.ts';
import type { RunningWorker } from './leased-worker.ts';
import { createDepartures } from './leave-units.ts';
import { createCalendarPolls } from './poll-calendars.ts';
import { createPruning } from './prune.ts';
import { createRemovals } from './remove-properties.ts';
import { startHeartbeat } from './worker-heartbeat.ts';

export type WorkerOptions = {
  /** no other process uses the database, so that all leases are released at the start */
  alone: boolean;
  /** client for webhooks: many of them are at one host and must not queue for a few connections */
  webhookOutgoing: Outgoing;
};

/** Time that all work has to end when the process stops; without the database it would take longer. */
const STOP_WITHIN_MS = 2_000;

/** Starts a worker: channels, calendars, replies, webhooks, the end of holds, units that guests left, and the removal of old records and of properties. */
export async function startWorker(
  context: JobContext,
  { alone, webhookOutgoing }: WorkerOptions,
): Promise<RunningWorker> {
  const heartbeat = await startHeartbeat(context.db, {
    alone,
    onError: (error) =>
      context.log.warn(
        { err: error },
        'could not renew the heartbeat of this worker process; its leases expire after 30 s',
      ),
  });
  const { processId } = heartbeat;
  await failOldReplies(context.db, context.now());
  await planFirstPruning(context.db, context.now());
  const workers = [
    startScheduler(context, processId),
    startWebhooks({ ...context, outgoing: webhookOutgoing, processId }),
    createCalendarPolls(context).start(),
    createReplyDeliveries(context, processId).start(),
    createHoldExpiry(context).start(),
    createDepartures(context).start(),
    createPruning(context).start(),
    createRemovals(context).start(),
  ];
  return {
    async stop() {
      const stopped = Promise.all(workers.map((worker) => worker.stop()));
      await waitAtMost(STOP_WITHIN_MS, stopped);
      await heartbeat.stop();
    },
  };
}
