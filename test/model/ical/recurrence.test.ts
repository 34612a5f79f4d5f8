// Recurring events: rules, added, skipped and replaced occurrences, and hostile rules.
import { describe, expect, test } from 'vitest';
import { CalendarParseError } from '../../../src/model/ical/errors.ts';
import { countProcessorMs } from '../../attack-corpus/processor-time.ts';
import { date, feed, nights, nightsOf, read, stays } from './feed.ts';

describe('rules', () => {
  test.each([
    ['FREQ=WEEKLY;COUNT=3', ['2027-05-01', '2027-05-08', '2027-05-15']],
    ['FREQ=DAILY;COUNT=3', ['2027-05-01..2027-05-03']],
    ['FREQ=DAILY;INTERVAL=2;COUNT=2', ['2027-05-01', '2027-05-03']],
    ['FREQ=DAILY;UNTIL=20270503', ['2027-05-01..2027-05-03']],
    ['FREQ=DAILY;UNTIL=20270503T215959Z', ['2027-05-01..2027-05-03']],
    ['FREQ=DAILY;UNTIL=20270502T220000Z', ['2027-05-01..2027-05-03']],
    ['FREQ=DAILY;UNTIL=20270502T215959Z', ['2027-05-01..2027-05-02']],
    ['FREQ=WEEKLY;BYDAY=FR,SA;COUNT=4', ['2027-05-01', '2027-05-07..2027-05-08', '2027-05-14']],
    ['FREQ=MONTHLY;BYDAY=1SA;COUNT=3', ['2027-05-01', '2027-06-05', '2027-07-03']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['2027-05-01', '2027-05-31', '2027-06-30']],
    ['FREQ=YEARLY;COUNT=2', ['2027-05-01', '2028-05-01']],
    ['freq=weekly;count=2', ['2027-05-01', '2027-05-08']],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', ['2027-05-01']],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=1', ['2027-05-01', '2028-02-29']],
  ])('%s', (rule, expected) => {
    expect(nightsOf(['DTSTART:20270501', `RRULE:${rule}`])).toEqual(expected);
  });

  test('a rule without end is expanded to the horizon, for stays of several nights too', () => {
    expect(nightsOf(['DTSTART:20270501', 'DURATION:P3D', 'RRULE:FREQ=MONTHLY'], { horizonDays: 95 })).toEqual(
      ['2027-05-01..2027-05-03', '2027-06-01..2027-06-03'],
    );
  });

  test('what began long ago is counted from its beginning', () => {
    expect(nightsOf(['DTSTART:20200104', 'RRULE:FREQ=WEEKLY'], { horizonDays: 14 })).toEqual([
      '2027-03-06',
      '2027-03-13',
    ]);
    expect(nightsOf(['DTSTART:20200104', 'RRULE:FREQ=WEEKLY;COUNT=9'], { horizonDays: 14 })).toEqual([]);
    expect(nightsOf(['DTSTART:20200222', 'DURATION:P14D', 'RRULE:FREQ=YEARLY'], { horizonDays: 14 })).toEqual(
      ['2027-03-01..2027-03-07'],
    );
  });

  test('29 February comes back in leap years only', () => {
    expect(nightsOf(['DTSTART:20240229', 'RRULE:FREQ=YEARLY'])).toEqual(['2028-02-29']);
    expect(nightsOf(['DTSTART:20240229', 'RRULE:FREQ=YEARLY;COUNT=2'])).toEqual(['2028-02-29']);
    expect(nightsOf(['DTSTART:20240229', 'RRULE:FREQ=YEARLY;INTERVAL=2'])).toEqual(['2028-02-29']);
  });

  test('the end of a timed rule counts in the zone of the event', () => {
    const timed = ['DTSTART;TZID=America/New_York:20270501T200000', 'DURATION:PT12H'];
    // 20:00 in New York is 02:00 of the next day in Madrid; the fourth of May, 20:00, is
    // 2027-05-05T00:00:00Z.
    expect(nightsOf([...timed, 'RRULE:FREQ=DAILY;UNTIL=20270505T000000Z'])).toEqual([]);
    const longer = ['DTSTART;TZID=America/New_York:20270501T120000', 'DURATION:PT12H'];
    expect(nightsOf([...longer, 'RRULE:FREQ=DAILY;UNTIL=20270504T160000Z'])).toEqual([
      '2027-05-01..2027-05-04',
    ]);
    expect(nightsOf([...longer, 'RRULE:FREQ=DAILY;UNTIL=20270504T155959Z'])).toEqual([
      '2027-05-01..2027-05-03',
    ]);
    expect(nightsOf([...longer, 'RRULE:FREQ=DAILY;UNTIL=20270504'])).toEqual(['2027-05-01..2027-05-04']);
  });

  test('two rules add up, and an EXRULE is ignored', () => {
    expect(
      nightsOf([
        'DTSTART:20270501',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'RRULE:FREQ=MONTHLY;COUNT=2',
        'EXRULE:FREQ=WEEKLY',
      ]),
    ).toEqual(['2027-05-01', '2027-05-08', '2027-06-01']);
  });
});

