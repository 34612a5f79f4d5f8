// When each task of a connection runs next, and its last error: every task has a schedule of its own, so that
// one that fails or is refused delays no other.
import type { Cause } from '../../model/cause.ts';
import type { RequestableRead } from '../../model/channel.ts';
import { type RetryPolicy, retryDelaySeconds } from '../../model/retry-policy.ts';
import type { CycleResult } from './cycle.ts';
import type { PipelineName } from './load-cycles.ts';
import { REFUSED_RETRIES } from './refused-rooms.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

export type ConnectionTask =
  | 'test'
  | 'recover'
  | 'push'
  | 'throttle'
  | 'retry'
  | 'acceptances'
  | 'replies'
  | 'drift'
  | RequestableRead;

/** Returns the pipeline in which a task runs. */
export function pipelineOf(task: ConnectionTask): PipelineName {
  return PUSH_TASKS.has(task) ? 'push' : 'read';
}

const PUSH_TASKS: ReadonlySet<ConnectionTask> = new Set<ConnectionTask>([
  'test',
  'push',
  'throttle',
  'retry',
]);

type TaskSchedule = {
  /** milliseconds since 1970; 0 = as soon as there is something to do */
  dueMs: number;
  /** runs in a row that said there is more to do at once */
  repeats: number;
  /** failures and refusals in a row */
  failures: number;
  /** why it failed last, or what was wrong when it succeeded; null = nothing. Of refusals in a row, the first reason */
  message: string | null;
  /** its code; null = there is no message */
  cause: Cause | null;
  /** the channel refuses our credentials for this task, or (`test`) the settings */
  refused: boolean;
};

/**
 * Retries after failures, for channels without pauses of their own: soon at first, since most failures are
 * brief; a channel that is down for long is asked every quarter of an hour.
 */
export const TASK_RETRIES: RetryPolicy = { seconds: [1, 5, 15, 30, 60, 120, 240, 480, 900] };

/**
 * How often a task may send requests, whatever makes it due: its result, announcements of the channel, changes here,
 * or a mistake in this program.
 */
const REQUESTING_RUNS = { read: { burst: 20, perSecond: 1 / 5 }, push: { burst: 60, perSecond: 1 } };
/** Runs in a row that say there is more to do at once; each after them waits as after a failure. */
const MAX_REPEATS = 30;

export type TaskSchedules = {
  of(task: ConnectionTask): TaskSchedule;
  isDue(task: ConnectionTask): boolean;
  /** Makes a task due at once unless it is refused: announced records say nothing about credentials. */
  makeDue(task: ConnectionTask): void;
  /** Records that a run of the task has sent requests: after too many (`REQUESTING_RUNS`) it is not due for a time. */
  recordRequests(task: ConnectionTask): void;
  /** Sets when the task runs next from its result; `everySeconds` is the pause after a success, 0 = none. */
  reschedule(task: ConnectionTask, result: CycleResult, everySeconds?: number): void;
  /** tasks whose time has come by then */
  dueBy(atMs: number): ConnectionTask[];
  /** tasks with a message, refused ones first */
  failing(): { task: ConnectionTask; schedule: TaskSchedule }[];
  /** Makes all tasks due and forgets their failures, but not the requests that they have sent. */
  clear(): void;
};

type RetryPause = { afterSeconds?: number; atMostSeconds?: number };

const UNSCHEDULED: TaskSchedule = {
  dueMs: 0,
  repeats: 0,
  failures: 0,
  message: null,
  cause: null,
  refused: false,
};

/** Creates schedules with all tasks due. `retries` returns the policy after failures. */
export function createTaskSchedules(nowMs: () => number, retries: () => RetryPolicy): TaskSchedules {
  const schedules = new Map<ConnectionTask, TaskSchedule>();
  const requestingRuns = new Map<ConnectionTask, TokenBucket>();
  const of = (task: ConnectionTask): TaskSchedule => {
    const schedule = schedules.get(task) ?? { ...UNSCHEDULED };
    schedules.set(task, schedule);
    return schedule;
  };
  const fail = (schedule: TaskSchedule, policy: RetryPolicy, pause: RetryPause = {}) => {
    schedule.failures += 1;
    schedule.dueMs = nowMs() + pauseAfter(schedule, policy, pause) * 1_000;
  };
  return {
    of,
    isDue(task) {
      const schedule = of(task);
      const waitMs = requestingRuns.get(task)?.waitMs(nowMs()) ?? 0;
      // What may not run yet becomes due when it may, so that `dueBy` names it then.
      if (schedule.dueMs <= nowMs() && waitMs > 0) schedule.dueMs = nowMs() + waitMs;
      return schedule.dueMs <= nowMs();
    },
    makeDue: (task) => {
      if (!of(task).refused) of(task).dueMs = 0;
    },
    recordRequests(task) {
      const bucket = requestingRuns.get(task) ?? createTokenBucket(REQUESTING_RUNS[pipelineOf(task)]);
      requestingRuns.set(task, bucket);
      bucket.take(nowMs());
    },
    reschedule(task, result, everySeconds = 0) {
      const schedule = of(task);
      schedule.repeats = result.kind === 'again' ? schedule.repeats + 1 : 0;
      switch (result.kind) {
        case 'refused':
          if (!schedule.refused)
            Object.assign(schedule, { failures: 0, message: result.reason, cause: result.cause });
          schedule.refused = true;
          return fail(schedule, REFUSED_RETRIES);
        case 'later':
          if (schedule.refused) schedule.failures = 0;
          Object.assign(schedule, { message: result.reason, cause: result.cause, refused: false });
          return fail(schedule, retries(), result);
        default: {
          Object.assign(schedule, { failures: 0, ...problemAfter(result, schedule), refused: false });
          schedule.dueMs =
            result.kind === 'paused' ? nowMs() + result.seconds * 1_000 : nextAfter(nowMs(), everySeconds);
          const tooMany = schedule.repeats - MAX_REPEATS;
          if (tooMany > 0) schedule.dueMs = nowMs() + retryDelaySeconds(retries(), tooMany)! * 1_000;
        }
      }
    },
    dueBy: (atMs) =>
      [...schedules].flatMap(([task, { dueMs }]) => (dueMs > 0 && dueMs <= atMs ? [task] : [])),
    failing: () =>
      [...schedules]
        .flatMap(([task, schedule]) => (schedule.message === null ? [] : [{ task, schedule }]))
        .sort((a, b) => Number(b.schedule.refused) - Number(a.schedule.refused)),
    clear: () => schedules.clear(),
  };
}

/** Returns the seconds after the last of some failures in a row. */
function pauseAfter(
  { failures }: TaskSchedule,
  policy: RetryPolicy,
  { afterSeconds, atMostSeconds = Number.POSITIVE_INFINITY }: RetryPause,
): number {
  return afterSeconds ?? Math.min(retryDelaySeconds(policy, failures)!, atMostSeconds);
}

/** What was wrong before a pause is so after it. */
function problemAfter(
  result: CycleResult,
  { message, cause }: TaskSchedule,
): Pick<TaskSchedule, 'message' | 'cause'> {
  if (result.kind === 'paused') return { message, cause };
  const problem = result.kind === 'done' ? result.problem : undefined;
  return { message: problem?.reason ?? null, cause: problem?.cause ?? null };
}

/** Varies the pause by 10 %, so that not all connections send in the same second: channels limit the rate. */
function nextAfter(nowMs: number, seconds: number): number {
  return seconds === 0 ? 0 : nowMs + seconds * 1_000 * (0.9 + Math.random() * 0.2);
}
