// Edits of rates: what texts stand for, and the requests that edits become.
import { describe, expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import {
  cellsOfText,
  itemsOf,
  parsePriceChange,
  type RateSheet,
  roundPrice,
  summaryOf,
  withEdits,
  withoutEdits,
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
const area = { roomIds: [1], from: FIRST, until: FIRST + 4 };

describe('edits', () => {
  test('become one item for each range of equal values', () => {
    const edits = withEdits(new Map(), sheet, area, ({ price }) => ({ price: roundPrice(price * 1.1, 1) }));
    expect(itemsOf(edits, sheet)).toEqual([
      { room_id: 1, date: '2026-06-11', todate: '2026-06-12', price: 110 },
      { room_id: 1, date: '2026-06-13', todate: '2026-06-14', price: 132 },
    ]);
    expect(summaryOf(edits, sheet)).toEqual({ nights: 4, prices: 4, average: 11 });
  });

  test('that set what is stored are none', () => {
    const edits = withEdits(new Map(), sheet, area, () => ({ price: 100 }));
    expect(summaryOf(edits, sheet).nights).toBe(2);
    expect(withEdits(edits, sheet, area, ({ price }) => ({ price })).size).toBe(0);
    expect(withoutEdits(edits, area).size).toBe(0);
  });

  test('of a minimum stay alone send no price', () => {
    const one = { ...area, until: FIRST + 1 };
    expect(
      itemsOf(
        withEdits(new Map(), sheet, one, () => ({ min_stay: 2 })),
        sheet,
      ),
    ).toEqual([
      { room_id: 1, date: '2026-06-11', todate: '2026-06-11', min_stay: 2, closed_to_arrival: false },
    ]);
  });
});

test.each([
  ['136', 136],
  ['+10 %', 110],
  ['-5%', 95],
  ['−5', 95],
  ['+2,5', 102.5],
])('%s means %d where the price is 100', (text, price) => {
  expect(roundPrice(parsePriceChange(text)!(100), 0.01)).toBe(price);
});

test.each(['', 'abc', '10 %', '1 2', '--5'])('%j is no price', (text) => {
  expect(parsePriceChange(text)).toBeNull();
});

test('cells of a spreadsheet are separated by tabs and line breaks', () => {
  expect(cellsOfText('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});
