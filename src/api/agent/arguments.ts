// An agent's arguments: held against their schema, taken for what they mean, refused by name.
import type { Static, TObject } from 'typebox';
import { cleanTexts } from '../clean-texts.ts';
import { check, fromText, refusal } from '../validate.ts';

/**
 * An agent's arguments, which fit their schema and hold nothing else, without card numbers. Numbers written as text, and the other way round,
 * are taken for what they mean: models write ids either way. Throws `invalid_parameters` naming the arguments.
 */
export function readArguments<T extends TObject>(schema: T, raw: Record<string, unknown>): Static<T> {
  const values: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const known = Object.hasOwn(schema.properties, name);
    // A client that sends null for what it leaves out means that it leaves it out.
    if (known && (value === undefined || value === null)) continue;
    values.push([
      name,
      known ? coerceArgument(value, (schema.properties[name] as { type?: string }).type) : value,
    ]);
  }
  // As entries: a member named __proto__ is a member like any other.
  const given = Object.fromEntries(values);
  const errors = check(schema, given, { noun: 'argument' });
  if (errors.length > 0) throw refusal('invalid_parameters', 'The arguments are not valid', errors);
  return cleanTexts(given, schema) as Static<T>;
}

function coerceArgument(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  return fromText(value, type);
}
