// Parses the text of a calendar into events with their properties: line ends, folding, nesting, parameters
// (RFC 5545 section 3.1). Recurrence rules and time zones are left to ical.js, but not this level: it reads
// digits by position ("20270401junk" is a date to it), matches any END with any BEGIN and fails on a stray
// line in a description. Each of these could free a sold night.
import { CalendarParseError, EventParseError } from './errors.ts';

export type ContentProperty = {
  /** upper case, without parameters */
  name: string;
  /** upper-case names; values without quotes */
  parameters: Map<string, string>;
  value: string;
};

export type ContentEvent = {
  /** line at which the event begins, for messages */
  line: number;
  properties: ContentProperty[];
  /** why one of its lines cannot be read; null if all can */
  damage: string | null;
  /** whether its calendar cancels all that it holds (METHOD:CANCEL) */
  cancelled: boolean;
};

export type Content = {
  /** the VEVENTs, and each period of a VFREEBUSY as an event of its own */
  events: ContentEvent[];
  /** how many other parts there are, such as to-dos and journals, which take no night */
  others: number;
  /** the unfolded lines of each VTIMEZONE, BEGIN and END included, by its TZID */
  timezones: Map<string, string[]>;
};

/** Above the limit of a fetch (5 MB); bounds the memory for unfolding. */
const MAX_CHARACTERS = 6_000_000;

/** More than fit into a fetch with both their ends; bounds the memory for one line of many commas. */
const MAX_PERIODS = 200_000;

/** 10,000 events of 50 lines each, descriptions folded; bounds the memory for many short lines and events. */
const MAX_LINES = 500_000;

/** A property's name and parameters take some dozens of characters, even with a quoted zone name. */
const MAX_HEAD_CHARACTERS = 1_000;

/**
 * Summaries and descriptions are cut at this length. The channel's own text stands at the beginning, and
 * patterns must not be matched against texts as long as a hostile calendar can have.
 */
const MAX_TEXT_CHARACTERS = 2_000;

/**
 * Longer UIDs are refused, because a cut one could equal another stay's. RFC 7986 asks for less than 255
 * octets.
 */
const MAX_UID_CHARACTERS = 1_000;

const DATE_PROPERTIES = new Set([
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'FREEBUSY',
]);
const TOKEN_PROPERTIES = new Set(['UID', 'STATUS', 'TRANSP']);
/** Read as well; a stray line behind them is no reason to doubt the event's dates. */
const OTHER_PROPERTIES = new Set(['X-MICROSOFT-CDO-BUSYSTATUS', 'SEQUENCE', 'LAST-MODIFIED', 'DTSTAMP']);
const TEXT_PROPERTIES = new Set(['SUMMARY', 'DESCRIPTION']);
const READ_PROPERTIES = DATE_PROPERTIES.union(TOKEN_PROPERTIES)
  .union(OTHER_PROPERTIES)
  .union(TEXT_PROPERTIES);

type Line = { number: number; text: string };
type Scan = {
  open: string[];
  event: ContentEvent | null;
  timezone: string[] | null;
  /** the METHODs of the calendar that is being read, and how many events stand before it in the file */
  methods: string[];
  eventsBefore: number;
};

/** Parts of a calendar whose lines are read. */
const READ_PARTS = new Set(['VEVENT', 'VFREEBUSY']);

/**
 * Parses a calendar; throws CalendarParseError unless it is one or more complete, properly nested VCALENDARs.
 */
export function readContent(text: string): Content {
  const lines = unfold(calendarText(text));
  const content: Content = { events: [], others: 0, timezones: new Map() };
  const scan: Scan = { open: [], event: null, timezone: null, methods: [], eventsBefore: 0 };
  for (const line of lines) {
    const [, edge, component] = /^(BEGIN|END):[ \t]*([\w-]+)[ \t]*$/i.exec(line.text) ?? [];
    scan.timezone?.push(line.text);
    if (edge === undefined || component === undefined) readLine(scan, line);
    else if (edge.toUpperCase() === 'BEGIN') begin(scan, content, component.toUpperCase(), line);
    else end(scan, content, component.toUpperCase(), line);
  }
  if (scan.open.length > 0)
    throw new CalendarParseError(`The calendar is cut off inside its ${scan.open.at(-1)}.`);
  return content;
}

/**
 * Trims byte order mark and blanks; throws CalendarParseError unless the text begins and ends as a calendar
 * does.
 */
function calendarText(text: string): string {
  if (text.length > MAX_CHARACTERS)
    throw new CalendarParseError('The calendar is larger than 6 million characters.');
  const body = text.trim(); // also removes byte order marks
  if (body === '') throw new CalendarParseError('The answer was empty: not even an empty calendar.');
  if (body.startsWith('<')) throw new CalendarParseError('The answer was a web page, not a calendar.');
  if (!/^BEGIN:[ \t]*VCALENDAR/i.test(body)) throw new CalendarParseError('The answer was not a calendar.');
  const end = lastEnd(body);
  if (end === null || !isRemark(body.slice(end))) {
    throw new CalendarParseError('The calendar is cut off: its end is missing.');
  }
  return body.slice(0, end);
}

