// Reading of feeds: samples of every channel, variations of the text around events, and refused texts.
import { describe, expect, test } from 'vitest';
import { date, feed, fixture, nights, nightsOf, OPTIONS, read, stays } from './feed.ts';

describe('samples', () => {
  test('Airbnb: a reservation with its code and digits, and blocks that are no stays', () => {
    const text = fixture('airbnb-current');
    expect(stays(text, { channel: 'airbnb' })).toEqual([
      '2027-04-01/2027-04-05 1418fb94e984-0123456789abcdef0123456789abcdef@airbnb.com HMSAMPLE01  1234',
    ]);
    expect(nights(text, { channel: 'airbnb' })).toEqual(['2027-04-10..2027-04-11', '2028-02-28..2028-02-29']);
  });

  test('Airbnb before December 2019: the name and the code stand in the summary', () => {
    expect(stays(fixture('airbnb-legacy-2019'), { channel: 'airbnb', today: date('2019-07-01') })).toEqual([
      '2019-08-01/2019-08-05 -abc123def456--0123456789abcdef@airbnb.com HMSAMPLE01 Ada Example ',
    ]);
  });

  test('Booking.com: nights are closed, or nameless stays without UID where the host exports bookings only', () => {
    const text = fixture('booking_com');
    const options = { channel: 'booking_com' };
    expect(read(text, options).stays).toEqual([]);
    expect(nights(text, options)).toEqual(['2027-04-01..2027-04-05']);
    expect(stays(text, { ...options, closed: 'booking' })).toEqual([
      '2027-04-01/2027-04-04    ',
      '2027-04-04/2027-04-06    ',
    ]);
    expect(nights(text, { ...options, closed: 'booking' })).toEqual([]);
    expect(
      stays(text.replaceAll('CLOSED -', 'Closed \u2013'), { ...options, closed: 'booking' }),
    ).toHaveLength(2);
  });

  test('Vrbo: a named stay, a block, and a tentative stay of a DURATION that blocks by default', () => {
    const text = fixture('vrbo');
    const options = { channel: 'vrbo' };
    expect(stays(text, options)).toEqual([
      '2027-04-01/2027-04-05 3f2504e0-4f89-11d3-9a0c-0305e82c3301  Ada ',
    ]);
    expect(nights(text, options)).toEqual(['2027-04-10..2027-04-11', '2027-04-20..2027-04-23']);
    expect(nights(text, { ...options, tentative: 'ignore' })).toEqual(['2027-04-10..2027-04-11']);
    expect(read(text, { ...options, tentative: 'ignore' }).ignored.tentative).toBe(1);
  });

  test('Google: whole days, times, free, repeated and cancelled events', () => {
    const calendar = read(fixture('google_calendar'));
    expect(calendar.stays).toEqual([]);
    expect(calendar.events).toBe(5);
    expect(calendar.ignored).toMatchObject({ cancelled: 1, free: 1 });
    expect(nights(fixture('google_calendar'))).toEqual([
      '2027-04-01..2027-04-02',
      '2027-04-10..2027-04-11',
      '2027-05-01',
      '2027-05-15',
      '2027-05-22',
    ]);
  });

  test('a byte order mark, LF and a missing UID', () => {
    expect(nights(fixture('edge-bom-lf-missing-uid'))).toEqual(['2027-04-01..2027-04-02']);
  });

  test('a date without VALUE=DATE', () => {
    expect(nights(fixture('edge-date-without-value-param'))).toEqual(['2027-04-01..2027-04-02']);
  });

  test('an empty calendar is a calendar', () => {
    expect(read(fixture('edge-empty-calendar'))).toMatchObject({ stays: [], blockedNights: [], events: 0 });
  });

  test('a web page is not', () => {
    expect(() => read(fixture('edge-html-error'))).toThrow('The answer was a web page, not a calendar.');
  });
});

