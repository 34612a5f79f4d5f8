// Removes card numbers and hidden characters from what callers send, before anything else reads it, so that
// the answer shows what was stored.
import type { TSchema } from 'typebox';
import { phoneWithoutCardNumbers, withoutCardNumbers } from '../model/card-numbers.ts';
import { withoutHiddenCharacters } from '../model/hidden-characters.ts';
import { CARD_HANDLING } from './schema.ts';

/**
 * Replaces every card number in a value with `***` and removes hidden characters (see
 * model/hidden-characters). The value must fit the schema. Members declared with `verbatim` stay as they are.
 * Changes the value in place: a calendar of 200,000 nights is not copied. Returns the value.
 */
export function cleanRequestTexts(value: unknown, schema: TSchema | undefined): unknown {
  // Checked first: a large calendar is mostly numbers, and reading their schemas took longer than everything
  // else.
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
  const {
    [CARD_HANDLING]: holds,
    anyOf,
    properties,
    items,
    additionalProperties,
  } = (schema ?? {}) as CleanedSchema;
  if (holds === 'verbatim') return value;
  if (typeof value === 'string') {
    const text = withoutHiddenCharacters(value);
    return holds === 'telephone' ? phoneWithoutCardNumbers(text) : withoutCardNumbers(text);
  }
  const inner = anyOf?.find((variant) => (variant.type === 'array') === Array.isArray(value));
  if (inner) return cleanRequestTexts(value, inner as unknown as TSchema);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = cleanRequestTexts(value[i], items);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const declared = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    const before = members[name];
    const after = cleanRequestTexts(before, declared);
    if (after !== before) members[name] = after;
  }
  return value;
}

type CleanedSchema = {
  [CARD_HANDLING]?: 'verbatim' | 'telephone';
  type?: string;
  anyOf?: CleanedSchema[];
  properties?: Record<string, TSchema>;
  items?: TSchema;
  additionalProperties?: TSchema | boolean;
};
