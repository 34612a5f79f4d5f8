// Requests that a channel accepts one at a time: a push is sent beside a slow read until that is refused.
import { expect, onTestFinished, test } from 'vitest';
import { createExclusiveRequests } from '../../src/channels/exclusive-requests.ts';
import { createVirtualClock } from '../harness/virtual-clock.ts';

const HOUR_MS = 3_600_000;
/** A read is slow when a push has waited for it so long. */
const SLOW_MS = 500;
/** So long reads wait for a refused push to be sent again. */
const RETRY_MS = 10_000;

function setUp(alwaysSerialized = false) {
  const clock = createVirtualClock(0);
  onTestFinished(() => clock.close());
  const requests = createExclusiveRequests(
    { nowMs: clock.nowMs, timers: clock.timers },
    () => alwaysSerialized,
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const until = (name: string) =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  return {
    requests,
    /** Ends a request, if one is named. Returns the requests that begin at once, or within so many milliseconds. */
    async begunAfter(ended: string | null, ms = 1): Promise<string[]> {
      begun.length = 0;
      if (ended !== null) ends.get(ended)!();
      await clock.pass(ms);
      return [...begun];
    },
    /** a read that ends when the test says so, or when it is aborted */
    read: (name: string) =>
      requests.read(async (signal) => {
        const hasAborted = new Promise<void>((yes) => signal.addEventListener('abort', () => yes()));
        await Promise.race([until(name), hasAborted]);
        return signal.aborted ? null : name;
      }),
    push: (name: string) => requests.push(() => until(name)),
    nowMs: clock.nowMs,
  };
}

test('a push waits for a short read, is sent beside a slow one, and reads wait for it', async () => {
  const { begunAfter, read, push } = setUp();
  const short = read('a short read');
  expect(await begunAfter(null)).toEqual(['a short read']);
  const first = push('a push');
  expect(await begunAfter(null)).toEqual([]);
  expect(await begunAfter('a short read')).toEqual(['a push']);
  const slow = read('a slow read');
  expect(await begunAfter(null, HOUR_MS), 'a read waits for a push').toEqual([]);
  expect(await begunAfter('a push')).toEqual(['a slow read']);
  const second = push('a second push');
  expect(await begunAfter(null, SLOW_MS - 1)).toEqual([]);
  expect(await begunAfter(null)).toEqual(['a second push']);
  const next = read('a further read');
  expect(await begunAfter('a slow read', HOUR_MS), 'a read does not begin beside a push').toEqual([]);
  expect(await Promise.all([short, slow])).toEqual(['a short read', 'a slow read']);
  expect(await begunAfter('a second push')).toEqual(['a further read']);
  expect(await begunAfter('a further read')).toEqual([]);
  await Promise.all([first, second, next]);
});

test('a read beside which a push was refused is aborted and sent again after it, and pushes wait for reads for an hour', async () => {
  const { requests, begunAfter, read, push, nowMs } = setUp();
  const first = read('a read');
  expect(await begunAfter(null)).toEqual(['a read']);
  const refused = push('a push');
  expect(await begunAfter(null, SLOW_MS)).toEqual(['a push']);
  expect(requests.pushRefused()).toBe(true);
  const hourOverMs = nowMs() + HOUR_MS;
  expect(await begunAfter('a push', RETRY_MS - 1), 'the read waits until the push is sent again').toEqual([]);
  await refused;
  const again = push('the push again');
  expect(await begunAfter(null)).toEqual(['the push again']);
  expect(await begunAfter('the push again')).toEqual(['a read']);
  await again;

  expect(await begunAfter(null, hourOverMs - 1 - nowMs())).toEqual([]);
  const waiting = push('a push that waits');
  expect(await begunAfter(null, SLOW_MS + 1)).toEqual([]);
  expect(await begunAfter('a read')).toEqual(['a push that waits']);
  expect(await first).toBe('a read');
  expect(requests.pushRefused(), 'no read of ours was in its way').toBe(false);
  expect(await begunAfter('a push that waits')).toEqual([]);
  await waiting;

  const next = push('a push that is not refused');
  expect(await begunAfter(null)).toEqual(['a push that is not refused']);
  const second = read('a read an hour later');
  expect(await begunAfter('a push that is not refused')).toEqual(['a read an hour later']);
  const beside = push('a push beside it');
  expect(await begunAfter(null, SLOW_MS)).toEqual(['a push beside it']);
  expect(await begunAfter('a push beside it')).toEqual([]);
  expect(await begunAfter('a read an hour later')).toEqual([]);
  await Promise.all([next, second, beside]);
});

test('reads do not wait for ever for a refused push that is not sent again', async () => {
  const { requests, begunAfter, read, push } = setUp();
  const refused = push('a push');
  expect(await begunAfter(null)).toEqual(['a push']);
  requests.pushRefused();
  const waiting = read('a read');
  expect(await begunAfter('a push', RETRY_MS - 1)).toEqual([]);
  expect(await begunAfter(null)).toEqual(['a read']);
  expect(await begunAfter('a read')).toEqual([]);
  await Promise.all([refused, waiting]);
});

test('where that is configured, pushes always wait for reads', async () => {
  const { begunAfter, read, push } = setUp(true);
  const reading = read('a read');
  expect(await begunAfter(null)).toEqual(['a read']);
  const pushing = push('a push');
  expect(await begunAfter(null, HOUR_MS)).toEqual([]);
  expect(await begunAfter('a read')).toEqual(['a push']);
  expect(await begunAfter('a push')).toEqual([]);
  await Promise.all([reading, pushing]);
});

test('a read that fails, and a push that fails, do not block others', async () => {
  const { requests } = setUp();
  const fail = async () => {
    throw new Error('no');
  };
  const all = await Promise.allSettled([
    requests.read(fail),
    requests.push(fail),
    requests.read(async () => 'a read'),
    requests.push(async () => 'a push'),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled']);
});
