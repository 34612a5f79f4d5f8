// Paging of lists: the query parameters `limit` and `cursor`, parsed together with the list's own.
import type { Static, TObject } from 'typebox';
import { invalidParameter } from '../problems.ts';
import type { ListOperation, Untyped } from './operation.ts';
import { integer, object, optional, text } from './schema.ts';
import { readQuery } from './validate.ts';

const MAX_LIMIT = 1_000;

const cursor = optional(
  text({
    description: 'start of the next page; take it from the `Link` header, do not build it',
    maxLength: 500,
  }),
);

export type Paging = { limit: number | undefined; cursor: string | undefined };

type AnyList = ListOperation<Untyped, Untyped, Untyped, Untyped>;

/**
 * Returns the query parameters of a list: its own, `limit`, and `cursor` unless it continues by a parameter
 * of its own.
 */
export function listParameters(operation: AnyList): TObject {
  let known = parameters.get(operation);
  if (!known) {
    const own = (operation.query as TObject).properties;
    known = object({
      ...own,
      limit: limitOf(operation),
      ...(operation.cursorParameter === undefined && { cursor }),
    });
    parameters.set(operation, known);
  }
  return known;
}

const parameters = new WeakMap<AnyList, TObject>();

function limitOf({ defaultLimit }: AnyList) {
  return optional(
    integer({
      description: `at most this many records; more follow under \`Link: …; rel="next"\``,
      minimum: 1,
      maximum: MAX_LIMIT,
      ...(defaultLimit !== undefined && { default: defaultLimit }),
      example: defaultLimit ?? 100,
    }),
  );
}

/**
 * Parses the query of a list and its page. Throws `invalid_parameters` naming what is not valid or not known.
 */
export function readListQuery<Query extends TObject>(
  operation: ListOperation<Query, Untyped, Untyped, Untyped>,
  raw: Record<string, unknown>,
): { query: Static<Query>; paging: Paging } {
  if (operation.cursorParameter !== undefined && raw.cursor !== undefined)
    throw invalidParameter({ field: 'cursor', rule: 'no_cursor_here', instead: operation.cursorParameter });
  const { limit, cursor, ...query } = readQuery(listParameters(operation), raw) as Paging;
  return { query: query as Static<Query>, paging: { limit, cursor } };
}
