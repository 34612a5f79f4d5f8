// When each task of a connection runs next, and what it ended with last: every task has a clock of its own, so that one which
// fails or is refused holds up no other.
import type { PullName } from '../../model/channel.ts';
import type { Ending } from './turn.ts';

export type Task =
  | 'test'
  | 'recover'
  | 'push'
  | 'pace'
  | 'retry'
  | 'acceptances'
  | 'replies'
  | 'drift'
  | PullName;

export type Clock = {
  /** milliseconds since 1970; 0 = as soon as there is something to do */
  dueMs: number;
  /** failures and refusals in a row */
  failures: number;
  /** why it failed last; null = it worked. Of a refusal, the first message of the row: the next ones mostly repeat it */
  message: string | null;
  /** the channel refuses our credentials for this, or (`test`) the settings */
  refused: boolean;
};

/** After a failure, where the channel has no rule of its own: soon at first, for it is mostly a hiccup; a channel that is down for an hour is asked every quarter of it. */
export const RETRY_SECONDS = [1, 5, 15, 30, 60, 120, 240, 480, 900];

/**
 * After a refusal of credentials. Many refusals pass by themselves (an outage of the channel's log-in, a permission that is
 * being renewed); but channels lock accounts that keep knocking: four attempts an hour for each kind of request.
 */
export const REFUSED_SECONDS = [60, 300, 900];

export type Clocks = {
  of(task: Task): Clock;
  isDue(task: Task): boolean;
  /** Makes a task due at once, unless the channel refuses it: a hint that news waits says nothing about credentials. */
  hurry(task: Task): void;
  /** Sets the clock by how the task ended; `everySeconds` is the pause after a success, 0 = none. */
  settle(task: Task, ending: Ending, everySeconds?: number): void;
  /** tasks whose clock has run down by then */
  dueBy(atMs: number): Task[];
  /** tasks with a message, those that were refused first */
  troubled(): { task: Task; clock: Clock }[];
  clear(): void;
};

export function createClocks(nowMs: () => number, retrySeconds: () => readonly number[]): Clocks {
  const clocks = new Map<Task, Clock>();
  const of = (task: Task): Clock => {
    const clock = clocks.get(task) ?? { dueMs: 0, failures: 0, message: null, refused: false };
    clocks.set(task, clock);
    return clock;
  };
  const fail = (clock: Clock, ladder: readonly number[], seconds?: number) => {
    clock.dueMs = nowMs() + (seconds ?? ladder[Math.min(clock.failures, ladder.length - 1)]!) * 1_000;
    clock.failures += 1;
  };
  return {
    of,
    isDue: (task) => of(task).dueMs <= nowMs(),
    hurry: (task) => {
      if (!of(task).refused) of(task).dueMs = 0;
    },
    settle(task, ending, everySeconds = 0) {
      const clock = of(task);
      switch (ending.kind) {
        case 'refused':
          if (!clock.refused) Object.assign(clock, { failures: 0, message: ending.words });
          clock.refused = true;
          return fail(clock, REFUSED_SECONDS);
        case 'later':
          if (clock.refused) clock.failures = 0;
          Object.assign(clock, { message: ending.words, refused: false });
          return fail(clock, retrySeconds(), ending.afterSeconds);
        default:
          Object.assign(clock, { failures: 0, message: null, refused: false });
          clock.dueMs =
            ending.kind === 'paused' ? nowMs() + ending.seconds * 1_000 : nextAfter(nowMs(), everySeconds);
      }
    },
    dueBy: (atMs) => [...clocks].flatMap(([task, { dueMs }]) => (dueMs > 0 && dueMs <= atMs ? [task] : [])),
    troubled: () =>
      [...clocks]
        .flatMap(([task, clock]) => (clock.message === null ? [] : [{ task, clock }]))
        .sort((a, b) => Number(b.clock.refused) - Number(a.clock.refused)),
    clear: () => clocks.clear(),
  };
}

/** Not all at the same second: channels count requests. */
function nextAfter(nowMs: number, seconds: number): number {
  return seconds === 0 ? 0 : nowMs + seconds * 1_000 * (0.9 + Math.random() * 0.2);
}
