// Parsing and validation of an agent's arguments.
import type { Static, TObject } from 'typebox';
import { invalidParameter } from '../../problems.ts';
import { cleanRequestTexts } from '../clean-texts.ts';
import { check, fromText } from '../validate.ts';

/**
 * Validates an agent's arguments against their schema and removes card numbers. Numbers sent as text and texts sent as numbers are converted, because models
 * write ids either way, and lists sent as JSON text, as programs between model and server do. Unknown arguments are errors.
 * Throws `invalid_parameters` naming the arguments.
 */
export function readArguments<T extends TObject>(schema: T, raw: Record<string, unknown>): Static<T> {
  const values: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const known = Object.hasOwn(schema.properties, name);
    // Some clients send null for an argument that they leave out.
    if (known && (value === undefined || value === null)) continue;
    values.push([
      name,
      known ? coerceArgument(value, (schema.properties[name] as { type?: string }).type) : value,
    ]);
  }
  // Built from entries, so that a member named __proto__ is an ordinary member.
  const given = Object.fromEntries(values);
  const errors = check(schema, given, { noun: 'argument' });
  if (errors.length > 0) throw invalidParameter(...errors);
  return cleanRequestTexts(given, schema) as Static<T>;
}

function coerceArgument(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  if (type === 'array' || type === 'object') return fromJson(value);
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  return fromText(value, type);
}

/** Returns the list or the object that a text holds; the text if it holds none, which is then refused as one. */
function fromJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
