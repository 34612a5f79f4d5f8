// Reading input: strict types, real dates, clean text. Both carriers – REST and MCP – refuse the same things in the same words.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TObject, TSchema } from 'typebox';
import { toMinor } from '../model/money.ts';
import {
  countNights,
  earliest,
  isBefore,
  latest,
  MAX_STAY_NIGHTS,
  type NightRange,
  type PlainDate,
  parseDate,
} from '../model/night.ts';
import { type FieldError, invalidData, invalidParameter, Problem } from '../problems.ts';
import type { Call } from './operation.ts';

/** A body that fits its schema; unknown members are ignored. Throws `invalid_data` naming the fields. */
export function readBody<T extends TSchema>(schema: T, raw: unknown): Static<T> {
  const errors = check(schema, raw);
  if (errors.length > 0) {
    throw new Problem('invalid_data', `The body is not valid: ${sentence(errors)}.`, { errors });
  }
  return raw as Static<T>;
}

/** Query parameters, which arrive as text, that fit their schema. Throws `invalid_parameters` naming them. */
export function readQuery<T extends TObject>(schema: T, raw: Record<string, unknown>): Static<T> {
  const values: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = raw[name];
    if (given === undefined) continue;
    if (Array.isArray(given)) throw invalidParameter(name, 'must be given only once');
    values[name] = fromText(String(given), (member as { type?: string }).type);
  }
  const errors = check(schema, values);
  if (errors.length > 0) {
    throw new Problem('invalid_parameters', `The query is not valid: ${sentence(errors)}.`, { errors });
  }
  return values as Static<T>;
}

/** A date that a schema has already found to be one. */
export function toDate(text: string): PlainDate {
  return Temporal.PlainDate.from(text);
}

/** `fromdate` and `todate`; throws when the first is after the second. */
export function toDateRange(query: { fromdate?: string; todate?: string }): {
  from: PlainDate | undefined;
  to: PlainDate | undefined;
} {
  const from = query.fromdate === undefined ? undefined : toDate(query.fromdate);
  const to = query.todate === undefined ? undefined : toDate(query.todate);
  if (from && to && isBefore(to, from)) throw invalidParameter('fromdate', 'must not be after todate');
  return { from, to };
}

/** The first and last dates that can be written yyyy-MM-dd. */
const FIRST_DATE = Temporal.PlainDate.from('0001-01-01');
export const LAST_DATE = Temporal.PlainDate.from('9999-12-31');

/** No stay is entered later, no price list made for longer; a date beyond is a slip of the keyboard. */
export const MAX_YEARS_AWAY = 10;

/** Ten years of one room: the longest calendar that anybody needs at once. */
const MAX_WINDOW_NIGHTS = 3_660;

/** The nights asked for. Without dates: from today for the property's horizon; a missing date lies that far from the other. */
export function toWindow(
  query: { fromdate?: string; todate?: string },
  { property, today }: Pick<Call, 'property' | 'today'>,
): NightRange {
  const { from, to } = toDateRange(query);
  const { horizonDays } = property.settings;
  const first = from ?? latest(FIRST_DATE, to?.subtract({ days: horizonDays - 1 }) ?? today);
  const until = earliest(LAST_DATE, to?.add({ days: 1 }) ?? first.add({ days: horizonDays }));
  if (countNights(first, until) > MAX_WINDOW_NIGHTS) {
    throw invalidParameter('todate', `must be at most ${MAX_WINDOW_NIGHTS} nights after fromdate`);
  }
  return { from: first, until };
}

/** An amount in minor units; throws when it has more decimals than the currency, is negative or absurd. */
export function toPrice(price: number, currency: string, field = 'price'): number {
  if (price < 0) throw invalidData(field, 'must not be negative');
  return toAmount(price, currency, field);
}

/** Like toPrice, of either sign. */
export function toAmount(amount: number, currency: string, field = 'amount'): number {
  const minor = toMinor(amount, currency);
  // 1e-30 has more decimals than any currency, too many to be written out.
  if (minor === null || (minor === 0 && amount !== 0))
    throw invalidData(field, `must be an amount in ${currency}, with no more decimals than it has`);
  return minor;
}

/** A stay's nights: at least one, at most MAX_STAY_NIGHTS, within MAX_YEARS_AWAY of today. */
export function requireStay(
  checkin: PlainDate,
  checkout: PlainDate,
  today: PlainDate,
  refusal: typeof invalidData = invalidData,
): void {
  const [first, last] = [today.subtract({ years: MAX_YEARS_AWAY }), today.add({ years: MAX_YEARS_AWAY })];
  if (isBefore(checkin, first) || isBefore(last, checkin)) {
    throw refusal('checkin', `must be at most ${MAX_YEARS_AWAY} years away`);
  }
  const nights = countNights(checkin, checkout);
  if (nights < 1) throw refusal('checkout', 'must be after checkin');
  if (nights > MAX_STAY_NIGHTS)
    throw refusal('checkout', `must be at most ${MAX_STAY_NIGHTS} nights after checkin`);
}

/** As the contract has it; the table checks it too. */
export const MAX_GUEST_NAME = 200;

