// Pauses that last until a test ends them: what happens during one does not depend on how fast the machine is.
import type { Waits } from '../../simulator/waits.ts';
import { MACHINE_TIMERS, type Timers } from '../../src/model/timers.ts';
import { createTimerQueue } from './timer-queue.ts';

type HeldPauses = {
  /** for innwire */
  timers: Timers;
  /** for a simulated OTA */
  waits: Waits;
  /** how many pauses there are now; one that was aborted is none */
  readonly count: number;
  /** Ends the pauses that there are now. */
  end(): void;
};

export function createHeldPauses(): HeldPauses {
  const queue = createTimerQueue(() => 0);
  const { sleep } = queue;
  return {
    timers: { ...MACHINE_TIMERS, sleep },
    waits: {
      sleep,
      delay(ms, closed) {
        const left = new AbortController();
        void closed.then(() => left.abort());
        return sleep(ms, left.signal);
      },
      during: (request) => request,
    },
    get count() {
      return queue.size;
    },
    end: queue.clear,
  };
}
