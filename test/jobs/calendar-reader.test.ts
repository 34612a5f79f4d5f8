// Calendars are parsed in a thread: whatever they contain, the server goes on answering requests.
import { expect, test } from 'vitest';
import { readCalendarInThread } from '../../src/jobs/calendar-reader.ts';
import { CalendarParseError } from '../../src/model/ical/errors.ts';
import { type ReadCalendarOptions, readCalendar } from '../../src/model/ical/read.ts';
import { hostileCalendars, ordinaryCalendar } from '../attack-corpus/calendars.ts';

const options: ReadCalendarOptions = {
  timezone: 'Europe/Lisbon',
  channel: 'airbnb',
  today: Temporal.PlainDate.from('2027-05-01'),
  horizonDays: 730,
  ownDomain: 'tests.innwire',
};
const longWork = hostileCalendars(400_000).find(({ name }) => name.startsWith('daily'))!.text;
const small = ordinaryCalendar(1_000);

test('the calendar is the same as read at once', async () => {
  expect(JSON.stringify(await readCalendarInThread(small, options))).toBe(
    JSON.stringify(readCalendar(small, options)),
  );
});

test('what cannot be read is refused with the same message', async () => {
  const apart = readCalendarInThread('<html>', options);
  await expect(apart).rejects.toThrow(CalendarParseError);
  await expect(apart).rejects.toThrow('The answer was a web page, not a calendar.');
});

test('the process does other things while a hostile calendar is read', async () => {
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  await expect(readCalendarInThread(longWork, options)).rejects.toThrow('repeat too often');
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);
});

test('one that takes longer than its deadline is given up, and the next is read', async () => {
  const late = readCalendarInThread(longWork, options, { deadlineMs: 20 });
  const next = readCalendarInThread(small, options);
  await expect(late).rejects.toThrow('The calendar takes more than 0.02 seconds to read.');
  expect((await next).events).toBe(3);
});
