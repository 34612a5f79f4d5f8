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
import { type DateOrDateTime, dateAtProperty, readDateTime, type ZoneContext } from './date-time.ts';
import { CalendarParseError, EventParseError } from './errors.ts';
import { type EventDates, readableNights, readDates, single } from './event-dates.ts';
import { isBesideStay, type MarkerKind, markerIn, type StayDays } from './markers.ts';
import { normalised } from './normalise.ts';
import {
  isRecurring,
  keyIn,
  MAX_STEPS,
  type Occurrence,
  occurrencesOf,
  type RecurrenceWindow,
} from './recurrence.ts';
import { type CalendarStay, compareStays } from './stay.ts';
import { outdatedVersions } from './versions.ts';
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
  /** `stays`: every event is a stay and its summary the guest's name; `recognised` by default */
  events?: 'recognised' | 'stays';
  /** what the end of an event is: the day of departure by default, or the last night */
  end?: 'departure' | 'last_night';
};

/** Counts of ignored events (or occurrences of recurring ones) by reason. */
type IgnoredEvents = {
  /** also Outlook's `Canceled: …`, and all events of a calendar with METHOD:CANCEL */
  cancelled: number;
  /** TRANSP:TRANSPARENT, or Outlook's busy status FREE: the owner's calendar shows the time as free */
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
  /** the calendar has a newer version of the event */
  outdated: number;
  /** `Check-in …` and `Check-out …` beside a stay */
  marker: number;
  /** to-dos, journals and other parts that are no events */
  other: number;
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

type ReadContext = ReadCalendarOptions & {
  clock: ZoneContext;
  window: RecurrenceWindow;
  calendar: Calendar;
  blocks: NightRange[];
  days: StayDays;
  markers: (NightRange & { kind: MarkerKind; details: EventDetails })[];
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
  const clock = { property, utc, zoneNamed: zonesOf(content.timezones, property) };
  const outdated = outdatedVersions(content.events, clock);
  const context: ReadContext = {
    ...options,
    clock,
    window: windowOf(options),
    calendar: emptyCalendar(content.events.length + content.others),
    blocks: [],
    days: { arrivals: new Set(), departures: new Set() },
    markers: [],
  };
  Object.assign(context.calendar.ignored, { outdated: outdated.size, other: content.others });
  const unread = new Map<number, string>();
  const events = content.events.filter((event) => !outdated.has(event));
  const replacements = readEach(events, unread, (event) => replacementOf(event, context));
  const byUid = Map.groupBy(replacements, (replacement) => replacement?.uid);
  const read = (event: ContentEvent) => {
    const without = (byUid.get(uidOf(event)) ?? []).flatMap((replacement) => replacement?.when ?? []);
    readEvent(event, without, context);
  };
  readEach(events, unread, read, (event) => addReadableNights(event, context));
  addMarkers(context);
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
    outdated: 0,
    marker: 0,
    other: 0,
  };
  return { stays: [], blockedNights: [], events, ignored, unread: [] };
}

/**
 * Calls `read` for each event. Adds an event's error (no such day, a rule ical.js refuses) to `unread`, and
 * calls `onUnread` with it.
 */