describe('the text around', () => {
  const EVENT = ['DTSTART:20270401', 'DTEND:20270403'];
  const whole = feed(EVENT);

  test.each([
    ['LF', whole.replaceAll('\r\n', '\n')],
    ['CR CR LF', whole.replaceAll('\r\n', '\r\r\n')],
    ['CR', whole.replaceAll('\r\n', '\r')],
    ['blank lines', whole.replaceAll('\r\n', '\r\n\r\n')],
    ['blanks around', `\ufeff\ufeff \r\n${whole}\r\n \t\r\n`],
    ['no last line end', whole.trim()],
    ['folds anywhere', whole.replace('DTSTART:20270401', 'DTST\r\n ART:2027\r\n\t0401')],
    ['lower case', whole.toLowerCase()],
    ['no VERSION and PRODID', whole.replace(/(VERSION|PRODID).*\r\n/g, '')],
    ['a parameter on PRODID', whole.replace('PRODID:', 'PRODID;X-RICAL-TZSOURCE=TZINFO:')],
    ['two calendars in one file', whole + feed(['DTSTART:20270402', 'DTEND:20270403'])],
    [
      'an alarm with a DURATION of its own',
      feed([...EVENT, 'BEGIN:VALARM', 'DURATION:PT9H', 'STATUS:CANCELLED', 'END:VALARM']),
    ],
    [
      'to-dos and unknown parts',
      whole.replace(
        'END:VCALENDAR',
        'BEGIN:VTODO\r\nDTSTART:x\r\nEND:VTODO\r\nBEGIN:X-A\r\n:\r\nEND:X-A\r\nEND:VCALENDAR',
      ),
    ],
    [
      'a line break forgotten in a description',
      feed(['DESCRIPTION:one', 'two words and no colon', 'Phone Number: 1', ...EVENT]),
    ],
    ['a comment behind', `${whole}<!-- cached at 10:00 -->\r\n`],
    ['comments of several lines behind', `${whole}<!-- a\r\nBEGIN:VEVENT\r\n--><!-- b -->`],
    ['a remark behind', `${whole}# made by 1.2\r\n<br /><b>Notice</b>: x\r\nDone in 0.2 s\r\n`],
    ['unknown properties', feed(['constructor:1', '__proto__;a=b:2', 'X-A;B="x:', ...EVENT])],
  ])('%s', (_, text) => {
    expect(nights(text)).toEqual(['2027-04-01..2027-04-02']);
  });

  test.each([
    ['', 'The answer was empty: not even an empty calendar.'],
    [' \r\n\ufeff', 'The answer was empty: not even an empty calendar.'],
    ['  <html>BEGIN:VCALENDAR', 'The answer was a web page, not a calendar.'],
    ['{"error":1}', 'The answer was not a calendar.'],
    ['BEGIN:VCARD\r\nEND:VCARD', 'The answer was not a calendar.'],
    [`Warning: x\r\n${whole}`, 'The answer was not a calendar.'],
    [`${whole}BEGIN:VC`, 'The calendar is cut off: its end is missing.'],
    [
      `${whole}<!-- cached -->\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT`,
      'The calendar is cut off: its end is missing.',
    ],
    [`${whole}DTEND:20270405\r\n`, 'The calendar is cut off: its end is missing.'],
    [whole.replace('END:VCALENDAR\r\n', ''), 'The calendar is cut off: its end is missing.'],
    [
      whole.replace('END:VEVENT\r\n', ''),
      'The calendar is damaged: its parts are not properly nested at line 7.',
    ],
    [
      whole.replace('BEGIN:VEVENT\r\n', ''),
      'The calendar is damaged: its parts are not properly nested at line 6.',
    ],
    [
      whole.replace('END:VEVENT', 'END:VALARM'),
      'The calendar is damaged: its parts are not properly nested at line 7.',
    ],
    [
      whole.replace('END:VEVENT', 'END:VEVENT\r\nEND:VCALENDAR'),
      'The calendar is damaged: its parts are not properly nested at line 9.',
    ],
    [
      whole.replace('END:VEVENT', 'BEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VEVENT'),
      'The calendar is damaged: its parts are not properly nested at line 7.',
    ],
    [whole.replace('\r\n', '\r\n'.repeat(500_001)), 'The calendar has more than 500000 lines.'],
    [
      whole.replace('\r\n', `\r\nX:${'x'.repeat(6_000_000)}\r\n`),
      'The calendar is larger than 6 million characters.',
    ],
  ])('refused: %.40j', (text, reason) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ name: 'CalendarParseError', message: reason }),
    );
  });

  test.each([
    ['no dates at all', [], []],
    ['no such day', ['DTSTART:20270230'], []],
    ['no such month', ['DTSTART:20271301'], []],
    ['a digit short', ['DTSTART:2027040'], []],
    ['a digit long', ['DTSTART:202704011'], []],
    ['nothing', ['DTSTART:'], []],
    ['no colon', ['DTSTART;VALUE=DATE'], []],
    ['a quote that never ends', ['DTSTART;TZID="Europe/Madrid:20270401T000000'], []],
    ['no beginning', ['DTEND:20270403'], ['2027-04-02']],
    ['no such beginning', ['DTSTART:20270230', 'DTEND:20270403'], ['2027-04-02']],
    ['no such hour', ['DTSTART:20270401T250000'], ['2027-04-01']],
    ['no seconds', ['DTSTART:20270401T1600'], ['2027-04-01']],
    ['dashes', ['DTSTART:2027-04-01', 'DTEND:2027-04-03'], ['2027-04-01', '2027-04-02']],
    ['slashes', ['DTSTART:2027/04/01 15:00', 'DTEND:20270403'], ['2027-04-01', '2027-04-02']],
    [
      'an offset',
      ['DTSTART:20270401T160000+0200', 'DTEND:20270403T110000+02:00'],
      ['2027-04-01', '2027-04-02'],
    ],
    ['a colon lost', ['DESCRIPTION:a', 'DTEND20270403', 'DTSTART:20270401'], ['2027-04-01']],
    ['a stray line after a date', ['DTSTART:20270401', 'what is this'], ['2027-04-01']],
    ['a bad end', ['DTSTART:20270401', 'DTEND:20270431'], ['2027-04-01']],
    [
      'two ends',
      ['DTSTART:20270401', 'DTEND:20270403', 'DTEND:20270404'],
      ['2027-04-01', '2027-04-02', '2027-04-03'],
    ],
    ['two beginnings', ['DTSTART:20270402', 'DTSTART:20270401'], ['2027-04-01']],
    ['a bad duration', ['DTSTART:20270401', 'DURATION:4D'], ['2027-04-01']],
    ['an endless duration', ['DTSTART:20270401', 'DURATION:P999999999999D'], ['2027-04-01']],
    ['a bad exception', ['DTSTART:20270401', 'RRULE:FREQ=DAILY', 'EXDATE:soon'], ['2027-04-01']],
    ['a bad replacement', ['DTSTART:20270401', 'UID:a', 'RECURRENCE-ID:soon'], ['2027-04-01']],
    ['an overlong name', ['DTSTART:20270401', `UID:${'x'.repeat(1_001)}`], ['2027-04-01']],
    ['a bad date and is cancelled', ['DTSTART:20270401', 'DTEND20270403', 'STATUS:CANCELLED'], []],
  ])('one event with %s is named as unread, closes the nights of its readable dates, and the others are read', (_, lines, closed) => {
    const good = ['UID:good', 'DTSTART:20270501', 'DTEND:20270503'];
    for (const [text, line] of [
      [feed(good, lines), 9],
      [feed(lines, good), 4],
    ] as const) {
      const calendar = read(text);
      expect(calendar.blockedNights.map(String)).toEqual([...closed, '2027-05-01', '2027-05-02']);
      expect(calendar.unread).toEqual([{ line, reason: expect.stringMatching(/^(Its|It|The UID) .*\.$/) }]);
    }
  });

  test('an unreadable event of which both dates can be read is the stay that its text says', () => {
    const lines = ['UID:u', 'DTSTART:20270401T160000+0200', 'DTEND:20270403T110000+0200', 'SUMMARY:Reserved'];
    expect(stays(feed(lines), { channel: 'airbnb' })).toEqual(['2027-04-01/2027-04-03 u   ']);
    expect(stays(feed(lines.toSpliced(2, 1)), { channel: 'airbnb' })).toEqual([]);
  });

  test('the reason contains no text of the event', () => {
    expect(read(feed(['SUMMARY:Ada Example', 'DTSTART:soon Ada'])).unread).toEqual([
      { line: 4, reason: 'Its dates cannot be read.' },
    ]);
  });

  test('the same date twice is accepted', () => {
    expect(nightsOf(['DTSTART:20270401', 'DTSTART;VALUE=DATE:20270401'])).toEqual(['2027-04-01']);
  });

  test('a description that happens to contain STATUS does not cancel', () => {
    expect(nightsOf(['DTSTART:20270401', 'STATUS:CONFIRMED', 'DESCRIPTION:a', 'STATUS:CANCELLED'])).toEqual([
      '2027-04-01',
    ]);
  });
});

