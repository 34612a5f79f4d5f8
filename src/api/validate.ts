// Validation of input against its schema: strict types, known names only, text that can be stored. REST and
// MCP reject the same input with the same errors.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TObject, TSchema } from 'typebox';
import { isEmailAddress } from '../model/email.ts';
import { parseDate } from '../model/night.ts';
import { inTimeSlices } from '../model/time-slices.ts';
import type { BrokenRule, FieldError } from '../problems/field-errors.ts';
import { invalidData, invalidParameter, Problem } from '../problems.ts';
import { cleanRequestTexts } from './clean-texts.ts';
import { parseMoment } from './input.ts';
import { type KnownNames, memberNames, unknownName } from './unknown-members.ts';

/**
 * Validates the body of a request and removes card numbers; undefined where the operation takes no body. A list is read with pauses, in
 * which other requests are answered. Throws `invalid_data` naming the members that do not fit the schema, unknown members, and members
 * that only answers have.
 */
export async function readBodyOf(
  operation: { body: TSchema | null; answer?: TSchema },
  raw: unknown,
): Promise<unknown> {
  if (!operation.body) return refuseBody(raw);
  const readOnly = new Set(operation.answer ? memberNames(operation.answer) : []);
  const schema = variantFor(operation.body, raw);
  if (Array.isArray(raw) && isArraySchema(schema)) return readItems(raw, schema as ListSchema, readOnly);
  const errors = check(operation.body, raw, { readOnly });
  if (errors.length > 0) throw invalidData(...errors);
  return cleanRequestTexts(raw, operation.body);
}

type ListSchema = TSchema & { items: TSchema };

const schemasWithoutItems = new WeakMap<ListSchema, TSchema>();

/** Returns what the schema of a list says of the list itself. */
function withoutItems(schema: ListSchema): TSchema {
  const { items: _, ...ofList } = schema;
  const known = schemasWithoutItems.get(schema) ?? ofList;
  schemasWithoutItems.set(schema, known);
  return known;
}

/** Reads a list as `readBodyOf` does: of its items, unknown members and the first one that does not fit are named. */
async function readItems(
  list: unknown[],
  listSchema: ListSchema,
  readOnly: KnownNames['readOnly'],
): Promise<unknown[]> {
  const wrongLength = check(withoutItems(listSchema), list);
  if (wrongLength.length > 0) throw invalidData(...wrongLength);
  const { items: schema } = listSchema;
  const fits = validatorOf(schema, ajv);
  const found: Found = { unknown: [], unstorable: null, readOnly, noun: 'member' };
  let wrong: FieldError[] = [];
  for await (const [i, item] of inTimeSlices(list.entries())) {
    if (wrong.length === 0 && !fits(item)) wrong = describeAll(fits.errors ?? [], `/${i}`);
    walk(item, schema, [i], found);
  }
  const errors = [...found.unknown, ...wrong];
  if (errors.length === 0 && found.unstorable) errors.push(found.unstorable);
  if (errors.length > 0) throw invalidData(...errors);
  for await (const [i, item] of inTimeSlices(list.entries())) list[i] = cleanRequestTexts(item, schema);
  return list;
}

/** Throws `invalid_data` for a body with content, where none is taken. */
function refuseBody(raw: unknown): undefined {
  const empty =
    raw === undefined || raw === null || (typeof raw === 'object' && Object.keys(raw).length === 0);
  if (empty) return;
  const known = { names: [], noun: 'member' } as const;
  const errors = isRecord(raw)
    ? Object.keys(raw)
        .slice(0, MAX_UNKNOWN)
        .map((name) => unknownName(name, '', known))
    : [{ field: 'body', rule: 'not_empty' } as const];
  throw new Problem('invalid_data', { case: 'members', part: 'unwanted body', errors });
}

/**
 * Converts query parameters from text and validates them. Throws `invalid_parameters` naming those that do
 * not fit and those that are not known.
 */
