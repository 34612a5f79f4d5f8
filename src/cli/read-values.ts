// Converts arguments and options to the values that a request sends.
import { StartError } from '../db/start-error.ts';
import type { Schema } from './operations.ts';
import { type Input, type OperatorCommand, typed, type Values } from './operator-command.ts';

/**
 * Returns the values of the members that were given. `given` has what was typed, by the names of members: a
 * text, several texts, or a boolean.
 * @throws StartError with a sentence for each value that does not fit
 */
export function readValues(command: OperatorCommand, given: Values): Values {
  const values: Values = {};
  const faults: string[] = [];
  for (const input of command.inputs) {
    const raw = given[input.member];
    if (raw === undefined) continue;
    try {
      values[input.member] = read(input, raw);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      // A sentence of its own begins with what was typed.
      faults.push(
        input.parse ? error.message : `${typed(command, input)} ${error.message}, not ${quoted(raw)}.`,
      );
    }
  }
  if (faults.length > 0) throw new StartError(faults.join(' '));
  return values;
}

function read({ schema, parse, repeated, placeholder, none }: Input, raw: unknown): unknown {
  if (typeof raw === 'boolean') return raw;
  const texts = [raw].flat() as string[];
  const ofNull = none ?? (isNullable(schema) ? 'none' : undefined);
  if (texts.length === 1 && texts[0] === ofNull) return null;
  if (parse) return repeated ? texts.flatMap(parse) : parse(texts[0]!);
  if (placeholder === '<json>') return toJson(texts[0]!);
  if (!repeated) return convert(schema, texts[0]!);
  const items = schema.items ?? {};
  return texts.flatMap((text) => split(items, text)).map((text) => convert(items, text));
}

/** Texts that may contain commas themselves are given one by one. */
function split(schema: Schema, text: string): string[] {
  return isFreeText(schema) ? [text] : text.split(',').map((part) => part.trim());
}

/** Whether the schema takes any text: neither a choice nor a pattern restricts it. */
export function isFreeText({ type, enum: choices, pattern }: Schema): boolean {
  return type === 'string' && choices === undefined && pattern === undefined;
}

const SWITCH: Record<string, boolean> = {
  on: true,
  yes: true,
  true: true,
  off: false,
  no: false,
  false: false,
};

/** Throws StartError with the end of a sentence: what the value must be. */
function convert(schema: Schema, text: string): unknown {
  const types = [schema.type ?? []].flat();
  if (schema.enum && !schema.enum.includes(text))
    throw new StartError(`must be one of ${schema.enum.join(', ')}`);
  if (types.includes('boolean')) {
    if (!Object.hasOwn(SWITCH, text)) throw new StartError('must be on or off');
    return SWITCH[text];
  }
  if (types.includes('integer')) {
    if (!/^-?\d+$/.test(text)) throw new StartError('must be a whole number');
    return Number(text);
  }
  if (types.includes('number')) {
    if (text.trim() === '' || !Number.isFinite(Number(text))) throw new StartError('must be a number');
    return Number(text);
  }
  return text;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartError('must be JSON, such as 5, "text" or [1, 2]');
  }
}

/** Whether the schema takes null, in the form of OpenAPI 3.0 or 3.1. */
export function isNullable({ nullable, type }: Schema): boolean {
  return nullable === true || [type ?? []].flat().includes('null');
}

function quoted(raw: unknown): string {
  return [raw]
    .flat()
    .map((text) => JSON.stringify(text))
    .join(', ');
}
