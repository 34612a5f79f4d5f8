// Requests one at a time: in the order of arrival, urgent ones before all others that wait.
import { expect, test } from 'vitest';
import { createRequestQueue } from '../../src/channels/request-queue.ts';

test('urgent work goes before waiting work, nothing interrupts work under way, and a failure does not block others', async () => {
  const queue = createRequestQueue();
  const begun: string[] = [];
  const ends = new Map<string, (fails?: boolean) => void>();
  const enqueue = (name: string, urgent: boolean) =>
    queue(urgent, () => {
      begun.push(name);
      return new Promise<string>((end, fail) => {
        ends.set(name, (fails) => (fails ? fail(new Error(name)) : end(name)));
      });
    });
  const all = [
    enqueue('a read', false),
    enqueue('a second read', false),
    enqueue('a push', true),
    enqueue('another push', true),
  ];
  const outcome = Promise.allSettled(all);
  await expect.poll(() => begun).toEqual(['a read']);
  ends.get('a read')!(true);
  await expect.poll(() => begun).toEqual(['a read', 'a push']);
  ends.get('a push')!();
  await expect.poll(() => begun).toEqual(['a read', 'a push', 'another push']);
  ends.get('another push')!();
  await expect.poll(() => begun).toHaveLength(4);
  ends.get('a second read')!();
  expect((await outcome).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  await queue(false, async () => begun.push('a read when the queue is empty'));
  expect(begun.at(-1)).toBe('a read when the queue is empty');
});
