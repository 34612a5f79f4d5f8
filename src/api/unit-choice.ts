// The unit that a request chooses for a stay: an id, or `auto`.
import Type from 'typebox';
import { id } from './schema.ts';

/** The schema of a member that names a unit, or `auto`; with `nullable` also null, for none. */
export function unitChoice(description: string, { nullable = false } = {}) {
  // AJV takes `nullable` only beside a type, so it is part of the first variant.
  const unit = { ...id('the unit', 7), ...(nullable && { nullable }) };
  return Type.Unsafe<number | 'auto' | null>({
    anyOf: [unit, { type: 'string', enum: ['auto'] }],
    description,
    example: 'auto',
  });
}
