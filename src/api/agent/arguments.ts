// An agent's arguments: held against their schema, taken for what they mean, refused by name.
import type { Static, TObject } from 'typebox';
import { type FieldError, Problem } from '../../problems.ts';
import { check, fromText, sentence } from '../input.ts';

/**
 * An agent's arguments, which fit their schema and hold nothing else. Numbers written as text, and the other way round,
 * are taken for what they mean: models write ids either way. Throws `invalid_parameters` naming the arguments.
 */
export function readArguments<T extends TObject>(schema: T, raw: Record<string, unknown>): Static<T> {
  const known = Object.keys(schema.properties);
  const errors: FieldError[] = Object.keys(raw)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: QUOTABLE.test(name) ? name : 'an argument',
      message: `is not known: there are ${known.join(', ') || 'no arguments'}`,
    }));
  const values: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    const { type } = member as { type?: string };
    // A client that sends null for what it leaves out means that it leaves it out.
    if (raw[name] !== undefined && raw[name] !== null) values[name] = asMeant(raw[name], type);
  }
  errors.push(...check(schema, values));
  if (errors.length > 0) {
    throw new Problem('invalid_parameters', `The arguments are not valid: ${sentence(errors)}.`, { errors });
  }
  return values as Static<T>;
}

/** What may be the name of an argument; anything else is not repeated. */
const QUOTABLE = /^[a-zA-Z_]{1,30}$/;

function asMeant(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'number' && type === 'string') return String(value);
  if (typeof value !== 'string') return value;
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return Number(value);
  return fromText(value, type);
}
