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
    [`${whole}<!-- cached -->`, 'The calendar is cut off: its end is missing.'],
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
    [feed(...Array.from({ length: 10_001 }, () => EVENT)), 'The calendar has more than 10000 events.'],
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
    ['no beginning', ['DTEND:20270403']],
    ['an empty event', []],
    ['no such day', ['DTSTART:20270230']],
    ['no such month', ['DTSTART:20271301']],
    ['no such hour', ['DTSTART:20270401T250000']],
    ['a digit short', ['DTSTART:2027040']],
    ['a digit long', ['DTSTART:202704011']],
    ['no seconds', ['DTSTART:20270401T1600']],
    ['dashes', ['DTSTART:2027-04-01']],
    ['nothing', ['DTSTART:']],
    ['no colon', ['DTSTART;VALUE=DATE']],
    ['a colon lost', ['DESCRIPTION:a', 'DTEND20270403', 'DTSTART:20270401']],
    ['a stray line after a date', ['DTSTART:20270401', 'what is this']],
    ['a bad end', ['DTSTART:20270401', 'DTEND:20270431']],
    ['two ends', ['DTSTART:20270401', 'DTEND:20270403', 'DTEND:20270404']],
    ['two beginnings', ['DTSTART:20270401', 'DTSTART:20270402']],
    ['a bad duration', ['DTSTART:20270401', 'DURATION:4D']],
    ['an endless duration', ['DTSTART:20270401', 'DURATION:P999999999999D']],
    ['a bad exception', ['DTSTART:20270401', 'RRULE:FREQ=DAILY', 'EXDATE:soon']],
    ['a bad replacement', ['DTSTART:20270401', 'UID:a', 'RECURRENCE-ID:soon']],
    ['a quote that never ends', ['DTSTART;TZID="Europe/Madrid:20270401T000000']],
    ['an overlong name', ['DTSTART:20270401', `UID:${'x'.repeat(1_001)}`]],
  ])('one event with %s is named as unread, and the others are read', (_, lines) => {
    const good = ['UID:good', 'DTSTART:20270501', 'DTEND:20270503'];
    for (const [text, line] of [
      [feed(good, lines), 9],
      [feed(lines, good), 4],
    ] as const) {
      const calendar = read(text);
      expect(calendar.blockedNights.map(String)).toEqual(['2027-05-01', '2027-05-02']);
      expect(calendar.unread).toEqual([{ line, reason: expect.stringMatching(/^(Its|It|The UID) .*\.$/) }]);
    }
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
