// Tables of the command line: of any width in a pipe, never wider than the terminal.
import { expect, test } from 'vitest';
import { cut, layOutTable, textWidth } from '../../src/cli/table.ts';

const column = (name: string, cells: string[], numeric = false) => ({ name, cells, numeric });

test('columns are as wide as their widest cell, and quantities stand to the right', () => {
  expect(
    layOutTable([
      column('order_id', ['10001', '7']),
      column('name', ['Ada Lovelace', 'Bo']),
      column('price', ['5.00', '240.00'], true),
      column('channel', ['direct', '–']),
    ]),
  ).toEqual([
    'order_id  name           price  channel',
    '10001     Ada Lovelace    5.00  direct',
    '7         Bo            240.00  –',
  ]);
});

test('without a terminal nothing is cut, however long', () => {
  const long = 'x'.repeat(5_000);
  expect(layOutTable([column('a', ['1']), column('b', [long])])[1]).toBe(`1  ${long}`);
});

test.each([200, 100, 80, 60, 40, 20, 10])('no line is wider than a terminal of %i cells', (width) => {
  const lines = layOutTable(
    [
      column('order_id', ['10001', '10002']),
      column('name', ['Ada Lovelace, Countess of Lovelace and of other places', '山田太郎 👩‍👩‍👧 Ünal']),
      column('reasons', ['r'.repeat(300), 'short']),
      column('price', ['1.00', '1000000.00'], true),
    ],
    width,
  );
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(textWidth(line), line).toBeLessThanOrEqual(width);
});

test('the widest columns are cut first, and a cut text ends with …', () => {
  const [, row] = layOutTable([column('id', ['10001']), column('text', ['word '.repeat(40)])], 30);
  expect(row).toBe('10001  word word word word wo…');
});

test('the least important text is cut first: long texts, the time of moments, headers; never values', () => {
  const bookings = [
    column('order_id', ['10001', '10002']),
    column('status', ['confirmed', 'checked_in']),
    column('name', ['Ada Lovelace', 'Alan Mathison Turing of Bletchley Park']),
    column('checkin', ['2030-05-06 15:00', '2030-05-07 15:00']),
    column('price', ['360.00', '90.00'], true),
  ];
  expect(layOutTable(bookings, 68)).toEqual([
    'order_id  status      name                  checkin            price',
    '10001     confirmed   Ada Lovelace          2030-05-06 15:00  360.00',
    '10002     checked_in  Alan Mathison Turin…  2030-05-07 15:00   90.00',
  ]);
  expect(layOutTable(bookings, 63)).toEqual([
    'order_id  status      name                  checkin       price',
    '10001     confirmed   Ada Lovelace          2030-05-06…  360.00',
    '10002     checked_in  Alan Mathison Turin…  2030-05-07…   90.00',
  ]);
  expect(layOutTable(bookings, 49)).toEqual([
    'order…  status      name      checkin       price',
    '10001   confirmed   Ada Lov…  2030-05-06…  360.00',
    '10002   checked_in  Alan Ma…  2030-05-07…   90.00',
  ]);
});

test('a text with line breaks stays on its line', () => {
  expect(layOutTable([column('text', ['one\ntwo\r\n\tthree'])])[1]).toBe('one two three');
});

test.each([
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['日本', 4],
  ['👩‍👩‍👧', 2],
  ['–', 1],
  ['가', 2],
])('%s takes %i cells', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('a wide character that would be halved is left out', () => {
  expect(cut('日本語', 4)).toBe('日…');
  expect(cut('日本語', 6)).toBe('日本語');
});
