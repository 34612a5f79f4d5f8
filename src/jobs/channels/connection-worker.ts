// The worker of one connection: two concurrent pipelines, for pushes and for all reads.
import { hasUnits } from '../../model/channel.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { loadPendingSync } from '../../pms/channel-sync/work.ts';
import {
  type ConnectionWorkerState,
  createConnectionWorkerState,
  isToBeRepeated,
  pauseAfter,
  reloadConnection,
  writeState,
} from './connection-worker-state.ts';
import type { ConnectionWorkerOptions } from './load-cycles.ts';
import { createReads, type Reads } from './reads.ts';
import { createRefusedSchedule } from './refused-schedule.ts';
import { attempt, startPushes, startReads } from './start-pipelines.ts';
import { pipelineOf } from './task-schedules.ts';

export type { ConnectionWorkerOptions } from './load-cycles.ts';

export type ConnectionWorker = {
  /** Notifies the worker: there may be something to do. */
  notify(): void;
  /** Notifies the worker if a task is due by then (milliseconds since 1970). */
  tick(nowMs: number): void;
  /** false once the connection is gone or owned by another process, and nothing is under way any more */
  readonly alive: boolean;
  /** resolves when nothing is under way */
  idle(): Promise<void>;
};

/**
 * Creates the worker of a connection. When notified it reads what there is to do and starts the pipelines that
 * have work and are not running (`startPushes`, `startReads`); each task of a pipeline runs when its schedule
 * says so (`attempt`).
 */
export function createConnectionWorker(parts: ConnectionWorkerOptions, key: ConnectionKey): ConnectionWorker {
  let planning: Promise<void> | null = null;
  const notify = () => {
    state.notified = true;
    planning ??= planWhileNotified(state, planWork).finally(() => {
      planning = null;
      if (state.notified && !parts.signal.aborted) notify();
    });
  };
  const state = createConnectionWorkerState(parts, key, notify);
  const reads = createReads(state.schedules, (task, work, everySeconds) =>
    attempt(state, task, work, everySeconds),
  );
  const planWork = createPlanner(state, reads);
  const { pipelines } = state;
  const isBusy = () => pipelines.isRunning('push') || pipelines.isRunning('read');
  return {
    notify,
    tick(atMs) {
      if (planning || state.ended) return;
      const due = state.schedules.dueBy(atMs).some((task) => !pipelines.isRunning(pipelineOf(task)));
      const rooms = state.loaded?.cycles.push.refusedRooms.isDueBy(atMs) && !pipelines.isRunning('push');
      if (due || rooms) notify();
    },
    get alive() {
      return !state.ended || isBusy();
    },
    async idle() {
      while (planning || isBusy()) await Promise.all([planning, pipelines.idle()]);
      await state.stateWriter.idle();
    },
  };
}

/** Returns the function that reads what there is to do and starts the idle pipelines that have work. */
function createPlanner(state: ConnectionWorkerState, reads: Reads): () => Promise<void> {
  const { parts, key, schedules } = state;
  const { context } = parts;
  const scheduleRefused = createRefusedSchedule(context.db, key, schedules);
  return async () => {
    // A connection that is not loaded yet may have mappings of units.
    const sellsUnits = state.loaded === null || hasUnits(state.loaded.cycles.push.view.rooms);
    const work = await loadPendingSync(context.db, key, { ...parts, sellsUnits }, context.now());
    state.ended = work === null;
    if (!work) return;
    state.latest = work;
    await reloadConnection(state, work);
    const { loaded } = state;
    if (!loaded) return;
    if (work.hasReplies) reads.expectReplies();
    await scheduleRefused(work, loaded.cycles.push.memory.refusedValues);
    startPushes(state, loaded, work);
    await startReads(state, reads, loaded, work);
    await writeState(state);
  };
}

async function planWhileNotified(state: ConnectionWorkerState, planWork: () => Promise<void>): Promise<void> {
  while (state.notified && !state.parts.signal.aborted) {
    state.notified = false;
    try {
      await planWork();
    } catch (error) {
      await pauseAfter(state, error, 'push');
      state.notified ||= isToBeRepeated(error);
    }
  }
}
