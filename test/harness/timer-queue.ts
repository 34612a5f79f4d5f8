// The pauses of a clock that a test moves on, or ends.
import type { Timers } from '../../src/model/timers.ts';

type Timer = { atMs: number; end(): void };

/** Creates the timers of a clock, in the order in which they are due. */
export function createTimerQueue(nowMs: () => number) {
  const timers: Timer[] = [];
  const sleep: Timers['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = {
        atMs: nowMs() + Math.max(0, ms),
        end() {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        timers.splice(timers.indexOf(timer), 1);
        timer.end();
      };
      signal?.addEventListener('abort', abort);
      const later = timers.findIndex(({ atMs }) => atMs > timer.atMs);
      timers.splice(later < 0 ? timers.length : later, 0, timer);
    });
  return {
    sleep,
    /** Takes the next timer, if it is due by then. */
    next(limitMs: number): Timer | undefined {
      return timers[0] && timers[0].atMs <= limitMs ? timers.shift() : undefined;
    },
    get size() {
      return timers.length;
    },
    /** Ends all timers that there are now. */
    clear() {
      for (const timer of timers.splice(0)) timer.end();
    },
  };
}
