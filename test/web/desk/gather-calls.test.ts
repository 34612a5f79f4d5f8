// Work that is done once for calls that come together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherCalls } from '../../../web/desk/gather-calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls that come together cause one run, after a pause', () => {
  let runs = 0;
  const { call } = gatherCalls(() => (runs += 1), { pauseMs: 1_000, longestMs: 5_000 });
  call();
  vi.advanceTimersByTime(900);
  call();
  vi.advanceTimersByTime(900);
  expect(runs).toBe(0);
  vi.advanceTimersByTime(100);
  expect(runs).toBe(1);
});

test('calls that never stop are not waited for longer than the longest wait', () => {
  let runs = 0;
  const { call, cancel } = gatherCalls(() => (runs += 1), { pauseMs: 1_000, longestMs: 5_000 });
  for (let passed = 0; passed < 12_000; passed += 500) {
    call();
    vi.advanceTimersByTime(500);
  }
  expect(runs).toBe(2);
  cancel();
  vi.advanceTimersByTime(10_000);
  expect(runs).toBe(2);
});