/** Text without surrounding blanks, of at least one character; its length counts without them. */
export function toName(text: string, field: string, maxLength = Number.POSITIVE_INFINITY): string {
  const name = text.trim();
  if (name === '') throw invalidData(field, 'must not be blank');
  if ([...name].length > maxLength) throw invalidData(field, `must have at most ${maxLength} characters`);
  return name;
}

/** What looks like an e-mail address: guests' aliases at OTAs take every form the standard allows. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/;

const ajv = configure(new Ajv({ strict: false, allErrors: true, verbose: true }));
/** A list of 200,000 wrong items must not make 200,000 errors. */
const firstErrorAjv = configure(new Ajv({ strict: false, allErrors: false, verbose: true }));

function configure(instance: Ajv): Ajv {
  instance.addFormat('date', (value) => parseDate(value) !== null);
  instance.addFormat('date-time', (value) => parseMoment(value) !== null);
  instance.addFormat('email', EMAIL);
  return instance;
}

/** A moment with its offset from UTC, of the years 1 to 9999; or null. */
export function parseMoment(text: string): Temporal.Instant | null {
  try {
    const instant = Temporal.Instant.from(text);
    return /^(?!0000)\d{4}-/.test(instant.toString()) ? instant : null;
  } catch {
    return null;
  }
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

export function check(schema: TSchema, value: unknown): FieldError[] {
  const fitting = variantFor(schema, value);
  let validate = compiled.get(fitting);
  if (!validate) {
    validate = (isArraySchema(fitting) ? firstErrorAjv : ajv).compile(fitting);
    compiled.set(fitting, validate);
  }
  if (!validate(value)) return describeAll(validate.errors ?? []);
  const fault = unstorable(value, fitting, '');
  return fault ? [fault] : [];
}

/** A body that may be an object or an array of objects is held against the one that it is. */
function variantFor(schema: TSchema, value: unknown): TSchema {
  const variants = (schema as { anyOf?: TSchema[] }).anyOf;
  if (!variants) return schema;
  return variants.find((variant) => isArraySchema(variant) === Array.isArray(value)) ?? schema;
}

function isArraySchema(schema: TSchema): boolean {
  return (schema as { type?: string }).type === 'array';
}

/** Numbers and truth values as a query writes them; anything else stays text and fails its schema. */
export function fromText(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Deeper than anything that is meant; functions that follow a value into its depth end here. */
const MAX_DEPTH = 100;

/**
 * The first thing in a value that cannot be kept: text with NUL or half a surrogate pair, neither of which PostgreSQL
 * stores, and endless nesting. `schema` is undefined within members that are ignored: there only the depth counts.
 */
function unstorable(
  value: unknown,
  schema: TSchema | undefined,
  path: string,
  depth = 0,
): FieldError | undefined {
  if (typeof value === 'string') return schema && !isClean(value) ? unclean(path) : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  if (depth === MAX_DEPTH)
    return { field: path.split('.')[0]!, message: `must be at most ${MAX_DEPTH} levels deep` };
  const { properties, items } = (schema ?? {}) as { properties?: Record<string, TSchema>; items?: TSchema };
  for (const [name, member] of Object.entries(value)) {
    const within = path ? `${path}.${name}` : name;
    // An object whose members are not named is kept as it is, names and all.
    const inner = properties
      ? Object.hasOwn(properties, name)
        ? properties[name]
        : undefined
      : (items ?? schema);
    const fault = inner && !isClean(name) ? unclean(path) : unstorable(member, inner, within, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}

function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function unclean(path: string): FieldError {
  return { field: path || 'body', message: 'must be text without NUL or broken characters' };
}

function describeAll(errors: readonly ErrorObject[]): FieldError[] {
  const described = new Map<string, FieldError>();
  for (const error of errors) {
    const missing = error.keyword === 'required' ? `/${error.params.missingProperty}` : '';
    const field = `${error.instancePath}${missing}`.slice(1).replaceAll('/', '.') || 'body';
    // The first thing wrong with a field is enough to say.
    if (!described.has(field)) described.set(field, { field, message: describe(error) });
  }
  return [...described.values()];
}

function describe({ keyword, params, message, parentSchema }: ErrorObject): string {
  const schema = parentSchema as { nullable?: boolean };
  const orNull = schema?.nullable ? ' or null' : '';
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${TYPE_WORDS[params.type as string] ?? params.type}${orNull}`;
    case 'format':
      return FORMAT_WORDS[params.format as string] ?? `must be a ${params.format}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minimum':
      return `must be ${params.limit} or more`;
    case 'maximum':
      return `must be ${params.limit} or less`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'pattern':
      return `must be written like ${(parentSchema as { example?: string }).example}`;
    default:
      return message ?? 'is not valid';
  }
}

const TYPE_WORDS: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMAT_WORDS: Record<string, string> = {
  date: 'must be a real calendar date written yyyy-MM-dd',
  'date-time': 'must be a moment such as 2026-12-01T15:00:00Z',
  email: 'must be an e-mail address',
};

export function sentence(errors: readonly FieldError[]): string {
  return errors.map((error) => `${error.field} ${error.message}`).join('; ');
}