test('an empty answer is a calendar without events for channels that send it, and an error for all others', () => {
  for (const text of ['', '\r\n', '\ufeff']) {
    expect(read(text, { channel: 'booking_com' })).toMatchObject({
      stays: [],
      blockedNights: [],
      events: 0,
      unread: [],
    });
    expect(() => read(text, { channel: 'airbnb' })).toThrow('The answer was empty');
  }
  expect(() => read('<html>', { channel: 'booking_com' })).toThrow('web page');
});

test('the options are not changed and the result is the same each time', () => {
  const options = Object.freeze({ ...OPTIONS });
  expect(read(fixture('google_calendar'), options)).toEqual(read(fixture('google_calendar'), options));
});

test('a calendar may have as many events as its size allows', () => {
  const text = feed(...Array.from({ length: 30_000 }, (_, i) => [`UID:${i}`, 'DTSTART:20200101']), [
    'DTSTART:20270401',
  ]);
  expect(read(text)).toMatchObject({ events: 30_001, ignored: { past: 30_000 } });
  expect(nights(text)).toEqual(['2027-04-01']);
});

describe('versions of an event', () => {
  const version = (from: string, until: string, ...lines: string[]) => [
    'UID:v',
    `DTSTART:${from}`,
    `DTEND:${until}`,
    ...lines,
  ];
  const old = version('20270401', '20270406', 'SEQUENCE:2', 'DTSTAMP:20270101T000000Z');

  test.each([
    ['a higher SEQUENCE', version('20270410', '20270411', 'SEQUENCE:10', 'DTSTAMP:20260101T000000Z')],
    [
      'a later LAST-MODIFIED',
      version('20270410', '20270411', 'SEQUENCE:2', 'LAST-MODIFIED:20270102T000000Z'),
    ],
    ['a later DTSTAMP', version('20270410', '20270411', 'SEQUENCE:2', 'DTSTAMP:20270101T000001Z')],
  ])('%s counts alone, in either order', (_, newer) => {
    for (const text of [feed(old, newer), feed(newer, old)]) {
      expect(nights(text)).toEqual(['2027-04-10']);
      expect(read(text).ignored.outdated).toBe(1);
    }
  });

  test('a newer version cancels, an older one does not', () => {
    const cancelled = (sequence: number) =>
      version('20270401', '20270406', `SEQUENCE:${sequence}`, 'STATUS:CANCELLED');
    expect(nights(feed(old, cancelled(3)))).toEqual([]);
    expect(nights(feed(old, cancelled(1)))).toEqual(['2027-04-01..2027-04-05']);
  });

  test('events of one UID that are no versions of each other all count', () => {
    const other = version('20270410', '20270411', 'SEQUENCE:2', 'DTSTAMP:20270101T000000Z');
    expect(nights(feed(old, other))).toEqual(['2027-04-01..2027-04-05', '2027-04-10']);
    expect(nights(feed(old.slice(1), version('20270410', '20270411', 'SEQUENCE:9').slice(1)))).toHaveLength(
      2,
    );
  });

  test('occurrences of a series have versions of their own', () => {
    const series = ['UID:s', 'SEQUENCE:5', 'DTSTART:20270401', 'RRULE:FREQ=DAILY;COUNT=3'];
    const moved = (to: string, sequence: number) => [
      'UID:s',
      `SEQUENCE:${sequence}`,
      'RECURRENCE-ID:20270402',
      `DTSTART:${to}`,
    ];
    expect(nights(feed(series, moved('20270410', 1), moved('20270420', 2)))).toEqual([
      '2027-04-01',
      '2027-04-03',
      '2027-04-20',
    ]);
  });

  test('a version whose dates cannot be read replaces no other', () => {
    const calendar = read(feed(old, ['UID:v', 'SEQUENCE:3', 'DTSTART:soon']));
    expect(calendar.blockedNights).toHaveLength(5);
    expect(calendar.unread).toHaveLength(1);
    expect(read(feed(['UID:v', 'SEQUENCE:1', 'DTSTART:soon'], old)).unread).toEqual([]);
  });
});

