// What a caller may see: members of records, and parameters of queries, that need a scope. The only place that
// takes them out, for REST, events, streams, webhooks and agents.
import type { TSchema } from 'typebox';
import { missingScopes, type Scopes, type TokenScope } from '../model/scope.ts';
import { Problem } from '../problems.ts';
import { NEEDS, type NeededScope } from './schema.ts';

/**
 * Returns a value without the members whose scope is missing: they are absent where the schema lets them be,
 * otherwise null, an empty list, 0, false or `Guest`. Members that the schema does not declare are left out. A value of
 * a caller whose scopes are not restricted (null) is returned as it is.
 */
export function visible<T>(value: T, schema: TSchema, scopes: Scopes): T {
  return scopes === null ? value : (withoutHidden(value, schema as Described, scopes) as T);
}

/** Throws `scope_missing` when a parameter that is given needs a scope that is missing. */
export function requireVisible(given: object, schema: TSchema, scopes: Scopes): void {
  if (scopes === null) return;
  const { properties = {} } = schema as Described;
  for (const [name, value] of Object.entries(given)) {
    const needed = value === undefined ? undefined : properties[name]?.[NEEDS];
    if (!needed || (needed.values && !needed.values.includes(String(value)))) continue;
    requireScopes(scopes, [needed.scope], name);
  }
}

/** Throws `scope_missing` unless the scopes contain all that are needed. `field`: the parameter that needs them. */
export function requireScopes(scopes: Scopes, needed: readonly TokenScope[], field?: string): void {
  const missing = missingScopes(scopes, needed);
  if (missing.length > 0) throw new Problem('scope_missing', { missing, field: field ?? null });
}

type Described = {
  [NEEDS]?: NeededScope;
  type?: string;
  nullable?: boolean;
  properties?: Record<string, Described>;
  /** of an object whose members have names of their own: what each of them is */
  additionalProperties?: Described | boolean;
  required?: readonly string[];
  items?: Described;
  anyOf?: readonly Described[];
};

function withoutHidden(value: unknown, schema: Described, scopes: Scopes): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.anyOf?.find((variant) => variant.items)?.items;
    return items ? value.map((one) => withoutHidden(one, items, scopes)) : value;
  }
  const properties = schema.properties ?? mergedProperties(schema);
  if (!properties) return withEachHidden(value, schema, scopes);
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const own = Object.hasOwn(properties, name) ? properties[name]! : null;
    if (!own) return [];
    const needed = own[NEEDS];
    if (!needed || missingScopes(scopes, [needed.scope]).length === 0)
      return [[name, withoutHidden(member, own, scopes)]];
    return schema.required?.includes(name) ? [[name, hiddenValue(own)]] : [];
  });
  return Object.fromEntries(members);
}

/** Does the same for each member of an object whose members have names of their own, such as channels. */
function withEachHidden(value: object, { additionalProperties: each }: Described, scopes: Scopes): unknown {
  if (typeof each !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutHidden(member, each, scopes)]),
  );
}

/** Returns the members of all variants of an answer that has several; null when none declares members. */
function mergedProperties({ anyOf }: Described): Record<string, Described> | null {
  const variants = anyOf?.flatMap(({ properties }) => properties ?? []) ?? [];
  return variants.length === 0 ? null : Object.assign({}, ...variants);
}

/** Shown instead of a guest's name where a record must have one. */
const HIDDEN_TEXT = 'Guest';

function hiddenValue({ nullable, type }: Described): unknown {
  if (nullable) return null;
  if (type === 'array') return [];
  if (type === 'string') return HIDDEN_TEXT;
  return type === 'boolean' ? false : 0;
}
