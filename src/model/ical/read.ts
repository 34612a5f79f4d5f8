// Reads a channel's calendar feed: parses the .ics text into stays and blocked nights of one unit. No I/O.
import { isBefore, latest, MAX_STAY_NIGHTS, type NightRange, type PlainDate } from '../night.ts';
import {
  type ClosedEventPolicy,
  classify,
  EMPTY_WHEN_FREE,
  type EventClass,
  UNSTABLE_UIDS,
} from './classify.ts';
import { type ContentEvent, plainText, readContent } from './content.ts';
import {
  type DateOrDateTime,
  dateAtProperty,
  localTimeIn,
  readDateTime,
  type ZoneContext,
} from './date-time.ts';
import { CalendarParseError, EventParseError } from './errors.ts';
import {
  isRecurring,
  keyIn,
  MAX_STEPS,
  type Occurrence,
  occurrencesOf,
  type RecurrenceWindow,
} from './recurrence.ts';
import { type CalendarStay, compareStays } from './stay.ts';
import { ianaZone, zonesOf } from './zone.ts';

export type ReadCalendarOptions = {
  /** the property's IANA time zone */
  timezone: string;
  /** snake_case name of the channel; an unknown one makes every event a block */
  channel: string;
  /** the current date at the property */
  today: PlainDate;
  /** nights this many days after today, or later, are ignored */
  horizonDays: number;
  /** events whose UID ends in `@` and this domain are our own, sent back by the channel */
  ownDomain: string;
  /** how unconfirmed stays are treated; `block` by default */
  tentative?: 'block' | 'ignore';
  /** how Booking.com's `CLOSED - Not available` is read; `block` by default */
  closed?: ClosedEventPolicy;
};

/** Counts of ignored events (or occurrences of recurring ones) by reason. */
type IgnoredEvents = {
  cancelled: number;
  /** TRANSP:TRANSPARENT: the owner's calendar shows the time as free */
  free: number;
  tentative: number;
  /** ended today or earlier */
  past: number;
  beyondHorizon: number;
  /** our own events */
  own: number;
  /** times within one day, without a night */
  noNight: number;
  /** ends before it begins */
  reversed: number;
};

export type Calendar = {
  /** in progress or in the future, by date */
  stays: CalendarStay[];
  /** from today to the horizon, by date, each once */
  blockedNights: PlainDate[];
  /** how many events the feed holds */
  events: number;
  ignored: IgnoredEvents;
  /**
   * Events that cannot be read, in their order. If there are any, the calendar is incomplete: close what it
   * shows, but open nothing because it is missing.
   */
  unread: UnreadEvent[];
};

/** `line`: at which the event begins; `reason`: a sentence without any text of the event. */
type UnreadEvent = { line: number; reason: string };

const ONE_DAY = Temporal.Duration.from({ days: 1 });

type ReadContext = ReadCalendarOptions & {
  clock: ZoneContext;
  window: RecurrenceWindow;
  calendar: Calendar;
  blocks: NightRange[];
};

/**
 * Reads a feed; throws CalendarParseError. Events that cannot be read are listed in `unread`: their stays
 * seem cancelled, so the caller must not open any night. Times become nights at the property: the last night
 * is the one before the date of the end. For channels in EMPTY_WHEN_FREE an empty answer is a calendar
 * without events.
 */
export function readCalendar(text: string, options: ReadCalendarOptions): Calendar {
  const property = ianaZone(options.timezone);
  if (!property) throw new RangeError(`${options.timezone} is no time zone`);
  if (text.trim() === '' && EMPTY_WHEN_FREE.has(options.channel)) return emptyCalendar(0);
  const content = readContent(text);
  const utc = ianaZone('UTC') ?? property;
  const context: ReadContext = {
    ...options,
    clock: { property, utc, zoneNamed: zonesOf(content.timezones, property) },
    window: windowOf(options),
    calendar: emptyCalendar(content.events.length),
    blocks: [],
  };
  const unread = new Map<number, string>();
  const replacements = readEach(content.events, unread, (event) => replacementOf(event, context));
  const byUid = Map.groupBy(replacements, (replacement) => replacement?.uid);
  readEach(content.events, unread, (event) => {
    const without = (byUid.get(uidOf(event)) ?? []).flatMap((replacement) => replacement?.when ?? []);
    readEvent(event, without, context);
  });
  context.calendar.unread = [...unread].map(([line, reason]) => ({ line, reason }));
  if (context.calendar.stays.length > MAX_STAYS) {
    throw new CalendarParseError(
      `The calendar shows ${context.calendar.stays.length} stays to come: at most ${MAX_STAYS} are accepted for one room.`,
    );
  }
  context.calendar.stays.sort(compareStays);
  context.calendar.blockedNights = nightsOf(context.blocks, options);
  return context.calendar;
}

