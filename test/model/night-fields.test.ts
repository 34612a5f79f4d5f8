// The table of a night's fields: it is what the tests expect, and the SQL that is made from it is as written here.
import { describe, expect, test } from 'vitest';
import { SETTABLE } from '../../src/api/night-members.ts';
import {
  CLOSING_FIELDS,
  definitionOf,
  inOrder,
  labelOf,
  NIGHT_FIELDS,
  OPEN_FIELDS,
} from '../../src/model/night-values.ts';
import {
  BASE_COLUMNS,
  eachColumn,
  eachRateColumn,
  fromStoredValues,
  storedValues,
  toNightValues,
  unsetValues,
} from '../../src/pms/night-columns.ts';
import { EXPECTED_FIELDS } from '../harness/night-fields.ts';

const UNSET = unsetValues({ available: 2, priceMinor: 9_900, minStay: 3 });

test('the product has the fields that the tests expect, named and left out of records alike', () => {
  const declared = NIGHT_FIELDS.map((field) => {
    const { member, column, ofRoom = false, unrestricted } = definitionOf(field);
    return [field, { member, column, ofRoom, ...(!ofRoom && { hiddenAt: unrestricted }) }];
  });
  const expected = Object.entries(EXPECTED_FIELDS).map(([field, { some: _, ...rest }]) => [field, rest]);
  expect(declared).toEqual(expected);
  expect(SETTABLE.toSorted()).toEqual(NIGHT_FIELDS.map((field) => definitionOf(field).member).toSorted());
});

describe('the SQL that is made from the fields', () => {
  test('lists columns in one order', () => {
    expect(eachColumn()).toBe(
      'available, price_minor, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell',
    );
    expect(eachRateColumn((column, { sqlType }) => `${column} ${sqlType}`)).toBe(
      'price_minor bigint, min_stay int, max_stay int, closed_to_arrival boolean, closed_to_departure boolean, stop_sell boolean',
    );
    expect(BASE_COLUMNS).toBe('room.price_minor as base_price_minor, room.min_stay as base_min_stay');
  });
});

test('a night on which nothing is set has the values of its room, and no restriction', () => {
  expect(UNSET).toEqual({
    available: 2,
    priceMinor: 9_900,
    minStay: 3,
    maxStay: null,
    closedToArrival: false,
    closedToDeparture: false,
    stopSell: false,
  });
  const row = { available: 0, price_minor: null, min_stay: 5, max_stay: 7, closed_to_arrival: true };
  const stored = { ...UNSET, available: 0, minStay: 5, maxStay: 7, closedToArrival: true };
  expect(toNightValues(row, UNSET)).toEqual(stored);
});

test('no limit is stored as 0 where null means not known, and read back as no limit', () => {
  expect(storedValues(['maxStay', 'stopSell'], UNSET)).toBe('{"maxStay":0,"stopSell":false}');
  const row = Object.fromEntries(
    NIGHT_FIELDS.map((field) => [definitionOf(field).column, UNSET[field] ?? 0]),
  );
  expect(fromStoredValues(row)).toEqual(UNSET);
});

test('a count and a stop of sale close a night; the other fields are its price and restrictions', () => {
  expect(CLOSING_FIELDS).toEqual(['available', 'stopSell']);
  expect(inOrder([...CLOSING_FIELDS, ...OPEN_FIELDS])).toEqual(NIGHT_FIELDS);
  expect(NIGHT_FIELDS.map(labelOf)).toContain('closed to arrival');
});