/** Returns the index after the last END:VCALENDAR; null if there is none. */
function lastEnd(body: string): number | null {
  let end: number | null = null;
  for (const found of body.matchAll(/END:[ \t]*VCALENDAR/gi)) end = found.index + found[0].length;
  return end;
}

/**
 * Whether the text after the calendar is a remark, such as the comment of a cache: no line of it is one of a
 * calendar, or the beginning of one that was cut off.
 */
function isRemark(text: string): boolean {
  return withoutComments(text)
    .split(/[\r\n]+/)
    .map((line) => line.trim().toUpperCase())
    .every((line) => line === '' || !('BEGIN:VCALENDAR'.startsWith(line) || /^[A-Z-]+[ \t]*[;:]/.test(line)));
}

/** Removes `<!-- … -->`. Not by a pattern, which takes quadratic time for comments that never end. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  for (let from = 0; ; ) {
    const start = text.indexOf('<!--', from);
    const end = start === -1 ? -1 : text.indexOf('-->', start);
    if (end === -1) return [...kept, text.slice(from)].join('\n');
    kept.push(text.slice(from, start));
    from = end + '-->'.length;
  }
}

/**
 * Splits into lines and unfolds them. CR LF, LF (Booking.com), CR CR LF and CR end a line; blank lines are
 * skipped.
 */
function unfold(text: string): Line[] {
  const rawLines = text.split(/\r{0,2}\n|\r/, MAX_LINES + 1);
  if (rawLines.length > MAX_LINES)
    throw new CalendarParseError(`The calendar has more than ${MAX_LINES} lines.`);
  const lines: Line[] = [];
  const pieces: string[] = [];
  for (const [index, raw] of rawLines.entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(raw)) {
      pieces.push(raw.slice(1));
      continue;
    }
    if (last) last.text += pieces.splice(0).join('');
    if (raw.trim() !== '') lines.push({ number: index + 1, text: raw });
  }
  const last = lines.at(-1);
  if (last) last.text += pieces.join('');
  return lines;
}

function begin(scan: Scan, content: Content, component: string, line: Line): void {
  const inside = scan.open.at(-1);
  if ((component === 'VCALENDAR') !== (inside === undefined)) throw nestedWrongly(line);
  if (READ_PARTS.has(component)) {
    if (inside !== 'VCALENDAR') throw nestedWrongly(line);
    scan.event = { line: line.number, properties: [], damage: null, cancelled: false };
  } else if (component === 'VTIMEZONE' && inside === 'VCALENDAR') scan.timezone = ['BEGIN:VTIMEZONE'];
  else if (component === 'VCALENDAR')
    Object.assign(scan, { methods: [], eventsBefore: content.events.length });
  else if (inside === 'VCALENDAR') content.others += 1;
  scan.open.push(component);
}

function end(scan: Scan, content: Content, component: string, line: Line): void {
  if (scan.open.pop() !== component) throw nestedWrongly(line);
  if (READ_PARTS.has(component) && scan.event) {
    for (const event of component === 'VEVENT' ? [scan.event] : periodsOf(scan.event))
      content.events.push(event);
    scan.event = null;
  }
  if (component === 'VCALENDAR' && isCancelling(scan.methods)) {
    for (const event of content.events.slice(scan.eventsBefore)) event.cancelled = true;
  }
  if (component === 'VTIMEZONE' && scan.timezone) {
    const name = scan.timezone.map((text) => /^TZID(?:;[^:]*)?:(.*)$/i.exec(text)?.[1]).find((tzid) => tzid);
    if (name !== undefined) content.timezones.set(name.trim(), scan.timezone);
    scan.timezone = null;
  }
}

/** Whether a calendar has a METHOD, and each is CANCEL: then it cancels its events (RFC 5546 section 3.2.5). */
function isCancelling(methods: readonly string[]): boolean {
  return methods.length > 0 && methods.every((method) => method === 'CANCEL');
}

/**
 * Returns the periods of a VFREEBUSY as events: busy ones take nights, FBTYPE=FREE is free time, BUSY-TENTATIVE
 * a provisional event. DTSTART and DTEND of the part itself are only the range that it speaks of.
 */
