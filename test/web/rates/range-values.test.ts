// The form for a range of nights: which nights it means, what it sets, and what is wrong in it.
import { describe, expect, test } from 'vitest';
import { dayOfDate, weekdayOf } from '../../../web/days.ts';
import type { RateValues } from '../../../web/screens/rates/edits.ts';
import { type RangeFields, readRange } from '../../../web/screens/rates/range-values.ts';

const FIRST = dayOfDate('2026-06-11');
const limits = {
  from: FIRST,
  until: FIRST + 30,
  roomIds: [1, 2],
  priceOf: (text: string) => (text === '+10' ? (price: number) => price + 10 : null),
};
const fields: RangeFields = {
  room: '',
  first: '2026-06-11',
  last: '2026-06-17',
  weekdays: new Set(),
  price: '',
  minimum: '',
  maximum: '',
  arrival: '',
  departure: '',
  sale: '',
};
const read = (set: Partial<RangeFields>) => readRange({ ...fields, ...set }, limits);
const stored = { price: 100 } as RateValues;

test('a form sets what it says on the days of the week that are chosen', () => {
  const range = read({
    room: '2',
    weekdays: new Set([4]),
    price: '+10',
    minimum: '2',
    maximum: '0',
    arrival: 'close',
    departure: 'open',
    sale: 'close',
  });
  if ('faults' in range) throw new Error('expected a range');
  expect(range.area).toEqual({ roomIds: [2], from: FIRST, until: FIRST + 7 });
  const friday = FIRST + 1;
  expect(weekdayOf(friday)).toBe(4);
  expect(range.patchOf(stored, friday)).toEqual({
    price: 110,
    min_stay: 2,
    max_stay: 0,
    closed_to_arrival: true,
    closed_to_departure: false,
    stop_sell: true,
  });
  expect(range.patchOf(stored, FIRST)).toEqual({});
});

test('without a room it sets all rooms of the sheet', () => {
  expect(read({ price: '+10' })).toMatchObject({ area: { roomIds: [1, 2] } });
});

describe('a form is refused', () => {
  test.each<[string, Partial<RangeFields>, object]>([
    ['that sets nothing', {}, { nothing: true }],
    ['whose end is before its beginning', { price: '+10', last: '2026-06-10' }, { last: true }],
    ['that begins in the past', { price: '+10', first: '2026-06-10' }, { first: true }],
    ['that ends after the sheet', { price: '+10', last: '2026-07-11' }, { last: true }],
    ['without a date', { price: '+10', first: '' }, { first: true }],
    ['with a price that is none', { price: 'abc' }, { price: true }],
    ['with no nights as the minimum', { minimum: '0' }, { minimum: true }],
    ['with a maximum that is no number', { maximum: '1.5' }, { maximum: true }],
  ])('%s', (_what, set, faults) => {
    expect(read(set)).toEqual({ faults });
  });
});
