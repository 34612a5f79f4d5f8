// Nights and dates: parsing, counting, ranges and time zones, across month ends, leap years and clock
// changes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countNights,
  dateIn,
  dateOfDay,
  dayNumber,
  earliest,
  isBefore,
  isTimezone,
  latest,
  momentIn,
  nightsBetween,
  parseDate,
  toPlainDate,
  WEEKDAYS,
} from '../../src/model/night.ts';
import { randomly } from '../harness/random.ts';

const date = Temporal.PlainDate.from;
const anyDate = fc.integer({ min: 0, max: 60_000 }).map((n) => date('1950-01-01').add({ days: n }));

describe('dates as text', () => {
  test('are real calendar dates written yyyy-MM-dd, and nothing else', () => {
    for (const text of ['2027-02-28', '2028-02-29', '0001-01-01', '9999-12-31', '2000-02-29']) {
      expect(parseDate(text)?.toString(), text).toBe(text);
    }
    for (const text of [
      '2027-02-29',
      '2026-02-30',
      '1900-02-29',
      '2026-2-3',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0000-01-01',
      'tomorrow',
      '',
      ' 2026-02-03',
      '2026-02-03T00:00:00Z',
      '20260203',
      '+002026-02-03',
      '-2026-02-03',
      '2026-02-03[u-ca=hebrew]',
      '٢٠٢٦-٠٢-٠٣',
    ]) {
      expect(parseDate(text), text).toBeNull();
    }
  });
});

describe('the number of a day', () => {
  test('counts days from 1970-01-01 in every year from 1 to 9999, and converts back to the date', () => {
    const first = date('0001-01-01');
    const days = date('9999-12-31').since(first).days;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: days }), (n) => {
        const day = first.add({ days: n });
        expect(dayNumber(day)).toBe(date('1970-01-01').until(day).days);
        expect(dateOfDay(dayNumber(day)).equals(day)).toBe(true);
        expect(toPlainDate(day.toString()).equals(day)).toBe(true);
      }),
      randomly(),
    );
  });

  test('converts back for more dates than the cache holds', () => {
    for (let day = 0; day < 20_000; day += 1) expect(dayNumber(dateOfDay(day))).toBe(day);
    expect(toPlainDate('2027-02-28')).toBe(toPlainDate('2027-02-28'));
  });
});

describe('ranges of nights', () => {
  test('include their first night and not their last date, each once and in order', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -3, max: 400 }), (from, length) => {
        const until = from.add({ days: length });
        const nights = nightsBetween(from, until);
        expect(countNights(from, until)).toBe(length);
        expect(nights).toHaveLength(Math.max(0, length));
        for (const [i, night] of nights.entries()) expect(night.equals(from.add({ days: i }))).toBe(true);
      }),
      randomly(300),
    );
  });

  test('are consistent with the order of dates', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(isBefore(a, b)).toBe(a.toString() < b.toString());
        expect(earliest(a, b).toString()).toBe([a, b].map(String).sort()[0]);
        expect(latest(a, b).toString()).toBe([a, b].map(String).sort()[1]);
        expect(countNights(a, b)).toBe(0 - countNights(b, a));
      }),
      randomly(500),
    );
  });

  test('know their weekdays, Monday first', () => {
    expect(WEEKDAYS[date('2027-03-01').dayOfWeek - 1]).toBe('mon');
    expect(WEEKDAYS[date('2027-03-07').dayOfWeek - 1]).toBe('sun');
  });
});

describe('dates in time zones', () => {
  const zones = [
    'Europe/Lisbon',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
    'Australia/Lord_Howe',
  ];

  test('a time of day on a date is on that date in the zone, also when clocks change', () => {
    const time = fc
      .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`);
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyDate, time, (zone, day, clock) => {
        expect(dateIn(zone, momentIn(zone, day, clock)).toString()).toBe(day.toString());
      }),
      randomly(1_000),
    );
  });

  test('a time that the clocks skip moves forward, one that comes twice is the first', () => {
    expect(momentIn('Europe/Lisbon', date('2027-03-28'), '01:30').toString()).toBe('2027-03-28T01:30:00Z');
    expect(momentIn('Europe/Lisbon', date('2027-10-31'), '01:30').toString()).toBe('2027-10-31T00:30:00Z');
    expect(momentIn('Pacific/Apia', date('2011-12-30'), '12:00').toString()).toBe('2011-12-30T22:00:00Z');
  });

  test('one moment is two dates at extreme offsets', () => {
    const moment = Temporal.Instant.from('2027-03-01T10:30:00Z');
    expect(dateIn('Pacific/Niue', moment).toString()).toBe('2027-02-28');
    expect(dateIn('Pacific/Kiritimati', moment).toString()).toBe('2027-03-02');
  });

  test('are IANA names; offsets and invented names are refused', () => {
    for (const name of [...zones, 'UTC', 'Etc/UTC', 'America/Argentina/Buenos_Aires'])
      expect(isTimezone(name), name).toBe(true);
    for (const name of ['+01:00', 'Mars/Olympus', '', 'Lisbon', 'UTC+1', '../../etc/passwd'])
      expect(isTimezone(name), name).toBe(false);
  });
});

test('listing the nights of a huge range is refused', () => {
  const [from, until] = [date('2027-09-01'), date('9999-12-31')];
  expect(() => nightsBetween(from, until)).toThrow(RangeError);
  expect(countNights(from, until)).toBe(2_911_834);
});
