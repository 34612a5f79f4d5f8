// Retry policies: the pauses after failures in a row, and how the documents describe them.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REFUSED_RETRIES } from '../../src/jobs/channels/refused-rooms.ts';
import { TASK_RETRIES } from '../../src/jobs/channels/task-schedules.ts';
import { REPLY_RETRIES } from '../../src/model/message.ts';
import { type RetryPolicy, retryDelaySeconds } from '../../src/model/retry-policy.ts';
import { WEBHOOK_RETRIES } from '../../src/model/webhook.ts';
import { calendarRetries } from '../../src/pms/calendar-sources.ts';
import { CLOSING_RETRIES } from '../../src/pms/channel-sync/record-pushed.ts';

test('a policy without an end repeats its last pause', () => {
  const waits = [1, 2, 3, 40].map((failures) => retryDelaySeconds({ seconds: [2, 4, 8] }, failures));
  expect(waits).toEqual([2, 4, 8, 8]);
});

test('a policy with an end gives up after its retries', () => {
  const waits = [1, 2, 3, 4].map((failures) => retryDelaySeconds({ seconds: [2, 4], retries: 3 }, failures));
  expect(waits).toEqual([2, 4, 4, null]);
});

test('jitter lengthens a pause by at most its share', () => {
  const policy = { seconds: [100], jitter: 0.5 };
  expect([0, 0.5, 1].map((random) => retryDelaySeconds(policy, 1, random))).toEqual([100, 125, 150]);
});

test('a reply is tried for half a day', () => {
  let total = 0;
  for (let failures = 1; ; failures += 1) {
    const seconds = retryDelaySeconds(REPLY_RETRIES, failures);
    if (seconds === null) break;
    total += seconds;
  }
  expect(total / 3_600).toBeCloseTo(12, 0);
});

test('a calendar is read again after twice the time each time, but at least once an hour', () => {
  const policy = calendarRetries(600);
  expect([1, 2, 3, 4, 50].map((failures) => retryDelaySeconds(policy, failures))).toEqual([
    600, 1_200, 2_400, 3_600, 3_600,
  ]);
});

test('the documents have the schedules that the program uses', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const policies = [WEBHOOK_RETRIES, REPLY_RETRIES, TASK_RETRIES, REFUSED_RETRIES, CLOSING_RETRIES];
  for (const policy of policies) expect(page).toContain(`| ${describeRetryPolicy(policy)} |`);
});

/** Returns the policy as the documents write it: `after 5 s, 1 min, then every 15 min; 9 retries in 2 hours`. */
function describeRetryPolicy(policy: RetryPolicy): string {
  const steps = policy.seconds.map(formatSeconds);
  const last = steps.pop()!;
  const pauses = steps.length === 0 ? `every ${last}` : `after ${steps.join(', ')}, then every ${last}`;
  if (policy.retries === undefined) return pauses;
  let total = 0;
  for (let failures = 1; failures <= policy.retries; failures += 1)
    total += retryDelaySeconds(policy, failures)!;
  return `${pauses}; given up after ${policy.retries} retries in ${formatTotal(total)}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function formatSeconds(seconds: number): string {
  if (seconds % HOUR === 0) return `${seconds / HOUR} h`;
  return seconds % MINUTE === 0 ? `${seconds / MINUTE} min` : `${seconds} s`;
}

function formatTotal(seconds: number): string {
  return seconds < 2 * DAY ? `${Math.round(seconds / HOUR)} hours` : `${Math.round(seconds / DAY)} days`;
}
