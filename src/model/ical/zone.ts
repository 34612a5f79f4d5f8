// Time zones of a calendar: resolves their names and converts between instants and wall-clock times.
import ICAL from 'ical.js';
import { CalendarParseError } from './errors.ts';

export type Zone = {
  /** the wall-clock time at an instant */
  wallAt(moment: Temporal.Instant): Temporal.PlainDateTime;
  /** the instant of a wall-clock time; a skipped time moves forward, of a repeated time it is the first */
  momentOf(wall: Temporal.PlainDateTime): Temporal.Instant;
};

/**
 * Enough for dozens of historic rules in the one or two zones that a feed uses; each costs 20 ms to expand.
 */
const MAX_OBSERVANCES = 100;

/**
 * Rules are not expanded further: ical.js expands year by year, a rule that never matches up to the year
 * 20000.
 */
const LAST_YEAR = 2100;
const RULES_END = `;UNTIL=${LAST_YEAR}1231T000000`;

/**
 * Returns a function that resolves the zone names of one calendar: an IANA name to that zone; else a name
 * with a VTIMEZONE in the file to that description (Outlook's "W. Europe Standard Time", or any invented
 * name); else to the property's zone, the likeliest one for a feed of its nights. The function throws
 * CalendarParseError for too many observances.
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

/** Returns the IANA zone of that name, case-insensitively, or null. */
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

/** Returns the zone that a VTIMEZONE describes, or null if the description is unusable. */
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
      const guess = utc.add(offset(utc)); // by wall time: may be the other season's offset
      return utc.add(offset(guess));
    },
  };
}

function readTimezone(lines: readonly string[]): ICAL.Timezone | null {
  if (!lines.some((line) => /^BEGIN:(STANDARD|DAYLIGHT)/i.test(line))) return null;
  const rules = lines.filter((line) => /^RRULE/i.test(line));
  // Real zones change once or twice a year. With a rule "every second" ical.js would not end.
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

/**
 * `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=…` is 60 characters; a rule with long lists can be an attack on
 * CPU time.
 */
const MAX_RULE_CHARACTERS = 150;

/** Converts a wall-clock time to an ICAL.Time (floating: no zone). */
export function timeOf(wall: Temporal.PlainDateTime): ICAL.Time {
  const { year, month, day, hour, minute, second } = wall;
  return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false });
}
