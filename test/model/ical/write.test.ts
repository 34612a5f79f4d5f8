// Our feed: its exact text, and what parsers read from it.
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type CalendarEntry, writeCalendar } from '../../../src/model/ical/write.ts';
import { randomly } from '../../harness/random.ts';
import { date, read } from './feed.ts';

const NOW = Temporal.Instant.from('2027-03-01T10:15:00.987Z');
const write = (entries: CalendarEntry[], name = 'Sample House') =>
  writeCalendar({ name, domain: 'pms.example', entries, now: NOW });

test('a feed, byte for byte', () => {
  const text = write([
    { uid: 'b-17', from: date('2027-04-01'), until: date('2027-04-05'), summary: 'Reserved' },
    { uid: 'n-4.20270410', from: date('2028-02-28'), until: date('2028-03-01'), summary: 'Not available' },
  ]);
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//innwire//PMS//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Sample House',
    'X-WR-CALNAME:Sample House',
    'BEGIN:VEVENT',
    'UID:b-17@pms.example',
    'SEQUENCE:0',
    'DTSTAMP:20270301T101500Z',
    'DTSTART;VALUE=DATE:20270401',
    'DTEND;VALUE=DATE:20270405',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:Reserved',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:n-4.20270410@pms.example',
    'SEQUENCE:0',
    'DTSTAMP:20270301T101500Z',
    'DTSTART;VALUE=DATE:20280228',
    'DTEND;VALUE=DATE:20280301',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    'SUMMARY:Not available',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('an empty feed is a whole calendar', () => {
  const text = write([], '');
  expect(text).toBe(
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//innwire//PMS//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n',
  );
  expect(read(text).events).toBe(0);
});

test('our own events are ignored when they come back', () => {
  const text = write([
    { uid: 'b-17', from: date('2027-04-01'), until: date('2027-04-05'), summary: 'Reserved' },
  ]);
  expect(read(text)).toMatchObject({ stays: [], blockedNights: [], ignored: { own: 1 } });
});

describe('a name', () => {
  test.each([
    ['Casa "Ñandú", Room; 3\\4', 'Casa "Ñandú", Room; 3\\4'],
    ['a\r\nBEGIN:VEVENT\nEND:VEVENT', 'a \nBEGIN:VEVENT\nEND:VEVENT'],
    ['tab\tbell\u0007', 'tab bell '],
    ['長い名前'.repeat(40), '長い名前'.repeat(40)],
    ['🏠'.repeat(60), '🏠'.repeat(60)],
  ])('%j stays one name', (name, shown) => {
    const text = write(
      [{ uid: 'a', from: date('2027-04-01'), until: date('2027-04-02'), summary: 'Reserved' }],
      name,
    );
    // ical.js does not undo escapes in names that begin with X-.
    const calendar = new ICAL.Component(ICAL.parse(text.replace('X-WR-CALNAME', 'DESCRIPTION')));
    expect(calendar.getFirstPropertyValue('description')).toBe(shown);
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(Buffer.from(line).toString()).toBe(line); // no character cut in two
    }
  });
});

test.each([
  ['no nights', { uid: 'a', from: '2027-04-01', until: '2027-04-01' }],
  ['less than none', { uid: 'a', from: '2027-04-02', until: '2027-04-01' }],
  ['no UID', { uid: '', from: '2027-04-01', until: '2027-04-02' }],
  ['a UID of two lines', { uid: 'a\r\nX:1', from: '2027-04-01', until: '2027-04-02' }],
])('an entry with %s throws a RangeError', (_, { uid, from, until }) => {
  expect(() => write([{ uid, from: date(from), until: date(until), summary: 'Reserved' }])).toThrow(
    RangeError,
  );
});

const day = fc.integer({ min: 0, max: 700 });
const entries: fc.Arbitrary<CalendarEntry[]> = fc
  .array(
    fc.record({
      start: day,
      length: fc.integer({ min: 1, max: 60 }),
      summary: fc.constantFrom('Reserved' as const, 'Not available' as const),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ start, length, summary }, index) => {
      const from = date('2027-03-01').add({ days: start });
      return { uid: `e-${index}`, from, until: from.add({ days: length }), summary };
    }),
  );

test('what writeCalendar writes, readCalendar reads', () => {
  fc.assert(
    fc.property(entries, fc.string(), (list, name) => {
      const nights = new Set<string>();
      for (const { from, until } of list) {
        for (let night = from; Temporal.PlainDate.compare(night, until) < 0; night = night.add({ days: 1 }))
          nights.add(`${night}`);
      }
      const calendar = read(write(list, name), { ownDomain: 'another.example', horizonDays: 800 });
      expect(calendar.events).toBe(list.length);
      expect(calendar.blockedNights.map(String)).toEqual([...nights].sort());
    }),
    randomly(200),
  );
});

test('another parser reads the same', () => {
  fc.assert(
    fc.property(entries, fc.string(), (list, name) => {
      const calendar = new ICAL.Component(ICAL.parse(write(list, name)));
      const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
      expect(
        events.map(
          ({ uid, startDate, endDate, summary }) =>
            `${uid} ${startDate} ${endDate} ${startDate.isDate} ${summary}`,
        ),
      ).toEqual(
        list.map(({ uid, from, until, summary }) => `${uid}@pms.example ${from} ${until} true ${summary}`),
      );
    }),
    randomly(200),
  );
});

test('equal content and moment give an equal text; another moment another one', () => {
  fc.assert(
    fc.property(entries, fc.string(), (list, name) => {
      expect(write(structuredCopy(list), name)).toBe(write(list, name));
    }),
    randomly(50),
  );
  const one: CalendarEntry[] = [
    { uid: 'a', from: date('2027-04-01'), until: date('2027-04-02'), summary: 'Reserved' },
  ];
  const later = writeCalendar({
    name: 'x',
    domain: 'pms.example',
    entries: one,
    now: NOW.add({ minutes: 1 }),
  });
  expect(later).not.toBe(writeCalendar({ name: 'x', domain: 'pms.example', entries: one, now: NOW }));
});

function structuredCopy(list: CalendarEntry[]): CalendarEntry[] {
  return list.map((entry) => ({ ...entry, from: date(`${entry.from}`), until: date(`${entry.until}`) }));
}