/**
 * Two years of one-night stays are 730. Each is compared with each known stay: nine million pairs at most.
 */
const MAX_STAYS = 3_000;

/** Two days wider on each side, because wall-clock times of two zones differ by up to 26 hours. */
function windowOf({ today, horizonDays }: ReadCalendarOptions): RecurrenceWindow {
  return {
    from: today.subtract({ days: 2 }).toPlainDateTime(),
    until: today.add({ days: horizonDays + 2 }).toPlainDateTime(),
    stepsLeft: MAX_STEPS,
  };
}

function emptyCalendar(events: number): Calendar {
  const ignored = {
    cancelled: 0,
    free: 0,
    tentative: 0,
    past: 0,
    beyondHorizon: 0,
    own: 0,
    noNight: 0,
    reversed: 0,
  };
  return { stays: [], blockedNights: [], events, ignored, unread: [] };
}

/** Calls `read` for each event. Adds an event's error (no such day, a rule ical.js refuses) to `unread`. */
function readEach<T>(
  events: readonly ContentEvent[],
  unread: Map<number, string>,
  read: (event: ContentEvent) => T,
): T[] {
  return events.flatMap((event) => {
    try {
      if (event.damage !== null) throw new EventParseError(event.damage);
      return [read(event)];
    } catch (error) {
      if (error instanceof CalendarParseError) throw error; // concerns the whole calendar
      const reason = error instanceof EventParseError ? error.message : 'Its dates cannot be read.';
      if (!unread.has(event.line)) unread.set(event.line, reason);
      return [];
    }
  });
}

/** Returns the occurrence that an event with a RECURRENCE-ID replaces (moves or cancels), or null. */
function replacementOf(event: ContentEvent, { clock }: ReadContext) {
  const property = single(event, 'RECURRENCE-ID');
  const uid = uidOf(event);
  return property && uid !== '' ? { uid, when: readDateTime(property, clock) } : null;
}

function readEvent(event: ContentEvent, without: readonly DateOrDateTime[], context: ReadContext): void {
  const { calendar, clock, window } = context;
  const uid = uidOf(event);
  if (uid.toLowerCase().endsWith(`@${context.ownDomain.toLowerCase()}`)) {
    calendar.ignored.own += 1;
    return;
  }
  if (hasOnlyValue(event, 'STATUS', 'CANCELLED')) {
    calendar.ignored.cancelled += 1;
    return;
  }
  if (hasOnlyValue(event, 'TRANSP', 'TRANSPARENT')) {
    calendar.ignored.free += 1;
    return;
  }
  const start = single(event, 'DTSTART');
  if (!start) throw new EventParseError('It has no beginning.');
  const begin = readDateTime(start, clock);
  const length = lengthOf(event, begin, clock);
  if (length.sign < 0) {
    calendar.ignored.reversed += 1;
    return;
  }
  const meaning = meaningOf(event, context);
  const replaced = single(event, 'RECURRENCE-ID');
  if (replaced || !isRecurring(event)) {
    const part = replaced ? `#${keyIn(begin, readDateTime(replaced, clock), clock)}` : '';
    const occurrence = { start: begin.wall, end: begin.wall.add(length) };
    addNights(occurrence, { begin, meaning, uid: uid + part }, context);
    return;
  }
  for (const occurrence of occurrencesOf(event, { start: begin, length, without }, window, clock)) {
    const key = keyIn(begin, { ...begin, wall: occurrence.start }, clock);
    addNights(occurrence, { begin, meaning, uid: `${uid}#${key}` }, context);
  }
}

function uidOf(event: ContentEvent): string {
  return event.properties.find(({ name }) => name === 'UID')?.value ?? '';
}

