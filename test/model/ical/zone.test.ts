// Time zones: by name, by the file's description, by neither; at extreme offsets, and on days of clock
// changes.
import { describe, expect, test } from 'vitest';
import { date, feed, fixture, nights, nightsOf, read } from './feed.ts';

describe('time zones', () => {
  const utc = ['DTSTART:20270401T230000Z', 'DTEND:20270403T090000Z'];
  const floating = ['DTSTART:20270401T233000', 'DTEND:20270403T003000'];

  test.each([
    ['Europe/Madrid', ['2027-04-02']],
    ['UTC', ['2027-04-01..2027-04-02']],
    ['Pacific/Kiritimati', ['2027-04-02']],
    ['Pacific/Pago_Pago', ['2027-04-01']],
    ['America/New_York', ['2027-04-01..2027-04-02']],
  ])('UTC becomes the date at a property in %s', (timezone, expected) => {
    expect(nightsOf(utc, { timezone })).toEqual(expected);
  });

  test.each([
    'Europe/Madrid',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/St_Johns',
    'Africa/Casablanca',
    'Asia/Kathmandu',
  ])('dates and floating times are the property’s own in %s', (timezone) => {
    expect(nightsOf(['DTSTART:20270401', 'DTEND:20270403'], { timezone })).toEqual([
      '2027-04-01..2027-04-02',
    ]);
    expect(nightsOf(floating, { timezone })).toEqual(['2027-04-01..2027-04-02']);
  });

  test('an IANA zone needs no VTIMEZONE', () => {
    const lines = [
      'DTSTART;TZID=Pacific/Kiritimati:20270402T100000',
      'DTEND;TZID="Pacific/Kiritimati":20270404T100000',
    ];
    expect(nightsOf(lines)).toEqual(['2027-04-01..2027-04-02']);
    expect(nightsOf(lines, { timezone: 'Pacific/Pago_Pago' })).toEqual(['2027-04-01..2027-04-02']);
    expect(nightsOf(lines, { timezone: 'Pacific/Kiritimati' })).toEqual(['2027-04-02..2027-04-03']);
  });

  test.each([
    'Europe/Lisbon',
    'America/New_York',
    'Pacific/Honolulu',
    'Pacific/Kiritimati',
    'Asia/Kathmandu',
  ])('midnight to midnight in UTC or in another zone is a range of dates in %s', (timezone) => {
    for (const [start, end] of [
      ['DTSTART:20270401T000000Z', 'DTEND:20270403T000000Z'],
      ['DTSTART:20270401T000000Z', 'DURATION:P2D'],
      ['DTSTART:20270401T000000Z', 'DTEND:20270402T235959Z'],
      ['DTSTART;TZID=UTC:20270401T000000', 'DTEND;TZID=UTC:20270403T000000'],
      ['DTSTART;TZID=Etc/UTC:20270401T000000', 'DTEND:20270403T000000Z'],
      [
        'DTSTART;TZID="tzone://Microsoft/Utc":20270401T000000',
        'DTEND;TZID="tzone://Microsoft/Utc":20270403T000000',
      ],
      ['DTSTART;TZID=Asia/Tokyo:20270401T000000', 'DTEND;TZID=Asia/Tokyo:20270403T000000'],
    ] as const) {
      expect(nightsOf([start, end], { timezone }), start).toEqual(['2027-04-01..2027-04-02']);
    }
  });

  test('whole days in UTC repeat by dates, without those that are left out or moved', () => {
    const series = [
      'UID:s',
      'DTSTART:20270401T000000Z',
      'DTEND:20270402T000000Z',
      'RRULE:FREQ=DAILY;UNTIL=20270405T000000Z',
    ];
    const moved = [
      'UID:s',
      'RECURRENCE-ID:20270404T000000Z',
      'DTSTART:20270410T000000Z',
      'DTEND:20270411T000000Z',
    ];
    expect(
      nights(feed([...series, 'EXDATE:20270402T000000Z'], moved), { timezone: 'America/New_York' }),
    ).toEqual(['2027-04-01', '2027-04-03', '2027-04-05', '2027-04-10']);
  });

  test.each([
    ['other times', 'DTSTART:20270401T040000Z', 'DTEND:20270403T040000Z', ['2027-04-01..2027-04-02']],
    ['one midnight', 'DTSTART:20270401T000000Z', 'DTEND:20270403T150000Z', ['2027-03-31..2027-04-02']],
  ])('%s in UTC stay instants', (_, start, end, expected) => {
    expect(nightsOf([start, end], { timezone: 'America/New_York' })).toEqual(expected);
  });

  test('the last minute of a day counts at the property as well', () => {
    expect(nightsOf(['DTSTART:20270331T220000Z', 'DTEND:20270402T215959Z'])).toEqual([
      '2027-04-01..2027-04-02',
    ]);
    expect(
      nightsOf(['DTSTART;TZID=Europe/Madrid:20270401T000000', 'DTEND;TZID=Europe/Madrid:20270401T235959']),
    ).toEqual(['2027-04-01']);
  });

  const fileZone = (tzid: string, rules: string[]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    ...rules,
    'END:VTIMEZONE',
  ];
  const NEW_YORK_LIKE = [
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
  ];
  const withZone = (zone: string[], ...lines: string[]) =>
    feed(lines).replace('BEGIN:VEVENT', [...zone, 'BEGIN:VEVENT'].join('\r\n'));

  test.each([
    ['summer: 03:30 there is 09:30 here', '20270702T173000', '20270704T033000', ['2027-07-02..2027-07-03']],
    ['summer: 18:30 there is past midnight here', '20270702T183000', '20270704T033000', ['2027-07-03']],
    [
      'winter: 17:30 there is before midnight here',
      '20270302T173000',
      '20270304T033000',
      ['2027-03-02..2027-03-03'],
    ],
    ['winter: 18:30 there is past midnight here', '20270302T183000', '20270304T033000', ['2027-03-03']],
  ])('a zone of the file’s own: %s', (_, start, end, expected) => {
    const zone = fileZone('Eastern Standard Time (Exchange)', NEW_YORK_LIKE);
    const lines = ['start', 'end'].map(
      (edge) =>
        `DT${edge.toUpperCase()};TZID="Eastern Standard Time (Exchange)":${edge === 'start' ? start : end}`,
    );
    expect(nights(withZone(zone, ...lines))).toEqual(expected);
  });

  test('a VTIMEZONE does not override an IANA zone', () => {
    const zone = fileZone('Europe/Madrid', NEW_YORK_LIKE);
    const lines = ['DTSTART;TZID=Europe/Madrid:20270402T233000', 'DTEND;TZID=Europe/Madrid:20270404T100000'];
    expect(nights(withZone(zone, ...lines))).toEqual(['2027-04-02..2027-04-03']);
  });

  test.each([
    ['missing', []],
    ['without rules', fileZone('W. Europe Standard Time', [])],
    [
      'changing every second',
      fileZone(
        'W. Europe Standard Time',
        NEW_YORK_LIKE.map((line) => line.replace('YEARLY', 'SECONDLY')),
      ),
    ],
    [
      'of nonsense',
      fileZone('W. Europe Standard Time', [
        'BEGIN:STANDARD',
        'DTSTART:x',
        'TZOFFSETTO:y',
        'TZOFFSETFROM:z',
        'END:STANDARD',
      ]),
    ],
  ])('a zone that is %s counts as the property’s', (_, zone) => {
    const lines = [
      'DTSTART;TZID=W. Europe Standard Time:20270402T233000',
      'DTEND;TZID=W. Europe Standard Time:20270404T003000',
    ];
    expect(nights(withZone(zone, ...lines))).toEqual(['2027-04-02..2027-04-03']);
  });

  test('start and end may be in different zones', () => {
    expect(
      nightsOf(['DTSTART;TZID=Asia/Tokyo:20270402T060000', 'DTEND;TZID=America/New_York:20270402T190000']),
    ).toEqual(['2027-04-01..2027-04-02']);
  });

  test.each([
    ['Europe/Madrid', '20270327', '20270330', '2027-03-27..2027-03-29'],
    ['Europe/Madrid', '20271030', '20271102', '2027-10-30..2027-11-01'],
    ['America/New_York', '20270313', '20270316', '2027-03-13..2027-03-15'],
    ['Australia/Lord_Howe', '20270402', '20270405', '2027-04-02..2027-04-04'],
    ['Africa/Cairo', '20270429', '20270502', '2027-04-29..2027-05-01'],
    ['America/Santiago', '20270904', '20270907', '2027-09-04..2027-09-06'],
  ])('nights stay nights when clocks change in %s on the way from %s to %s', (timezone, from, until, expected) => {
    const options = { timezone, today: date('2027-03-01') };
    expect(nightsOf([`DTSTART:${from}`, `DTEND:${until}`], options)).toEqual([expected]);
    expect(nightsOf([`DTSTART:${from}T000000`, `DTEND:${until}T000000`], options)).toEqual([expected]);
    expect(nightsOf([`DTSTART;TZID=${timezone}:${from}T000000`, `DURATION:P3D`], options)).toEqual([
      expected,
    ]);
    expect(
      nightsOf(
        [`DTSTART;TZID=${timezone}:${from}T160000`, `DTEND;TZID=${timezone}:${until}T110000`],
        options,
      ),
    ).toEqual([expected]);
    expect(nightsOf([`DTSTART:${from}`, 'RRULE:FREQ=DAILY;COUNT=3'], options)).toEqual([expected]);
    expect(
      nightsOf(
        [`DTSTART;TZID=${timezone}:${from}T233000`, 'DURATION:PT2H', 'RRULE:FREQ=DAILY;COUNT=3'],
        options,
      ),
    ).toEqual([expected]);
  });

  test('an unknown time zone of the property throws a RangeError', () => {
    expect(() => read(fixture('vrbo'), { timezone: 'Europe/Nowhere' })).toThrow(RangeError);
  });
});
