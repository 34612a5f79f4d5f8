// Days and amounts as screens show them.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../web/days.ts';
import { formatDay, formatMoney } from '../../web/format.ts';

test('a day always has its weekday', () => {
  for (const style of ['tiny', 'short', 'long'] as const)
    expect(formatDay(dayOfDate('2026-06-11'), style)).toMatch(/Thu/);
});

test('an amount has decimals only if they say something', () => {
  expect(formatMoney(86, 'EUR')).not.toContain('.00');
  expect(formatMoney(902.4, 'EUR')).toContain('902.40');
  expect(formatMoney(1_000, 'JPY')).toContain('1,000');
});