function periodsOf(part: ContentEvent): ContentEvent[] {
  const { line, damage } = part;
  const events: ContentEvent[] = [];
  for (const { name, parameters, value } of part.properties) {
    if (name !== 'FREEBUSY') continue;
    const type = parameters.get('FBTYPE')?.toUpperCase() ?? 'BUSY';
    const kind =
      type === 'FREE'
        ? ['TRANSP', 'TRANSPARENT']
        : type === 'BUSY-TENTATIVE'
          ? ['STATUS', 'TENTATIVE']
          : null;
    for (const period of value.split(',', MAX_PERIODS + 1)) {
      const [start = '', end = ''] = period.trim().split('/');
      const properties = [
        { name: 'DTSTART', parameters, value: start },
        { name: /^[+-]?P/i.test(end) ? 'DURATION' : 'DTEND', parameters, value: end },
        ...(kind ? [{ name: kind[0]!, parameters: new Map<string, string>(), value: kind[1]! }] : []),
      ];
      events.push({ line, properties, damage, cancelled: false });
      if (events.length > MAX_PERIODS)
        throw new CalendarParseError(`The calendar has more than ${MAX_PERIODS} busy periods in one part.`);
    }
  }
  return events.length === 0 && damage !== null ? [part] : events;
}

/**
 * Reads a line other than BEGIN and END. Only lines directly inside an event matter, not those of its alarms.
 */
function readLine(scan: Scan, line: Line): void {
  const inside = scan.open.at(-1);
  if (inside === undefined) throw nestedWrongly(line);
  const method = inside === 'VCALENDAR' ? /^METHOD[ \t]*(?:;[^:]*)?:(.*)$/i.exec(line.text)?.[1] : undefined;
  if (method !== undefined) scan.methods.push(method.trim().toUpperCase());
  if (!scan.event || !READ_PARTS.has(inside)) return;
  try {
    readEventLine(scan.event, line);
  } catch (error) {
    if (!(error instanceof EventParseError)) throw error;
    scan.event.damage ??= error.message;
  }
}

function readEventLine(event: ContentEvent, line: Line): void {
  const name = /^[A-Za-z0-9-]+(?=[ \t]*[;:])/.exec(line.text)?.[0].toUpperCase();
  if (name === undefined) appendStrayLine(event, line);
  else if (READ_PROPERTIES.has(name)) event.properties.push(readProperty(name, line));
  else event.properties.push({ name, parameters: new Map(), value: '' });
}

/**
 * Handles a line without a property name: it is either the rest of a description with an unescaped line
 * break, which is appended, or a broken date, which must not be read as "no date" and throws EventParseError.
 */
function appendStrayLine(event: ContentEvent, line: Line): void {
  const before = event.properties.at(-1);
  const start = /^[\s"']*([A-Za-z-]*)/.exec(line.text)?.[1]?.toUpperCase() ?? '';
  const exact = !before || DATE_PROPERTIES.has(before.name) || TOKEN_PROPERTIES.has(before.name);
  if (exact || DATE_PROPERTIES.has(start)) throw brokenLine(line);
  if (before.value.length >= MAX_TEXT_CHARACTERS) return;
  before.value = `${before.value}\\n${line.text.slice(0, MAX_TEXT_CHARACTERS)}`.slice(0, MAX_TEXT_CHARACTERS);
}

function readProperty(name: string, line: Line): ContentProperty {
  const colon = valueColon(line.text);
  if (colon === null || colon > MAX_HEAD_CHARACTERS) throw brokenLine(line);
  const head = line.text.slice(0, colon);
  const parameters = new Map<string, string>();
  for (const [, key = '', value = ''] of head.matchAll(/;([^=;:"]+)=("[^"]*"|[^;"]*)/g)) {
    parameters.set(key.trim().toUpperCase(), value.replaceAll('"', '').trim());
  }
  const longest = TEXT_PROPERTIES.has(name) || OTHER_PROPERTIES.has(name) ? MAX_TEXT_CHARACTERS : undefined;
  const value = line.text
    .slice(colon + 1)
    .trim()
    .slice(0, longest);
  if (name === 'UID' && value.length > MAX_UID_CHARACTERS) {
    throw new EventParseError(
      `The UID at line ${line.number} has ${value.length} characters: at most ${MAX_UID_CHARACTERS} are read.`,
    );
  }
  return { name, parameters, value };
}

/**
 * Returns the index of the colon before the value: the first outside quotes
 * (`DTSTART;TZID="GMT+01:00":2027…`).
 */
function valueColon(text: string): number | null {
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') quoted = !quoted;
    else if (text[index] === ':' && !quoted) return index;
  }
  return null;
}

function nestedWrongly(line: Line): CalendarParseError {
  return new CalendarParseError(
    `The calendar is damaged: its parts are not properly nested at line ${line.number}.`,
  );
}

function brokenLine(line: Line): EventParseError {
  return new EventParseError(`Its line ${line.number} cannot be read.`);
}

/** Unescapes the value of a text property (RFC 5545 section 3.3.11). */
export function plainText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
}
