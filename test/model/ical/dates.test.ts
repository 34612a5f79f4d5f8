// All forms of an event's dates, the nights that it takes, and which events are ignored and counted.
import { describe, expect, test } from 'vitest';
import { feed, nights, nightsOf, read } from './feed.ts';

describe('dates of an event', () => {
  test.each([
    [
      'a range of dates',
      ['DTSTART;VALUE=DATE:20270401', 'DTEND;VALUE=DATE:20270403'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'DTEND before DTSTART in the text',
      ['DTEND;VALUE=DATE:20270403', 'DTSTART;VALUE=DATE:20270401'],
      ['2027-04-01..2027-04-02'],
    ],
    ['a date said to be a time', ['DTSTART;VALUE=DATE-TIME:20270401', 'DTEND:20270402'], ['2027-04-01']],
    [
      'a time said to be a date',
      ['DTSTART;VALUE=DATE:20270401T160000', 'DTEND;VALUE=DATE:20270402T110000'],
      ['2027-04-01'],
    ],
    [
      'parameters nobody asked for',
      ['DTSTART;X-A="a:b;c";VALUE=DATE;X-B=1:20270401', 'DTEND;TZID=Europe/Madrid:20270402'],
      ['2027-04-01'],
    ],
    ['lower case and blanks', ['dtstart;value=date: 20270401 ', 'dtend;value=date:20270402'], ['2027-04-01']],
    ['no DTEND: one day for a date', ['DTSTART:20270401'], ['2027-04-01']],
    ['no DTEND: nothing for a time', ['DTSTART:20270401T120000'], []],
    ['DTEND equal to DTSTART', ['DTSTART:20270401', 'DTEND:20270401'], ['2027-04-01']],
    ['a DURATION in days', ['DTSTART:20270401', 'DURATION:P4D'], ['2027-04-01..2027-04-04']],
    ['a DURATION in weeks', ['DTSTART:20270401', 'DURATION:P1W'], ['2027-04-01..2027-04-07']],
    ['a DURATION in hours from a date', ['DTSTART:20270401', 'DURATION:PT48H'], ['2027-04-01..2027-04-02']],
    ['a DURATION of some hours from a date', ['DTSTART:20270401', 'DURATION:PT5H'], ['2027-04-01']],
    ['a DURATION of nothing', ['DTSTART:20270401', 'DURATION:PT0S'], ['2027-04-01']],
    [
      'a DURATION of a timed event',
      ['DTSTART:20270401T160000', 'DURATION:P2DT19H'],
      ['2027-04-01..2027-04-03'],
    ],
    ['DTEND counts before DURATION', ['DTSTART:20270401', 'DTEND:20270402', 'DURATION:P9D'], ['2027-04-01']],
    [
      'check-in and check-out times',
      ['DTSTART:20270401T160000', 'DTEND:20270403T110000'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'midnight to midnight',
      ['DTSTART:20270401T000000', 'DTEND:20270403T000000'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'until one minute past midnight',
      ['DTSTART:20270401T000000', 'DTEND:20270403T000100'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'until one second before midnight',
      ['DTSTART:20270401T000000', 'DTEND:20270402T235959'],
      ['2027-04-01..2027-04-02'],
    ],
    ['one day until its last minute', ['DTSTART:20270401T000000', 'DTEND:20270401T235900'], ['2027-04-01']],
    [
      'arrival until the last second of a day',
      ['DTSTART:20270401T160000', 'DTEND:20270402T235959'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'a date until the last second of a day',
      ['DTSTART:20270401', 'DTEND:20270402T235959'],
      ['2027-04-01..2027-04-02'],
    ],
    ['a DURATION of almost a day', ['DTSTART:20270401T000000', 'DURATION:PT23H59M59S'], ['2027-04-01']],
    [
      'a DURATION of almost two days from a date',
      ['DTSTART:20270401', 'DURATION:P1DT23H59M'],
      ['2027-04-01..2027-04-02'],
    ],
    ['half an hour less than a day', ['DTSTART:20270401T000000', 'DTEND:20270401T233000'], ['2027-04-01']],
    ['an evening until 23:30', ['DTSTART:20270401T190000', 'DTEND:20270401T233000'], []],
    [
      'a departure at 23:00',
      ['DTSTART:20270401T150000', 'DTEND:20270403T230000'],
      ['2027-04-01..2027-04-02'],
    ],
    [
      'a whole day in every week until its last second',
      ['DTSTART:20270401T000000', 'DTEND:20270401T235959', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['2027-04-01', '2027-04-08'],
    ],
    ['a time of one day', ['DTSTART:20270401T090000', 'DTEND:20270401T180000'], []],
    ['over midnight', ['DTSTART:20270401T220000', 'DTEND:20270402T020000'], ['2027-04-01']],
    ['a date and a time', ['DTSTART:20270401', 'DTEND:20270403T110000'], ['2027-04-01..2027-04-02']],
    ['a time and a date', ['DTSTART:20270401T160000', 'DTEND:20270403'], ['2027-04-01..2027-04-02']],
    ['year end', ['DTSTART:20271230', 'DTEND:20280102'], ['2027-12-30..2028-01-01']],
    ['29 February', ['DTSTART:20280228', 'DTEND:20280301'], ['2028-02-28..2028-02-29']],
    ['28 February of a common year', ['DTSTART:20270228', 'DTEND:20270302'], ['2027-03-01']],
    ['begun in the past', ['DTSTART:20270201', 'DTEND:20270303'], ['2027-03-01..2027-03-02']],
    ['beyond the horizon', ['DTSTART:20290225', 'DTEND:20990101'], ['2029-02-25..2029-02-27']],
    ['until the end of time', ['DTSTART:20290227', 'DTEND:99991231'], ['2029-02-27']],
  ])('%s', (_, lines, expected) => {
    expect(nightsOf(lines)).toEqual(expected);
  });

  test.each([
    ['ended today', ['DTSTART:20270225', 'DTEND:20270301'], 'past'],
    ['ended long ago', ['DTSTART:00010101', 'DTEND:00010102'], 'past'],
    ['begins at the horizon', ['DTSTART:20290228', 'DTEND:20290302'], 'beyondHorizon'],
    ['ends before it begins', ['DTSTART:20270403', 'DTEND:20270401'], 'reversed'],
    ['ends an hour before it begins', ['DTSTART:20270403T120000', 'DTEND:20270403T110000'], 'reversed'],
    ['lasts less than nothing', ['DTSTART:20270403', 'DURATION:-P1D'], 'reversed'],
    ['has no night', ['DTSTART:20270403T100000', 'DTEND:20270403T110000'], 'noNight'],
    ['is cancelled', ['DTSTART:20270403', 'STATUS:cancelled'], 'cancelled'],
    ['is cancelled, whatever its dates', ['DTSTART:tomorrow', 'STATUS:CANCELLED'], 'cancelled'],
    ['is canceled', ['DTSTART:20270403', 'STATUS:CANCELED'], 'cancelled'],
    ['is Canceled', ['DTSTART:20270403', 'STATUS:Canceled'], 'cancelled'],
    [
      'is cancelled in Outlook',
      ['DTSTART:20270403', 'SUMMARY:Canceled: Grace', 'STATUS:CONFIRMED'],
      'cancelled',
    ],
    ['is cancelled in a German Outlook', ['DTSTART:20270403', 'SUMMARY:Abgesagt: Grace'], 'cancelled'],
    ['is cancelled in a Portuguese Outlook', ['DTSTART:20270403', 'SUMMARY:Cancelado: Grace'], 'cancelled'],
    ['is marked as cancelled', ['DTSTART:20270403', 'SUMMARY:[CANCELLED] - Grace'], 'cancelled'],
    ['is free time', ['DTSTART:20270403', 'TRANSP:TRANSPARENT'], 'free'],
    ['is free time in Outlook', ['DTSTART:20270403', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], 'free'],
    ['is our own', ['DTSTART:20270403', 'UID:b-17@PMS.example'], 'own'],
  ])('an event that %s is ignored and counted', (_, lines, reason) => {
    const calendar = read(feed(lines, ['DTSTART:20270501']));
    expect(calendar.blockedNights.map(String)).toEqual(['2027-05-01']);
    expect(calendar.events).toBe(2);
    expect(Object.entries(calendar.ignored).filter(([, count]) => count > 0)).toEqual([[reason, 1]]);
  });

  test.each([
    'STATUS:CONFIRMED',
    'STATUS:CANCELLATION-REQUESTED',
    'SUMMARY:Cancelada Flores',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
    'X-MICROSOFT-CDO-INTENDEDSTATUS:FREE',
  ])('an event with %s takes its night', (line) => {
    expect(nightsOf(['DTSTART:20270403', line])).toEqual(['2027-04-03']);
  });

  test('a calendar with METHOD:CANCEL cancels its events, and not those of another calendar in the file', () => {
    const cancelled = feed(['DTSTART:20270403'], ['DTSTART:20270405']).replace(
      'VERSION',
      'METHOD:Cancel\r\nVERSION',
    );
    const text =
      feed(['DTSTART:20270401']) + cancelled + feed(['DTSTART:20270410', 'DESCRIPTION:a', 'METHOD:CANCEL']);
    expect(nights(text)).toEqual(['2027-04-01', '2027-04-10']);
    expect(read(text).ignored.cancelled).toBe(2);
    expect(nights(cancelled.replace('Cancel', 'PUBLISH'))).toEqual(['2027-04-03', '2027-04-05']);
  });

  test('an event that is provisional in Outlook is one', () => {
    const lines = ['DTSTART:20270403', 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'];
    expect(nightsOf(lines)).toEqual(['2027-04-03']);
    expect(nightsOf(lines, { tentative: 'ignore' })).toEqual([]);
  });

  test.each([
    'UID:b-17@pms.example.org',
    'UID:b-17@notpms.example',
    'UID:pms.example',
  ])('%s is not ours', (uid) => {
    expect(nightsOf(['DTSTART:20270403', uid])).toEqual(['2027-04-03']);
  });

  test('nights of overlapping events come once, in order', () => {
    expect(
      nights(
        feed(
          ['DTSTART:20270410', 'DTEND:20270412'],
          ['DTSTART:20270401', 'DTEND:20270403'],
          ['DTSTART:20270402', 'DTEND:20270411'],
        ),
      ),
    ).toEqual(['2027-04-01..2027-04-11']);
    expect(
      read(feed(['DTSTART:20270401', 'DTEND:20270405'], ['DTSTART:20270402', 'DTEND:20270403']))
        .blockedNights,
    ).toHaveLength(4);
  });

  test('tonight is blocked too, and the night before is not', () => {
    expect(nightsOf(['DTSTART:20270228', 'DTEND:20270302'], { horizonDays: 1 })).toEqual(['2027-03-01']);
  });
});

describe('where the end of an event is the last night', () => {
  const options = { end: 'last_night' } as const;

  test.each([
    ['dates', ['DTSTART:20270401', 'DTEND:20270403'], ['2027-04-01..2027-04-03']],
    ['a date that ends on itself', ['DTSTART:20270401', 'DTEND:20270401'], ['2027-04-01']],
    ['times', ['DTSTART:20270401T150000', 'DTEND:20270403T110000'], ['2027-04-01..2027-04-03']],
    ['times of one day', ['DTSTART:20270401T150000', 'DTEND:20270401T180000'], ['2027-04-01']],
    ['midnight', ['DTSTART:20270401T000000', 'DTEND:20270403T000000'], ['2027-04-01..2027-04-03']],
    ['midnight in UTC', ['DTSTART:20270401T000000Z', 'DTEND:20270403T000000Z'], ['2027-04-01..2027-04-03']],
    [
      'the last second of the day',
      ['DTSTART:20270401T000000', 'DTEND:20270403T235959'],
      ['2027-04-01..2027-04-03'],
    ],
    ['a date without end', ['DTSTART:20270401'], ['2027-04-01']],
    ['a DURATION', ['DTSTART:20270401', 'DURATION:P2D'], ['2027-04-01..2027-04-02']],
    ['an end before the beginning', ['DTSTART:20270401', 'DTEND:20270331'], []],
  ])('%s', (_, lines, expected) => {
    expect(nightsOf(lines, options)).toEqual(expected);
  });
});
