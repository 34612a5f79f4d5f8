// Doing something again and again, until the process stops.
import { setTimeout as sleep } from 'node:timers/promises';

export type Repetition = {
  pauseMs: number;
  signal: AbortSignal;
  /** a round that failed is told, and not the end */
  onError: (error: unknown) => void;
};

/** Runs `work`, pauses, and so on. Where it answers with a number above 0 there is more to do: then at once. */
export async function repeat(
  work: () => Promise<unknown>,
  { pauseMs, signal, onError }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    const done = await work().catch(onError);
    if (!(typeof done === 'number' && done > 0)) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
