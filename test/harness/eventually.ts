// Waiting for what happens soon on a quiet machine, and later on a busy one.
import { vi } from 'vitest';

/** Repeats the check until it throws no more, for twenty seconds at most; returns what it returned. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 50 });
}
