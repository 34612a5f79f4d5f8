// Hostile calendars that try to exhaust the parser, as anyone can publish at a URL that is connected as a
// channel.

export type HostileCalendar = { name: string; channel: string; text: string };

/** Returns hostile calendars of about this many characters each. */
export function hostileCalendars(characters: number): HostileCalendar[] {
  const stays = Math.floor(characters / 90);
  const event = (...lines: string[]) => calendar([eventOf(...lines)]);
  return [
    {
      name: 'a summary of blanks that ends like a reservation code',
      channel: 'airbnb',
      text: event(`SUMMARY:x${' '.repeat(characters)}(HMAAAAAAAAAA`),
    },
    {
      name: 'a summary of accents in an order that has to be sorted',
      channel: 'vrbo',
      text: event(`SUMMARY:a${'\u0316\u0301'.repeat(characters / 4)}`),
    },
    {
      name: 'a description of blanks',
      channel: 'airbnb',
      text: event('SUMMARY:Reserved', `DESCRIPTION:Last 4 Digits):${' '.repeat(characters)}`),
    },
    {
      name: 'parameters of blanks',
      channel: 'airbnb',
      text: calendar(
        Array.from({ length: Math.floor(characters / 1_000) }, () =>
          eventOf(`SUMMARY;${' '.repeat(900)}:Reserved`),
        ),
      ),
    },
    {
      name: 'a description of stray lines',
      channel: 'airbnb',
      text: event('DESCRIPTION:x', '!!\r\n'.repeat(characters / 4)),
    },
    {
      name: 'long stays of no name, all of them now',
      channel: 'airbnb',
      text: calendar(
        Array.from({ length: stays }, () =>
          ['BEGIN:VEVENT', 'DTSTART:20270101', 'DTEND:20280101', 'SUMMARY:Reserved', 'END:VEVENT'].join(
            '\r\n',
          ),
        ),
      ),
    },
    {
      name: 'an event for each night of the horizon and many times over',
      channel: 'google_calendar',
      text: calendar(Array.from({ length: Math.floor(characters / 60) }, (_, i) => eventOf(`UID:${i}`))),
    },
    {
      name: 'daily repetitions since 1900, many of them',
      channel: 'google_calendar',
      text: calendar(
        Array.from({ length: Math.floor(characters / 100) }, () =>
          ['BEGIN:VEVENT', 'DTSTART:19000101', 'RRULE:FREQ=DAILY', 'END:VEVENT'].join('\r\n'),
        ),
      ),
    },
    {
      name: 'dates that are added one by one',
      channel: 'google_calendar',
      text: event(`RDATE:${'20270601,'.repeat(characters / 9)}20270601`),
    },
    {
      name: 'nothing but line ends',
      channel: 'airbnb',
      text: event('\r'.repeat(characters)),
    },
    {
      name: 'time zones that nobody needs',
      channel: 'google_calendar',
      text: calendar(
        Array.from({ length: Math.floor(characters / 200) }, (_, i) =>
          [
            'BEGIN:VTIMEZONE',
            `TZID:Z${i}`,
            'BEGIN:STANDARD',
            'DTSTART:16010101T000000',
            'TZOFFSETFROM:+0100',
            'TZOFFSETTO:+0200',
            'RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1MO',
            'END:STANDARD',
            'END:VTIMEZONE',
            'BEGIN:VEVENT',
            `DTSTART;TZID=Z${i}:20270601T120000`,
            `DTEND;TZID=Z${i}:20270602T120000`,
            'END:VEVENT',
          ].join('\r\n'),
        ),
      ),
    },
  ];
}

/** Returns an ordinary calendar of about this many characters. */
export function ordinaryCalendar(characters: number): string {
  return calendar(
    Array.from({ length: Math.max(1, Math.floor(characters / 300)) }, (_, i) =>
      eventOf(`UID:${i}`, 'SUMMARY:Reserved', `DESCRIPTION:${'ordinary '.repeat(25)}`),
    ),
  );
}

function calendar(events: readonly string[]): string {
  return `BEGIN:VCALENDAR\r\n${events.join('\r\n')}\r\nEND:VCALENDAR\r\n`;
}

function eventOf(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTART:20270601', 'DTEND:20270603', ...lines, 'END:VEVENT'].join('\r\n');
}
