// What the parts of one connection's worker share: what is loaded, when tasks are due, what is under way.
import { createExclusiveRequests, type ExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { createRequestQueue, type RequestQueue } from '../../channels/request-queue.ts';
import { isUnreachable } from '../../db/errors.ts';
import { DecryptionError } from '../../db/secrets.ts';
import { MACHINE_TIMERS } from '../../model/timers.ts';
import { ConnectionChanged } from '../../pms/channel-sync/lease.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { deriveConnectionState } from './derive-connection-state.ts';
import {
  type ConnectionWorkerOptions,
  type LoadedCycles,
  loadCycles,
  type PipelineName,
} from './load-cycles.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { mayOpenNights } from './push.ts';
import { createPushTiming, type PushTiming } from './push-timing.ts';
import { createStateWriter, type StateWriter } from './state-writer.ts';
import {
  type ConnectionTask,
  createTaskSchedules,
  TASK_RETRIES,
  type TaskSchedules,
} from './task-schedules.ts';

export type ConnectionWorkerState = {
  readonly parts: ConnectionWorkerOptions;
  readonly key: ConnectionKey;
  readonly schedules: TaskSchedules;
  readonly timing: PushTiming;
  readonly exclusive: ExclusiveRequests;
  /** serialises pushes with the steps of reads that must not run during a push (drift check) */
  readonly pushing: RequestQueue;
  readonly pipelines: Pipelines;
  readonly stateWriter: StateWriter;
  /** requests that each pipeline has sent so far */
  readonly requestsSent: Record<PipelineName, number>;
  /** null until it is loaded, and while its credentials cannot be read */
  loaded: LoadedCycles | null;
  /** revision of the connection that the schedules belong to */
  revision: number | null;
  /** the channel accepts settings and credentials, as far as a test can tell */
  tested: boolean;
  /** the channel has accepted what is to be closed: a read of reservations from now on finds its last sales */
  closingAccepted: boolean;
  /** the work as it was last read */
  latest: PendingSync | null;
  /** there may be something to do that was not looked at yet */
  notified: boolean;
  /** the connection is gone or owned by another process */
  ended: boolean;
  /** Has the worker read what there is to do. */
  notify(): void;
};

/** Pause after an error, which mostly is one of the database. */
const DATABASE_PAUSE_MS = 1_000;
/** Pause of a push after an error that is none of the database: probably a bug, which repeats. */
const ERROR_PAUSE_MS = 30_000;

/** Creates the state of a connection of which nothing is loaded yet. */
export function createConnectionWorkerState(
  parts: ConnectionWorkerOptions,
  key: ConnectionKey,
  notify: () => void,
): ConnectionWorkerState {
  const nowMs = () => nowMsOf(parts);
  const schedules = createTaskSchedules(nowMs, () => state.loaded?.adapter.retries ?? TASK_RETRIES);
  const isStrict = () => state.loaded?.adapter.exclusive?.isStrict(state.loaded.cycles.push.view) ?? false;
  const state: ConnectionWorkerState = {
    parts,
    key,
    schedules,
    timing: createPushTiming(schedules, nowMs),
    exclusive: createExclusiveRequests({ nowMs, timers: parts.context.timers }, isStrict),
    pushing: createRequestQueue(),
    pipelines: createPipelines({
      onAgain: notify,
      onDone: () => writeState(state).catch((error) => pauseAfter(state, error, null)),
      async onError(error) {
        await pauseAfter(state, error, null);
        return isToBeRepeated(error);
      },
    }),
    stateWriter: createStateWriter(parts, key),
    requestsSent: { push: 0, read: 0 },
    loaded: null,
    revision: null,
    tested: false,
    closingAccepted: false,
    latest: null,
    notified: false,
    ended: false,
    notify,
  };
  return state;
}

function nowMsOf({ context }: ConnectionWorkerOptions): number {
  return context.now().epochMilliseconds;
}

/** Loads the connection again if it, or what matters of its property, has changed since. */
export async function reloadConnection(state: ConnectionWorkerState, work: PendingSync): Promise<void> {
  const { parts, key, schedules, timing, exclusive, pushing, requestsSent } = state;
  const changed = state.revision !== work.revision;
  // Of changes of the property only those of time zone and horizon (a stale range of all rooms) matter.
  if (state.loaded && !changed && !work.stale?.some((range) => range.roomId === null)) return;
  if (changed) {
    state.revision = work.revision;
    state.closingAccepted = false;
    schedules.clear();
    // A connection is tested before its first push, and again after people have changed it.
    state.tested = !work.fullPush || work.state === 'connected';
    timing.restart();
  }
  const before = state.loaded;
  try {
    const nowMs = () => nowMsOf(parts);
    state.loaded = await loadCycles(parts, key, { nowMs, exclusive, pushing, requestsSent });
  } catch (error) {
    state.loaded = null;
    if (!(error instanceof DecryptionError)) throw error;
    const message = `Its credentials cannot be read: ${error.message}`;
    const at = parts.context.now();
    await state.stateWriter.write(() => ({
      work,
      shown: { state: 'error', message, cause: { code: 'credentials_unreadable' } },
      at,
    }));
  }
  // Log-ins that were refused before people changed the connection are tried again at once.
  if (before && changed && state.loaded?.logIn) parts.sessions.clearRefusals(state.loaded.logIn);
}

/** Stores the connection's state, as it follows from the schedules, if it has changed. */
export function writeState(state: ConnectionWorkerState): Promise<void> {
  const { schedules, pipelines } = state;
  return state.stateWriter.write(() => {
    const { latest: work, loaded } = state;
    if (!work || !loaded || state.ended || loaded.revision !== work.revision) return null;
    const at = state.parts.context.now();
    const pushWaits =
      state.notified ||
      pipelines.isRunning('push') ||
      schedules.of('push').dueMs > 0 ||
      schedules.of('throttle').dueMs > 0;
    const shown = deriveConnectionState({
      schedules,
      refusedRooms: loaded.cycles.push.refusedRooms,
      stored: work.state,
      connecting: !state.tested || (work.fullPush && (pushWaits || !mayOpenNights(loaded.adapter, work))),
      since: work.errorSince ?? at,
    });
    return { work, shown, at };
  });
}

/** Logs an unexpected error and waits; `task` is the task that is postponed if the error is none of the database. */
export async function pauseAfter(
  { parts, key, schedules }: ConnectionWorkerState,
  error: unknown,
  task: ConnectionTask | null,
): Promise<void> {
  const { context, signal } = parts;
  if (signal.aborted || error instanceof ConnectionChanged) return;
  context.log.warn({ err: error, ...key }, 'a cycle of a connection failed');
  if (task && !isUnreachable(error)) schedules.of(task).dueMs = nowMsOf(parts) + ERROR_PAUSE_MS;
  await (context.timers ?? MACHINE_TIMERS).sleep(DATABASE_PAUSE_MS, signal);
}

/** Whether what failed is to be done again at once: the database is back, or the connection has changed. */
export function isToBeRepeated(error: unknown): boolean {
  return isUnreachable(error) || error instanceof ConnectionChanged;
}
