// Repeats work until the process stops.
import { setTimeout as sleep } from 'node:timers/promises';

export type Repetition = {
  pauseMs: number;
  signal: AbortSignal;
  /** called with the error of a run that failed; the repetition goes on */
  onError: (error: unknown) => void;
};

/**
 * Runs `work` again and again with a pause between runs. A result above 0 means that more is to do: then
 * without the pause.
 */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, signal, onError }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    const done = await work().catch(onError);
    if (!(typeof done === 'number' && done > 0)) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
