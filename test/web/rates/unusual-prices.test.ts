// Prices that are asked about before they are sent.
import { expect, test } from 'vitest';
import { isUnusual, unusualPrices } from '../../../web/screens/rates/unusual-prices.ts';

test.each([
  [118, 1, true],
  [118, 0, true],
  [118, 58, true],
  [118, 59, false],
  [118, 354, false],
  [118, 355, true],
  [118, 118, false],
  [0, 118, false],
  [0, 0, false],
])('from %d to %d is unusual: %s', (before, after, expected) => {
  expect(isUnusual(before, after)).toBe(expected);
});

test('unusual prices are those of the edits, the largest changes first', () => {
  const sheet = {
    from: 10,
    until: 14,
    rooms: new Map([
      [1, { room_id: 1, available: [1, 1, 1, 1], price: [100, 100, 100, 100], min_stay: [1, 1, 1, 1] }],
    ]),
  };
  const edits = new Map([
    [
      1,
      new Map([
        [10, { price: 110 }],
        [11, { price: 400 }],
        [12, { price: 0 }],
        [13, { min_stay: 9 }],
        [14, { price: 1 }],
      ]),
    ],
  ]);
  expect(unusualPrices(edits, sheet)).toEqual([
    { roomId: 1, day: 12, before: 100, after: 0 },
    { roomId: 1, day: 11, before: 100, after: 400 },
  ]);
});
