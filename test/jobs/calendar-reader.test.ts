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
const hotelId = 1_000;
const longWork = hostileCalendars(400_000).find(({ name }) => name.startsWith('daily'))!.text;
const small = ordinaryCalendar(1_000);

test('the calendar is the same as read at once', async () => {
  expect(JSON.stringify(await readCalendarInThread(small, options, { hotelId }))).toBe(
    JSON.stringify(readCalendar(small, options)),
  );
});

test('what cannot be read is refused with the same message', async () => {
  const apart = readCalendarInThread('<html>', options, { hotelId });
  await expect(apart).rejects.toThrow(CalendarParseError);
  await expect(apart).rejects.toThrow('The answer was a web page, not a calendar.');
});

test('the process does other things while a hostile calendar is read', async () => {
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 5);
  await expect(readCalendarInThread(longWork, options, { hotelId })).rejects.toThrow('repeat too often');
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);
});

test('one that takes longer than its deadline is given up, and the next is read', async () => {
  const late = readCalendarInThread(longWork, options, { hotelId, deadlineMs: 20 });
  const next = readCalendarInThread(small, options, { hotelId });
  await expect(late).rejects.toThrow('The calendar takes more than 0.02 seconds to read.');
  expect((await next).events).toBe(3);
});

test('hostile calendars of a property delay none of others', async () => {
  const ended: string[] = [];
  const reading = async (name: string, of: number, text: string) => {
    await readCalendarInThread(text, options, { hotelId: of }).catch(() => {});
    ended.push(name);
  };
  const hostile = Array.from({ length: 6 }, () => reading('hostile', 1, longWork));
  await Promise.all([2, 3, 4, 5, 6].map((of) => reading('other', of, small)));
  // In one queue all hostile calendars, which were given first, would have ended before the others.
  expect(ended.filter((name) => name === 'hostile').length).toBeLessThan(hostile.length);
  await Promise.all(hostile);
});
