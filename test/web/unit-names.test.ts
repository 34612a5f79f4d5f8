// Numbers of rooms as people type them when they set up a house.
import { expect, test } from 'vitest';
import { parseUnitNames } from '../../web/screens/setup/unit-names.ts';

test.each([
  ['101-103', ['101', '102', '103']],
  ['101–102, 201', ['101', '102', '201']],
  ['Studio; 7', ['Studio', '7']],
  ['A8-A10', ['A8', 'A9', 'A10']],
  ['A8-10', ['A8', 'A9', 'A10']],
  ['08-10', ['08', '09', '10']],
  ['', []],
  [' 101 ,, ', ['101']],
])('“%s” names %j', (text, names) => {
  expect(parseUnitNames(text)).toEqual(names);
});

test.each(['103-101', '101, 101', '101-103, 102', 'A1-B3', '1-100000'])('“%s” is a slip', (text) => {
  expect(parseUnitNames(text)).toBeNull();
});
