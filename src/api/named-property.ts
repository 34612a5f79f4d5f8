// The query parameter `hotel_id` of all operations of the public API: which of its properties a request with the token of several concerns.
import { Problem } from '../problems.ts';
import { id, object, optional } from './schema.ts';
import { readQuery } from './validate.ts';

const NAME = 'hotel_id';

/** The parameter as it is described. */
export const NAMED_PROPERTY = id(
  'the property, for a token that opens several; `GET properties` lists them',
  1001,
);

const Named = object({ [NAME]: optional(NAMED_PROPERTY) });

/** Returns the property that a query names; null = none; a problem (not thrown) for a value that is no id. */
export function readPropertyId(query: object): number | null | Problem {
  const given = (query as Record<string, unknown>)[NAME];
  try {
    return readQuery(Named, { [NAME]: given }).hotel_id ?? null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Returns the parameters of a query that are the operation's own. */
export function withoutPropertyId(query: object): Record<string, unknown> {
  const { [NAME]: _, ...own } = query as Record<string, unknown>;
  return own;
}
