// Days and moments of the desk are those of Temporal, also on the days on which clocks change.
import { expect, test } from 'vitest';
import { dayOfDate, dayOfMoment, localOfMoment, momentOfLocal } from '../../web/days.ts';

/** Days on which clocks change, forward and back: at 2:00, at midnight, by half an hour, by a whole day; the last place never changes its own. */
const CHANGES = [
  ['Europe/Berlin', '2027-03-28', '2027-10-31'],
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
  ['Pacific/Apia', '2011-12-31', '2011-04-02'],
  ['Asia/Kathmandu', '2026-06-04', '2026-12-04'],
] as const;

test.each(
  CHANGES.flatMap(([timezone, ...days]) => days.map((day) => [timezone, day] as const)),
)('at %s around %s', (timezone, day) => {
  const midnight = Temporal.PlainDateTime.from(`${day}T00:00`);
  const locals = Array.from({ length: 48 * 2 }, (_, i) => midnight.add({ minutes: 30 * i - 24 * 60 }));
  const moments = locals.map((local) => local.toZonedDateTime(timezone).toInstant());
  expect(locals.map((local) => momentOfLocal(local.toString(), timezone))).toEqual(
    moments.map((moment) => moment.toString({ smallestUnit: 'millisecond' })),
  );
  const theirs = moments.map((moment) => moment.toZonedDateTimeISO(timezone).toPlainDateTime());
  expect(moments.map((moment) => localOfMoment(String(moment), timezone))).toEqual(
    theirs.map((local) => local.toString({ smallestUnit: 'minute' })),
  );
  expect(moments.map((moment) => dayOfMoment(String(moment), timezone))).toEqual(
    theirs.map((local) => dayOfDate(String(local))),
  );
});

test.each([
  ['2026-06-04T10:40', 'Europe/Berlin', '2026-06-04T08:40:00.000Z'],
  ['2026-12-04', 'America/St_Johns', '2026-12-04T03:30:00.000Z'],
  ['', 'UTC', null],
  ['202600-12-04', 'UTC', null],
])('%j at %s is %s', (text, timezone, moment) => {
  expect(momentOfLocal(text, timezone)).toBe(moment);
});
