// Reads JSON of channels, which may have any shape: values by their type (`textOf`), or at a path (`textAt`).

import { withoutCardNumbers } from '../model/card-numbers.ts';
import { type PlainDate, parseDate } from '../model/night.ts';
import { amountText } from './amounts.ts';

export type Fields = Record<string, unknown>;

/** Returns the members of an object; an empty object for any other value. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Returns the items of a list; an empty list for any other value. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns trimmed text, and numbers as text (ids come as both). Null for empty text and any other value. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = storable(value).trim();
  return text === '' ? null : text;
}

/** Like `textOf`, without card numbers, which a guest may have written anywhere. */
export function lineOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : withoutCardNumbers(text);
}

/**
 * Removes control characters and lone surrogates. JSON can carry them and no database accepts them: one of
 * them must not make a whole reservation unreadable.
 */
export function storable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').toWellFormed();
}

/** Parses a calendar date; null for any other value. */
export function dateOf(value: unknown): PlainDate | null {
  return typeof value === 'string' ? parseDate(value) : null;
}

/** Returns an amount in major units as decimal text; null for any other value. */
export function amountOf(value: unknown): string | null {
  return amountText(textOf(value), null);
}

/** Returns a number, also one written as text; null for any other value. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/**
 * Parses JSON; returns undefined when the text is not JSON. A whole number that a double cannot hold exactly
 * is returned as its text: the ids of some channels have 18 digits (Airbnb's listings and conversations), and
 * a rounded id names another record.
 */
export function readJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return LONG_NUMBER.test(json) ? JSON.parse(json, keepExact) : JSON.parse(json);
  } catch {
    return undefined; // JSON itself has no undefined
  }
}

/**
 * Parsing with a reviver took seven times as long (110 and 780 ms for 1.4 MB): it is used only when long
 * numbers may occur.
 */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

function keepExact(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d{16,}$/.test(source) ? source : value;
}

/** Returns the value at a path (`data/messages`), or undefined. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('/')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/**
 * Returns trimmed text, or a number as text (ids come as both), at a path; null for anything else and for
 * empty text.
 */
export function textAt(value: unknown, path: string): string | null {
  return textOf(at(value, path));
}

/** Returns a number at a path, also one written as text; null when there is none. */
export function numberAt(value: unknown, path: string): number | null {
  const text = textAt(value, path);
  return text !== null && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : null;
}

/** Returns an instant at a path: ISO 8601, or `yyyy-MM-dd HH:mm:ss` in UTC; null when there is none. */
export function momentAt(value: unknown, path: string): Temporal.Instant | null {
  return readMoment(textAt(value, path));
}

/**
 * Parses ISO 8601 text as an instant in the years 1000 to 9999, which every database can store; without an
 * offset it is UTC.
 */
export function readMoment(text: string | null): Temporal.Instant | null {
  if (text === null || text.length > 40 || !/^[1-9]\d{3}-/.test(text)) return null;
  const iso = text.replace(' ', 'T');
  for (const candidate of [iso, `${iso}Z`]) {
    try {
      return Temporal.Instant.from(candidate);
    } catch {
      // try the form with `Z`
    }
  }
  return null;
}

/** Returns a time of day as HH:mm, from `16:00`, `9:30` or an hour alone; null for any other text. */
export function timeOf(text: string | null): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2})(?::\d{2})?)?$/.exec(text?.trim() ?? '') ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** Returns the list at a path; null for anything else. */
export function listAt(value: unknown, path: string): unknown[] | null {
  const found = at(value, path);
  return Array.isArray(found) ? found : null;
}
