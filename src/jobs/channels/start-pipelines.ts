// Starts the pipelines of a connection that have work: the push pipeline, and the one that reads.
import type { Adapter } from '../../channels/channel.ts';
import { hasUnits, REQUESTABLE_READS } from '../../model/channel.ts';
import { clearRequestedPulls, loadPendingSync, type PendingSync } from '../../pms/channel-sync/work.ts';
import { type ConnectionWorkerState, isToBeRepeated } from './connection-worker-state.ts';
import { type Cycle, type CycleResult, isFailure, withLease } from './cycle.ts';
import { endClosedMappings, hasClosedMappings } from './end-closed-mappings.ts';
import type { LoadedCycles } from './load-cycles.ts';
import { pushNights } from './push.ts';
import type { Reads } from './reads.ts';
import { type ConnectionTask, pipelineOf } from './task-schedules.ts';
import { testConnection } from './test-connection.ts';

/** Starts a push if it may begin now; the connection is tested before. */
export function startPushes(state: ConnectionWorkerState, loaded: LoadedCycles, work: PendingSync): void {
  const { schedules, timing, pipelines, pushing } = state;
  const { adapter, cycles, isClosing } = loaded;
  if (pipelines.isRunning('push')) {
    pipelines.runAgain('push');
    return;
  }
  if (!state.tested && !schedules.isDue('test')) return;
  if (state.tested && !timing.mayPush(work, cycles.push)) return;
  pipelines.run('push', async () => {
    if (!state.tested) {
      await attempt(state, 'test', () => inQueue(state, adapter, () => testConnection(cycles.push)));
      state.tested = schedules.of('test').message === null;
      state.notify(); // reads wait for the test
      if (!state.tested || !timing.mayPush(work, cycles.push)) return;
    }
    await pushing(true, () => attempt(state, 'push', () => push(state, cycles.push, work)));
    if (isClosing) await finishClosing(state, adapter);
  });
}

/**
 * Called after a push of a connection with something to close. Ends it if the channel has accepted the closing,
 * after its reservations were read once more: an order of the moment before would not be read any more.
 */
async function finishClosing(state: ConnectionWorkerState, adapter: Adapter): Promise<void> {
  const { parts, key, schedules } = state;
  if (state.closingAccepted || !(await hasClosedMappings(parts.context, key))) return;
  if (!adapter.reservations) return endClosed(state);
  state.closingAccepted = true;
  schedules.makeDue('reservations');
  state.notify();
}

/** Ends what the channel has closed. */
async function endClosed({ parts, key, notify }: ConnectionWorkerState): Promise<void> {
  if (await endClosedMappings(parts.context, key)) notify();
}

/** Pushes; where the push had to wait for a read, with the work as it is now. */
function push(state: ConnectionWorkerState, cycle: Cycle, work: PendingSync): Promise<CycleResult> {
  const { parts, key, timing } = state;
  const { context } = parts;
  return inQueue(state, cycle.adapter, async () => {
    const current = cycle.adapter.exclusive
      ? await loadPendingSync(
          context.db,
          key,
          { ...parts, sellsUnits: hasUnits(cycle.view.rooms) },
          context.now(),
        )
      : work;
    if (current?.revision !== work.revision) return { kind: 'again' };
    timing.begin(current.headSeq);
    return pushNights(withLease(cycle, current), current);
  });
}

function inQueue<T>(
  { exclusive }: ConnectionWorkerState,
  adapter: Adapter,
  work: () => Promise<T>,
): Promise<T> {
  return adapter.exclusive ? exclusive.push(work) : work();
}

/** Starts the reads that are due, and ends what is closed once they have read the last reservations. */
export async function startReads(
  state: ConnectionWorkerState,
  reads: Reads,
  { adapter, cycles }: LoadedCycles,
  work: PendingSync,
): Promise<void> {
  const { schedules, pipelines } = state;
  if (pipelines.isRunning('read')) {
    pipelines.runAgain('read');
    return;
  }
  if (!mayRead(state, work)) return;
  if (work.requestedPulls.length > 0) {
    for (const name of REQUESTABLE_READS) if (work.requestedPulls.includes(name)) schedules.makeDue(name);
    await clearRequestedPulls(state.parts.context.db, state.key);
  }
  const due = reads.due(work, adapter);
  if (!due) return;
  pipelines.run('read', async () => {
    const { closingAccepted } = state; // before the read begins
    const reservationsRead = await reads.run(withLease(cycles.read, work), work, due);
    if (closingAccepted && reservationsRead) await endClosed(state);
  });
}

/** A connection that has worked before is read even while its test fails. */
function mayRead({ tested, schedules }: ConnectionWorkerState, work: PendingSync): boolean {
  return tested || (work.syncedBefore && schedules.of('test').message !== null);
}

/** Result of a step that ended with an error of this program, which the log names. */
const FAILED_HERE: CycleResult = {
  kind: 'later',
  reason: 'innwire failed at this because of an error of its own, which its log names. It is tried again.',
  cause: { code: 'internal_error' },
};

/** Runs a task if it is due, and reschedules it; `everySeconds`: the pause after a success, 0 = none. */
export async function attempt(
  state: ConnectionWorkerState,
  task: ConnectionTask,
  work: () => Promise<CycleResult>,
  everySeconds = 0,
): Promise<void> {
  const { schedules, revision, requestsSent } = state;
  if (!schedules.isDue(task) || state.parts.signal.aborted) return;
  const pipeline = pipelineOf(task);
  const sentBefore = requestsSent[pipeline];
  let result: CycleResult;
  try {
    result = await work();
  } catch (error) {
    if (!isToBeRepeated(error)) schedules.reschedule(task, FAILED_HERE);
    throw error;
  } finally {
    if (requestsSent[pipeline] > sentBefore) schedules.recordRequests(task);
  }
  // The schedules are those of the changed connection if it was changed meanwhile.
  if (state.revision !== revision) {
    state.notify();
    return;
  }
  const hasFailed = schedules.of(task).failures > 0;
  schedules.reschedule(task, result, everySeconds);
  // The channel answers again: nights wait until its orders are read.
  const answersAgain = hasFailed && !isFailure(result) && requestsSent[pipeline] > sentBefore;
  if (answersAgain && schedules.of('recover').failures > 0) schedules.makeDue('recover');
  if (result.kind === 'again') state.notify();
}
