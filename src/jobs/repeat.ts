// Repeats work until the process stops.
import { setTimeout as sleep } from 'node:timers/promises';

export type Repetition = {
  pauseMs: number;
  signal: AbortSignal;
  /** called with the error of a run that failed; the repetition goes on */
  onError: (error: unknown) => void;
};

/** Runs `work` with a pause between runs; without the pause after a result above 0 (more is to do). */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, signal, onError }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    const done = await work().catch(onError);
    if (!(typeof done === 'number' && done > 0)) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
