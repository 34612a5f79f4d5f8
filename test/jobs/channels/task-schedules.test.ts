// The pauses of a task: after failures those of the channel, after refused credentials longer ones.
import { expect, test } from 'vitest';
import { createTaskSchedules } from '../../../src/jobs/channels/task-schedules.ts';

function createSchedules() {
  const now = { ms: 1_000_000 };
  const all = createTaskSchedules(
    () => now.ms,
    () => ({ seconds: [2, 4] }),
  );
  return { now, all, waits: (task: 'push' | 'messages') => (all.of(task).dueMs - now.ms) / 1_000 };
}

test('a refusal waits 1, 5, then 15 minutes, keeps its first message, and ends with a success', () => {
  const { now, all, waits } = createSchedules();
  for (const [i, seconds] of [60, 300, 900, 900].entries()) {
    all.reschedule('push', { kind: 'refused', reason: `HTTP 401, number ${i}` });
    expect(waits('push')).toBe(seconds);
    expect(all.of('push')).toMatchObject({ refused: true, message: 'HTTP 401, number 0' });
    expect(all.isDue('push')).toBe(false);
    now.ms += seconds * 1_000;
    expect(all.isDue('push')).toBe(true);
  }
  all.reschedule('push', { kind: 'done' });
  expect(all.of('push')).toMatchObject({ refused: false, message: null, failures: 0, dueMs: 0 });
});

test('a failure uses the pauses of the channel, from the first one also after a refusal', () => {
  const { all, waits } = createSchedules();
  all.reschedule('push', { kind: 'refused', reason: 'HTTP 401' });
  for (const seconds of [2, 4, 4]) {
    all.reschedule('push', { kind: 'later', reason: 'HTTP 503' });
    expect(waits('push')).toBe(seconds);
  }
  all.reschedule('push', { kind: 'later', reason: 'HTTP 429', afterSeconds: 33 });
  expect(waits('push')).toBe(33);
});

test('an announcement makes a task due that waits after a failure, but not one that is refused', () => {
  const { all } = createSchedules();
  all.reschedule('messages', { kind: 'later', reason: 'HTTP 503' });
  all.makeDue('messages');
  expect(all.isDue('messages')).toBe(true);
  all.reschedule('messages', { kind: 'refused', reason: 'HTTP 401' });
  all.makeDue('messages');
  expect(all.isDue('messages')).toBe(false);
});

test('what is refused is named before what fails', () => {
  const { all } = createSchedules();
  all.reschedule('messages', { kind: 'later', reason: 'HTTP 503' });
  all.reschedule('push', { kind: 'refused', reason: 'HTTP 401' });
  expect(all.failing().map(({ task }) => task)).toEqual(['push', 'messages']);
});
