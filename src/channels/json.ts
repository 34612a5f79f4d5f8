// Reads values of untrusted JSON by their type.

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
