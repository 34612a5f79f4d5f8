// Day numbers: days since 1970-01-01, of dates and of moments at a place. The desk computes with them, because not every browser has Temporal.

const DAY_MS = 86_400_000;

/** Returns the day number of a date written yyyy-MM-dd; what follows the date (a time) is ignored. NaN if it is no date. */
export function dayOfDate(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY_MS;
}

/** Returns the date of a day number, written yyyy-MM-dd. */
export function dateOfDayNumber(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the day of the week: 0 = Monday to 6 = Sunday. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 3) % 7) + 7) % 7;
}

/** Formatters and days by time zone: a formatter takes 50 µs to make and 2 µs to use, and the same moments recur. */
const zones = new Map<string, { format: Intl.DateTimeFormat; days: Map<string, number> }>();
const KNOWN_MOMENTS = 50_000;

/** Returns the day number of a moment (ISO 8601) at a place: of a check-in, the day of arrival. */
export function dayOfMoment(moment: string, timezone: string): number {
  let zone = zones.get(timezone);
  if (!zone) {
    zone = { format: formatOf(timezone), days: new Map() };
    zones.set(timezone, zone);
  }
  let day = zone.days.get(moment);
  if (day === undefined) {
    if (zone.days.size >= KNOWN_MOMENTS) zone.days.clear();
    day = dayOfParts(zone.format.formatToParts(Date.parse(moment)));
    zone.days.set(moment, day);
  }
  return day;
}

/** Returns the day number of today at a place. */
export function todayIn(timezone: string, nowMs: number): number {
  return dayOfParts(formatOf(timezone).formatToParts(nowMs));
}

/**
 * Returns the moment (ISO 8601, UTC) of a date, or of a date and a time (`2026-06-04T10:40`), at a place; null for what is none, such as an
 * empty field or a year of six digits. As Temporal: of a time that comes twice the first, and one that is skipped is as much later.
 */
export function momentOfLocal(text: string, timezone: string): string | null {
  const wall = Date.parse(`${text.includes('T') ? text : `${text}T00:00`}Z`);
  if (Number.isNaN(wall)) return null;
  // By the clock of the day before and of the day after: they differ where clocks change.
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, timezone));
  const isShown = (moment: number) => moment + offsetAt(moment, timezone) === wall;
  return new Date(isShown(after!) && !isShown(before!) ? after! : before!).toISOString();
}

/** Returns the date and the time of a moment at a place, to the minute: `2026-06-11T14:30`. */
export function localOfMoment(moment: string, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${dateOfDayNumber(dayOfMoment(moment, timezone))}T${format.format(Date.parse(moment))}`;
}

/** Returns a moment at a place as a day number with a fraction. */
export function dayWithTime(moment: string, timezone: string): number {
  const [hour, minute] = localOfMoment(moment, timezone).slice(11).split(':').map(Number);
  return dayOfMoment(moment, timezone) + (hour! * 60 + minute!) / (24 * 60);
}

/** Returns by how many milliseconds the clock at a place is ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
}

function dayOfParts(parts: readonly Intl.DateTimeFormatPart[]): number {
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return dayOfDate(`${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`);
}

/** Names of weekdays in the API, in the order of `weekdayOf`. */
export const WEEKDAYS: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
