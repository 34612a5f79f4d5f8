// Validation of values against their schemas, beyond what the requests of other tests show.
import { expect, test } from 'vitest';
import { array, nullable, object, oneOf, optional } from '../../src/api/schema.ts';
import { check } from '../../src/api/validate.ts';

const meal = nullable(oneOf(['breakfast', 'half_board'], { description: 'the meal' }));

test('null is one of the values of a choice that may be null, wherever it stands', () => {
  const body = object({ meal: optional(meal), rooms: optional(array(object({ meal }))) });
  expect(check(body, { meal: null, rooms: [{ meal: null }, { meal: 'breakfast' }] })).toEqual([]);
  expect(check(array(object({ meal })), [{ meal: null }])).toEqual([]);
  expect(check(body, { meal: 'lunch' })).toEqual([
    { field: 'meal', rule: 'not_one_of', values: ['breakfast', 'half_board'] },
  ]);
});

test('null is none of the values of any other choice', () => {
  const body = object({ meal: optional(oneOf(['breakfast'])) });
  expect(check(body, { meal: null })).toEqual([{ field: 'meal', rule: 'wrong_type', type: 'string' }]);
});
