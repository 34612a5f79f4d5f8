// Time zones of a calendar: whatever name a feed gives one, the wall-clock time there of a moment, and the moment of a wall-clock time.
import ICAL from 'ical.js';
import { CalendarParseError } from './errors.ts';

export type Zone = {
  wallAt(moment: Temporal.Instant): Temporal.PlainDateTime;
  /** a time that daylight saving skips moves forward; one that it repeats is the first */
  momentOf(wall: Temporal.PlainDateTime): Temporal.Instant;
};

/** Room for dozens of historic rules in the one or two zones that a feed uses; each costs a walk over the years (20 ms). */
const MAX_OBSERVANCES = 100;

/** Nobody's rules are known for later years; ical.js walks them year by year, an impossible one to the year 20000. */
const LAST_YEAR = 2100;
const RULES_END = `;UNTIL=${LAST_YEAR}1231T000000`;

/**
 * The zones of one calendar by name. A name that this runtime knows (IANA) means that zone; else the file's own VTIMEZONE
 * (Outlook's "W. Europe Standard Time", or a name made up on the spot); else the property's zone, which for a feed about the
 * property's nights is the likeliest meaning.
 */
export function zonesOf(
  timezones: ReadonlyMap<string, readonly string[]>,
  property: Zone,
): (name: string) => Zone {
  const known = new Map<string, Zone>();
  let observances = 0;
  return (name) => {
    const zone = known.get(name) ?? ianaZone(name) ?? fileZone() ?? property;
    known.set(name, zone);
    return zone;

    function fileZone(): Zone | null {
      const lines = timezones.get(name);
      if (!lines) return null;
      observances += lines.filter((line) => /^BEGIN:/i.test(line)).length;
      if (observances > MAX_OBSERVANCES)
        throw new CalendarParseError('The calendar describes too many time zones.');
      return describedZone(lines);
    }
  };
}

/** The IANA zone of that name in any case, or null. */
export function ianaZone(name: string): Zone | null {
  let zone: Temporal.ZonedDateTime;
  try {
    zone = new Temporal.ZonedDateTime(0n, name);
  } catch {
    return null;
  }
  const timezone = zone.timeZoneId;
  return {
    wallAt: (moment) => moment.toZonedDateTimeISO(timezone).toPlainDateTime(),
    momentOf: (wall) => wall.toZonedDateTime(timezone).toInstant(),
  };
}

/** A zone as the calendar's own VTIMEZONE describes it, or null when the description is beyond use. */
function describedZone(lines: readonly string[]): Zone | null {
  const timezone = readTimezone(lines);
  if (!timezone) return null;
  const utcWall = (moment: Temporal.Instant) => moment.toZonedDateTimeISO('UTC').toPlainDateTime();
  const offset = (wall: Temporal.PlainDateTime) => {
    const year = Math.min(wall.year, LAST_YEAR);
    return { seconds: timezone.utcOffset(timeOf(wall.with({ year }))) };
  };
  return {
    momentOf: (wall) => wall.subtract(offset(wall)).toZonedDateTime('UTC').toInstant(),
    wallAt: (moment) => {
      const utc = utcWall(moment);
      const guess = utc.add(offset(utc)); // offsets are asked for by wall time: the first answer may be of the other season
      return utc.add(offset(guess));
    },
  };
}

function readTimezone(lines: readonly string[]): ICAL.Timezone | null {
  if (!lines.some((line) => /^BEGIN:(STANDARD|DAYLIGHT)/i.test(line))) return null;
  const rules = lines.filter((line) => /^RRULE/i.test(line));
  // Real zones change once or twice a year. A rule "every second" would keep ical.js busy for ever.
  if (rules.some((rule) => !/FREQ=YEARLY/i.test(rule) || rule.length > MAX_RULE_CHARACTERS)) return null;
  const text = lines.map((line) =>
    /^RRULE/i.test(line) && !/UNTIL=|COUNT=/i.test(line) ? line + RULES_END : line,
  );
  try {
    const timezone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text.join('\r\n'))));
    timezone.utcOffset(timeOf(Temporal.PlainDateTime.from('2020-01-01T00:00:00'))); // expands the rules, which may throw
    return timezone;
  } catch {
    return null;
  }
}

/** `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=…` is 60 characters; long lists in a rule are a way to keep a reader busy. */
const MAX_RULE_CHARACTERS = 150;

/** A wall-clock time in the words of ical.js (floating: no zone). */
export function timeOf(wall: Temporal.PlainDateTime): ICAL.Time {
  const { year, month, day, hour, minute, second } = wall;
  return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });
}
