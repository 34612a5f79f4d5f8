// Cursors: opaque texts that say where the next page of a list starts.
import { parseDate } from '../model/night.ts';
import { parseMoment } from './input.ts';
import type { CursorPart } from './operation.ts';

/** Encodes the sort key of the last record sent. */
export function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Returns the sort key in a cursor; null for a text that encodeCursor did not make for this list. */
export function decodeCursor(cursor: string, parts: readonly CursorPart[]): (string | number)[] | null {
  const key = parseKey(cursor);
  if (!key || key.length !== parts.length || !parts.every((part, i) => fits(part, key[i]))) return null;
  return key as (string | number)[];
}

function parseKey(cursor: string): unknown[] | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(key) ? key : null;
  } catch {
    return null;
  }
}

function fits(part: CursorPart, value: unknown): boolean {
  if (part === 'id') return Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  return part === 'date' ? parseDate(value) !== null : parseMoment(value) !== null;
}
