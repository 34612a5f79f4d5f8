// Requests that a channel accepts one at a time: a push is sent beside a slow read until that is refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createExclusiveRequests } from '../../src/channels/exclusive-requests.ts';

const HOUR_MS = 3_600_000;

function setUp(alwaysSerialized = false) {
  let nowMs = 0;
  const requests = createExclusiveRequests({ nowMs: () => nowMs }, () => alwaysSerialized);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const until = (name: string) =>
    new Promise<void>((end) => {
      begun.push(name);
      ends.set(name, end);
    });
  return {
    requests,
    begun,
    end: (name: string) => ends.get(name)!(),
    /** a read that ends when the test says so, or when it is aborted */
    read: (name: string) =>
      requests.read(async (signal) => {
        const hasAborted = new Promise<void>((yes) => signal.addEventListener('abort', () => yes()));
        await Promise.race([until(name), hasAborted]);
        return signal.aborted ? null : name;
      }),
    push: (name: string) => requests.push(() => until(name)),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a push waits for a short read, is sent beside a slow one, and reads wait for it', async () => {
  const { begun, end, read, push } = setUp();
  const short = read('a short read');
  await expect.poll(() => begun).toEqual(['a short read']);
  const first = push('a push');
  end('a short read');
  await expect.poll(() => begun).toEqual(['a short read', 'a push']);
  const slow = read('a slow read');
  await sleep(50);
  expect(begun, 'a read waits for a push').toEqual(['a short read', 'a push']);
  end('a push');
  await expect.poll(() => begun.at(-1)).toBe('a slow read');
  const second = push('a second push');
  await expect.poll(() => begun.at(-1)).toBe('a second push');
  const next = read('a further read');
  end('a slow read');
  expect(await Promise.all([short, slow])).toEqual(['a short read', 'a slow read']);
  await sleep(50);
  expect(begun.at(-1), 'a read does not begin beside a push').toBe('a second push');
  end('a second push');
  await expect.poll(() => begun.at(-1)).toBe('a further read');
  end('a further read');
  await Promise.all([first, second, next]);
});

test('a read beside which a push was refused is aborted and sent again after it, and pushes wait for reads for an hour', async () => {
  const { requests, begun, end, read, push, pass } = setUp();
  const first = read('a read');
  await expect.poll(() => begun).toEqual(['a read']);
  const refused = push('a push');
  await expect.poll(() => begun).toEqual(['a read', 'a push']);
  expect(requests.pushRefused()).toBe(true);
  end('a push');
  await refused;
  await sleep(50);
  expect(begun, 'the read waits until the push is sent again').toEqual(['a read', 'a push']);
  const again = push('the push again');
  await expect.poll(() => begun.at(-1)).toBe('the push again');
  end('the push again');
  await again;
  // The push is sent again.
  await expect.poll(() => begun).toEqual(['a read', 'a push', 'the push again', 'a read']);
  pass(HOUR_MS - 1);
  const waiting = push('a push that waits');
  await sleep(700);
  expect(begun).toHaveLength(4);
  end('a read');
  expect(await first).toBe('a read');
  await expect.poll(() => begun.at(-1)).toBe('a push that waits');
  expect(requests.pushRefused(), 'no read of ours was in its way').toBe(false);
  end('a push that waits');
  await waiting;
  const next = push('a push that is not refused');
  await expect.poll(() => begun.at(-1)).toBe('a push that is not refused');
  end('a push that is not refused');
  await next;
  pass(1);
  const second = read('a read an hour later');
  await expect.poll(() => begun.at(-1)).toBe('a read an hour later');
  const beside = push('a push beside it');
  await expect.poll(() => begun.at(-1)).toBe('a push beside it');
  end('a push beside it');
  end('a read an hour later');
  await Promise.all([second, beside]);
});

test('where that is configured, pushes always wait for reads', async () => {
  const { begun, end, read, push } = setUp(true);
  const reading = read('a read');
  await expect.poll(() => begun).toEqual(['a read']);
  const pushing = push('a push');
  await sleep(700);
  expect(begun).toEqual(['a read']);
  end('a read');
  await expect.poll(() => begun.at(-1)).toBe('a push');
  end('a push');
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
