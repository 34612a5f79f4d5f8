// Money: exact conversion by each currency's decimals, and splitting without remainder.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalsOf,
  isCurrency,
  MAX_AMOUNT,
  splitByWeight,
  toMajor,
  toMinor,
} from '../../src/model/money.ts';
import { randomly } from '../harness/random.ts';

const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD', 'CLF', 'IQD', 'UGX'];
const currency = fc.constantFrom(...CURRENCIES);

describe('amounts', () => {
  test('convert to exact minor units', () => {
    expect(toMinor(19.99, 'EUR')).toBe(1999);
    expect(toMinor(0.29, 'EUR')).toBe(29);
    expect(toMinor(1.005, 'KWD')).toBe(1005);
    expect(toMinor(4.35, 'EUR')).toBe(435);
    expect(toMinor(1.1, 'EUR')).toBe(110);
    expect(toMinor(-12.5, 'EUR')).toBe(-1250);
    expect(toMinor(120, 'JPY')).toBe(120);
    expect(toMinor(0, 'EUR')).toBe(0);
    expect(Object.is(toMinor(-0, 'EUR'), 0)).toBe(true);
    expect(toMinor(MAX_AMOUNT, 'EUR')).toBe(1e12);
  });

  test('with more decimals than the currency has are refused, as are those that are no amount', () => {
    for (const [amount, code] of [
      [1.001, 'EUR'],
      [0.1 + 0.2, 'EUR'],
      [1.5, 'JPY'],
      [1.0005, 'KWD'],
      [1e-7, 'EUR'],
      [5e-324, 'EUR'],
      [Number.NaN, 'EUR'],
      [Number.POSITIVE_INFINITY, 'EUR'],
      [MAX_AMOUNT * 1.001, 'EUR'],
      [-MAX_AMOUNT * 1.001, 'EUR'],
      [1e300, 'EUR'],
    ] as const) {
      expect(toMinor(amount, code), `${amount} ${code}`).toBeNull();
    }
  });

  test('are unchanged after a round trip, in any currency', () => {
    fc.assert(
      fc.property(currency, fc.integer({ min: -1e14, max: 1e14 }), (code, any) => {
        const minor = any % (MAX_AMOUNT * 10 ** decimalsOf(code));
        expect(toMinor(toMajor(minor, code), code)).toBe(minor + 0);
      }),
      randomly(2_000),
    );
  });

  test('convert as their decimal text says', () => {
    fc.assert(
      fc.property(currency, fc.nat({ max: 1e9 }), fc.nat({ max: 9_999 }), (code, whole, part) => {
        const decimals = decimalsOf(code);
        const fraction = String(part % 10 ** decimals).padStart(decimals, '0');
        const minor = toMinor(Number(decimals === 0 ? `${whole}` : `${whole}.${fraction}`), code);
        expect(minor).toBe(Number(`${whole}${decimals === 0 ? '' : fraction}`));
      }),
      randomly(2_000),
    );
  });
});

describe('splitting', () => {
  const total = fc.integer({ min: 0, max: 1e12 });
  const weights = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1e12 })), {
    minLength: 1,
    maxLength: 366,
  });

  test('gives parts that add up to the total exactly, none below zero', () => {
    fc.assert(
      fc.property(total, weights, (amount, shares) => {
        const parts = splitByWeight(amount, shares);
        expect(parts).toHaveLength(shares.length);
        expect(parts.reduce((a, b) => a + BigInt(b), 0n)).toBe(BigInt(amount));
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      }),
      randomly(1_000),
    );
  });

  test('is exact also for a year of nights at the highest price in the finest currency', () => {
    const most = toMinor(MAX_AMOUNT, 'CLF')!;
    for (const shares of [Array(366).fill(most), [...Array(365).fill(most), 1], Array(366).fill(most - 1)]) {
      const parts = splitByWeight(most - 1, shares);
      expect(parts.reduce((a, b) => a + BigInt(b), 0n)).toBe(BigInt(most - 1));
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
    }
  });

  test('is even where the weights are, or where all are zero: parts differ by one at most, the larger first', () => {
    fc.assert(
      fc.property(
        total,
        fc.integer({ min: 1, max: 366 }),
        fc.constantFrom(0, 1, 7_777),
        (amount, count, weight) => {
          const parts = splitByWeight(amount, Array(count).fill(weight));
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
          expect(parts).toEqual(parts.toSorted((a, b) => b - a));
        },
      ),
      randomly(500),
    );
  });

  test('is within less than one part of proportional', () => {
    fc.assert(
      fc.property(
        total,
        fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 30 }),
        (amount, shares) => {
          const sum = shares.reduce((a, b) => a + b, 0);
          for (const [i, part] of splitByWeight(amount, shares).entries()) {
            expect(Math.abs(part - (amount * shares[i]!) / sum)).toBeLessThanOrEqual(1 + 1e-3);
          }
        },
      ),
      randomly(500),
    );
  });

  test('by its own parts gives the same parts again', () => {
    fc.assert(
      fc.property(total, weights, (amount, shares) => {
        const parts = splitByWeight(amount, shares);
        if (amount > 0) expect(splitByWeight(amount, parts)).toEqual(parts);
      }),
      randomly(500),
    );
  });
});

test('currencies are those of ISO 4217 and nothing else', () => {
  for (const code of CURRENCIES) expect(isCurrency(code), code).toBe(true);
  for (const code of ['eur', 'XYZ', 'EU', 'EURO', '', '€', '123']) expect(isCurrency(code), code).toBe(false);
  expect(CURRENCIES.map(decimalsOf)).toEqual([2, 2, 0, 3, 4, 3, 0]);
});