function readEach<T>(
  events: readonly ContentEvent[],
  unread: Map<number, string>,
  read: (event: ContentEvent) => T,
  onUnread: (event: ContentEvent) => void = () => {},
): T[] {
  return events.flatMap((event) => {
    try {
      if (event.damage !== null) throw new EventParseError(event.damage);
      return [read(event)];
    } catch (error) {
      if (error instanceof CalendarParseError) throw error; // concerns the whole calendar
      const reason = error instanceof EventParseError ? error.message : 'Its dates cannot be read.';
      if (!unread.has(event.line)) unread.set(event.line, reason);
      onUnread(event);
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
  const { calendar, window } = context;
  const leftOut = reasonToLeaveOut(event, context);
  const dates = leftOut === null ? readDates(event, context) : null;
  if (leftOut !== null || dates === null) {
    calendar.ignored[leftOut ?? 'reversed'] += 1;
    return;
  }
  const { begin, length, clock } = dates;
  const uid = uidOf(event);
  const details = { ...meaningOf(event, context), begin, clock };
  const replaced = single(event, 'RECURRENCE-ID');
  if (replaced || !isRecurring(event)) {
    const part = replaced ? `#${keyIn(begin, readDateTime(replaced, clock), clock)}` : '';
    const occurrence = { start: begin.wall, end: begin.wall.add(length) };
    addOccurrence(occurrence, { ...details, uid: uid + part }, context);
    return;
  }
  for (const occurrence of occurrencesOf(event, { start: begin, length, without }, window, clock)) {
    const key = keyIn(begin, { ...begin, wall: occurrence.start }, clock);
    addOccurrence(occurrence, { ...details, uid: `${uid}#${key}` }, context);
  }
}

/** Returns why an event takes no night, whatever its dates; null if they count. */
function reasonToLeaveOut(event: ContentEvent, { ownDomain }: ReadContext): keyof IgnoredEvents | null {
  if (uidOf(event).toLowerCase().endsWith(`@${ownDomain.toLowerCase()}`)) return 'own';
  if (event.cancelled || hasOnlyValue(event, 'STATUS', CANCELLED)) return 'cancelled';
  if (CANCELLED_SUMMARY.test(normalised(textOf(event, 'SUMMARY')))) return 'cancelled';
  if (hasOnlyValue(event, 'TRANSP', /^TRANSPARENT$/i)) return 'free';
  return hasOnlyValue(event, 'X-MICROSOFT-CDO-BUSYSTATUS', /^FREE$/i) ? 'free' : null;
}

/** RFC 5545 writes CANCELLED; American programs leave out an L. */
const CANCELLED = /^"?cancel(?:l?ed)?"?$/i;

/**
 * What Outlook puts before the summary of an event that its organizer has cancelled, in the languages of the
 * desk and some of their neighbours, without accents. The STATUS may then still be CONFIRMED.
 */
const CANCELLED_SUMMARY =
  /^[[(]?(?:cancell?ed|abgesagt|abgebrochen|storniert|cancelad[oa]|anulad[oa]|annulee?|annullat[oa]|geannuleerd|avlyst|aflyst|installt|odwolane)[\])]? ?[:\u2013\u2014-]/;

/**
 * Adds the nights of an event that cannot be read, as far as its dates show them. With both dates it is what
 * its text says; with one it closes the night next to that.
 */
function addReadableNights(event: ContentEvent, context: ReadContext): void {
  const range = reasonToLeaveOut(event, context) === null ? readableNights(event) : null;
  if (!range) return;
  const known = meaningOf(event, context);
  const isWhole = range.isWhole && !isRecurring(event) && !event.properties.some(isReplacement);
  const uid = isWhole ? uidOf(event) : '';
  addNights(range, { ...known, meaning: isWhole ? known.meaning : { kind: 'block' }, uid }, context);
}

function isReplacement({ name }: { name: string }): boolean {
  return name === 'RECURRENCE-ID';
}

function uidOf(event: ContentEvent): string {
  return event.properties.find(({ name }) => name === 'UID')?.value ?? '';
}

/** Whether all properties of that name have such a value: a description's stray line must not cancel a stay. */
function hasOnlyValue(event: ContentEvent, name: string, value: RegExp): boolean {
  const values = event.properties.filter((property) => property.name === name);
  return values.length > 0 && values.every((property) => value.test(property.value));
}

function textOf(event: ContentEvent, name: string): string {
  return plainText(event.properties.find((property) => property.name === name)?.value ?? '');
}

type EventMeaning = { meaning: EventClass; marker: MarkerKind | null };

function meaningOf(event: ContentEvent, context: ReadContext): EventMeaning {
  const { channel, closed = 'block', events, tentative } = context;
  const text = {
    summary: textOf(event, 'SUMMARY'),
    description: textOf(event, 'DESCRIPTION'),
    tentative:
      hasOnlyValue(event, 'STATUS', /^TENTATIVE$/i) ||
      hasOnlyValue(event, 'X-MICROSOFT-CDO-BUSYSTATUS', /^TENTATIVE$/i),
  };
  const meaning = classify(channel, text, { closed, areStays: events === 'stays' });
  const isBlock = meaning.kind === 'tentative' && tentative !== 'ignore';
  return { meaning: isBlock ? { kind: 'block' } : meaning, marker: markerIn(text.summary) };
}

type EventDetails = EventMeaning & { uid: string };

/** Converts an occurrence to nights at the property and adds them. */
function addOccurrence(
  { start, end }: Occurrence,
  details: EventDetails & Pick<EventDates, 'begin' | 'clock'>,
  context: ReadContext,
): void {
  const { begin, clock } = details;
  const from = dateAtProperty({ ...begin, wall: start }, clock);
  const until = dateAtProperty({ ...begin, wall: end }, clock);
  addNights({ from, until }, details, context);
}

/** Adds nights to the calendar, or counts them as ignored. Markers wait until all stays are known. */
function addNights({ from, until }: NightRange, details: EventDetails, context: ReadContext): void {
  const { meaning, marker: kind, uid } = details;
  const { calendar, today, horizonDays, days } = context;
  if (meaning.kind !== 'tentative' && kind && from.add({ days: 1 }).equals(until)) {
    context.markers.push({ from, until, kind, details: { ...details, marker: null } });
    return;
  }
  if (meaning.kind !== 'tentative' && isBefore(from, until)) {
    days.arrivals.add(from.toString());
    days.departures.add(until.toString());
  }
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

/** Leaves out the markers of stays that the calendar shows, and adds the others as the events that they are. */
function addMarkers(context: ReadContext): void {
  const { calendar, days, markers } = context;
  const alone = markers.filter((marker) => !isBesideStay(marker.kind, marker, days));
  calendar.ignored.marker += markers.length - alone.length;
  for (const marker of alone) addNights(marker, marker.details, context);
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
