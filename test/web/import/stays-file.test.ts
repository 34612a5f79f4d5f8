// Lists of stays from other programs: columns by their heads, separators, titles, guests, and what is wrong with a line.
import { describe, expect, test } from 'vitest';
import { currencyOfHead } from '../../../web/screens/setup/import/heads.ts';
import { keysOf } from '../../../web/screens/setup/import/rooms-of-stays.ts';
import {
  openQuote,
  orderOfTable,
  readTable,
  withHeads,
} from '../../../web/screens/setup/import/stays-file.ts';
import { NO_ANSWERS, readStays } from '../../../web/screens/setup/import/stays-of-table.ts';

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
        rooms: null,
        adults: null,
        phone: '+49 30 1',
        email: 'm@example.org',
        notes: 'Booking.com 4711',
        status: null,
        amount: '1.234,50 €',
        written: ['24.12.2026', '27.12.2026'],
        asks: [],
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
        written: ['12/30/2026', '3'],
      },
    ]);
  });

  test('says line by line what is wrong', () => {
    const text = [
      'name,room,arrival,departure,price,status',
      ',1,2027-01-01,2027-01-02,10,ok',
      'A,1,,2027-01-02,10,ok',
      'B,1,2027-01-01,soon,10,ok',
      'C,1,2027-01-03,2027-01-01,10,ok',
      'D,1,2026-11-20,2026-11-23,10,ok',
      'E,1,2027-01-01,2028-06-01,10,ok',
      'F,1,2027-01-01,2027-01-02,free,ok',
      'G,1,2027-01-01,2027-01-02,10,Cancelled by guest',
      'H,1,2027-01-01,2027-01-02,,ok',
      '',
      'I,1,2027-01-01,2027-01-02,10,',
      'J,1,2027-01-01,2027-01-02,1,234.50,ok',
    ].join('\n');
    expect(staysOf(text).map(({ line, asks, errors }) => [line, ...errors, ...asks])).toEqual([
      [2, 'no_name'],
      [3, 'no_arrival'],
      [4, 'no_departure'],
      [5, 'wrong_order'],
      [6, 'is_over'],
      [7, 'too_long'],
      [8, 'price'],
      [9, 'cancelled'],
      [10],
      [12, 'status'],
      [13, 'too_many_cells', 'status'],
    ]);
  });

  test.each(['', 'name,room', 'just a word'])('is not in %j', (text) => {
    expect(readTable(text)).toBeNull();
  });
});

describe('the separator and the line of the heads', () => {
  const HEADS = 'Name;Room;Arrival;Departure;Price';
  const STAY = 'Ada;Suite;2027-01-13;2027-01-15;100,00';
  test.each([
    ['a line that names the separator', `sep=;\n${HEADS}\n${STAY}`, 2],
    ['one in quotes, with further separators', `"sep=;";;;;\r\n${HEADS}\r\n${STAY}`, 2],
    ['titles with as many cells', `Report;;;;\nHotel Sunrise;;;;\n;;;;\n${HEADS}\n${STAY}`, 5],
    ['titles with one cell', `Report, printed on 1 May, 2026\nHotel Sunrise\n\n${HEADS}\n${STAY}`, 5],
    ['a title with a known word', `Reservation;2026\n${HEADS}\n${STAY}`, 3],
    ['bars', `${HEADS}\n${STAY}`.replaceAll(';', '|'), 2],
    ['tabs, with an empty first head', `${HEADS}\n${STAY}`.replaceAll(/^/gm, ';').replaceAll(';', '\t'), 2],
    ['ends of lines of old computers', `${HEADS}\r${STAY}`, 2],
  ])('are found with %s', (_, text, line) => {
    expect(staysOf(text)).toMatchObject([
      { line, name: 'Ada', room: 'Suite', checkin: '2027-01-13', checkout: '2027-01-15', price: 100 },
    ]);
  });

  test('are corrected: another line has the heads', () => {
    const table = readTable('Guest;Room;Arrival\nGast;Zimmer;Anreise\nAda;Suite;13.01.2027')!;
    expect([table.headAt, table.lines.length]).toEqual([0, 2]);
    const changed = withHeads(table.all, 1)!;
    expect(changed).toMatchObject({ heads: ['Gast', 'Zimmer', 'Anreise'], numbers: [3] });
    expect(withHeads(table.all, 2)).toBeNull();
  });

  test('leave lines of text in one cell', () => {
    const text =
      'Guest,Room,Arrival,Departure,Notes\n"Lovelace, Ada",S,2027-01-01,2027-01-03,"one\nline ""two"""';
    expect(staysOf(text)).toMatchObject([{ name: 'Lovelace, Ada', notes: 'one\nline "two"' }]);
  });

  test.each([
    ['at the beginning of a line', 'Ada,S,2027-01-01,2027-01-03\n"Bob,S,2027-01-01,2027-01-03'],
    ['in a later cell', 'Ada,S,2027-01-01,2027-01-03\nBob,"S,2027-01-01,2027-01-03'],
    [
      'that is closed before the end of its cell',
      'Ada,S,2027-01-01,2027-01-03\n"Bob" B,S,2027-01-01,2027-01-03',
    ],
  ])('with a quotation mark %s are refused with its line: lines below would be lost', (_, lines) => {
    const text = `Guest,Room,Arrival,Departure\n${lines}\n"Cyd",S,2027-01-01,2027-01-03`;
    for (const one of [text, text.replaceAll(',', ';')]) {
      expect([readTable(one), openQuote(one)]).toEqual([null, 3]);
    }
  });

  test('may have a quotation mark inside a cell without quotes', () => {
    const text = 'Guest,Room,Arrival,Departure,Notes\nAda,S,2027-01-01,2027-01-03,12" screen';
    expect(openQuote(text)).toBeNull();
    expect(staysOf(text)).toMatchObject([{ notes: '12" screen' }]);
  });
});