export function readQuery<T extends TObject>(schema: T, raw: Record<string, unknown>): Static<T> {
  const names = Object.keys(schema.properties);
  const unknown = Object.keys(raw).filter(
    // A stray & or = is ignored.
    (name) => !Object.hasOwn(schema.properties, name) && !(name === '' && raw[name] === ''),
  );
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const given = raw[name];
    if (given === undefined) continue;
    if (Array.isArray(given)) throw invalidParameter({ field: name, rule: 'given_twice' });
    values[name] = fromText(String(given), (schema.properties[name] as { type?: string }).type);
  }
  const errors = [
    ...unknown.slice(0, MAX_UNKNOWN).map((name) => unknownName(name, '', { names, noun: 'parameter' })),
    ...check(schema, values),
  ];
  if (errors.length > 0) throw invalidParameter(...errors);
  return values as Static<T>;
}

/** Maximum number of unknown names that are reported at once. */
const MAX_UNKNOWN = 10;

const ajv = configure(new Ajv({ strict: false, allErrors: true, verbose: true }));
/** Stops at the first error: a list of 200,000 invalid items must not create 200,000 errors. */
const firstErrorAjv = configure(new Ajv({ strict: false, allErrors: false, verbose: true }));

function configure(instance: Ajv): Ajv {
  instance.addFormat('date', (value) => parseDate(value) !== null);
  instance.addFormat('date-time', (value) => parseMoment(value) !== null);
  instance.addFormat('email', isEmailAddress);
  instance.addFormat('int64', true); // for generated clients; the schema's own bounds limit the value
  return instance;
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * Returns the errors of a value: first unknown members, at most MAX_UNKNOWN, then what does not fit the
 * schema, then, in a value that fits, what cannot be stored.
 */
export function check(
  schema: TSchema,
  value: unknown,
  { readOnly, noun = 'member' }: Partial<Pick<KnownNames, 'readOnly' | 'noun'>> = {},
): FieldError[] {
  const fitting = variantFor(schema, value);
  const validate = validatorOf(fitting, isArraySchema(fitting) ? firstErrorAjv : ajv);
  const fits = validate(value);
  const found: Found = { unknown: [], unstorable: null, readOnly, noun };
  walk(value, fitting, [], found);
  if (!fits) return [...found.unknown, ...describeAll(validate.errors ?? [])];
  return found.unknown.length > 0 || !found.unstorable ? found.unknown : [found.unstorable];
}

function validatorOf(schema: TSchema, by: Ajv): ValidateFunction {
  const known = compiled.get(schema) ?? by.compile(withNullChoices(schema) as TSchema);
  compiled.set(schema, known);
  return known;
}

/** Returns the schema with null among the values of each choice that may be null: `enum` excludes what it does not name. */
function withNullChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullChoices);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, withNullChoices(member)]),
  );
  return copy['nullable'] === true && Array.isArray(copy['enum'])
    ? { ...copy, enum: [...copy['enum'], null] }
    : copy;
}

/** Returns the variant of a union (an object or an array of objects) that applies to the value. */
function variantFor(schema: TSchema, value: unknown): TSchema {
  const { anyOf: variants, properties } = schema as { anyOf?: TSchema[]; properties?: object };
  if (!variants || properties) return schema;
  return variants.find((variant) => isArraySchema(variant) === Array.isArray(value)) ?? schema;
}

function isArraySchema(schema: TSchema): boolean {
  return (schema as { type?: string }).type === 'array';
}

