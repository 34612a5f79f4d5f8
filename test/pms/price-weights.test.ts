// The share of each night in the price of a stay.
import { expect, test } from 'vitest';
import { toPlainDate } from '../../src/model/night.ts';
import { priceWeights } from '../../src/pms/reservations/price-weights.ts';

const night = (date: string, priceMinor: number) => ({ date: toPlainDate(date), priceMinor });
const calendar = [night('2026-12-01', 10_000), night('2026-12-02', 20_000)];

test.each([
  ['as our calendar prices them, where the channel says nothing', [], [10_000, 20_000]],
  [
    'as the channel says, where it says it of all',
    [night('2026-12-02', 0), night('2026-12-01', 7_500)],
    [7_500, 0],
  ],
  [
    'as our calendar prices them, where the channel says it of some',
    [night('2026-12-01', 7_500)],
    [10_000, 20_000],
  ],
])('nights have their share %s', (_, reported, weights) => {
  expect(priceWeights(calendar, reported)).toEqual(weights);
});
