// The order and the size of the messages of a push.
import { expect, test } from 'vitest';
import { closesAny, closingFirst, pack } from '../../src/channels/push-messages.ts';

test('items fill messages in their order, up to the limit', () => {
  expect(pack([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(pack([], 2)).toEqual([]);
});

test('sizes are added, and an item larger than the limit is a message of its own', () => {
  expect(pack([3, 2, 9, 1, 4], 5, (size) => size)).toEqual([[3, 2], [9], [1, 4]]);
  expect(pack([1, 1], 0)).toEqual([[1], [1]]);
});

test('closings come first, and the order is otherwise kept', () => {
  const items = [1, 2, 3, 4].map((id) => ({ id, closing: id % 2 === 0 }));
  expect(closingFirst(items).map(({ id }) => id)).toEqual([2, 4, 1, 3]);
  expect([closesAny(items), closesAny(items.slice(0, 1)), closesAny([])]).toEqual([true, false, false]);
});