/** Whether all properties of that name have this value: a description's stray line must not cancel a stay. */
function hasOnlyValue(event: ContentEvent, name: string, value: string): boolean {
  const values = event.properties.filter((property) => property.name === name);
  return values.length > 0 && values.every((property) => property.value.toUpperCase() === value);
}

/** Returns the property of that name; throws EventParseError if there are several with different values. */
function single(event: ContentEvent, name: string) {
  const [first, ...others] = event.properties.filter((property) => property.name === name);
  if (others.some(({ value }) => value !== first?.value))
    throw new EventParseError(`It has more than one ${name}.`);
  return first;
}

/**
 * Returns the length in wall-clock time. DTEND is exclusive; without it DURATION counts, then the default:
 * one day for a date, zero for a time (RFC 5545 section 3.6.1). A date that ends on itself, which the RFC
 * forbids but feeds contain, or after some hours takes its night.
 */
function lengthOf(event: ContentEvent, begin: DateOrDateTime, clock: ZoneContext): Temporal.Duration {
  const end = single(event, 'DTEND');
  const duration = single(event, 'DURATION');
  const wall = end
    ? endWall(readDateTime(end, clock), begin, clock)
    : begin.wall.add(Temporal.Duration.from(duration?.value ?? 'PT0S'));
  const length = begin.wall.until(wall, { largestUnit: 'day' });
  return begin.kind === 'date' && length.sign >= 0 && length.days === 0 ? ONE_DAY : length;
}

function endWall(end: DateOrDateTime, begin: DateOrDateTime, clock: ZoneContext): Temporal.PlainDateTime {
  return begin.kind === 'date' ? dateAtProperty(end, clock).toPlainDateTime() : localTimeIn(begin.zone, end);
}

function meaningOf(event: ContentEvent, { channel, closed, tentative }: ReadContext): EventClass {
  const textOf = (name: string) => plainText(event.properties.find((p) => p.name === name)?.value ?? '');
  const text = {
    summary: textOf('SUMMARY'),
    description: textOf('DESCRIPTION'),
    tentative: hasOnlyValue(event, 'STATUS', 'TENTATIVE'),
  };
  const meaning = classify(channel, text, closed ?? 'block');
  return meaning.kind === 'tentative' && tentative !== 'ignore' ? { kind: 'block' } : meaning;
}

type EventDetails = { begin: DateOrDateTime; meaning: EventClass; uid: string };

/** Converts an occurrence to nights at the property; adds them to the calendar, or counts it as ignored. */
function addNights({ start, end }: Occurrence, details: EventDetails, context: ReadContext): void {
  const { begin, meaning, uid } = details;
  const { clock, calendar, today, horizonDays } = context;
  const from = dateAtProperty({ ...begin, wall: start }, clock);
  const until = dateAtProperty({ ...begin, wall: end }, clock);
  if (meaning.kind === 'tentative') calendar.ignored.tentative += 1;
  else if (!isBefore(from, until)) calendar.ignored.noNight += 1;
  else if (!isBefore(today, until)) calendar.ignored.past += 1;
  else if (!isBefore(from, today.add({ days: horizonDays }))) calendar.ignored.beyondHorizon += 1;
  else if (meaning.kind === 'stay' && from.until(until).days <= (meaning.maxNights ?? MAX_STAY_NIGHTS)) {
    const { reference, guestName, phoneLast4 } = meaning;
    const identity = uid === '' || uid.startsWith('#') || UNSTABLE_UIDS.has(context.channel) ? null : uid;
    calendar.stays.push({ uid: identity, reference, guestName, phoneLast4, from, until });
  } else context.blocks.push({ from, until });
}

/** Returns the nights of overlapping ranges, each once, from today to the horizon. */
function nightsOf(ranges: readonly NightRange[], { today, horizonDays }: ReadCalendarOptions): PlainDate[] {
  const end = today.add({ days: horizonDays });
  const nights: PlainDate[] = [];
  let next = today;
  for (const { from, until } of ranges.toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from))) {
    next = latest(next, from);
    while (isBefore(next, until) && isBefore(next, end)) {
      nights.push(next);
      next = next.add({ days: 1 });
    }
  }
  return nights;
}
