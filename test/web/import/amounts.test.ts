// Amounts of lists: what is not plainly one number in the currency of the property is none.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf } from '../../../src/model/money.ts';
import { readPrice, separatorsOf } from '../../../web/screens/setup/import/amounts.ts';
import { randomly } from '../../harness/random.ts';

test.each([
  ['120', 120],
  ['1.234', 1234],
  ['1,234', 1234],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['€ 95,5', 95.5],
  ['95,5€', 95.5],
  ['EUR 95.50', 95.5],
  ['95.50 Euro', 95.5],
  ['1 234,00', 1234],
  ['1\u00a0234,00 €', 1234],
  ['1\u202f234,00 €', 1234],
  ["1'234.05", 1234.05],
  ['1’234.05', 1234.05],
  ['1.234.567,5', 1234567.5],
  ['120,-', 120],
  ['120.–', 120],
  ['100.0000', 100],
  ['0.500', 0.5],
  ['0', 0],
])('%s is %d euros', (text, price) => {
  expect(readPrice(text, 'EUR')).toBe(price);
});

test.each([
  '',
  '-5',
  '5-',
  '(50)',
  '€ (50)',
  'free',
  '100,00 (2 x 50,00)',
  '2 x 50',
  '100 + 20',
  '100/120',
  '100-120',
  '12%',
  '1.23.4',
  '1.2345,00',
  '1234.567',
  '1.234.56',
  '12 34',
  '$1,234.50',
  '100 USD',
  'CHF 100',
  '100 kr',
  '100 per night',
  '~100',
  '1e5',
  '99999999999',
  ',',
])('%j is no amount in euros', (text) => {
  expect(readPrice(text, 'EUR')).toBeNull();
});

test.each([
  ['10.001', 'KWD', null],
  ['10,001', 'KWD', null],
  ['0.500', 'KWD', 0.5],
  ['1234.567', 'KWD', 1234.567],
  ['1,234.567', 'KWD', 1234.567],
  ['12.5', 'KWD', 12.5],
  ['1.234', 'JPY', 1234],
  ['100.00', 'JPY', 100],
  ['100.50', 'JPY', null],
  ['$100', 'USD', 100],
  ['$100', 'MXN', 100],
  ['R$ 100,00', 'BRL', 100],
  ['US$ 100', 'USD', 100],
  ['1 234,00 kr', 'SEK', 1234],
  ['Fr. 20.50', 'CHF', 20.5],
  ['Kč 100', 'CZK', 100],
])('%s in %s is %s', (text, currency, price) => {
  expect(readPrice(text, currency)).toBe(price);
});

describe('an amount that can be read in two ways', () => {
  test.each([
    ['is decimals where another of its column shows that', ['10.001', '0.500'], 'KWD', 10.001],
    ['is thousands where another of its column shows that', ['10.001', '10.001,500'], 'KWD', 10_001],
    ['is asked about where the column shows both', ['10.001', '0.500', '1.234.567'], 'KWD', null],
    ['is asked about where it has too many decimals for its currency', ['1.234', '95.50'], 'EUR', null],
    ['is thousands where the other separator has decimals', ['1.234', '95,50'], 'EUR', 1234],
  ])('%s', (_, column, currency, price) => {
    expect(readPrice(column[0]!, currency, separatorsOf(column))).toBe(price);
  });
});

test('each amount comes back from each way to write it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      fc.constantFrom('de-DE', 'en-US', 'pt-PT', 'de-CH', 'fr-FR'),
      (minor, currency, language) => {
        const value = minor / 10 ** decimalsOf(currency);
        const text = new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          currencyDisplay: 'code',
        }).format(value);
        // In three decimals one separator can be either.
        expect([value, null]).toContain(readPrice(text, currency));
        if (currency !== 'KWD') expect([text, readPrice(text, currency)]).toEqual([text, value]);
      },
    ),
    randomly(),
  );
});
