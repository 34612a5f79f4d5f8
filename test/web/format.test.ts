// Days and amounts as screens show them.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../web/days.ts';
import { formatDay, formatDays, formatMoney, parseAmount } from '../../web/format.ts';

test('a day always has its weekday', () => {
  for (const style of ['tiny', 'short', 'long'] as const)
    expect(formatDay(dayOfDate('2026-06-11'), style)).toMatch(/Thu/);
});

test('an amount has decimals only if they say something', () => {
  expect(formatMoney(86, 'EUR')).not.toContain('.00');
  expect(formatMoney(902.4, 'EUR')).toContain('902.40');
  expect(formatMoney(1_000, 'JPY')).toContain('1,000');
});

test('a stay names a month twice only where it has two', () => {
  const days = (from: string, until: string) => formatDays(dayOfDate(from), dayOfDate(until));
  expect(days('2026-06-11', '2026-06-15').match(/Jun/g)).toHaveLength(1);
  expect(days('2026-06-28', '2026-07-02')).toMatch(/Jun.*Jul/);
});

test.each([
  ['86', 86],
  ['86.50', 86.5],
  ['86,5', 86.5],
  ['1.262,40', 1262.4],
  ['1,262.40', 1262.4],
  ['1 262', 1262],
  ['1.262', 1262],
  ['-20', -20],
  ['', null],
  ['8x', null],
  ['1,2,3', null],
])('an amount that is typed as %s is %s', (text, amount) => {
  expect(parseAmount(text, 'EUR')).toBe(amount);
});

test.each([
  ['12.345', 'KWD', 12.345],
  ['1,250.5', 'KWD', 1250.5],
  ['12.345', 'JPY', 12345],
  ['12.5', 'JPY', null],
])('an amount that is typed as %s in %s is %s', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});
