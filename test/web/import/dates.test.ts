// Dates of lists from elsewhere: which of two numbers is the month, and dates that do not exist.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrderOf, readDate } from '../../../web/screens/setup/import/dates.ts';
import { randomly } from '../../harness/random.ts';

describe('the order of the dates of a list', () => {
  test.each([
    [['31.12.2026', '01.02.2027'], 'dmy'],
    [['12/31/2026', '01/02/2027'], 'mdy'],
    [['31/12/2026', '01/02/2027'], 'dmy'],
    [['05/06/2026', '07/08/2026'], 'ask'],
    [['05.06.2026', '07.08.2026'], 'dmy'],
    [['05/05/2026'], 'dmy'],
    [['2026-05-06', '2026-07-08'], 'dmy'],
    [['31/12/2026', '12/31/2026'], 'mixed'],
    [['2026-05-06', '05/06/2026'], 'ask'],
  ])('%j is %s', (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });
});

describe('a date', () => {
  test.each([
    ['31.12.2026', 'dmy', '2026-12-31'],
    ['1.2.26', 'dmy', '2026-02-01'],
    ['12/31/2026', 'mdy', '2026-12-31'],
    ['2026-12-31', 'mdy', '2026-12-31'],
    ['2026-12-31T15:00:00Z', 'dmy', '2026-12-31'],
    ['31/12/2026 15:00', 'dmy', '2026-12-31'],
    ['Thu 31.12.2026', 'dmy', '2026-12-31'],
    ['Do, 31.12.2026', 'dmy', '2026-12-31'],
  ] as const)('%s is read', (text, order, date) => {
    expect(readDate(text, order)).toBe(date);
  });

  test.each([
    '',
    'tomorrow',
    '31.6.2026',
    '29.2.2027',
    '12/31/2026',
    '2026-13-01',
    '1.2',
    '123456',
  ])('%j is none', (text) => {
    expect(readDate(text, 'dmy')).toBeNull();
  });

  test('comes back from each way to write it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const date = new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        const [year, month, day] = date.split('-');
        expect(readDate(`${day}.${month}.${year}`, 'dmy')).toBe(date);
        expect(readDate(`${Number(month)}/${Number(day)}/${year}`, 'mdy')).toBe(date);
        expect(readDate(date, 'dmy')).toBe(date);
      }),
      randomly(),
    );
  });
});
