// Dates of lists from elsewhere: which of two numbers is the month, and dates that do not exist.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateOfMoment,
  dateOrderOf,
  possibleOrders,
  readDate,
} from '../../../web/screens/setup/import/dates.ts';
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
    [['5 Jun 2026', '46387', '20261231'], 'dmy'],
    [['01022027', '03042027'], 'ask'],
    [['31122026', '03042027'], 'dmy'],
    [['12312026', '03042027'], 'mdy'],
    [['31.12.2026', '12/31/2026'], 'mixed'],
    [['31/31/2026', '12/31/2026'], 'mdy'],
  ])('%j is %s', (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });
});

describe('the order of years of two digits', () => {
  const TODAY = '2026-11-29';
  test.each([
    [['31/12/26', '02/01/27'], 'dmy'],
    [['26-12-31', '27-01-02'], 'ymd'],
    [['271201', '271203'], 'ymd'],
    [['311226', '020127'], 'dmy'],
    [['010227', '030427'], 'ask'],
    [['27/02/28', '27/02/27'], 'ask'],
  ])('in %j is %s', (texts, order) => {
    expect(dateOrderOf(texts, TODAY)).toBe(order);
  });

  test('is chosen between those that are possible', () => {
    expect(possibleOrders(['010227', '030427'], TODAY)).toEqual(['dmy', 'mdy']);
    expect(possibleOrders(['27/02/28', '27/02/27'], TODAY)).toEqual(['dmy', 'ymd']);
    expect(possibleOrders(['31/12/2026', '12/31/2026'], TODAY)).toEqual(['dmy', 'mdy']);
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
    ['31. 12. 2026', 'dmy', '2026-12-31'],
    ['2026.12.31.', 'mdy', '2026-12-31'],
    ['20261231', 'mdy', '2026-12-31'],
    ['20261231T150000Z', 'dmy', '2026-12-31'],
    ['31122026', 'dmy', '2026-12-31'],
    ['12312026', 'mdy', '2026-12-31'],
    ['31 12 2026', 'dmy', '2026-12-31'],
    ['2026年12月31日', 'mdy', '2026-12-31'],
    ['46387', 'mdy', '2026-12-31'],
    ['46387.625', 'dmy', '2026-12-31'],
    ['46387,625', 'dmy', '2026-12-31'],
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
    '12345',
    '99999',
    '31.12.2026 - 02.01.2027',
    '31 Dec',
    'Dec 2026',
    '31 Foo 2026',
    '31 Feb 2026',
    '31 Dec 2026 – 2 Jan 2027',
    'room 31 Dec 2026',
  ])('%j is none', (text) => {
    expect(readDate(text, 'dmy')).toBeNull();
  });

  test.each([
    'Dec 31, 2026',
    '31 Dec 2026',
    '31-Dec-26',
    'Thursday, December 31st, 2026',
    '2026 Dec 31',
    '31. Dezember 2026',
    'Do., 31. Dez. 2026',
    '31 de diciembre de 2026',
    'jue, 31 dic 2026 15:00',
    '31 de dezembro de 2026',
    'quinta-feira, 31 de dezembro de 2026',
    '31/dez/2026',
    'miér., 31 dic. 2026',
    '31DEC2026',
    'Dec 31, 2026 at 3:00 PM',
  ])('%s is read in any order', (text) => {
    expect([readDate(text, 'dmy'), readDate(text, 'mdy'), readDate(text, null)]).toEqual(
      Array(3).fill('2026-12-31'),
    );
  });

  test.each([
    ['5 März 2027', '2027-03-05'],
    ['5 mar 2027', '2027-03-05'],
    ['mar 5 ene 2027', '2027-01-05'],
    ['mar 05/01/2027', '2027-01-05'],
    ['1º de setembro de 2027', '2027-09-01'],
    ['1 set 2027', '2027-09-01'],
    ['1 out 2027', '2027-10-01'],
    ['1 mai 2027', '2027-05-01'],
    ['1. Jänner 2027', '2027-01-01'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text, 'dmy')).toBe(date);
  });

  test('that depends on the order is none without it', () => {
    expect(readDate('05/06/2026', null)).toBeNull();
    expect(readDate('05/05/2026', null)).toBe('2026-05-05');
  });

  test('comes back from each way to write it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const date = new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        const [year, month, day] = date.split('-');
        expect(readDate(`${day}.${month}.${year}`, 'dmy')).toBe(date);
        expect(readDate(`${Number(month)}/${Number(day)}/${year}`, 'mdy')).toBe(date);
        expect(readDate(date, 'dmy')).toBe(date);
        expect(readDate(`${year}${month}${day}`, 'dmy')).toBe(date);
        expect(readDate(String(days + 36_526), 'mdy')).toBe(date);
        for (const language of ['en-GB', 'en-US', 'de-DE', 'es-ES', 'pt-PT', 'pt-BR']) {
          for (const style of ['long', 'short'] as const) {
            const options = {
              day: 'numeric',
              month: style,
              year: 'numeric',
              weekday: style,
              timeZone: 'UTC',
            } as const;
            const text = new Intl.DateTimeFormat(language, options).format(new Date(date));
            expect([text, readDate(text, 'dmy')]).toEqual([text, date]);
          }
        }
      }),
      randomly(),
    );
  });
});

test.each([
  ['2026-12-31T23:00:00-08:00', '2027-01-01'],
  ['2026-12-31T23:00:00.000Z', '2026-12-31'],
  ['2026-12-31 15:00 +0100', '2026-12-31'],
  ['2026-12-31T00:30:00+05', '2026-12-30'],
  ['2027-01-02T00:00:00Z', null],
  ['2026-12-31T00:00:00-08:00', null],
  ['2026-12-31T15:00', null],
  ['2026-12-31', null],
  ['2026-12-31T99:00Z', null],
])('the moment %s is on %s in Lisbon', (text, date) => {
  expect(dateOfMoment(text, 'Europe/Lisbon')).toBe(date);
});
