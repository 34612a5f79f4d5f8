// Days and amounts as screens show them.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../web/days.ts';
import {
  amountText,
  formatAge,
  formatAgo,
  formatCount,
  formatDatedMoment,
  formatDay,
  formatDays,
  formatDuration,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortPrice,
  parseAmount,
  parseTime,
} from '../../web/format.ts';
import { language } from '../../web/language.ts';

test('a day always has its weekday', () => {
  for (const style of ['tiny', 'short', 'long'] as const)
    expect(formatDay(dayOfDate('2026-06-11'), style)).toMatch(/Thu/);
});

test('an amount has decimals only if they say something', () => {
  expect(formatMoney(86, 'EUR')).not.toContain('.00');
  expect(formatMoney(902.4, 'EUR')).toContain('902.40');
  expect(formatMoney(1_000, 'JPY')).toContain('1,000');
});

test('the figures of a column have the same number of decimals', () => {
  expect(formatMoney(55, 'EUR', { exact: true })).toContain('55.00');
  expect(formatMoney(55, 'JPY', { exact: true })).not.toContain('.');
  expect([formatPercent(75, 1), formatPercent(66.7, 1), formatPercent(6, 0)]).toEqual([
    '75.0%',
    '66.7%',
    '6%',
  ]);
  expect([formatNumber(1_250, 1), formatNumber(1_250)]).toEqual(['1,250.0', '1,250']);
});

test('an age is short, the same in all languages, and nothing is some seconds ago', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const plain = (texts: string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));
  expect(plain([21_000, 3 * minute, 8 * hour, 5 * day].map(formatAge))).toEqual([
    'now',
    '3 min',
    '8 h',
    '5 days',
  ]);
  expect(plain([21_000, 3 * minute, 8 * hour, day, 5 * day].map(formatAgo))).toEqual([
    'now',
    '3 min ago',
    '8 h ago',
    'yesterday',
    '5 days ago',
  ]);
  expect(plain([formatDuration(21_000)])).toEqual(['21 s']);
});

test('less than nothing has a minus, not a hyphen, which is read as well', () => {
  const shown = [formatMoney(-20, 'EUR'), formatNumber(-1_250), formatPercent(-4, 0), formatCount(-1)];
  expect(shown).toEqual(['−€20', '−1,250', '−4%', '−1']);
  expect(parseAmount('−20', 'EUR')).toBe(-20);
});

test('a price in a narrow column loses no decimals below a thousand', () => {
  const shown = [118, 59.5, 1_249.5, 12_400].map((price) => formatShortPrice(price, 'EUR'));
  expect(shown).toEqual(['118', '59.50', '1250', '12400']);
});

test('a price in a narrow column has the decimals of its currency, and two prices that differ look so', () => {
  expect([45.125, 1_250.125].map((price) => formatShortPrice(price, 'KWD'))).toEqual(['45.125', '1250']);
  expect([18_000, 18_500].map((price) => formatShortPrice(price, 'JPY'))).toEqual(['18000', '18500']);
  const inRupiah = [99_999, 100_000, 112_500, 1_250_000, 9_999_900, 12_500_000];
  expect(inRupiah.map((price) => formatShortPrice(price, 'IDR'))).toEqual([
    '99999',
    '100k',
    '112.5k',
    '1250k',
    '9999.9k',
    '12.5M',
  ]);
});

test('a moment has its day, and on request its year', () => {
  const at = '2026-06-11T22:30:00Z';
  expect(formatMoment(at, 'Europe/Lisbon')).toMatch(/^Thu.* (11:30\sPM|23:30)$/);
  expect(formatDatedMoment(at, 'Europe/Berlin')).toMatch(/^Fri.* 2026, (12:30\sAM|00:30)$/);
});

test('an amount in a field is written as the language writes it', () => {
  expect([86, 86.5].map((amount) => amountText(amount, 'EUR'))).toEqual(['86', '86.50']);
  expect(amountText(12.5, 'KWD')).toBe('12.500');
  language.value = 'de';
  expect(amountText(1_086.5, 'EUR')).toBe('1086,50');
  expect(parseAmount(amountText(1_086.5, 'EUR'), 'EUR')).toBe(1_086.5);
  language.value = 'en';
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
  ['1 2', null],
  ['1’262.40', 1262.4],
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

test.each([
  ['18', '18:00'],
  ['18:30', '18:30'],
  ['1830', '18:30'],
  ['18.30', '18:30'],
  ['18h', '18:00'],
  ['18h30', '18:30'],
  ['18 Uhr', '18:00'],
  ['9:05', '09:05'],
  ['11pm', '23:00'],
  ['11 PM', '23:00'],
  ['6:30 p.m.', '18:30'],
  ['12am', '00:00'],
  ['12 pm', '12:00'],
  ['0:15', '00:15'],
  ['24', null],
  ['13 pm', null],
  ['18:60', null],
  ['evening', null],
  ['', null],
])('the time %j is %j', (text, time) => {
  expect(parseTime(text)).toBe(time);
});
