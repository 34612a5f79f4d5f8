// Loops that run when they are notified, and regularly in case a notification was lost.
import { MACHINE_TIMERS, type Timers, waitAtMost } from '../model/timers.ts';

type NotifiablePause = {
  /** Ends the present wait, or the next one if nothing waits. */
  notify(): void;
  /** Resolves when notified, after `ms` milliseconds, or when the signal is aborted. */
  wait(ms: number): Promise<void>;
};

/** Creates a pause that a notification can end early. One that comes between two waits ends the second. */
export function createPause(signal: AbortSignal, timers: Timers = MACHINE_TIMERS): NotifiablePause {
  let notified = Promise.withResolvers<void>();
  return {
    notify: () => notified.resolve(),
    async wait(ms) {
      await waitAtMost(ms, notified.promise, { timers, signal });
      notified = Promise.withResolvers<void>();
    },
  };
}

type Loop = {
  /** Runs the work soon: at once if it is idle, once more if it is under way. */
  notify(): void;
  /** resolves when the signal was aborted and the last run has ended */
  done: Promise<void>;
};

type LoopOptions = {
  /** pause between two sweeps */
  sweepMs: number;
  /** shortest pause between two runs; absent = none */
  intervalMs?: number | undefined;
  signal: AbortSignal;
  /** absent = those of the machine */
  timers?: Timers | undefined;
  /** called with the error of a run that failed; the loop goes on */
  onError: (error: unknown) => void;
};

/**
 * Runs `work` at once, when the loop is notified, and every `sweepMs`, never twice at the same time. `isSweep` is
 * true for the first run and every `sweepMs`, however often the loop is notified in between. Until `signal` is
 * aborted the loop keeps the process alive: a worker has nothing else while the database is away.
 */
export function startLoop(
  work: (isSweep: boolean) => Promise<unknown>,
  { sweepMs, intervalMs, signal, timers = MACHINE_TIMERS, onError }: LoopOptions,
): Loop {
  const pause = createPause(signal, timers);
  const run = async () => {
    for (let sweepAtMs = 0; !signal.aborted; ) {
      const isSweep = timers.elapsedMs() >= sweepAtMs;
      await work(isSweep).catch(onError);
      if (isSweep) sweepAtMs = timers.elapsedMs() + sweepMs;
      if (intervalMs !== undefined) await timers.sleep(intervalMs, signal);
      await pause.wait(Math.max(0, sweepAtMs - timers.elapsedMs()));
    }
  };
  return { notify: pause.notify, done: run() };
}
