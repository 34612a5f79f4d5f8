// Reads JSON of channels, which may have any shape. `textOf` and its like read a value as one type, `textAt` and its like
// the value at a path.

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

/** Returns a number of at most 15 digits before the point, also one written as text; null for any other value. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) < 1e15 ? number : null;
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,20})?$/;

/**
 * Returns an instant in the years 1000 to 9999, which every database can store, of ISO 8601 text, or text like
 * `yyyy-MM-dd HH:mm:ss`; without an offset it is UTC. Null for any other value.
 */
export function momentOf(value: unknown): Temporal.Instant | null {
  const text = textOf(value);
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

/** Returns a time of day as HH:mm, from `16:00`, `9:30` or an hour alone; null for any other value. */
export function timeOf(value: unknown): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2})(?::\d{2})?)?$/.exec(textOf(value) ?? '') ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
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

/** Like `textOf`, of the value at a path. */
export function textAt(value: unknown, path: string): string | null {
  return textOf(at(value, path));
}

/** Like `numberOf`, of the value at a path. */
export function numberAt(value: unknown, path: string): number | null {
  return numberOf(at(value, path));
}

/** Like `momentOf`, of the value at a path. */
export function momentAt(value: unknown, path: string): Temporal.Instant | null {
  return momentOf(at(value, path));
}

/** Returns the list at a path; null for anything else, so that a missing list differs from an empty one. */
export function listAt(value: unknown, path: string): unknown[] | null {
  const found = at(value, path);
  return Array.isArray(found) ? found : null;
}
