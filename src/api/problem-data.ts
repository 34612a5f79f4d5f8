// The facts of problems as responses carry them: `data` of a problem and `rule` and `data` of each of its
// `errors`. The command line reads them back and writes its own sentences.
import type { FactsOfRule, FieldError, Rule } from '../problems/field-errors.ts';
import type { ProblemCode, ProblemData } from '../problems.ts';

/** Code → its facts as responses carry them in `data`. */
export type ProblemFacts = { [C in ProblemCode]: OnWire<ProblemData[C]> };

/** Rule → its facts as responses carry them in the `data` of an error. */
export type RuleFacts = { [R in Rule]: OnWire<FactsOfRule<R>> };

/** A fact as JSON: members by their names in responses, dates as text. */
type OnWire<Fact> = Fact extends Temporal.PlainDate
  ? string
  : Fact extends readonly (infer Item)[]
    ? OnWire<Item>[]
    : Fact extends object
      ? { [Name in keyof Fact as WireName<Name>]: OnWire<Fact[Name]> }
      : Fact;

type WireName<Name> = Name extends keyof typeof RECORD_NAMES ? (typeof RECORD_NAMES)[Name] : SnakeCase<Name>;

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** A member at fault, as responses have it. `rule` and `data` are absent in those of older versions. */
export type FieldErrorDocument = { field: string; message: string; rule?: string; data?: object };

/** Returns the facts of a problem, except `errors`, which are a member of their own; undefined for none. */
export function presentData(data: object | null): object | undefined {
  if (data === null) return undefined;
  const { errors: _, ...facts } = data as { errors?: unknown };
  return renameMembers(facts, toWireName) as object;
}

/** Returns a member at fault with its sentence. */
export function presentFieldError(
  { field, rule, ...facts }: FieldError,
  message: string,
): FieldErrorDocument {
  const data = renameMembers(facts, toWireName) as object;
  return { field, message, rule, ...(Object.keys(data).length > 0 && { data }) };
}

/** Returns the facts in a response's `data`, with the names that they have in the code. */
export function parseData(data: object): Record<string, unknown> {
  return renameMembers(data, toOwnName) as Record<string, unknown>;
}

/** Returns the broken rule of a member at fault. */
export function parseFieldError({ field, rule, data = {} }: FieldErrorDocument): FieldError {
  return { field, rule: rule as Rule, ...parseData(data) } as FieldError;
}

function renameMembers(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, rename));
  if (value === null || typeof value !== 'object') return value;
  // A date becomes its text.
  if (value instanceof Temporal.PlainDate) return value.toString();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [rename(name), renameMembers(member, rename)]),
  );
}

/** Own name → the one of the API's records, where it is more than another spelling. */
const RECORD_NAMES = { reservationId: 'order_id', reservationIds: 'order_ids' } as const;
const WIRE_NAMES: Record<string, string> = RECORD_NAMES;
const OWN_NAMES = Object.fromEntries(Object.entries(RECORD_NAMES).map(([own, wire]) => [wire, own]));

function toWireName(name: string): string {
  return WIRE_NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toOwnName(name: string): string {
  return OWN_NAMES[name] ?? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