describe('markers of arrival and departure', () => {
  const stayOf = (summary: string) => ['UID:1', 'DTSTART:20270401', 'DTEND:20270404', `SUMMARY:${summary}`];
  const marker = (day: string, summary: string) => [
    `UID:${day}${summary}`,
    `DTSTART:${day}`,
    `SUMMARY:${summary}`,
  ];

  test.each([
    ['Check-in Grace Hopper', 'Check-out Grace Hopper'],
    ['CHECKIN: Grace', 'CHECKOUT: Grace'],
    ['Grace – Check in', 'Grace – Check out'],
    ['Anreise Grace', 'Abreise Grace'],
    ['Llegada: Grace', 'Salida: Grace'],
    ['Entrada Grace', 'Saída Grace'],
    ['🛬 Arrival', '🛫 Departure'],
  ])('%s and %s take no night beside the stay', (arrival, departure) => {
    const text = feed(
      marker('20270401', arrival),
      marker('20270404', departure),
      stayOf('Grace Hopper (Airbnb)'),
    );
    for (const options of [{}, { events: 'stays' }] as const) {
      expect(stays(text, options)).toEqual(['2027-04-01/2027-04-04 1  Grace Hopper ']);
      expect(read(text, options)).toMatchObject({ blockedNights: [], ignored: { marker: 2 } });
    }
  });

  test('a marker without its stay, of another day or of several nights closes nights', () => {
    expect(nightsOf(['DTSTART:20270404', 'SUMMARY:Check-out Grace'])).toEqual(['2027-04-04']);
    expect(nights(feed(marker('20270405', 'Check-out Grace'), stayOf('x')))).toEqual([
      '2027-04-01..2027-04-03',
      '2027-04-05',
    ]);
    const long = ['DTSTART:20270404', 'DTEND:20270406', 'SUMMARY:Check-out Grace'];
    expect(nights(feed(long, stayOf('x')))).toEqual(['2027-04-01..2027-04-05']);
    const gone = [...stayOf('x'), 'STATUS:CANCELLED'];
    expect(nights(feed(marker('20270404', 'Check-out Grace'), gone))).toEqual(['2027-04-04']);
  });

  test.each(['Departures Hotel', 'Checkinson', 'Mr. Salidas'])('%s marks nothing', (summary) => {
    expect(nights(feed(marker('20270404', summary), stayOf('x')))).toEqual(['2027-04-01..2027-04-04']);
  });
});

