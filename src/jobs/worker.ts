// The worker: runs queued jobs, calendar polls and channel connections. Any number of processes may run one.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { pruneActivity } from '../pms/activity.ts';
import { pruneFetches } from '../pms/calendar-feeds.ts';
import { pruneExchanges } from '../pms/channel-sync/audit-trail.ts';
import { pruneKeys } from '../pms/idempotency.ts';
import { pruneCalendarChanges } from '../pms/inventory/undo-change.ts';
import { compactLogs } from '../pms/log.ts';
import { failOldReplies, requeueReplies } from '../pms/messages.ts';
import { pruneActions } from '../pms/operator-actions.ts';
import { pruneDeliveries } from '../pms/webhook-deliveries.ts';
import { startScheduler } from './channels/scheduler.ts';
import type { JobContext } from './context.ts';
import { deliverReply } from './deliver-reply.ts';
import { pollCalendars } from './poll-calendars.ts';
import { repeat } from './repeat.ts';
import { startHeartbeat } from './worker-heartbeat.ts';

/** Jobs at once. Most of the time they wait for other servers. */
const CONCURRENCY = 8;
/** How often calendars that are due are looked for. */
const CALENDAR_TICK_MS = 1_000;
/** Time that jobs in progress have to end when the process stops. */
const STOP_WITHIN_MS = 2_000;

export type Worker = { stop(): Promise<void> };

/** Starts a worker. `alone`: no other process uses the database, so that locked jobs are released. */
export async function startWorker(context: JobContext, options: { alone: boolean }): Promise<Worker> {
  const heartbeat = await startHeartbeat(context.db, {
    alone: options.alone,
    onError: (error) => context.log.warn({ err: error }, 'could not say that this worker is alive'),
  });
  await failOldReplies(context.db, context.now());
  if (context.mailer) await requeueReplies(context.db);
  const queue = await runQueue(context, heartbeat.add);
  const stopping = new AbortController();
  const calendars = repeat(() => pollCalendars(context), {
    pauseMs: CALENDAR_TICK_MS,
    signal: stopping.signal,
    onError: (error) => context.log.warn({ err: error }, 'could not look for calendars to fetch'),
  });
  const channels = await startScheduler(context, heartbeat.processId);
  return {
    async stop() {
      stopping.abort();
      await Promise.race([
        Promise.all([calendars, channels.stop(), stopQueue(queue)]),
        sleep(STOP_WITHIN_MS, undefined, { ref: false }),
      ]);
      await heartbeat.stop();
    },
  };
}

type Queue = { jobs: Runner; pool: pg.Pool };

async function runQueue(context: JobContext, onPool: (lockedBy: string) => void): Promise<Queue> {
  const events: WorkerEvents = new EventEmitter();
  // graphile-worker 0.18 locks jobs and queues under the id of the pool, not of the worker that runs them.
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id));
  const taskList: TaskList = {
    'deliver-reply': (payload, { job }) =>
      deliverReply(context, payload as never, job.attempts >= job.max_attempts),
    prune: async () => {
      const now = context.now();
      await Promise.all([
        pruneActivity(context.db, now),
        pruneKeys(context.db, now),
        pruneFetches(context.db, now),
        pruneDeliveries(context.db, now),
        ...(context.eventsKeepDays
          ? [compactLogs(context.db, now.subtract({ hours: context.eventsKeepDays * 24 }))]
          : []),
        pruneExchanges(context.db, now),
        pruneCalendarChanges(context.db, now),
        pruneActions(context.db, now),
        failOldReplies(context.db, now),
      ]);
    },
  };
  // With its own pool, a connection cut during the stop would end the process: it has no listener then.
  const pool = new pg.Pool({ connectionString: context.db.url, max: CONCURRENCY + 2 });
  // Logged as information: the queue connects again, and during a stop connections are cut.
  pool.on('error', (error) => context.log.info({ err: error }, 'a connection of the queue broke'));
  pool.on('connect', (client) => client.on('error', () => {})); // the pool reports it
  const jobs = await run({
    events,
    pgPool: pool,
    taskList,
    crontab: '17 3 * * * prune',
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: STOP_WITHIN_MS,
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning') context.log.warn({ ...meta }, message);
    }),
  });
  return { jobs, pool };
}

async function stopQueue({ jobs, pool }: Queue): Promise<void> {
  await jobs.stop().catch(() => {}); // throws when it has already stopped
  await pool.end().catch(() => {});
}
