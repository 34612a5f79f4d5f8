// Lists of stays from other programs: columns by their heads, separators, amounts, and what is wrong with a line.
import { describe, expect, test } from 'vitest';
import { keysOf } from '../../../web/screens/setup/import/rooms-of-stays.ts';
import {
  orderOfTable,
  readPrice,
  readStays,
  readTable,
} from '../../../web/screens/setup/import/stays-file.ts';

const TODAY = '2026-11-23';
const staysOf = (text: string) => {
  const table = readTable(text)!;
  const order = orderOfTable(table);
  return readStays(table, order === 'mdy' ? 'mdy' : 'dmy', TODAY);
};

describe('a list', () => {
  test('of a German spreadsheet, separated by semicolons, with quotes and a mark at its beginning', () => {
    const text =
      '\uFEFFGast;Zimmer;Anreise;Abreise;Preis;Telefon;E-Mail;Kanal;Buchungsnummer\n' +
      '"Müller; Familie";101;24.12.2026;27.12.2026;1.234,50 €;+49 30 1;m@example.org;Booking.com;4711\n\n';
    expect(staysOf(text)).toEqual([
      {
        line: 2,
        name: 'Müller; Familie',
        room: '101',
        checkin: '2026-12-24',
        checkout: '2026-12-27',
        price: 1234.5,
        adults: null,
        phone: '+49 30 1',
        email: 'm@example.org',
        notes: 'Booking.com 4711',
        errors: [],
      },
    ]);
  });

  test('pasted from a spreadsheet in the order of the United States, with first and last names and a number of nights', () => {
    const text =
      'First name\tLast name\tUnit\tCheck-in\tNights\tGuests\tTotal\nAda\tLovelace\tGarden\t12/30/2026\t3\t2 adults\t$1,200.00';
    expect(staysOf(text)).toMatchObject([
      {
        name: 'Ada Lovelace',
        room: 'Garden',
        checkin: '2026-12-30',
        checkout: '2027-01-02',
        adults: 2,
        price: 1200,
      },
    ]);
  });

  test('says line by line what is wrong', () => {
    const text = [
      'name,room,arrival,departure,price,status',
      ',1,2027-01-01,2027-01-02,10,',
      'A,1,,2027-01-02,10,',
      'B,1,2027-01-01,soon,10,',
      'C,1,2027-01-03,2027-01-01,10,',
      'D,1,2026-11-20,2026-11-23,10,',
      'E,1,2027-01-01,2028-06-01,10,',
      'F,1,2027-01-01,2027-01-02,free,',
      'G,1,2027-01-01,2027-01-02,10,Cancelled by guest',
      'H,1,2027-01-01,2027-01-02,,',
    ].join('\n');
    expect(staysOf(text).map(({ line, errors }) => [line, ...errors])).toEqual([
      [2, 'no_name'],
      [3, 'no_arrival'],
      [4, 'no_departure'],
      [5, 'wrong_order'],
      [6, 'is_over'],
      [7, 'too_long'],
      [8, 'no_price'],
      [9, 'cancelled'],
      [10],
    ]);
  });

  test.each(['', 'name,room', 'just a word'])('is not in %j', (text) => {
    expect(readTable(text)).toBeNull();
  });
});

test.each([
  ['120', 120],
  ['1.234', 1234],
  ['1,234', 1234],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['€ 95,5', 95.5],
  ['1 234,00 kr', 1234],
  ["1'234.05", 1234.05],
  ['-5', null],
  ['free', null],
])('the price %s is %s', (text, price) => {
  expect(readPrice(text)).toBe(price);
});

test('the same list has the same keys again, and each line one of its own', () => {
  const text =
    'name,room,arrival,departure\nA,1,2027-01-01,2027-01-02\nA,1,2027-01-01,2027-01-02\nB,1,2027-01-01,2027-01-02';
  const keys = keysOf(staysOf(text));
  expect(new Set(keys).size).toBe(3);
  expect(keysOf(staysOf(`${text}\nC,1,2027-01-01,2027-01-02`)).slice(0, 3)).toEqual(keys);
});
