// Damaged feeds: however a feed is damaged, it is read as before, as more nights, or refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_WHEN_FREE } from '../../../src/model/ical/classify.ts';
import { CalendarParseError } from '../../../src/model/ical/errors.ts';
import type { Calendar } from '../../../src/model/ical/read.ts';
import { countProcessorMs } from '../../attack-corpus/processor-time.ts';
import { randomly } from '../../harness/random.ts';
import { date, FIXTURES, feed, fixture, read } from './feed.ts';

/** Far more than any of these small feeds takes, even on a busy machine. */
const MAX_READ_MS = 5_000;

function readOrRefuse(text: string, channel: string, today: Temporal.PlainDate): Calendar | null {
  const spentMs = countProcessorMs();
  try {
    const calendar = read(text, { channel, today, closed: 'booking' });
    for (const { reason } of calendar.unread) expect(reason).toMatch(/^[A-Z].*\.$/s);
    // If a calendar was read in part, nothing is removed because it is missing.
    return calendar.unread.length > 0 ? null : calendar;
  } catch (error) {
    if (!(error instanceof CalendarParseError)) throw error;
    expect(error.message).toMatch(/^[A-Z].*\.$/s);
    return null;
  } finally {
    expect(spentMs()).toBeLessThan(MAX_READ_MS);
  }
}

describe.each(FIXTURES)('$name', ({ name, channel, today }) => {
  const text = fixture(name);
  const whole = readOrRefuse(text, channel, today);

  test('cut off anywhere it is refused, never read as shorter', () => {
    // For some channels an empty text is a calendar: detecting truncation is then up to the fetch.
    for (let length = EMPTY_WHEN_FREE.has(channel) ? 1 : 0; length < text.length; length += 1) {
      const cut = readOrRefuse(text.slice(0, length), channel, today);
      if (cut !== null) expect(cut, `cut after ${length}`).toEqual(whole);
    }
  });

  test('with a piece missing from its middle it is not read as shorter, unless whole lines or events are missing', () => {
    const piece = fc.tuple(fc.nat(text.length), fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(piece, ([at, length]) => {
        readOrRefuse(text.slice(0, at) + text.slice(at + length), channel, today);
      }),
      randomly(500),
    );
  });

  test('changed at random it is read or refused, in time', () => {
    const strange = fc.constantFrom(
      '\r',
      '\n',
      '\0',
      ':',
      ';',
      '"',
      '=',
      ',',
      '\\',
      ' ',
      'Z',
      'T',
      '/',
      '9',
      '-',
      '\ufeff',
      '\u2028',
      '💥',
      'BEGIN:VEVENT\r\n',
      'END:VEVENT\r\n',
      'RRULE:FREQ=DAILY\r\n',
      '__proto__',
      'P1D',
    );
    const edit = fc.tuple(fc.nat(text.length), fc.nat(8), fc.oneof(strange, fc.string({ maxLength: 5 })));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let changed = text;
        for (const [at, length, by] of edits)
          changed = changed.slice(0, at) + by + changed.slice(at + length);
        readOrRefuse(changed, channel, today);
      }),
      randomly(1_000),
    );
  });
});

test('lines in any order and number are read or refused, in time', () => {
  const pool = FIXTURES.flatMap(({ name }) => fixture(name).split(/\r?\n/)).filter((line) => line !== '');
  const extra = [
    'RRULE:FREQ=DAILY',
    'RRULE:FREQ=MONTHLY;BYDAY=-1SU',
    'EXDATE:20270401',
    'RDATE:20270401T000000Z/P1D',
    'RECURRENCE-ID:20270401',
    'DURATION:-P1W',
    'BEGIN:VALARM',
    'END:VALARM',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pool, ...extra), { maxLength: 40 }), (lines) => {
      const text = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'DTSTART:20270402',
        ...lines,
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n');
      readOrRefuse(text, 'airbnb', date('2027-03-01'));
    }),
    randomly(2_000),
  );
});

test('any rule is expanded or refused, in time', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'BYDAY=MO,-1SU',
      'BYDAY=5TU',
      'BYMONTHDAY=31',
      'BYMONTHDAY=-1,30',
      'BYMONTH=2',
      'BYYEARDAY=366',
      'BYSETPOS=-1',
      'BYHOUR=1,2',
      'WKST=SU',
      'COUNT=0',
      'COUNT=5',
      'UNTIL=20280101',
      'UNTIL=20280101T000000Z',
    ),
    fc
      .tuple(
        fc.constantFrom('INTERVAL', 'COUNT', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYSETPOS'),
        fc.integer({ min: -400, max: 1_200 }),
      )
      .map(([key, value]) => `${key}=${value}`),
  );
  const rule = fc.tuple(
    fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    fc.array(part, { maxLength: 4 }),
  );
  const start = fc.constantFrom(
    '20270401',
    '20240229',
    '19990131',
    '20270401T160000',
    '20270401T160000Z',
    '20280229T235959',
  );
  fc.assert(
    fc.property(rule, start, ([frequency, parts], from) => {
      const text = feed([
        `DTSTART:${from}`,
        'DURATION:P1D',
        `RRULE:${[`FREQ=${frequency}`, ...parts].join(';')}`,
      ]);
      const calendar = readOrRefuse(text, 'other', date('2027-03-01'));
      if (calendar && from === '20270401') expect(calendar.blockedNights.map(String)).toContain('2027-04-01');
    }),
    randomly(300),
  );
});

test('any text at all is refused, or has no events', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(readOrRefuse(text, 'other', date('2027-03-01'))).toBeNull();
      readOrRefuse(`BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR`, 'other', date('2027-03-01'));
    }),
    randomly(1_000),
  );
});
