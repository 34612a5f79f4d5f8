// The clock by which work waits: that of the machine, or one that a test moves on.
import { setTimeout as wait } from 'node:timers/promises';

export type Timers = {
  /** milliseconds since a moment of the past; never goes back */
  elapsedMs(): number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. `ref: false`: the process may end meanwhile. */
  sleep(ms: number, signal?: AbortSignal, options?: { ref: boolean }): Promise<void>;
};

export const MACHINE_TIMERS: Timers = {
  elapsedMs: () => performance.now(),
  sleep: (ms, signal, options) =>
    wait(ms, undefined, { ...options, ...(signal && { signal }) }).catch(() => {}),
};

/**
 * Waits for `ended`, but at most so many milliseconds, and not after the signal is aborted. Throws what `ended` throws
 * meanwhile; what it throws later has no caller.
 */
export async function waitAtMost(
  ms: number,
  ended: Promise<unknown>,
  { timers = MACHINE_TIMERS, signal }: { timers?: Timers; signal?: AbortSignal } = {},
): Promise<void> {
  const over = new AbortController();
  const late = timers.sleep(ms, signal ? AbortSignal.any([over.signal, signal]) : over.signal);
  try {
    await Promise.race([ended, late]);
  } finally {
    over.abort();
  }
}

/** A limit of time: `signal` is aborted when it is over. `end`: it is no longer needed. */
type TimeLimit = { signal: AbortSignal; end(): void };

export function startTimeLimit(ms: number, timers: Timers): TimeLimit {
  const ended = new AbortController();
  const over = new AbortController();
  void timers.sleep(ms, ended.signal, { ref: false }).then(() => ended.signal.aborted || over.abort());
  return { signal: over.signal, end: () => ended.abort() };
}
