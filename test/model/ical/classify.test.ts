// Classification of events per channel, tested through readCalendar.
import { describe, expect, test } from 'vitest';
import type { CalendarStay } from '../../../src/model/ical/stay.ts';
import { feed, read } from './feed.ts';

const DATES = ['DTSTART:20270401', 'DTEND:20270403', 'UID:u1'];

type Option = NonNullable<Parameters<typeof read>[1]>;

/** Returns the stay of an event with this summary (and description), or `block`. */
function meaning(
  channel: string,
  lines: string[],
  options: Option = {},
): Partial<CalendarStay> | 'block' | 'ignored' {
  const { stays, blockedNights } = read(feed([...DATES, ...lines]), { ...options, channel });
  expect(stays.length === 0 || blockedNights.length === 0).toBe(true);
  const [stay] = stays;
  if (!stay) return blockedNights.length > 0 ? 'block' : 'ignored';
  const { uid, reference, guestName, phoneLast4 } = stay;
  return { uid, reference, guestName, phoneLast4 };
}

const NOBODY = { uid: 'u1', reference: null, guestName: null, phoneLast4: null };

describe('Airbnb', () => {
  test.each([
    [['SUMMARY:Reserved'], NOBODY],
    [['SUMMARY: RESERVED '], NOBODY],
    [
      [
        'SUMMARY:Reserved',
        'DESCRIPTION:Reservation URL: https://www.airbnb.es/hosting/reservations/details/HMABCDEFGH\\nPhone Number (Last 4 Digits): 0042',
      ],
      { ...NOBODY, reference: 'HMABCDEFGH', phoneLast4: '0042' },
    ],
    [
      ['SUMMARY:Reservado', 'DESCRIPTION:https://www.airbnb.es/hosting/reservations/details/HMABCDEFGHIJ12'],
      { ...NOBODY, reference: 'HMABCDEFGHIJ12' },
    ],
    [
      ['SUMMARY:Ada O\\, Example (HMABCDEFGH)'],
      { ...NOBODY, reference: 'HMABCDEFGH', guestName: 'Ada O, Example' },
    ],
    [['SUMMARY:Airbnb (Not available)'], 'block'],
    [['SUMMARY:Not available'], 'block'],
    [['SUMMARY:NOT  AVAILABLE'], 'block'],
    [['SUMMARY:Something new'], 'block'],
    [['SUMMARY:Ada (friend)'], 'block'],
    [[], 'block'],
  ])('%j', (lines, expected) => expect(meaning('airbnb', lines)).toEqual(expected));
});

describe('Vrbo', () => {
  test.each([
    ['Reserved - Ada', 'Ada'],
    ['RESERVED - ADA', 'ADA'],
    ['Réservée - Zoë', 'Zoë'],
    ['Re\u0301serve\u0301e - Zoe', 'Zoe'],
    ['Réservé \u2013 Ada-Maria B.', 'Ada-Maria B.'],
    ['Reserviert - Jürgen', 'Jürgen'],
    ['Reservado - Íñigo', 'Íñigo'],
    ['Prenotato - Ada', 'Ada'],
    ['Gereserveerd - Ada', 'Ada'],
    ['Reserved', null],
    ['Reserved - ', null],
    ['Reserved - \u202eAda\u0007\\n B.', 'Ada B.'],
    [`Reserved - ${'x'.repeat(500)}`, 'x'.repeat(100)],
  ])('%s is a stay', (summary, guestName) => {
    for (const channel of ['vrbo', 'homeaway', 'abritel']) {
      expect(meaning(channel, [`SUMMARY:${summary}`])).toEqual({ ...NOBODY, guestName });
    }
  });

  test.each(['Blocked', 'Indisponible', 'Reservedness', 'Owner', ''])('%j is a block', (summary) => {
    expect(meaning('vrbo', [`SUMMARY:${summary}`])).toBe('block');
  });

  test.each([
    'Provisoire - Ada',
    'Tentative',
    'TENTATIVE \u2013 Ada',
  ])('%s blocks, or is ignored on request', (summary) => {
    expect(meaning('vrbo', [`SUMMARY:${summary}`])).toBe('block');
    expect(meaning('vrbo', [`SUMMARY:${summary}`], { tentative: 'ignore' })).toBe('ignored');
  });
});

describe('Booking.com', () => {
  const closed = ['SUMMARY:CLOSED - Not available'];

  test('is a block by default and a stay without identity on request', () => {
    expect(meaning('booking_com', closed)).toBe('block');
    expect(meaning('booking_com', closed, { closed: 'booking' })).toEqual({ ...NOBODY, uid: null });
    expect(
      meaning('booking_com', ['SUMMARY:closed \u2014 not available'], { closed: 'booking' }),
    ).toMatchObject({ uid: null });
    expect(meaning('booking_com', ['SUMMARY:Something new'], { closed: 'booking' })).toBe('block');
  });

  test('ninety nights are a booking, ninety-one a closure', () => {
    const text = (until: string) => feed(['DTSTART:20270401', `DTEND:${until}`, ...closed]);
    const options = { channel: 'booking_com', closed: 'booking' } as const;
    expect(read(text('20270630'), options)).toMatchObject({ stays: [{}], blockedNights: [] });
    expect(read(text('20270701'), options).blockedNights).toHaveLength(91);
    expect(read(text('20270701'), options).stays).toEqual([]);
  });
});