describe('free and busy times', () => {
  const times = (...lines: string[]) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VFREEBUSY',
      'UID:f',
      'DTSTART:20270301T000000Z',
      'DTEND:20270601T000000Z',
      ...lines,
      'END:VFREEBUSY',
      'END:VCALENDAR',
    ].join('\r\n');

  test.each([
    ['a period', ['FREEBUSY:20270401T140000Z/20270403T090000Z'], ['2027-04-01..2027-04-02']],
    ['a period of a length', ['FREEBUSY;FBTYPE=BUSY:20270401T000000Z/P2D'], ['2027-04-01..2027-04-02']],
    [
      'several in a line',
      ['FREEBUSY:20270401T140000Z/P1D,20270410T140000Z/20270411T090000Z'],
      ['2027-04-01', '2027-04-10'],
    ],
    [
      'several lines',
      ['FREEBUSY:20270401T140000Z/P1D', 'FREEBUSY:20270410T140000Z/P1D'],
      ['2027-04-01', '2027-04-10'],
    ],
    ['out of office', ['FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20270401T140000Z/P1D'], ['2027-04-01']],
    ['an unknown type', ['FREEBUSY;FBTYPE=X-HOLIDAY:20270401T140000Z/P1D'], ['2027-04-01']],
    ['dates', ['FREEBUSY:20270401/20270403'], ['2027-04-01..2027-04-02']],
    ['free times', ['FREEBUSY;FBTYPE=FREE:20270401T140000Z/P1D'], []],
    ['nothing', [], []],
  ])('%s', (_, lines, expected) => {
    expect(nights(times(...lines))).toEqual(expected);
  });

  test('provisional ones block, or are ignored on request', () => {
    const text = times('FREEBUSY;FBTYPE=BUSY-TENTATIVE:20270401T140000Z/P1D');
    expect(nights(text)).toEqual(['2027-04-01']);
    expect(nights(text, { tentative: 'ignore' })).toEqual([]);
  });

  test('never are stays, and are counted', () => {
    const text = times('FREEBUSY;FBTYPE=FREE:20270401T140000Z/P1D', 'FREEBUSY:20270410T140000Z/P1D');
    expect(read(text, { channel: 'airbnb', events: 'stays' })).toMatchObject({
      stays: [],
      events: 2,
      ignored: { free: 1 },
    });
  });

  test('one that cannot be read is named as unread', () => {
    expect(read(times('FREEBUSY:soon')).unread).toHaveLength(1);
    expect(read(times('FREEBUSY')).unread).toHaveLength(1);
    expect(read(times('FREEBUSY:20270401T140000Z/soon'))).toMatchObject({
      unread: [{ line: 2 }],
      blockedNights: [{}],
    });
  });
});

test('to-dos and journals are counted as left out', () => {
  const text = feed().replace(
    'END:VCALENDAR',
    'BEGIN:VTODO\r\nEND:VTODO\r\nBEGIN:VJOURNAL\r\nEND:VJOURNAL\r\nEND:VCALENDAR',
  );
  expect(read(text)).toMatchObject({ events: 2, ignored: { other: 2 } });
});
