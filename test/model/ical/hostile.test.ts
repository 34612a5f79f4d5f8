// Hostile calendars do not take much more CPU time than ordinary ones of the same length.
import { expect, test } from 'vitest';
import { readCalendar } from '../../../src/model/ical/read.ts';
import { hostileCalendars, ordinaryCalendar } from '../../attack-corpus/calendars.ts';
import { leastProcessorMs, processorMs } from '../../attack-corpus/processor-time.ts';

const CHARACTERS = 500_000;
/**
 * The most expensive one is stopped at MAX_STEPS, after some 20 times the time; quadratic time would be
 * thousands of times.
 */
const TIMES_ORDINARY = 100;

const read = (channel: string, text: string) => () =>
  readCalendar(text, {
    timezone: 'Europe/Lisbon',
    channel,
    today: Temporal.PlainDate.from('2027-05-01'),
    horizonDays: 730,
    ownDomain: 'tests.innwire',
    closed: 'booking',
  });

test.each(hostileCalendars(CHARACTERS))('$name', ({ channel, text }) => {
  const ordinaryMs = processorMs(read(channel, ordinaryCalendar(CHARACTERS)));
  const limitMs = TIMES_ORDINARY * Math.max(ordinaryMs, 10);
  expect(leastProcessorMs(read(channel, text), limitMs)).toBeLessThan(limitMs);
});
