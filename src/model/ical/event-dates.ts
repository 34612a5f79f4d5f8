// The beginning and the length of an event, from its dates as feeds write them.
import { earliest, isBefore, latest, type NightRange, type PlainDate } from '../night.ts';
import type { ContentEvent, ContentProperty } from './content.ts';
import {
  type DateOrDateTime,
  dateAtProperty,
  localTimeIn,
  readDatePart,
  readDateTime,
  type ZoneContext,
} from './date-time.ts';
import { EventParseError } from './errors.ts';

/** `clock`: the zones by which the event's times become nights. */
export type EventDates = { begin: DateOrDateTime; length: Temporal.Duration; clock: ZoneContext };

type DatesContext = { clock: ZoneContext; end?: 'departure' | 'last_night' | undefined };

const ONE_DAY = Temporal.Duration.from({ days: 1 });
/** An event that lasts this many hours and some minutes is one of a whole day. */
const ALMOST_A_DAY_HOURS = 23;

/**
 * Reads the dates of an event; null if it ends before it begins. Throws EventParseError or a RangeError.
 *
 * An event from midnight to midnight of a zone is one of whole days, whatever the property's zone: programs
 * write dates so that their host sees in another zone, or in UTC.
 */
export function readDates(event: ContentEvent, { clock, end }: DatesContext): EventDates | null {
  const start = single(event, 'DTSTART');
  if (!start) throw new EventParseError('It has no beginning.');
  const begin = readDateTime(start, clock);
  const length = lengthOf(event, begin, { clock, end });
  if (length.sign < 0) return null;
  const isWholeDays = length.days > 0 && length.total({ unit: 'hour' }) === length.days * HOURS_PER_DAY;
  const isAtMidnight = begin.wall.toPlainTime().equals(MIDNIGHT);
  const isOfItsZone = begin.kind === 'time' && isAtMidnight && isWholeDays;
  return { begin, length, clock: isOfItsZone ? { ...clock, property: begin.zone } : clock };
}

const HOURS_PER_DAY = 24;
const MIDNIGHT = new Temporal.PlainTime();

/** Returns the property of that name; throws EventParseError if there are several with different values. */
export function single(event: ContentEvent, name: string): ContentProperty | undefined {
  const [first, ...others] = event.properties.filter((property) => property.name === name);
  if (others.some(({ value }) => value !== first?.value))
    throw new EventParseError(`It has more than one ${name}.`);
  return first;
}

/**
 * Returns the length in wall-clock time. DTEND is exclusive; without it DURATION counts, then the default:
 * one day for a date, zero for a time (RFC 5545 section 3.6.1). A date that ends on itself, which the RFC
 * forbids but feeds contain, or after some hours takes its night. An end in the last minute of a day, or a
 * length just under whole days, means the end of the day.
 */
function lengthOf(event: ContentEvent, begin: DateOrDateTime, context: DatesContext): Temporal.Duration {
  const { clock } = context;
  const end = single(event, 'DTEND');
  const duration = single(event, 'DURATION');
  const wall = end
    ? endWall(readDateTime(end, clock), begin, clock)
    : begin.wall.add(Temporal.Duration.from(duration?.value ?? 'PT0S'));
  const length = begin.wall.until(wall, { largestUnit: 'day' });
  if (length.sign < 0) return length;
  const whole = wholeDays(length, { begin, wall, clock });
  const isLastNight = end !== undefined && context.end === 'last_night';
  if (isLastNight && whole === null) return length.add(ONE_DAY);
  if (whole !== null) return whole;
  return begin.kind === 'date' && length.days === 0 ? ONE_DAY : length;
}

/**
 * Returns the wall-clock time of the end in the zone of the beginning. If that is a date, so is the end: the
 * day after it in its last minute.
 */
function endWall(end: DateOrDateTime, begin: DateOrDateTime, clock: ZoneContext): Temporal.PlainDateTime {
  if (begin.kind === 'time') return localTimeIn(begin.zone, end);
  const local = end.kind === 'date' ? end.wall : localTimeIn(clock.property, end);
  return isLastMinute(local) ? local : dateAtProperty(end, clock).toPlainDateTime();
}

/** Returns the length up to the end of the day that an end shortly before it means; null if it means its time. */
function wholeDays(
  length: Temporal.Duration,
  { begin, wall, clock }: { begin: DateOrDateTime; wall: Temporal.PlainDateTime; clock: ZoneContext },
): Temporal.Duration | null {
  const atProperty = begin.kind === 'date' ? wall : localTimeIn(clock.property, { ...begin, wall });
  for (const local of [wall, atProperty]) {
    if (!isLastMinute(local)) continue;
    const midnight = local.toPlainDate().add(ONE_DAY).toPlainDateTime();
    return begin.wall.until(wall.add(local.until(midnight)), { largestUnit: 'day' });
  }
  const { days, hours, minutes, seconds } = length;
  const isAlmost = hours === ALMOST_A_DAY_HOURS && minutes + seconds > 0;
  return isAlmost ? Temporal.Duration.from({ days: days + 1 }) : null;
}

function isLastMinute({ hour, minute }: Temporal.PlainDateTime): boolean {
  return hour === 23 && minute === 59;
}

/**
 * Returns the nights that the dates of an unreadable event show, by their beginnings in digits: those between
 * them, or with one alone the night next to it (`isWhole` is then false). Null if no date can be read.
 */
export function readableNights(event: ContentEvent): (NightRange & { isWhole: boolean }) | null {
  const datesOf = (wanted: string): PlainDate[] =>
    event.properties.flatMap(({ name, value }) => (name === wanted ? (readDatePart(value) ?? []) : []));
  const starts = datesOf('DTSTART');
  const ends = datesOf('DTEND');
  const first = starts.length > 0 ? starts.reduce(earliest) : ends.reduce<PlainDate | null>(dayBefore, null);
  if (!first) return null;
  const last = ends.reduce(latest, first);
  const isWhole = starts.length === 1 && ends.length === 1 && isBefore(first, last);
  return { from: first, until: isBefore(first, last) ? last : first.add(ONE_DAY), isWhole };
}

function dayBefore(known: PlainDate | null, end: PlainDate): PlainDate {
  const night = end.subtract(ONE_DAY);
  return known ? earliest(known, night) : night;
}