test('a stay of more than a year is a block', () => {
  const text = (until: string) => feed(['DTSTART:20270401', `DTEND:${until}`, 'SUMMARY:Reserved']);
  expect(read(text('20280401'), { channel: 'airbnb' }).stays).toHaveLength(1);
  expect(read(text('20280403'), { channel: 'airbnb' }).stays).toHaveLength(0);
});

test.each([
  'google',
  'expedia',
  'constructor',
  '',
])('on the channel %j every event of an unknown form is a block', (channel) => {
  for (const summary of ['Reserved', 'Ada', 'Ada (friend)', 'CLOSED - Not available', 'Reserved - Blocked']) {
    expect(meaning(channel, [`SUMMARY:${summary}`], { closed: 'booking' })).toBe('block');
  }
});

test('STATUS:TENTATIVE blocks on every channel, or is ignored on request', () => {
  for (const channel of ['google', 'airbnb', 'vrbo', 'booking_com']) {
    const lines = ['SUMMARY:Reserved', 'STATUS:TENTATIVE'];
    expect(meaning(channel, lines)).toBe('block');
    expect(meaning(channel, lines, { tentative: 'ignore' })).toBe('ignored');
  }
});

test('a stay without UID has none', () => {
  const text = feed(
    ['DTSTART:20270401', 'SUMMARY:Reserved'],
    ['DTSTART:20270501', 'UID:', 'SUMMARY:Reserved'],
  );
  expect(read(text, { channel: 'airbnb' }).stays.map(({ uid }) => uid)).toEqual([null, null]);
});

describe('texts of other programs, on any channel', () => {
  const CHANNELS = ['airbnb', 'booking_com', 'expedia', 'google', 'vrbo', 'my_own_site'];

  test.each([
    ['CLOSED - Grace Hopper', 'Grace Hopper'],
    ['Closed \u2013 Grace', 'Grace'],
    ['Reservation Grace Hopper', 'Grace Hopper'],
    ['Reservation for Grace Hopper', 'Grace Hopper'],
    ['Reservierung: Jürgen Groß', 'Jürgen Groß'],
    ['Reserva – Íñigo López', 'Íñigo López'],
    ['Buchung Grace Hopper', 'Grace Hopper'],
    ['Reserved - Grace Hopper', 'Grace Hopper'],
    ['Reserved: Grace Hopper', 'Grace Hopper'],
    ['Booked - Grace Hopper', 'Grace Hopper'],
    ['Grace Hopper (vrbo) - by Hostaway', 'Grace Hopper'],
    ['Grace Hopper (bookingengine) - by Hostaway', 'Grace Hopper'],
    ['Grace Hopper - by Hostaway', 'Grace Hopper'],
    ['Grace Hopper (Booking.com)', 'Grace Hopper'],
    ['Grace Hopper [Airbnb]', 'Grace Hopper'],
    ['Reservation 4711/2', null],
    ['Reservation HX82K3', null],
  ])('%s is a stay', (summary, guestName) => {
    for (const channel of CHANNELS)
      expect(meaning(channel, [`SUMMARY:${summary}`]), channel).toMatchObject({ guestName });
  });

  test.each([
    'CLOSED - Not available',
    'CLOSED - Owner stay',
    'CLOSED - Wartung',
    'Closed: holidays',
    'Reservation not available',
    'Not available (Airbnb)',
    'Blocked (Booking.com)',
    'Reserved for the family',
    'Booking.com',
    'Grace Hopper',
    'Grace Hopper (friend)',
    '',
  ])('%j is a block', (summary) => {
    for (const channel of CHANNELS) expect(meaning(channel, [`SUMMARY:${summary}`]), channel).toBe('block');
  });
});

describe('where events are stays', () => {
  const options = { events: 'stays' } as const;

  test.each([
    ['Grace Hopper', 'Grace Hopper'],
    [' Grace \\n Hopper ', 'Grace Hopper'],
    ['Grace Hopper (friend)', 'Grace Hopper (friend)'],
    ['Reserved - Grace', 'Grace'],
    ['Reserved', null],
    ['Booked', null],
    ['Belegt', null],
  ])('%j is a stay', (summary, guestName) => {
    for (const channel of ['google', 'expedia', 'my_own_site'])
      expect(meaning(channel, [`SUMMARY:${summary}`], options)).toMatchObject({ uid: 'u1', guestName });
  });

  test.each([
    'Airbnb (Not available)',
    'Not available',
    'BLOCKED',
    'Closed for winter',
    'Gesperrt',
    'Cerrado',
    'Indisponível',
    'Owner: own use',
    '',
    '***',
  ])('%j closes nights all the same', (summary) => {
    expect(meaning('google', [`SUMMARY:${summary}`], options)).toBe('block');
  });

  test('what the channel itself says counts first', () => {
    expect(meaning('airbnb', ['SUMMARY:Ada (HMABCDEFGH)'], options)).toMatchObject({
      guestName: 'Ada',
      reference: 'HMABCDEFGH',
    });
  });
});
