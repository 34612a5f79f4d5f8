// Retry policies: the pauses after failures in a row.
import { expect, test } from 'vitest';
import { REPLY_RETRIES } from '../../src/model/message.ts';
import { retryDelaySeconds } from '../../src/model/retry-policy.ts';
import { calendarRetries } from '../../src/pms/calendar-sources.ts';

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
