// The companions of a stay as fields, and what a change of them says.
import { expect, test } from 'vitest';
import {
  changedNames,
  companionsOfFields,
  companionsText,
  fieldsOfCompanions,
  namedBeyondBooked,
  withCompanion,
  withoutCompanion,
} from '../../../web/stay/companions.ts';

const BO = { name: 'Bo Example', age: 6 };
const IDA = { name: 'Ida Example', age: null };

test('companions are the same after their fields are read', () => {
  for (const companions of [[BO, IDA], [{ name: 'Uma', age: 0 }], null])
    expect(companionsOfFields(fieldsOfCompanions({ companions }))).toEqual({ companions });
});

test('a line without a name and an age is nobody, and there is always one to fill in', () => {
  expect(fieldsOfCompanions({ companions: null })).toEqual([{ name: '', age: '' }]);
  expect(companionsOfFields(withCompanion(fieldsOfCompanions({ companions: [BO] })))).toEqual({
    companions: [BO],
  });
  expect(withoutCompanion(fieldsOfCompanions({ companions: [BO, IDA] }), 0)).toEqual(
    fieldsOfCompanions({ companions: [IDA] }),
  );
  expect(withoutCompanion(fieldsOfCompanions({ companions: [BO] }), 0)).toEqual([{ name: '', age: '' }]);
});

test.each([
  ['', '6', 'name'],
  ['Bo', '121', 'age'],
  ['Bo', '-1', 'age'],
  ['Bo', '6.5', 'age'],
  ['Bo', 'six', 'age'],
])('%j of %j years is wrong at its %s', (name, age, member) => {
  expect(
    companionsOfFields([
      { name: 'Ida', age: '' },
      { name, age },
    ]),
  ).toEqual({ wrong: { place: 1, member } });
});

test('what comes by name is compared with what was booked, the guest counted once', () => {
  const booking = { name: 'Ada Lovelace', guests: 2 };
  expect(namedBeyondBooked(booking, [BO])).toBeNull();
  expect(namedBeyondBooked(booking, [BO, IDA])).toBe(3);
  expect(namedBeyondBooked(booking, [BO, { name: 'Lovelace, Ada', age: null }])).toBe(3);
  expect(namedBeyondBooked(booking, [BO, { name: 'ADA LOVELACE', age: null }])).toBeNull();
  expect(namedBeyondBooked({ ...booking, guests: null }, [BO, IDA])).toBeNull();
  expect(namedBeyondBooked({ ...booking, guests: 0 }, null)).toBeNull();
});

test('a change names who is added and who is removed, also of two with one name', () => {
  expect(changedNames(null, [BO, IDA])).toEqual({ added: ['Bo Example', 'Ida Example'], removed: [] });
  expect(changedNames([BO, IDA], [IDA, { name: 'Uma', age: 1 }])).toEqual({
    added: ['Uma'],
    removed: ['Bo Example'],
  });
  expect(changedNames([BO, BO], [BO])).toEqual({ added: [], removed: ['Bo Example'] });
  expect(changedNames([BO], [{ ...BO, age: 7 }])).toEqual({ added: [], removed: [] });
});

test('companions are read with the ages that are known', () => {
  expect(companionsText([BO, IDA])).toBe('Bo Example, 6 · Ida Example');
  expect(companionsText(null)).toBe('');
});
