// The fields of a night (model/night-values.ts) as members of records, requests and tools: their schemas and
// texts, and how values are converted.
import type { Static, TSchema } from 'typebox';
import { toMajor } from '../model/money.ts';
import {
  definitionOf,
  memberOf,
  NIGHT_FIELDS,
  type NightMember,
  type NightValues,
} from '../model/night-values.ts';
import { toPrice } from './input.ts';
import { amount, boolean, integer, nullable, number, type object, optional } from './schema.ts';

/** Limits of a number of units, and of a number of nights. */
const UNITS = { minimum: 0, maximum: 9_999 };
const NIGHTS = { minimum: 1, maximum: 999 };
const NIGHTS_OR_0 = { minimum: 0, maximum: 999 };

/** The members of a record that shows a night. Restrictions that do not apply are absent. */
export const SHOWN_MEMBERS = {
  available: integer({
    description: 'units still sellable; below zero where OTAs sold more than there was',
    example: 1,
  }),
  price: amount('nightly rate', 120.5),
  min_stay: integer({ description: 'nights, for stays that arrive on this date', example: 2 }),
  max_stay: optional(
    integer({
      description: 'nights, for stays that arrive on this date; absent where there is no limit',
      example: 14,
    }),
  ),
  closed_to_arrival: optional(
    boolean({ description: '`true` where no stay may arrive on this date; else absent', example: true }),
  ),
  closed_to_departure: optional(
    boolean({ description: '`true` where no stay may leave on this date; else absent', example: true }),
  ),
  stop_sell: optional(
    boolean({
      description: '`true` where the night is not for sale, whatever is available; else absent',
      example: true,
    }),
  ),
} satisfies Record<NightMember, TSchema>;

/** The members of a request that sets nights. */
export const SETTABLE_MEMBERS = {
  price: optional(
    amount(
      'nightly rate. Required in an item of room_id, date, available and min_stay alone; absent beside any other member = unchanged',
      120.5,
    ),
  ),
  available: optional(
    integer({ description: 'units still sellable; absent = unchanged', example: 1, ...UNITS }),
  ),
  min_stay: optional(
    integer({ description: 'minimum stay in nights; absent = unchanged', example: 2, ...NIGHTS }),
  ),
  max_stay: optional(
    nullable(
      integer({
        description: 'maximum stay in nights; null = no limit, absent = unchanged',
        example: 14,
        ...NIGHTS,
      }),
    ),
  ),
  closed_to_arrival: optional(
    boolean({ description: 'no stay may arrive on this date; absent = unchanged', example: false }),
  ),
  closed_to_departure: optional(
    boolean({ description: 'no stay may leave on this date; absent = unchanged', example: false }),
  ),
  stop_sell: optional(
    boolean({ description: 'not for sale, whatever is available; absent = unchanged', example: false }),
  ),
} satisfies Record<NightMember, TSchema>;

/** The members of a tool's answer that shows equal nights. */
export const SHOWN_BY_TOOLS = {
  available: integer(),
  price: number(),
  min_stay: integer(),
  max_stay: optional(integer()),
  closed_to_arrival: optional(boolean()),
  closed_to_departure: optional(boolean()),
  stop_sell: optional(boolean()),
} satisfies Record<NightMember, TSchema>;

/** The arguments of the tool that sets nights. */
export const SETTABLE_BY_TOOLS = {
  price: optional(amount('nightly rate', 120.5)),
  available: optional(integer({ description: 'units to sell', ...UNITS })),
  min_stay: optional(integer({ description: 'minimum nights for arrivals on these dates', ...NIGHTS })),
  max_stay: optional(
    integer({ description: 'maximum nights for arrivals on these dates; 0 = no limit', ...NIGHTS_OR_0 }),
  ),
  closed_to_arrival: optional(boolean({ description: 'no stay may arrive on these dates' })),
  closed_to_departure: optional(boolean({ description: 'no stay may leave on these dates' })),
  stop_sell: optional(boolean({ description: 'true closes the nights, false opens them again' })),
} satisfies Record<NightMember, TSchema>;

type ValuesOf<Members extends Record<NightMember, TSchema>> = Static<ReturnType<typeof object<Members>>>;

/** What a person who confirms a tool's change reads about each argument. */
const CONFIRMATIONS: {
  [M in NightMember]: (value: NonNullable<ValuesOf<typeof SETTABLE_BY_TOOLS>[M]>, currency: string) => string;
} = {
  price: (price, currency) => `${toMajor(toPrice(price, currency), currency)} ${currency} a night`,
  available: (units) => `${units} to sell`,
  min_stay: (nights) => `at least ${nights} ${nights === 1 ? 'night' : 'nights'}`,
  max_stay: (nights) =>
    nights === 0 ? 'no maximum stay' : `at most ${nights} ${nights === 1 ? 'night' : 'nights'}`,
  closed_to_arrival: (closed) => `${closed ? 'no' : 'open to'} arrivals`,
  closed_to_departure: (closed) => `${closed ? 'no' : 'open to'} departures`,
  stop_sell: (stopped) => (stopped ? 'closed for sale' : 'open for sale'),
};

/** Returns phrases about the given arguments of a tool, e.g. `at least 2 nights`; empty when none is given. */
export function describeSettings(given: ValuesOf<typeof SETTABLE_BY_TOOLS>, currency: string): string[] {
  return SETTABLE.filter((member) => given[member] !== undefined).map((member) =>
    (CONFIRMATIONS[member] as (value: unknown, currency: string) => string)(given[member], currency),
  );
}

/** The members that a request can set. */
export const SETTABLE = Object.keys(SETTABLE_MEMBERS) as NightMember[];

/** Returns the arguments of a tool as members of a request, in which null is no limit. */
export function fromToolArguments<T extends ValuesOf<typeof SETTABLE_BY_TOOLS>>(given: T): T {
  const unlimited = NIGHT_FIELDS.filter((field) => definitionOf(field).unrestricted === null)
    .map(memberOf)
    .filter((member) => given[member] === 0);
  return { ...given, ...Object.fromEntries(unlimited.map((member) => [member, null])) };
}

/**
 * Converts the members of a request; absent ones are left unchanged. `within` is the position of the item in
 * a list, for errors. Throws `invalid_data` for a price that is no amount in the currency.
 */
export function toNightValues(
  given: ValuesOf<typeof SETTABLE_MEMBERS>,
  currency: string,
  within: string,
): Partial<NightValues> {
  const values: Record<string, unknown> = {};
  for (const field of NIGHT_FIELDS) {
    const value = given[memberOf(field)];
    if (value === undefined) continue;
    values[field] =
      definitionOf(field).kind === 'price' ? toPrice(Number(value), currency, `${within}price`) : value;
  }
  return values;
}

/**
 * Converts the values of a night to members of a record. Restrictions that no room has by default are there
 * only where they restrict: otherwise the record is the one that clients of the first version know.
 */
export function toShownMembers(values: NightValues, currency: string): ValuesOf<typeof SHOWN_MEMBERS> {
  const shown: Record<string, unknown> = {};
  for (const { field, member, isPrice, absentAt } of SHOWN) {
    const value = values[field];
    if (value !== absentAt) shown[member] = isPrice ? toMajor(value as number, currency) : value;
  }
  return shown as ValuesOf<typeof SHOWN_MEMBERS>;
}

const SHOWN = NIGHT_FIELDS.map((field) => {
  const { member, kind, ofRoom, unrestricted } = definitionOf(field);
  return { field, member, isPrice: kind === 'price', absentAt: ofRoom ? undefined : unrestricted };
});