describe('added and skipped occurrences', () => {
  test.each([
    ['EXDATE;VALUE=DATE:20270508', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270508', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270501,20270515', ['2027-05-08']],
    ['EXDATE;TZID=Europe/Madrid:20270508T000000', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270507T220000Z', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270509', ['2027-05-01', '2027-05-08', '2027-05-15']],
    [
      'RDATE;VALUE=DATE:20270601,20270602',
      ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01..2027-06-02'],
    ],
    ['RDATE:20270601', ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01']],
    [
      'RDATE;VALUE=PERIOD:20270601T000000/P3D',
      ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01..2027-06-03'],
    ],
    [
      'RDATE;VALUE=PERIOD:20270601T100000Z/20270603T100000Z',
      ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01..2027-06-02'],
    ],
  ])('%s', (line, expected) => {
    expect(nightsOf(['DTSTART:20270501', 'RRULE:FREQ=WEEKLY;COUNT=3', line])).toEqual(expected);
  });

  const timed = ['DTSTART;TZID=Europe/Madrid:20270501T220000', 'DTEND;TZID=Europe/Madrid:20270502T080000'];

  test.each([
    ['EXDATE;TZID=Europe/Madrid:20270508T220000', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270508T200000Z', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270508', ['2027-05-01', '2027-05-15']],
    ['EXDATE:20270508T220000Z', ['2027-05-01', '2027-05-08', '2027-05-15']],
    ['RDATE:20270601', ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01']],
    ['RDATE:20270601T200000Z', ['2027-05-01', '2027-05-08', '2027-05-15', '2027-06-01']],
  ])('of a timed event: %s', (line, expected) => {
    expect(nightsOf([...timed, 'RRULE:FREQ=WEEKLY;COUNT=3', line])).toEqual(expected);
  });

  test('RDATE without a rule repeats too', () => {
    expect(nightsOf(['DTSTART:20270501', 'RDATE:20270601'])).toEqual(['2027-05-01', '2027-06-01']);
  });
});

describe('replaced occurrences', () => {
  const series = ['UID:s@x', 'DTSTART:20270501', 'RRULE:FREQ=WEEKLY;COUNT=3'];
  const moved = ['UID:s@x', 'RECURRENCE-ID;VALUE=DATE:20270508', 'DTSTART:20270510', 'DTEND:20270512'];

  test('a moved occurrence is where it was moved to, whichever event comes first', () => {
    const expected = ['2027-05-01', '2027-05-10..2027-05-11', '2027-05-15'];
    expect(nights(feed(series, moved))).toEqual(expected);
    expect(nights(feed(moved, series))).toEqual(expected);
  });

  test('a cancelled, or freed, occurrence is gone', () => {
    for (const line of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']) {
      expect(nights(feed(series, [...moved, line]))).toEqual(['2027-05-01', '2027-05-15']);
    }
  });

  test('a replacement for another UID, or without one, changes nothing', () => {
    const whole = ['2027-05-01', '2027-05-08', '2027-05-15'];
    const cancelled = (uid: string) => [
      uid,
      'RECURRENCE-ID:20270508',
      'DTSTART:20270508',
      'STATUS:CANCELLED',
    ];
    expect(nights(feed(series, cancelled('UID:other@x')))).toEqual(whole);
    expect(nights(feed(series.slice(1), cancelled('X-NO:uid')))).toEqual(whole);
  });

  test('a RECURRENCE-ID in UTC matches a series in a zone', () => {
    const timed = [
      'UID:t@x',
      'DTSTART;TZID=Europe/Madrid:20270501T220000',
      'DURATION:PT10H',
      'RRULE:FREQ=WEEKLY;COUNT=3',
    ];
    const late = ['UID:t@x', 'RECURRENCE-ID:20270508T200000Z', 'DTSTART:20270509T200000Z', 'DURATION:PT10H'];
    expect(nights(feed(timed, late))).toEqual(['2027-05-01', '2027-05-09', '2027-05-15']);
  });

  test('a replacement whose series is not in the feed is an event', () => {
    expect(nights(feed(moved))).toEqual(['2027-05-10..2027-05-11']);
  });

  test('occurrences that are stays have UIDs of their own, which moving keeps', () => {
    const named = [...series, 'SUMMARY:Reserved'];
    const options = { channel: 'airbnb' };
    expect(stays(feed(named), options).map((stay) => stay.trim())).toEqual([
      '2027-05-01/2027-05-02 s@x#2027-05-01',
      '2027-05-08/2027-05-09 s@x#2027-05-08',
      '2027-05-15/2027-05-16 s@x#2027-05-15',
    ]);
    expect(stays(feed(named, [...moved, 'SUMMARY:Reserved']), options).map((stay) => stay.trim())).toEqual([
      '2027-05-01/2027-05-02 s@x#2027-05-01',
      '2027-05-10/2027-05-12 s@x#2027-05-08',
      '2027-05-15/2027-05-16 s@x#2027-05-15',
    ]);
  });
});

describe('rules that never end or cannot be expanded are listed as unread, or the feed is refused, in little time', () => {
  const LONG_LIST = Array.from({ length: 60 }, (_, i) => `${(i % 5) + 1}MO`).join(',');

  test.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;COUNT=5',
    'FREQ=HOURLY',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=1000000000',
    'FREQ=DAILY;INTERVAL=1001',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=NEVER',
    'COUNT=3',
    'BYDAY',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1',
    `FREQ=YEARLY;BYDAY=${LONG_LIST};BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12`,
    '',
  ])('%s', (rule) => {
    const spentMs = countProcessorMs();
    expect(read(feed(['DTSTART:20270501', `RRULE:${rule}`])).unread).toHaveLength(1);
    expect(spentMs()).toBeLessThan(5_000);
  });

  test.each([
    ['many daily events since 1900', ['DTSTART:19000101', 'RRULE:FREQ=DAILY']],
    ['many rules that never match', ['DTSTART:20270501', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30']],
    [
      'many years that never match',
      ['DTSTART:19000101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=5MO;BYMONTHDAY=1'],
    ],
    [
      'many hours of each day',
      [
        'DTSTART:19000101T000000',
        'RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9;BYMINUTE=1,2,3,4,5,6,7,8,9;BYSECOND=1,2,3,4,5,6,7,8,9',
      ],
    ],
    ['many weeks at a large step', ['DTSTART:19000101', 'RRULE:FREQ=WEEKLY;INTERVAL=1000']],
    ['many lists', ['DTSTART:20270501', `RRULE:FREQ=YEARLY;BYDAY=${LONG_LIST.slice(0, 200)}MO`]],
  ])('%s', (_, lines) => {
    const text = feed(...Array.from({ length: 3_000 }, () => lines));
    const spentMs = countProcessorMs();
    const outcome = readOrRefuse(text);
    expect(outcome === 'refused' || outcome.unread.length > 0).toBe(true);
    expect(spentMs()).toBeLessThan(10_000);
  });

  test('a rule that began before 1900', () => {
    const [unread] = read(feed(['DTSTART:00010101', 'RRULE:FREQ=DAILY'])).unread;
    expect(unread!.reason).toContain('before 1900');
  });

  test('thousands of replacements and series of one UID', () => {
    const series = ['UID:s', 'DTSTART:20270501', 'RRULE:FREQ=WEEKLY;COUNT=3'];
    const text = feed(
      ...Array.from({ length: 4_000 }, () => [
        series,
        ['UID:s', 'RECURRENCE-ID:20270508', 'DTSTART:20270508'],
      ]).flat(),
    );
    const spentMs = countProcessorMs();
    expect(() => read(text)).toThrow('repeat too often');
    expect(spentMs()).toBeLessThan(10_000);
  });

  test('hundreds of time zones', () => {
    const rule = [
      'BEGIN:STANDARD',
      'DTSTART:00010101T000000',
      'RRULE:FREQ=YEARLY;UNTIL=99991231T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
    ];
    const zones = Array.from({ length: 300 }, (_, i) => [
      'BEGIN:VTIMEZONE',
      `TZID:z${i}`,
      ...rule,
      'END:VTIMEZONE',
    ]).flat();
    const events = Array.from({ length: 300 }, (_, i) => [`DTSTART;TZID=z${i}:99990401T000000`]);
    const text = feed(...events).replace('BEGIN:VEVENT', [...zones, 'BEGIN:VEVENT'].join('\r\n'));
    const spentMs = countProcessorMs();
    expect(() => read(text, { today: date('9999-01-01') })).toThrow('too many time zones');
    expect(spentMs()).toBeLessThan(10_000);
  });
});

function readOrRefuse(text: string) {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof CalendarParseError)) throw error;
    return 'refused';
  }
}

test('an ordinary owner’s calendar is far below the limits', () => {
  const weekly = Array.from({ length: 10 }, (_, i) => [
    `UID:w${i}`,
    'DTSTART:20150103',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  ]);
  const history = Array.from({ length: 5_000 }, (_, i) => {
    const day = date('2015-01-01').add({ days: i }).toString().replaceAll('-', '');
    return [
      `UID:h${i}`,
      `DTSTART;VALUE=DATE:${day}`,
      'SUMMARY:Owner stay',
      `DESCRIPTION:${'long '.repeat(20)}`,
    ];
  });
  const spentMs = countProcessorMs();
  const calendar = read(feed(...weekly, ...history));
  expect(calendar.events).toBe(5_010);
  expect(calendar.blockedNights.length).toBeGreaterThan(500);
  expect(spentMs()).toBeLessThan(10_000);
});
