// The pauses of a task: after failures those of the channel, after refused credentials longer ones.
import { expect, test } from 'vitest';
import { createTaskSchedules } from '../../../src/jobs/channels/task-schedules.ts';

const because = (reason: string) => ({ reason, cause: { code: 'refused', said: reason } as const });

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
    all.reschedule('push', { kind: 'refused', ...because(`HTTP 401, number ${i}`) });
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
  all.reschedule('push', { kind: 'refused', ...because('HTTP 401') });
  for (const seconds of [2, 4, 4]) {
    all.reschedule('push', { kind: 'later', ...because('HTTP 503') });
    expect(waits('push')).toBe(seconds);
  }
  all.reschedule('push', { kind: 'later', ...because('HTTP 429'), afterSeconds: 33 });
  expect(waits('push')).toBe(33);
});

test('an announcement makes a task due that waits after a failure, but not one that is refused', () => {
  const { all } = createSchedules();
  all.reschedule('messages', { kind: 'later', ...because('HTTP 503') });
  all.makeDue('messages');
  expect(all.isDue('messages')).toBe(true);
  all.reschedule('messages', { kind: 'refused', ...because('HTTP 401') });
  all.makeDue('messages');
  expect(all.isDue('messages')).toBe(false);
});

test('what is refused is named before what fails', () => {
  const { all } = createSchedules();
  all.reschedule('messages', { kind: 'later', ...because('HTTP 503') });
  all.reschedule('push', { kind: 'refused', ...because('HTTP 401') });
  expect(all.failing().map(({ task }) => task)).toEqual(['push', 'messages']);
});

test('runs with requests: twenty at once, then one in five seconds, whatever makes the task due', () => {
  const { now, all } = createSchedules();
  const begun = now.ms;
  const dueAgain = [() => all.reschedule('messages', { kind: 'again' }), () => all.makeDue('messages')];
  const runAt: number[] = [];
  while (now.ms < begun + 58_000) {
    if (all.isDue('messages')) {
      runAt.push((now.ms - begun) / 1_000);
      all.recordRequests('messages');
      for (const make of dueAgain) make();
    } else {
      expect(all.dueBy(now.ms + 5_000)).toEqual(['messages']);
      now.ms += 1_000;
    }
  }
  expect(runAt).toEqual([...Array(20).fill(0), 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  all.clear();
  expect(all.isDue('messages')).toBe(false);
});

test('of runs that say again and again that there is more, those after the thirtieth wait as after failures', () => {
  const { all, waits } = createSchedules();
  for (let run = 1; run <= 30; run += 1) {
    all.reschedule('push', { kind: 'again' });
    expect(all.of('push').dueMs).toBe(0);
  }
  for (const seconds of [2, 4, 4]) {
    all.reschedule('push', { kind: 'again' });
    expect([waits('push'), all.of('push').failures]).toEqual([seconds, 0]);
  }
  all.reschedule('push', { kind: 'done' });
  all.reschedule('push', { kind: 'again' });
  expect(all.of('push').dueMs).toBe(0);
});

test('what another attempt does not mend is shown, and the task runs at its usual time', () => {
  const { all, waits } = createSchedules();
  all.reschedule('messages', { kind: 'done', problem: because('one cannot be read') }, 60);
  expect(all.failing().map(({ schedule }) => schedule.message)).toEqual(['one cannot be read']);
  expect(Math.abs(waits('messages') - 60)).toBeLessThanOrEqual(6);
  all.reschedule('messages', { kind: 'done' }, 60);
  expect(all.failing()).toEqual([]);
});
