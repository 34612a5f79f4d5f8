// Waits for a condition, with a timeout for busy machines.
import { vi } from 'vitest';

/** Repeats a check until it no longer throws, for at most 20 s; returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 50 });
}
