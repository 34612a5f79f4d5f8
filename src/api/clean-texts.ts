// Card numbers and hidden characters in what callers write: taken out before anything is done with it, so that the answer shows what
// was kept.
import type { TSchema } from 'typebox';
import { phoneWithoutCardNumbers, withoutCardNumbers } from '../model/card-numbers.ts';
import { withoutHiddenCharacters } from '../model/hidden-characters.ts';
import { CARD_HANDLING } from './schema.ts';

/**
 * The value, which fits the schema, with `***` in place of every card number, and without characters that nobody sees (see
 * model/hidden-characters). Members that the schema declares with `verbatim` stay as they are. Changes the value in place: a calendar of 200,000 nights is not copied.
 */
export function cleanTexts(value: unknown, schema: TSchema | undefined): unknown {
  // Looked at first: most of a large calendar is numbers, and reading their schemas took longer than all the rest.
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value;
  const {
    [CARD_HANDLING]: holds,
    anyOf,
    properties,
    items,
    additionalProperties,
  } = (schema ?? {}) as Declared;
  if (holds === 'verbatim') return value;
  if (typeof value === 'string') {
    const text = withoutHiddenCharacters(value);
    return holds === 'telephone' ? phoneWithoutCardNumbers(text) : withoutCardNumbers(text);
  }
  const inner = anyOf?.find((variant) => (variant.type === 'array') === Array.isArray(value));
  if (inner) return cleanTexts(value, inner as unknown as TSchema);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = cleanTexts(value[i], items);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const declared = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    const before = members[name];
    const after = cleanTexts(before, declared);
    if (after !== before) members[name] = after;
  }
  return value;
}

type Declared = {
  [CARD_HANDLING]?: 'verbatim' | 'telephone';
  type?: string;
  anyOf?: Declared[];
  properties?: Record<string, TSchema>;
  items?: TSchema;
  additionalProperties?: TSchema | boolean;
};
