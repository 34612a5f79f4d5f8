// Edits of rates: what texts stand for, and the requests that edits become.
import { describe, expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import {
  cellsOfText,
  itemsOf,
  parsePriceChange,
  type RateSheet,
  summaryOf,
  withEdits,
  withinSheet,
  withoutEdits,
  withoutSent,
} from '../../../web/screens/rates/edits.ts';

const FIRST = dayOfDate('2026-06-11');
const sheet: RateSheet = {
  from: FIRST,
  until: FIRST + 5,
  rooms: new Map([
    [
      1,
      { room_id: 1, available: [1, 1, 1, 1, 1], price: [100, 100, 120, 120, 100], min_stay: [1, 1, 1, 1, 1] },
    ],
  ]),
};
const NONE = { edits: new Map() };
const area = { roomIds: [1], from: FIRST, until: FIRST + 4 };

describe('edits', () => {
  test('become one item for each range of equal values', () => {
    const edits = withEdits(NONE, sheet, area, ({ price }) => ({ price: Math.round(price * 1.1) }));
    expect(itemsOf(edits, sheet)).toEqual([
      { room_id: 1, date: '2026-06-11', todate: '2026-06-12', price: 110 },
      { room_id: 1, date: '2026-06-13', todate: '2026-06-14', price: 132 },
    ]);
    expect(summaryOf(edits, sheet)).toEqual({ nights: 4, prices: 4, average: 11 });
  });

  test('that set what is stored are none', () => {
    const edits = withEdits(NONE, sheet, area, () => ({ price: 100 }));
    expect(summaryOf(edits, sheet).nights).toBe(2);
    expect(withEdits({ edits }, sheet, area, ({ price }) => ({ price })).size).toBe(0);
    expect(withoutEdits(edits, area).size).toBe(0);
  });

  test('of a minimum stay alone send no price', () => {
    const one = { ...area, until: FIRST + 1 };
    expect(
      itemsOf(
        withEdits(NONE, sheet, one, () => ({ min_stay: 2 })),
        sheet,
      ),
    ).toEqual([
      { room_id: 1, date: '2026-06-11', todate: '2026-06-11', min_stay: 2, closed_to_arrival: false },
    ]);
  });
});

const oneNight = { ...area, until: FIRST + 1 };

describe('edits that were sent', () => {
  const sent = withEdits(NONE, sheet, area, () => ({ price: 130, min_stay: 2 }));

  test('are no edits any longer', () => {
    expect(withoutSent(sent, sent).size).toBe(0);
  });

  test('leave what was set to another value meanwhile, also to the one from before', () => {
    const known = { edits: sent, soon: sent };
    const after = withEdits(known, sheet, oneNight, () => ({ price: 100, available: 0 }));
    expect(withoutSent(after, sent)).toEqual(
      new Map([[1, new Map([[FIRST, { price: 100, available: 0 }]])]]),
    );
  });
});

test('edits of nights that have passed, and of rooms that are retired, are dropped', () => {
  const edits = withEdits(NONE, sheet, area, () => ({ price: 130 }));
  const next = { ...sheet, from: FIRST + 1, until: FIRST + 6 };
  expect(withinSheet(edits, next).get(1)?.size).toBe(3);
  expect(itemsOf(edits, next)).toEqual([
    { room_id: 1, date: '2026-06-12', todate: '2026-06-14', price: 130 },
  ]);
  expect(summaryOf(edits, { ...next, rooms: new Map() }).average).toBe(0);
  expect(withinSheet(edits, { ...next, rooms: new Map() }).size).toBe(0);
});

const changed = (text: string, { currency = 'EUR', step = 0.01 } = {}) =>
  parsePriceChange(text, { currency, step })?.(100) ?? null;

test.each([
  ['136', 136],
  ['+10 %', 110],
  ['-5%', 95],
  ['−5', 95],
  ['+2,5', 102.5],
  ['1,250', 1_250],
  ['1.250', 1_250],
  ['1,250.00', 1_250],
  ['1.262,40', 1_262.4],
  ['1 250', 1_250],
  ["1'250", 1_250],
  ['+1,000', 1_100],
])('%s means %d where the price is 100', (text, price) => {
  expect(changed(text)).toBe(price);
});

test.each(['', 'abc', '10 %', '1 2', '--5', '1,2,3', '+1,000.5 %'])('%j is no price', (text) => {
  expect(changed(text)).toBeNull();
});

test('a typed price is rounded to the decimals of the currency, a computed one to the step', () => {
  expect(changed('120.50', { step: 5 })).toBe(120.5);
  expect(changed('+12 %', { step: 5 })).toBe(110);
  expect(changed('12.345', { currency: 'KWD', step: 1 })).toBe(12.345);
  expect(changed('12.500', { currency: 'JPY', step: 1 })).toBe(12_500);
  expect(changed('+0,6 %', { currency: 'JPY', step: 0.01 })).toBe(101);
});

test('cells of a spreadsheet are separated by tabs and line breaks', () => {
  expect(cellsOfText('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});
