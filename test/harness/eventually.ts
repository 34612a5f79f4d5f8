// Waits for a condition.
import { vi } from 'vitest';
import { WAIT_LIMIT_MS } from './limits.ts';

const POLLING = { timeout: WAIT_LIMIT_MS, interval: 50 };

/** Repeats a check until it no longer throws; returns its result. */
export function eventually<T>(check: () => T | Promise<T>, { pauseMs = POLLING.interval } = {}): Promise<T> {
  return vi.waitFor(check, { ...POLLING, interval: pauseMs });
}

/** Repeats a check until it returns something that is true in a condition; returns that. */
export function waitUntil<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitUntil(check, POLLING) as Promise<T>;
}