describe('the name', () => {
  test.each([
    ['is the guest, not who booked', 'Booked by,Guest name(s)', 'Tours Ltd,Ada Lovelace', 'Ada Lovelace'],
    ['is who booked where there is no guest', 'Booked by,Guest name(s)', 'Tours Ltd,', 'Tours Ltd'],
    ['is the guest beside a customer', 'Customer,Hóspede', 'Tours Ltd,Ada Lovelace', 'Ada Lovelace'],
    ['has its first name also where “Name” is the last', 'Name,Vorname', 'Lovelace,Ada', 'Ada Lovelace'],
    ['is not doubled', 'Guest,First name,Last name', 'Ada Lovelace,Ada,Lovelace', 'Ada Lovelace'],
    ['is one name where both are the same', 'First name,Last name', 'Ada,Ada', 'Ada'],
  ])('%s', (_, heads, cells, name) => {
    const text = `${heads},Room,Arrival,Departure\n${cells},S,2027-01-13,2027-01-15`;
    expect(staysOf(text)).toMatchObject([{ name }]);
  });

  test('of who booked is kept as a note beside that of the guest', () => {
    const text = 'Booker,Guest,Room,Arrival,Departure\nTours Ltd,Ada,S,2027-01-13,2027-01-15';
    expect(staysOf(text)).toMatchObject([{ name: 'Ada', notes: 'Tours Ltd' }]);
  });
});

describe('a column', () => {
  test('of words of a status is found without a known head', () => {
    const text =
      'Guest,Room,Arrival,Departure,XY\nA,S,2027-01-13,2027-01-15,ok\nB,S,2027-01-13,2027-01-15,Storniert';
    expect(staysOf(text).map(({ errors }) => errors)).toEqual([[], ['cancelled']]);
  });

  test('“Rooms” has names of rooms or their number', () => {
    const list = (rooms: string) => `Guest,Rooms,Arrival,Departure\nA,${rooms},2027-01-13,2027-01-15`;
    expect(staysOf(list('2'))).toMatchObject([{ room: '', rooms: 2 }]);
    expect(staysOf(list('Suite'))).toMatchObject([{ room: 'Suite', rooms: null }]);
  });

  test.each([
    ['Total (EUR)', 'EUR'],
    ['Preis in CHF', 'CHF'],
    ['Betrag €', 'EUR'],
    ['Total', null],
    ['Price VAT', null],
  ])('“%s” has amounts in %s', (head, currency) => {
    expect(currencyOfHead(head)).toBe(currency);
  });

  test('with amounts in another currency is asked about, also where the currency has a column of its own', () => {
    const stays = (text: string, currency: string) =>
      readStays(readTable(text)!, 'dmy', TODAY, { ...NO_ANSWERS, currency });
    const inHead = 'Guest,Room,Arrival,Departure,Total (USD)\nA,S,2027-01-13,2027-01-15,100';
    const beside = 'Guest,Room,Arrival,Departure,Total,Currency\nA,S,2027-01-13,2027-01-15,100,USD';
    for (const text of [inHead, beside]) {
      expect(stays(text, 'USD')).toMatchObject([{ price: 100, asks: [] }]);
      expect(stays(text, 'EUR')).toMatchObject([{ price: null, asks: ['price'] }]);
    }
  });
});

test('dates that can be read in two ways are read as the nights of the list say', () => {
  const list = (nights: number) =>
    `Guest,Room,Start date,End date,# of nights\nA,S,1/10/2027,1/12/2027,${nights}`;
  expect(orderOfTable(readTable(list(2))!)).toBe('mdy');
  expect(orderOfTable(readTable(list(61))!)).toBe('dmy');
  expect(orderOfTable(readTable(list(5))!)).toBe('ask');
  const short = 'Guest,Room,Arrival,Departure,Nights\nA,S,27/01/27,27/01/28,1';
  expect(orderOfTable(readTable(short)!, TODAY)).toBe('ymd');
});

test('the same list has the same keys again, and each line one of its own', () => {
  const text =
    'name,room,arrival,departure\nA,1,2027-01-01,2027-01-02\nA,1,2027-01-01,2027-01-02\nB,1,2027-01-01,2027-01-02';
  const keys = keysOf(staysOf(text));
  expect(new Set(keys).size).toBe(3);
  expect(keysOf(staysOf(`${text}\nC,1,2027-01-01,2027-01-02`)).slice(0, 3)).toEqual(keys);
});
