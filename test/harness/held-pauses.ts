// Pauses that last until a test ends them: what happens during one does not depend on how fast the machine is.
import type { Waits } from '../../simulator/waits.ts';
import { MACHINE_TIMERS, type Timers } from '../../src/model/timers.ts';

export type HeldPauses = {
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
  const pauses = new Set<() => void>();
  const sleep: Waits['sleep'] = (_ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        pauses.delete(end);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      pauses.add(end);
      signal?.addEventListener('abort', end);
    });
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
      return pauses.size;
    },
    end() {
      for (const end of pauses) end();
    },
  };
}
