// What the search takes for a match, which days it reads, and how long it takes over many names.
import { describe, expect, test } from 'vitest';
import { dateOfDayNumber, dayOfDate } from '../../../web/days.ts';
import { scoreOf, searchText, termsOf } from '../../../web/palette/match.ts';
import { parseDays } from '../../../web/palette/parse-day.ts';

const score = (query: string, text: string) => scoreOf(termsOf(query), searchText(text));

describe('a text matches', () => {
  test.each([
    ['mull', 'Anna Müller'],
    ['muller', 'Anna MÜLLER'],
    ['Sørensen', 'Soren Sorensen'],
    ['strasse', 'Straße 4'],
    ['lodz', 'Łódź'],
    ['an mu', 'Müller, Anna'],
    ['garcia lopez', 'José García-López'],
    ['galagher', 'Siobhán Gallagher'],
    ['gallahger', 'Siobhán Gallagher'],
    ['galxagher', 'Siobhán Gallagher'],
    ['thoff', 'Eichthoff'],
    ['204', '204 Superior'],
  ])('%s in %s', (query, text) => {
    expect(score(query, text)).toBeGreaterThan(0);
  });

  test.each([
    ['muller', 'Anna Meier'],
    ['anna meier', 'Anna Müller'],
    ['x', 'Max'],
    ['ann', 'Nan'],
    ['gellegher', 'Siobhán Gallagher'],
  ])('not %s in %s', (query, text) => {
    expect(score(query, text)).toBe(0);
  });

  test('better as a whole word than as a beginning, a part, or with a slip', () => {
    const scores = ['Rossi', 'Rossini', 'Carrossino', 'Rosi'].map((name) => score('rossi', name));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });
});

describe('a day is read', () => {
  // A Thursday.
  const today = dayOfDate('2026-06-11');
  const english = { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday', next: 'next' };
  const german = { today: 'heute', tomorrow: 'morgen', yesterday: 'gestern', next: 'nächsten' };
  const days = (text: string, language = 'en', of = english) =>
    parseDays(text, today, { language, dayNames: of }).map(dateOfDayNumber);

  test.each([
    ['today', '2026-06-11'],
    ['Tomorrow', '2026-06-12'],
    ['+3', '2026-06-14'],
    ['12 jun', '2026-06-12'],
    ['jun 12', '2026-06-12'],
    ['1st august', '2026-08-01'],
    ['12 june 2027', '2027-06-12'],
    ['12.6.', '2026-06-12'],
    ['3/2', '2027-02-03'],
    ['1.6.', '2026-06-01'],
    ['12.6.27', '2027-06-12'],
    ['2026-12-24', '2026-12-24'],
    ['fri', '2026-06-12'],
    ['thursday', '2026-06-18'],
  ])('from %s', (text, date) => {
    expect(days(text)).toEqual([date]);
  });

  test('from “next” and a weekday as that of next week, then as the coming one', () => {
    expect(days('next friday')).toEqual(['2026-06-19', '2026-06-12']);
    expect(days('next mon')[0]).toBe('2026-06-15');
  });

  test('in the language of the screen', () => {
    expect(days('12. märz', 'de', german)).toEqual(['2027-03-12']);
    expect(days('morgen', 'de', german)).toEqual(['2026-06-12']);
    expect(days('nächsten freitag', 'de', german)[0]).toBe('2026-06-19');
    expect(days('12 de março', 'pt', english)).toEqual(['2027-03-12']);
  });

  test.each(['', 'an', 'miller', '31 jun', '40.6.', '12', 'June', '204'])('not from “%s”', (text) => {
    expect(days(text)).toEqual([]);
  });
});
