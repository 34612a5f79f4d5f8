// JSON that nobody vouches for: values by their kind, never by trust.

import { withoutCardNumbers } from '../model/card-numbers.ts';
import { type PlainDate, parseDate } from '../model/night.ts';
import { amountText } from './amounts.ts';

export type Fields = Record<string, unknown>;

/** The members of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The items of a list; none of anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that says something, and numbers as text (ids come as both). Null = nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = storable(value).trim();
  return text === '' ? null : text;
}

/** Like `textOf` where a guest may have written anything, a card number too. */
export function lineOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : withoutCardNumbers(text);
}

/** NUL and halves of characters, which JSON can carry and no database takes, must not make a whole reservation unreadable. */
export function storable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').toWellFormed();
}

/** A calendar date written as text; null when it is none. */
export function dateOf(value: unknown): PlainDate | null {
  return typeof value === 'string' ? parseDate(value) : null;
}

/** An amount in major units as decimal text; null when it is none. */
export function amountOf(value: unknown): string | null {
  return amountText(textOf(value), null);
}

/** A number, also one written as text; null when there is none. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
