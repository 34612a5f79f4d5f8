// Functions that build schemas: JSON Schema as OpenAPI 3.0.3 understands it, with TypeScript types.
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { TokenScope } from '../model/scope.ts';

/** The schema's value or null, with the `nullable` of OpenAPI 3.0. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, nullable: true });
}

/** One of a fixed set of texts. */
export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

/** An id: an integer that JSON and JavaScript represent exactly. */
export function id(description: string, example: number) {
  return Type.Integer({
    format: 'int64',
    description,
    example,
    maximum: Number.MAX_SAFE_INTEGER,
    minimum: -Number.MAX_SAFE_INTEGER,
  });
}

/** The facts of a problem: an object whose members depend on its code, or on the broken rule. */
export function facts(description: string) {
  return Type.Object({}, { description, additionalProperties: true });
}

/** A calendar date. */
export function date(description: string, example = '2026-12-01') {
  return Type.String({ format: 'date', description, example });
}

/** A time of day: HH:mm. */
export function timeOfDay(description: string, example: string) {
  return Type.String({ description, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', example });
}

/** A moment: ISO 8601 in UTC with milliseconds. */
export function moment(description: string, example = '2026-12-01T15:00:00.000Z') {
  return Type.String({ format: 'date-time', description, example });
}

/** An amount of money in major units. */
export function amount(description: string, example: number) {
  return Type.Number({ description, example });
}

/** Key under which a schema says how card numbers are handled in a member's text. It is not published. */
export const CARD_HANDLING: unique symbol = Symbol('holds');

/**
 * A member that is stored exactly as given, even if it looks like a card number: an identifier, a URL, a
 * secret.
 */
export function verbatim<T extends TSchema>(schema: T): T {
  return { ...schema, [CARD_HANDLING]: 'verbatim' };
}

/** A telephone number: not every number that has the form of a card number is taken for one. */
export function telephone<T extends TSchema>(schema: T): T {
  return { ...schema, [CARD_HANDLING]: 'telephone' };
}

/** Key under which a schema says which scope its member needs. It is not published. */
export const NEEDS: unique symbol = Symbol('needs');

/** The scope that a member needs; `values`: only these values of a parameter need it. */
export type NeededScope = { scope: TokenScope; values?: readonly string[] };

/** A member that only callers with this scope see (records) or may give (queries): see visible.ts. */
export function needs<T extends TSchema>(scope: TokenScope, schema: T, values?: readonly string[]): T {
  return { ...schema, [NEEDS]: values ? { scope, values } : { scope } };
}

/** A member with personal data of a guest. */
export function personal<T extends TSchema>(schema: T): T {
  return needs('contacts', schema);
}

/** `fromdate` and `todate`, both inclusive. */
export function dateRange(of: string) {
  return {
    fromdate: Type.Optional(date(`${of} from this date on`, '2026-12-01')),
    todate: Type.Optional(date(`${of} up to and including this date`, '2026-12-31')),
  };
}

/**
 * Returns members of a schema by name, in the given order: `true` = as they are, a text = with this description,
 * an object = with these keywords.
 */
export function membersOf<
  Properties extends TProperties,
  const Wanted extends { [Name in keyof Properties]?: true | string | object },
>({ properties }: TObject<Properties>, wanted: Wanted): Pick<Properties, keyof Wanted & keyof Properties> {
  const members = Object.entries(wanted).map(([name, changed]) => {
    const member = properties[name]!;
    if (changed === true) return [name, member];
    const keywords = typeof changed === 'string' ? { description: changed } : changed;
    return [name, Object.assign(clone(member), keywords)];
  });
  return Object.fromEntries(members);
}

/** Copies a schema with the marks that TypeBox does not enumerate. */
function clone(schema: TSchema): TSchema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as TSchema;
}

/** An object whose unknown members are ignored. */
export const object = Type.Object;
export const optional = Type.Optional;
export const array = Type.Array;
export const { String: text, Integer: integer, Number: number, Boolean: boolean } = Type;
