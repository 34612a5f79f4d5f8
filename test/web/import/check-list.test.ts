// Lists of stays with the answers to their questions: what is offered, asked and left out; and lines that mean several rooms.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { stateOf } from '../../../web/replica/state.ts';
import { checkList, type GivenAnswers, NOTHING_GIVEN } from '../../../web/screens/setup/import/check-list.ts';
import { keysOf, namesOfRooms } from '../../../web/screens/setup/import/rooms-of-stays.ts';
import { readTable } from '../../../web/screens/setup/import/stays-file.ts';
import { randomly } from '../../harness/random.ts';

const house = (currency = 'EUR') =>
  stateOf({
    seq: 1,
    today: '2026-11-29',
    fromdate: '2026-11-28',
    todate: '2027-01-28',
    property: { timezone: 'Europe/Lisbon', currency },
    rooms: [
      { room_id: 1, name: 'Suite' },
      { room_id: 2, name: 'Double Room' },
    ],
    units: [
      { unit_id: 11, room_id: 2, name: '101' },
      { unit_id: 12, room_id: 2, name: '102' },
    ],
    bookings: [
      {
        order_id: 1,
        room_id: 1,
        name: 'Here Already',
        status: 'confirmed',
        checkin: '2027-01-13T15:00:00.000Z',
        checkout: '2027-01-15T11:00:00.000Z',
        held_until: null,
        unit_nights: null,
        conflict: null,
      },
    ],
    nights: [],
  } as unknown as Desk);
const check = (text: string, given: Partial<GivenAnswers> = {}, currency = 'EUR') =>
  checkList(readTable(text)!, { ...NOTHING_GIVEN, ...given }, house(currency));

describe('a status', () => {
  const LIST = [
    'Guest,Room,Check-in,Check-out,Total,Status',
    'A,Suite,2027-01-13,2027-01-15,100,ok',
    'B,Suite,2027-01-13,2027-01-15,100,Declined',
    'C,Suite,2027-01-13,2027-01-15,100,Open',
    'D,Suite,2027-01-13,2027-01-15,100,Open',
    'E,Suite,2027-01-13,2027-01-15,100,',
    'F,Unheard of,2027-01-13,2027-01-15,(5),Cancelled',
  ].join('\n');

  test('that is confirmed is offered, cancelled ones are left out, and each other word is asked about once', () => {
    const list = check(LIST);
    expect(list.stays.map(({ outcome }) => outcome)).toEqual([
      'offered',
      'left_out',
      'asked',
      'asked',
      'asked',
      'left_out',
    ]);
    // Nothing is asked about lines that are left out.
    expect(list.questions).toEqual({
      dates: null,
      moment: null,
      statuses: ['Open', ''],
      amounts: [],
      rooms: [],
    });
    expect(list).toMatchObject({ offered: 1, asked: 3, leftOut: 2 });
    expect([...list.askedBy, ...list.leftOutBy]).toEqual([
      ['status', 3],
      ['cancelled', 2],
    ]);
  });

  test('that was answered is a stay or none, and stays among the questions', () => {
    const statuses = new Map([
      ['Open', true],
      ['', false],
    ]);
    const list = check(LIST, { statuses });
    expect(list).toMatchObject({ offered: 3, asked: 0, leftOut: 3 });
    expect(list.questions.statuses).toEqual(['Open', '']);
  });
});

describe('dates', () => {
  test('of which day and month can be exchanged are asked about; others are offered', () => {
    const text =
      'Guest,Room,Arrival,Departure\nA,Suite,05/06/2027,07/06/2027\nB,Suite,2027-06-05,2027-06-07\nC,Suite,soon,2027-06-07';
    expect(check(text)).toMatchObject({
      offered: 1,
      asked: 1,
      leftOut: 1,
      questions: { dates: { example: '05/06/2027', orders: ['dmy', 'mdy'], isMixed: false } },
    });
    const answered = check(text, { order: 'dmy' });
    expect(answered).toMatchObject({ offered: 2, asked: 0, leftOut: 1 });
    expect(answered.stays[0]).toMatchObject({ checkin: '2027-06-05', checkout: '2027-06-07' });
  });

  test('with a number of nights are asked about, too', () => {
    expect(check('Guest,Room,Arrival,Nights\nA,Suite,05/06/2027,2')).toMatchObject({ asked: 1, leftOut: 0 });
  });

  test('of moments that are another day at the property are asked about', () => {
    const text = 'Guest,Room,Arrival,Departure\nA,Suite,2026-12-31T23:00:00-08:00,2027-01-03T00:00:00Z';
    expect(check(text)).toMatchObject({ asked: 1, questions: { moment: '2026-12-31T23:00:00-08:00' } });
    const checkinOf = (moments: 'written' | 'here') => check(text, { moments }).stays[0]!.checkin;
    expect([checkinOf('written'), checkinOf('here')]).toEqual(['2026-12-31', '2027-01-01']);
  });
});

