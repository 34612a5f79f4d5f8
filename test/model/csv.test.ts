// CSV of lists and reports: readable by every reader of RFC 4180, and harmless in spreadsheets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '../../src/model/csv.ts';
import { randomly } from '../harness/random.ts';

/** Reads CSV as RFC 4180 describes it. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test('has the named columns first, then the other members, and empty cells for what is absent', () => {
  const records = [
    { id: 1, name: 'Ada, "Countess"', price: 12.5, room: null },
    { id: 2, name: 'two\nlines', ages: [4, null], open: true },
  ];
  expect(toCsv(records, ['name', 'missing', 'id'])).toBe(
    'name,id,price,room,ages,open\r\n"Ada, ""Countess""",1,12.5,,,\r\n"two\nlines",2,,,"[4,null]",true\r\n',
  );
});

test('of no records is the header', () => {
  expect(toCsv([], ['id', 'name'])).toBe('id,name\r\n');
});

test('leaves numbers as they are and takes no text for a formula', () => {
  const texts = ['=1+1', '+49 30', '-2', '@x', '\t=1', '\r=1', '＝1+1', 'a=1'];
  const [, ...rows] = parse(toCsv([{ n: -3, text: 'x' }, ...texts.map((text) => ({ n: 0, text }))], ['n']));
  expect(rows[0]).toEqual(['-3', 'x']);
  for (const [, text] of rows.slice(1, -1)) expect(text).toMatch(/^'/);
  expect(rows.at(-1)![1]).toBe('a=1');
});

test('takes no part of a text for a formula where semicolons divide cells', () => {
  expect(toCsv([{ text: 'a;=1+1; =2;-3;b' }])).toBe("text\r\na;'=1+1; =2;'-3;b\r\n");
});

test('is read back as it was written, whatever people wrote', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', ';', '🌊', '=') });
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.integer(), text }), { minLength: 1 }), (records) => {
      const [header, ...rows] = parse(toCsv(records));
      expect(header).toEqual(['id', 'text']);
      expect(rows).toEqual(records.map(({ id, text }) => [String(id), text.replaceAll(/(^|;)=/g, "$1'=")]));
    }),
    randomly(),
  );
});

test('has no control character but tabs and the ends of lines', () => {
  const csv = toCsv([{ text: '\u001b]0;pwned\u0007\u009b2J\r\u202e' }]);
  expect(csv).toBe('text\r\n\\u001b]0;pwned\\u0007\\u009b2J\\u000d\\u202e\r\n');
});
