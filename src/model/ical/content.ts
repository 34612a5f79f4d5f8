// From the text of a calendar to its events as lists of properties: line ends, folding, nesting, parameters (RFC 5545 section 3.1).
// ical.js reads repetition rules and time zones for us, but not the frame: it cuts digits by position ("20270401junk" is a
// date to it), pairs any END with any BEGIN and gives up on a stray line in a description, and here every one of those decides
// whether a sold night is freed.
import { CalendarParseError, EventParseError } from './errors.ts';

export type ContentProperty = {
  /** upper case, without parameters */
  name: string;
  /** upper-case names; values without quotes */
  parameters: Map<string, string>;
  value: string;
};

export type ContentEvent = {
  /** where the event begins in the text, for messages */
  line: number;
  properties: ContentProperty[];
  /** why a line of it cannot be read; null = all of them can */
  damage: string | null;
};

export type Content = {
  events: ContentEvent[];
  /** the unfolded lines of each VTIMEZONE, BEGIN and END included, by its TZID */
  timezones: Map<string, string[]>;
};

/** Longer than any calendar a fetch lets in (5 MB); bounds the memory that unfolding takes. */
const MAX_CHARACTERS = 6_000_000;

/** Two years of one-night stays are 730 events; a family's calendar of ten years has some thousands. */
const MAX_EVENTS = 10_000;

/** 10,000 events of 50 lines each, descriptions folded; bounds the memory that many short lines would take. */
const MAX_LINES = 500_000;

/** A property's name and parameters take some dozens of characters, even with a quoted zone name. */
const MAX_HEAD_CHARACTERS = 1_000;

/**
 * What is kept of a summary or a description. A channel's own words stand at the beginning, and what is matched against
 * them must not be as long as a hostile calendar can be.
 */
const MAX_TEXT_CHARACTERS = 2_000;

/** RFC 7986 asks for UIDs below 255 octets. A cut one could be equal to another stay's, so a longer one is refused. */
const MAX_UID_CHARACTERS = 1_000;

const DATE_PROPERTIES = new Set([
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
]);
const WORD_PROPERTIES = new Set(['UID', 'STATUS', 'TRANSP']);
const TEXT_PROPERTIES = new Set(['SUMMARY', 'DESCRIPTION']);

type Line = { number: number; text: string };
type Scan = { open: string[]; event: ContentEvent | null; timezone: string[] | null };

/** Reads the frame of a calendar; throws CalendarParseError unless it is one or more whole, well-nested VCALENDARs. */
export function readContent(text: string): Content {
  const lines = unfold(calendarText(text));
  const content: Content = { events: [], timezones: new Map() };
  const scan: Scan = { open: [], event: null, timezone: null };
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

/** The text without byte order mark and surrounding blanks, once its two ends show a whole calendar. */
function calendarText(text: string): string {
  if (text.length > MAX_CHARACTERS)
    throw new CalendarParseError('The calendar is larger than 6 million characters.');
  const body = text.trim(); // takes byte order marks too
  if (body === '') throw new CalendarParseError('The answer was empty: not even an empty calendar.');
  if (body.startsWith('<')) throw new CalendarParseError('The answer was a web page, not a calendar.');
  if (!/^BEGIN:[ \t]*VCALENDAR/i.test(body)) throw new CalendarParseError('The answer was not a calendar.');
  if (!/END:[ \t]*VCALENDAR$/i.test(body)) {
    throw new CalendarParseError('The calendar is cut off: its end is missing.');
  }
  return body;
}

/** Lines joined where they were folded. CR LF, LF (Booking.com), CR CR LF and CR end a line; blank lines say nothing. */
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
  if (component === 'VEVENT') {
    if (inside !== 'VCALENDAR') throw nestedWrongly(line);
    scan.event = { line: line.number, properties: [], damage: null };
    content.events.push(scan.event);
    if (content.events.length > MAX_EVENTS) {
      throw new CalendarParseError(`The calendar has more than ${MAX_EVENTS} events.`);
    }
  }
  if (component === 'VTIMEZONE' && inside === 'VCALENDAR') scan.timezone = ['BEGIN:VTIMEZONE'];
  scan.open.push(component);
}

function end(scan: Scan, content: Content, component: string, line: Line): void {
  if (scan.open.pop() !== component) throw nestedWrongly(line);
  if (component === 'VEVENT') scan.event = null;
  if (component === 'VTIMEZONE' && scan.timezone) {
    const name = scan.timezone.map((text) => /^TZID(?:;[^:]*)?:(.*)$/i.exec(text)?.[1]).find((tzid) => tzid);
    if (name !== undefined) content.timezones.set(name.trim(), scan.timezone);
    scan.timezone = null;
  }
}

/** A line that neither opens nor closes anything. Only those directly inside an event are of interest (alarms are not). */
function readLine(scan: Scan, line: Line): void {
  if (scan.open.length === 0) throw nestedWrongly(line);
  if (!scan.event || scan.open.at(-1) !== 'VEVENT') return;
  try {
    readEventLine(scan.event, line);
  } catch (error) {
    if (!(error instanceof EventParseError)) throw error;
    scan.event.damage ??= error.message;
  }
}

function readEventLine(event: ContentEvent, line: Line): void {
  const name = /^[A-Za-z0-9-]+(?=[ \t]*[;:])/.exec(line.text)?.[0].toUpperCase();
  if (name === undefined) keepStrayLine(event, line);
  else if (DATE_PROPERTIES.has(name) || WORD_PROPERTIES.has(name) || TEXT_PROPERTIES.has(name)) {
    event.properties.push(readProperty(name, line));
  } else event.properties.push({ name, parameters: new Map(), value: '' });
}

/**
 * A line without a property's name: a line break that the channel forgot to escape in a description, which is kept, or a
 * broken date, which must not be read as "no date".
 */
function keepStrayLine(event: ContentEvent, line: Line): void {
  const before = event.properties.at(-1);
  const start = /^[\s"']*([A-Za-z-]*)/.exec(line.text)?.[1]?.toUpperCase() ?? '';
  const exact = !before || DATE_PROPERTIES.has(before.name) || WORD_PROPERTIES.has(before.name);
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
  const longest = TEXT_PROPERTIES.has(name) ? MAX_TEXT_CHARACTERS : undefined;
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

/** Where the value begins: the first colon outside quotes (`DTSTART;TZID="GMT+01:00":2027…`). */
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

/** The value of a text property with its escapes undone (RFC 5545 section 3.3.11). */
export function plainText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
}