describe('an amount that is not plainly one number', () => {
  const LIST =
    'Guest,Room,Arrival,Departure,Price\nA,Suite,2027-01-13,2027-01-15,"100,00 (2 x 50,00)"\nB,Suite,2027-01-13,2027-01-15,(50)';

  test('is asked about, and is the number that is typed', () => {
    expect(check(LIST)).toMatchObject({ asked: 2, questions: { amounts: ['100,00 (2 x 50,00)', '(50)'] } });
    const typedAmounts = new Map([
      ['100,00 (2 x 50,00)', '100'],
      ['(50)', 'fifty'],
    ]);
    expect(check(LIST, { typedAmounts }).stays).toMatchObject([
      { outcome: 'offered', price: 100 },
      { outcome: 'asked', price: null },
    ]);
  });

  test('is kept as a note where the price of the calendar is taken', () => {
    expect(check(LIST, { takesCalendarPrices: true }).stays).toMatchObject([
      { outcome: 'offered', price: null, notes: '100,00 (2 x 50,00)' },
      { outcome: 'offered', price: null, notes: '(50)' },
    ]);
  });

  test('of a currency of three decimals is asked about', () => {
    const text = 'Guest,Room,Arrival,Departure,Price\nA,Suite,2027-01-13,2027-01-15,10.001';
    expect(check(text, {}, 'KWD')).toMatchObject({ asked: 1, questions: { amounts: ['10.001'] } });
    const typedAmounts = new Map([['10.001', '10.001']]);
    expect(check(text, { typedAmounts }, 'KWD').stays[0]).toMatchObject({ price: 10.001 });
  });
});

describe('a line of several rooms', () => {
  const line = (rooms: string, room: string, more: Partial<GivenAnswers> = {}) =>
    check(
      `Guest,Booked by,Check-in,Check-out,Rooms,Persons,Price,Unit type\nAda,Tours Ltd,2027-01-13,2027-01-15,${rooms},4,480.01,"${room}"`,
      more,
    );
  const places = (list: ReturnType<typeof line>) =>
    list.stays.map(({ outcome, place }) => [outcome, place?.roomId ?? null, place?.unitId ?? null]);

  test.each([
    ['2', 'Suite', [1, 1]],
    ['2', 'Double Room, Suite', [2, 1]],
    ['3', '2 x Double Room + Suite', [2, 2, 1]],
    ['2', 'Double Room (2)', [2, 2]],
    ['', '2x Suite', [1, 1]],
    ['', 'Suite & Double Room', [1, 2]],
    ['1', 'Suite', [1]],
    ['', '1 x Suite', [1]],
  ])('“%s” “%s” is as many stays', (rooms, room, ids) => {
    expect(places(line(rooms, room))).toEqual(ids.map((id) => ['offered', id, null]));
  });

  test('shares its price and its guests, and says what it had', () => {
    expect(line('2', 'Suite').stays).toMatchObject([
      { name: 'Ada', price: 240.01, adults: 2, of: 2, notes: '1/2 (480.01)\nTours Ltd' },
      { name: 'Ada', price: 240, adults: 2, of: 2, notes: '2/2 (480.01)\nTours Ltd' },
    ]);
  });

  test('has several units, but not the same one twice', () => {
    expect(places(line('2', '101/102'))).toEqual([
      ['offered', 2, 11],
      ['offered', 2, 12],
    ]);
    expect(line('2', '101')).toMatchObject({ leftOut: 1, stays: [{ errors: ['rooms_unclear'] }] });
  });

  test.each([
    ['', 'Suite (2)'],
    ['1', 'Suite, Double Room'],
    ['2', 'Suite, 101, 102'],
    ['', 'Attic, Cellar'],
    ['2', 'Attic'],
  ])('“%s” “%s” is asked about', (rooms, room) => {
    const list = line(rooms, room);
    expect([list.asked, list.offered]).toEqual([1, 0]);
    expect(list.questions.rooms.map(({ name }) => name)).toEqual([room]);
  });

  test('is answered: one room, several rooms, or left out', () => {
    const answered = (
      room: string,
      ...answers: [string, GivenAnswers['rooms'] extends ReadonlyMap<string, infer T> ? T : never][]
    ) => places(line('', room, { rooms: new Map(answers) }));
    const attic = ['Attic', { roomId: 1, unitId: null }] as [string, { roomId: number; unitId: null }];
    expect(answered('Attic, Suite', ['Attic, Suite', { roomId: 1, unitId: null }])).toEqual([
      ['offered', 1, null],
    ]);
    expect(answered('Attic, Suite', ['Attic, Suite', 'several'])).toEqual([
      ['asked', null, null],
      ['asked', 1, null],
    ]);
    expect(answered('Attic, Suite', ['Attic, Suite', 'several'], attic)).toEqual([
      ['offered', 1, null],
      ['offered', 1, null],
    ]);
    expect(answered('Attic', ['Attic', 'out'])).toEqual([['left_out', null, null]]);
  });

  test('of more rooms than an order has is left out', () => {
    expect(line('101', 'Suite')).toMatchObject({ leftOut: 1, stays: [{ errors: ['rooms_unclear'] }] });
  });

  test('gives each stay a key of its own', () => {
    expect(new Set(keysOf(line('2', 'Suite').stays)).size).toBe(2);
  });
});

