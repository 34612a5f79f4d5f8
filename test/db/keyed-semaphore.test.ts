// Keyed semaphore: some at once per key, the others in order, and nobody waits for ever.
import { expect, test } from 'vitest';
import { createKeyedSemaphore, KeyBusyError } from '../../src/db/keyed-semaphore.ts';

const A = 1;
const B = 2;
const slotsOf = (perKey: number, deadlineMs = 60_000) =>
  createKeyedSemaphore({ perKey, deadlineMs, busy: 'busy' });

/** Pieces of work that end when the test calls `end`. */
function works(count: number) {
  const begun: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const work = (i: number) => async () => {
    begun.push(i);
    await ends[i]!.promise;
    return i;
  };
  return { begun, work, end: (i: number) => ends[i]!.resolve() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more than `perKey` of a key run at once, and the next in order', async () => {
  const slots = slotsOf(2);
  const { begun, work, end } = works(4);
  const all = [0, 1, 2, 3].map((i) => slots.run(A, work(i)));
  await settled();
  expect(begun).toEqual([0, 1]);
  end(1);
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  for (const i of [0, 2, 3]) end(i);
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
});

test('one key does not wait for another', async () => {
  const slots = slotsOf(1);
  const { work, end } = works(1);
  const first = slots.run(A, work(0));
  expect(await slots.run(B, async () => 'b')).toBe('b');
  end(0);
  await first;
});

test('a caller that waits too long gets an error, and takes no slot from those behind', async () => {
  const slots = slotsOf(1, 20);
  const { work, end } = works(1);
  const first = slots.run(A, work(0));
  await expect(slots.run(A, async () => 'late')).rejects.toThrow(KeyBusyError);
  end(0);
  await first;
  expect(await slots.run(A, async () => 'next')).toBe('next');
});

test('work that fails releases its slot', async () => {
  const slots = slotsOf(1);
  await expect(slots.run(A, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(A, async () => 'next')).toBe('next');
});

test('work within work of the same key does not wait for itself', async () => {
  const slots = slotsOf(1);
  expect(await slots.run(A, () => slots.run(A, async () => 'inner'))).toBe('inner');
});

test('releasing a slot twice releases it once', async () => {
  const slots = slotsOf(1);
  const release = await slots.take(A);
  release();
  release();
  const { begun, work, end } = works(2);
  const both = [slots.run(A, work(0)), slots.run(A, work(1))];
  await settled();
  expect(begun).toEqual([0]);
  end(0);
  end(1);
  await Promise.all(both);
});
