// Readers of JSON of channels: each returns a value that can be used, or null.
import { expect, test } from 'vitest';
import { at, momentAt, momentOf, numberAt, numberOf, textAt, timeOf } from '../../src/channels/json.ts';

test('a number may be written as text, and has at most 15 digits before the point', () => {
  expect([7, '7', ' 7.50 ', -2, '8.333333333333334'].map(numberOf)).toEqual([
    7, 7, 7.5, -2, 8.333333333333334,
  ]);
  const others = [
    '',
    '1e3',
    '0x10',
    '1,5',
    1e15,
    '1'.repeat(16),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    [1],
  ];
  expect(others.map(numberOf)).toEqual(others.map(() => null));
});

test('a moment without an offset is UTC, and is in a year that can be stored', () => {
  const moment = Temporal.Instant.from('2026-11-22T21:00:00Z');
  for (const text of ['2026-11-22T21:00:00Z', '2026-11-22 21:00:00', '2026-11-22T22:00:00+01:00'])
    expect(momentOf(text)).toEqual(moment);
  expect(
    ['', '0999-01-01T00:00:00Z', '+012026-11-22T21:00:00Z', 'yesterday', 20261122, null].map(momentOf),
  ).toEqual(Array.from({ length: 6 }, () => null));
});

test('a time of day is hours and minutes', () => {
  expect(['16:00', '9:30', '9', 9, '16:00:30'].map(timeOf)).toEqual([
    '16:00',
    '09:30',
    '09:00',
    '09:00',
    '16:00',
  ]);
  expect(['24:00', '9:60', 'late', null].map(timeOf)).toEqual([null, null, null, null]);
});

test('a value at a path is read like a value', () => {
  const json = { data: { rating: '8.5', id: 12, at: '2026-11-22 21:00:00' } };
  expect(numberAt(json, 'data/rating')).toBe(8.5);
  expect(textAt(json, 'data/id')).toBe('12');
  expect(momentAt(json, 'data/at')).toEqual(Temporal.Instant.from('2026-11-22T21:00:00Z'));
  expect([at(json, 'data/none/id'), textAt(json, 'data/none'), at(json, 'constructor')]).toEqual([
    undefined,
    null,
    undefined,
  ]);
});