test.each([
  ['Suite', ['Suite']],
  ['Duplex 2', ['Duplex 2']],
  ['2 Xenia', ['2 Xenia']],
  ['Double x 2', ['Double', 'Double']],
  ['2x Double, Suite', ['Double', 'Double', 'Suite']],
  ['', ['']],
  ['99 x Suite', ['99 x Suite']],
])('“%s” names the rooms %j', (text, names) => {
  expect(namesOfRooms(text)).toEqual(names);
});

test('a stay that is here already is left out, unless it is taken again', () => {
  const text = 'Guest,Room,Arrival,Departure\nhere already,Suite,2027-01-13,2027-01-15';
  expect(check(text)).toMatchObject({ offered: 0, leftOut: 1 });
  expect(check(text, { takesAgain: true })).toMatchObject({ offered: 1, leftOut: 0 });
});

test('each line of any list is offered, asked about or left out, and none is lost', () => {
  const cell = (...values: string[]) => fc.constantFrom(...values);
  const line = fc.tuple(
    cell('Ada', 'Bob', '', 'Here Already', '"Lovelace, Ada"'),
    cell('Suite', '101', '"Suite, 101"', '2 x Suite', 'Attic', '', '"Attic; Cellar"'),
    cell('', '1', '2', '30', 'two'),
    cell(
      '2027-01-13',
      '05/06/2027',
      '31/01/2027',
      '46400',
      'Jan 13 2027',
      '',
      'x',
      '2026-12-31T23:00:00-08:00',
      '130127',
    ),
    cell('2027-01-15', '07/06/2027', '46402', '15 de janeiro de 2027', '', '2026-01-01'),
    cell('100', '(50)', '', '$5', '"1,234.50"', '10.001'),
    cell('ok', 'Cancelled', '', 'Open', 'キャンセル'),
    cell('', '', '', 'more'),
  );
  const answers: fc.Arbitrary<Partial<GivenAnswers>> = fc.record({
    order: fc.constantFrom(null, 'dmy', 'mdy', 'ymd'),
    moments: fc.constantFrom(null, 'written', 'here'),
    statuses: fc.constantFrom(new Map(), new Map([['Open', true]])),
    takesCalendarPrices: fc.boolean(),
    takesAgain: fc.boolean(),
    rooms: fc.constantFrom(new Map(), new Map([['Attic', 'out' as const]])),
  });
  const lists = fc.array(line, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lists, answers, fc.constantFrom('EUR', 'KWD'), (lines, given, currency) => {
      const text = [
        'Guest,Room,Rooms,Arrival,Departure,Price,Status',
        ...lines.map((cells) => cells.join(',')),
      ].join('\n');
      const { stays, offered, asked, leftOut } = check(text, given, currency);
      const written = text.split('\n').flatMap((one, at) => (at > 0 && /[^,]/.test(one) ? [at + 1] : []));
      expect([...new Set(stays.map(({ line: number }) => number))]).toEqual(written);
      const offeredLines = new Set(
        stays.filter(({ outcome }) => outcome === 'offered').map((stay) => stay.line),
      );
      expect(offeredLines.size + asked + leftOut).toBe(written.length);
      expect(offered).toBeGreaterThanOrEqual(offeredLines.size);
      for (const { outcome, place, checkin, checkout, name } of stays) {
        if (outcome === 'offered') expect([place, checkin, checkout, name]).not.toContain(null);
      }
    }),
    randomly(300),
  );
});
