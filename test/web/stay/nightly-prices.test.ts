// The prices of the nights of a stay, from the entries of its ledger.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import { nightlyPrices } from '../../../web/screens/stay/nightly-prices.ts';
import type { FolioEntry } from '../../../web/stay/folio.ts';

const THU = dayOfDate('2026-06-11');
const entry = (dayAmounts: number[] | null, other: object = {}) =>
  ({
    type: 'income',
    code: 'accommodation',
    currency: 'EUR',
    service_from: '2026-06-11',
    day_amounts: dayAmounts,
    ...other,
  }) as FolioEntry;
const ofPrice = (price: number) => ({ price, currency: 'EUR' });

test('nights in a row that cost the same are one line', () => {
  expect(nightlyPrices([entry([124, 124, 124, 148.5])], ofPrice(520.5))).toEqual([
    { first: THU, last: THU + 2, price: 124 },
    { first: THU + 3, last: THU + 3, price: 148.5 },
  ]);
});

test('corrections count, nights that were taken back and other entries do not', () => {
  const entries = [
    entry([100.1, 100.2, 100.3]),
    entry([0, 0, -100.3], { type: 'adjustment' }),
    entry([19.9, 19.8], { type: 'adjustment' }),
    entry(null, { code: 'tax' }),
    entry(null, { type: 'payment', code: 'payment' }),
  ];
  expect(nightlyPrices(entries, ofPrice(240))).toEqual([{ first: THU, last: THU + 1, price: 120 }]);
});

test('they are not known where the entries do not say them, or another sum than the price', () => {
  expect(nightlyPrices([], ofPrice(100))).toBeNull();
  expect(nightlyPrices([entry(null)], ofPrice(100))).toBeNull();
  expect(nightlyPrices([entry([100])], ofPrice(120))).toBeNull();
  expect(nightlyPrices([entry([100], { currency: 'USD' })], ofPrice(100))).toBeNull();
});
