// Units on the command line: by what is on the door, or by id.
import { describe, expect, test } from 'vitest';
import type { Values } from '../../src/cli/operator-command.ts';
import { resolveUnits, toUnitNames } from '../../src/cli/unit-names.ts';

const UNITS = [
  { unit_id: 7, name: '101' },
  { unit_id: 8, name: 'Garden house' },
  { unit_id: 12, name: '7' },
  { unit_id: 13, name: 'auto repair' },
];

/** Returns the values that are sent, and how often the units were listed. */
async function resolve(values: Values, units: readonly object[] = UNITS) {
  const listed: Values[] = [];
  const call = async (name: string, sent: Values) => {
    expect(name).toBe('listUnits');
    listed.push(sent);
    return units;
  };
  await resolveUnits(call, values);
  return { values, listed };
}

test.each([
  ['101', 7],
  ['garden HOUSE', 8],
  ['8', 8],
  ['name:7', 12],
  ['id:7', 7],
  // Not in use any more, perhaps: the server says so.
  ['999', 999],
])('%s is unit %i', async (typed, id) => {
  const { values, listed } = await resolve({ hotel_id: 1, unit_id: typed });
  expect(values['unit_id']).toBe(id);
  expect(listed).toMatchObject([{ hotel_id: 1 }]);
});

test('the rooms of a group name theirs in the same way', async () => {
  const rooms = [{ unit_id: '101' }, {}, { unit_id: 'auto' }, { unit_id: 'Garden house' }];
  const { values, listed } = await resolve({ rooms });
  expect(values['rooms']).toEqual([{ unit_id: 7 }, {}, { unit_id: 'auto' }, { unit_id: 8 }]);
  expect(listed).toHaveLength(1);
});

test.each([
  {},
  { unit_id: 'auto' },
  { unit_id: null },
  { unit_id: undefined },
])('nothing is looked up for %j', async (values) => {
  expect((await resolve({ ...values })).listed).toEqual([]);
});

describe('is refused', () => {
  test('a number that is the name of one unit and the id of another', async () => {
    await expect(resolve({ unit_id: '7' })).rejects.toThrow(
      '7 is on the door of unit 12, and the id of the unit 101: write name:7 or id:7.',
    );
  });

  test('a name that no unit has, with those that there are', async () => {
    await expect(resolve({ unit_id: 'Attic' })).rejects.toThrow(
      'No unit is named "Attic": there are 101, Garden house, 7, auto repair.',
    );
    await expect(resolve({ unit_id: 'name:999' })).rejects.toThrow('No unit is named "999"');
    await expect(resolve({ unit_id: 'Attic' }, [])).rejects.toThrow('there are none yet');
  });
});

describe('names of new units', () => {
  test.each([
    ['204', ['204']],
    ['204,205', ['204', '205']],
    ['204, 205,', ['204', '205']],
    ['Garden house', ['Garden house']],
    // Building and room, not a range.
    ['2-101', ['2-101']],
    ['name:105-110', ['105-110']],
  ])('%s', (typed, names) => {
    expect(toUnitNames(typed)).toEqual(names);
  });

  test('a range is refused', () => {
    expect(() => toUnitNames('104,105-110')).toThrow(
      '105-110 is no name: name each unit, such as 105,106. If it is what is written on one door, write name:105-110.',
    );
  });
});
