// The worker of one connection: two concurrent pipelines, for pushes and for all reads.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '../../channels/channel.ts';
import { createExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { createRequestQueue } from '../../channels/request-queue.ts';
import { isUnreachable } from '../../db/errors.ts';
import { DecryptionError } from '../../db/secrets.ts';
import { PULLS } from '../../model/channel.ts';
import { ConnectionChanged } from '../../pms/channel-sync/lease.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { clearRequestedPulls, readWork, type Work } from '../../pms/channel-sync/work.ts';
import { type Cycle, type CycleResult, withLease } from './cycle.ts';
import { deriveConnectionState } from './derive-connection-state.ts';
import {
  type ConnectionWorkerOptions,
  type LoadedCycles,
  loadCycles,
  type PipelineName,
} from './load-cycles.ts';
import { mayOpenNights, pushNights } from './push.ts';
import { createPushTiming } from './push-timing.ts';
import { createReads, type RunTask } from './reads.ts';
import { scheduleRefusedClosings } from './refused-closing-schedule.ts';
import { createStateWriter } from './state-writer.ts';
import { type ConnectionTask, createTaskSchedules, TASK_RETRIES } from './task-schedules.ts';
import { testConnection } from './test-connection.ts';

export type { ConnectionWorkerOptions } from './load-cycles.ts';

export type ConnectionWorker = {
  /** Wakes the worker: there may be something to do. */
  notify(): void;
  /** Wakes the worker if a task is due by then (milliseconds since 1970). */
  tick(nowMs: number): void;
  /** false once the connection is gone or owned by another process, and nothing is under way any more */
  readonly alive: boolean;
  /** resolves when nothing is under way */
  idle(): Promise<void>;
};

/** Pause after an error, which mostly is one of the database. */
const DATABASE_PAUSE_MS = 1_000;
/** Pause of a push after an error that is none of the database: probably a bug, which repeats. */
const ERROR_PAUSE_MS = 30_000;

type Pipeline = { running: Promise<void> | null /** notified while it was running */; again: boolean };

/**
 * Creates the worker of a connection. When notified it reads what there is to do (`planWork`) and starts the
 * pipelines that have work and are not running (`startPushes`, `startReads`); each task of a pipeline runs
 * when its schedule says so (`attempt`).
 */
export function createConnectionWorker(parts: ConnectionWorkerOptions, key: ConnectionKey): ConnectionWorker {
  const { context, signal } = parts;
  const nowMs = () => context.now().epochMilliseconds;
  let loaded: LoadedCycles | null = null;
  const schedules = createTaskSchedules(nowMs, () => loaded?.adapter.retries ?? TASK_RETRIES);
  const timing = createPushTiming(schedules, nowMs);
  const isStrict = () => loaded?.adapter.exclusive?.isStrict(loaded.cycles.push.view) ?? false;
  const exclusive = createExclusiveRequests(nowMs, isStrict);
  const pipelines: Record<PipelineName, Pipeline> = {
    push: { running: null, again: false },
    read: { running: null, again: false },
  };
  let planning: Promise<void> | null = null;
  let notified = false;
  let ended = false;
  let tested = false;
  let latest: Work | null = null;
  /** revision of the connection that the schedules belong to */
  let revision: number | null = null;
  const stateWriter = createStateWriter(parts, key);
  /** serialises pushes with the steps of reads that must not run during a push (drift check) */
  const pushing = createRequestQueue();

  const planWhileNotified = async () => {
    while (notified && !signal.aborted) {
      notified = false;
      try {
        await planWork();
      } catch (error) {
        await failed(error, 'push');
        notified ||= isUnreachable(error) || error instanceof ConnectionChanged;
      }
    }
  };

  /** Reads what there is to do, and starts the idle pipelines that have work. */
  const planWork = async () => {
    const work = await readWork(context.db, key, parts, context.now());
    ended = work === null;
    if (!work) return;
    latest = work;
    await reload(work);
    if (!loaded) return;
    if (work.hasReplies) reads.expectReplies();
    const retry = await scheduleRefusedClosings(context, key, work, schedules.of('push').dueMs);
    Object.assign(schedules.of('retry'), retry);
    startPushes(loaded, work);
    await startReads(loaded, work);
    await writeState();
  };

  const reload = async (work: Work) => {
    const changed = revision !== work.revision;
    // Of changes of the property only those of time zone and horizon (a stale range of all rooms) matter.
    if (loaded && !changed && !work.stale?.some((range) => range.roomId === null)) return;
    if (changed) {
      revision = work.revision;
      schedules.clear();
      // A connection is tested before its first push, and again after people have changed it.
      tested = !work.fullPush || work.state === 'connected';
      timing.restart();
    }
    const before = loaded;
    try {
      loaded = await loadCycles(parts, key, { nowMs, exclusive, pushing });
    } catch (error) {
      loaded = null;
      if (!(error instanceof DecryptionError)) throw error;
      const message = `Its credentials cannot be read: ${error.message}`;
      await stateWriter.write(() => ({ work, shown: { state: 'error', message }, at: context.now() }));
    }
    // Log-ins that were refused before people changed the connection are tried again at once.
    if (before && changed && loaded?.logIn) parts.sessions.clearRefusals(loaded.logIn);
  };

  const startPushes = ({ adapter, cycles }: LoadedCycles, work: Work) => {
    if (pipelines.push.running) {
      pipelines.push.again = true;
      return;
    }
    if (!tested && !schedules.isDue('test')) return;
    if (tested && !timing.mayPush(work, cycles.push)) return;
    run('push', async () => {
      if (!tested) {
        await attempt('test', () => inQueue(adapter, () => testConnection(cycles.push)));
        tested = schedules.of('test').message === null;
        notify(); // reads wait for the test
        if (!tested || !timing.mayPush(work, cycles.push)) return;
      }
      await pushing(true, () => attempt('push', () => push(cycles.push, work)));
    });
  };

  /** Pushes; where the push had to wait for a read, with the work as it is now. */
  const push = (cycle: Cycle, work: Work): Promise<CycleResult> =>
    inQueue(cycle.adapter, async () => {
      const current = cycle.adapter.exclusive ? await readWork(context.db, key, parts, context.now()) : work;
      if (current?.revision !== work.revision) return { kind: 'again' };
      timing.begin(current.headSeq);
      return pushNights(withLease(cycle, current), current);
    });

  const inQueue = <T>(adapter: Adapter, work: () => Promise<T>): Promise<T> =>
    adapter.exclusive ? exclusive.push(work) : work();

  const startReads = async ({ adapter, cycles }: LoadedCycles, work: Work) => {
    if (pipelines.read.running) {
      pipelines.read.again = true;
      return;
    }
    if (!mayRead(work)) return;
    if (work.requestedPulls.length > 0) {
      for (const name of PULLS) if (work.requestedPulls.includes(name)) schedules.makeDue(name);
      await clearRequestedPulls(context.db, key);
    }
    const due = reads.due(work, adapter);
    if (due) run('read', () => reads.run(withLease(cycles.read, work), work, due));
  };

  /** A connection that has worked before is read even while its test fails. */
  const mayRead = (work: Work): boolean =>
    tested || (work.syncedBefore && schedules.of('test').message !== null);

  const run = (name: PipelineName, work: () => Promise<void>) => {
    const pipeline = pipelines[name];
    const finish = async (writeState: () => Promise<void>) => {
      pipeline.running = null;
      if (pipeline.again) notify();
      pipeline.again = false;
      await writeState();
    };
    pipeline.running = work().then(
      () => finish(() => writeState().catch((error) => failed(error, null))),
      async (error) => {
        await failed(error, name === 'push' ? 'push' : null);
        pipeline.again ||= isUnreachable(error) || error instanceof ConnectionChanged;
        await finish(async () => {});
      },
    );
  };

  const attempt: RunTask = async (task, work, everySeconds = 0) => {
    if (!schedules.isDue(task) || signal.aborted) return;
    const before = revision;
    const result = await work();
    // The schedules are those of the changed connection if it was changed meanwhile.
    if (revision !== before) return notify();
    schedules.reschedule(task, result, everySeconds);
    if (result.kind === 'again') notify();
  };

  const reads = createReads(schedules, attempt);

  const failed = async (error: unknown, task: ConnectionTask | null) => {
    if (signal.aborted || error instanceof ConnectionChanged) return;
    context.log.warn({ err: error, ...key }, 'a cycle of a connection failed');
    if (task && !isUnreachable(error)) schedules.of(task).dueMs = nowMs() + ERROR_PAUSE_MS;
    await sleep(DATABASE_PAUSE_MS, undefined, { signal }).catch(() => {});
  };

  const writeState = () =>
    stateWriter.write(() => {
      const work = latest;
      if (!work || !loaded || ended || loaded.revision !== work.revision) return null;
      const at = context.now();
      const pushWaits =
        notified ||
        pipelines.push.running !== null ||
        schedules.of('push').dueMs > 0 ||
        schedules.of('pace').dueMs > 0;
      const shown = deriveConnectionState({
        schedules,
        refusedRooms: loaded.cycles.push.refusedRooms,
        stored: work.state,
        connecting: !tested || (work.fullPush && (pushWaits || !mayOpenNights(loaded.adapter, work))),
        since: work.errorSince ?? at,
      });
      return { work, shown, at };
    });

  const notify = () => {
    notified = true;
    planning ??= planWhileNotified().finally(() => {
      planning = null;
      if (notified && !signal.aborted) notify();
    });
  };

  const isBusy = () => pipelines.push.running !== null || pipelines.read.running !== null;

  return {
    notify,
    tick(atMs) {
      if (planning || ended) return;
      const due = schedules
        .dueBy(atMs)
        .some((task) => !pipelines[PUSH_TASKS.has(task) ? 'push' : 'read'].running);
      const rooms = loaded?.cycles.push.refusedRooms.isDueBy(atMs) && !pipelines.push.running;
      if (due || rooms) notify();
    },
    get alive() {
      return !ended || isBusy();
    },
    async idle() {
      while (planning || isBusy())
        await Promise.all([planning, pipelines.push.running, pipelines.read.running]);
      await stateWriter.idle();
    },
  };
}

const PUSH_TASKS: ReadonlySet<ConnectionTask> = new Set<ConnectionTask>(['test', 'push', 'pace', 'retry']);
