// Stays that the search finds by a companion say by whom.
import { expect, test } from 'vitest';
import { termsOf } from '../../../web/palette/match.ts';
import { companionFound } from '../../../web/palette/results.ts';

const stay = {
  name: 'Ada Lovelace',
  companions: [
    { name: 'Bo Lovelace', age: 6 },
    { name: 'Åse Ørsted', age: null },
  ],
};

test.each([
  ['oersted', 'Åse Ørsted'],
  ['ada orsted', 'Åse Ørsted'],
  ['bo', 'Bo Lovelace'],
  ['lovelace', undefined],
  ['ada', undefined],
  ['grace', undefined],
])('%j finds the companion %j', (query, companion) => {
  expect(companionFound(stay, termsOf(query))).toBe(companion);
});

test('a stay without companions was found by its guest', () => {
  expect(companionFound({ ...stay, companions: null }, termsOf('bo'))).toBeUndefined();
});