/** Converts numbers and booleans written as text; anything else stays text and fails its schema. */
export function fromText(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Maximum depth of nesting; no valid input comes near it. */
const MAX_DEPTH = 100;

type Found = {
  unknown: FieldError[];
  /**
   * the first text that PostgreSQL cannot store (NUL, half a surrogate pair), or nesting deeper than
   * MAX_DEPTH
   */
  unstorable: FieldError | null;
  readOnly: KnownNames['readOnly'];
  noun: KnownNames['noun'];
};

/** A value whose members are not declared: it is stored as it is, with all names. */
const FREE_FORM: TSchema = {};

/**
 * Walks a value together with its schema and records in `found` what schema validation does not check. Values
 * of another type than their schema are left to that validation. `path` is changed in place, so that a list
 * of 200,000 items allocates no texts for it.
 */
function walk(value: unknown, schema: TSchema, path: (string | number)[], found: Found): void {
  if (typeof value === 'string') {
    if (!isClean(value)) found.unstorable ??= unclean(path.join('.'));
    return;
  }
  if (value === null || typeof value !== 'object') return;
  if (path.length === MAX_DEPTH) {
    found.unstorable ??= { field: String(path[0]), rule: 'too_deep', levels: MAX_DEPTH };
    return;
  }
  const { type, properties, items, additionalProperties } = schema as Shape;
  if (Array.isArray(value)) {
    if (!items && type !== undefined) return;
    for (let i = 0; i < value.length && !isFull(found); i += 1) step(value[i], items ?? FREE_FORM, i);
    return;
  }
  if (!properties && type !== undefined && type !== 'object') return;
  const members = additionalProperties instanceof Object ? additionalProperties : FREE_FORM;
  for (const name of Object.keys(value)) {
    if (isFull(found)) return;
    if (!properties && !isClean(name)) found.unstorable ??= unclean(path.join('.'));
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const inner = own ?? (properties && !additionalProperties ? undefined : members);
    if (inner) step((value as Record<string, unknown>)[name], inner, name);
    else found.unknown.push(unknownMember(name, path, properties!, found));
  }

  function step(member: unknown, inner: TSchema, name: string | number): void {
    path.push(name);
    walk(member, inner, path, found);
    path.pop();
  }
}

type Shape = {
  type?: string;
  properties?: Record<string, TSchema>;
  items?: TSchema;
  additionalProperties?: TSchema | boolean;
};

function isFull({ unknown }: Found): boolean {
  return unknown.length >= MAX_UNKNOWN;
}

function unknownMember(
  name: string,
  path: readonly (string | number)[],
  properties: Record<string, TSchema>,
  { readOnly, noun }: Found,
): FieldError {
  const ofRecord = path.every((part) => typeof part === 'number');
  return unknownName(name, path.join('.'), {
    names: Object.keys(properties),
    noun,
    ...(readOnly && ofRecord && { readOnly }),
  });
}

function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function unclean(path: string): FieldError {
  return { field: path || 'body', rule: 'broken_text' };
}

/** `of`: the path of the value in what was sent, such as `/17`; empty = all of it. */
function describeAll(errors: readonly ErrorObject[], of = ''): FieldError[] {
  const described = new Map<string, FieldError>();
  // Unknown members were found by the walk, which names those that were probably meant.
  for (const error of errors.filter(({ keyword }) => keyword !== 'additionalProperties')) {
    const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : '';
    const field = `${of}${error.instancePath}${missing}`.slice(1).replaceAll('/', '.') || 'body';
    // Only the first error of each field is reported.
    if (!described.has(field)) described.set(field, { field, ...brokenRule(error) });
  }
  return [...described.values()];
}

function brokenRule({ keyword, params, message, parentSchema }: ErrorObject): BrokenRule {
  const schema = parentSchema as { nullable?: boolean; example?: string } | undefined;
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return { rule: 'required' };
    case 'type':
      return wrongType([params.type].flat(), schema?.nullable);
    case 'format':
      return { rule: 'wrong_format', format: params.format };
    case 'enum':
      return { rule: 'not_one_of', values: params.allowedValues.filter((value: unknown) => value !== null) };
    case 'const':
      return { rule: 'not_constant', value: params.allowedValue };
    case 'minimum':
      return { rule: 'below_minimum', limit };
    case 'maximum':
      return { rule: 'above_maximum', limit };
    case 'minLength':
      return { rule: 'too_short', limit };
    case 'maxLength':
      return { rule: 'too_long', limit };
    case 'minItems':
      return { rule: 'too_few_items', limit };
    case 'maxItems':
      return { rule: 'too_many_items', limit };
    case 'pattern':
      return schema?.example === undefined
        ? { rule: 'unlike_channel' }
        : { rule: 'wrong_pattern', example: schema.example };
    default:
      return { rule: 'wrong_schema', text: message ?? 'is not valid' };
  }
}

/** The types of a schema: a setting that may be null has two. */
function wrongType(types: readonly string[], nullable = types.includes('null')): BrokenRule {
  return { rule: 'wrong_type', type: types[0]!, ...(nullable && { nullable }) };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
