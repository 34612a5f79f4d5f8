// Conversion of input whose schema was checked: dates, ranges, amounts, names. REST and MCP reject the same
// values with the same errors.
import { toMinor } from '../model/money.ts';
import {
  countNights,
  earliest,
  isBefore,
  latest,
  MAX_STAY_NIGHTS,
  MAX_YEARS_AWAY,
  type NightRange,
  type PlainDate,
} from '../model/night.ts';
import { requireOpenDay } from '../pms/ledger-checks.ts';
import type { FieldError } from '../problems/field-errors.ts';
import { invalidData, invalidParameter, type Problem } from '../problems.ts';
import type { Call } from './operation.ts';

/** Converts a text that the schema has already checked to be a date. */
export function toDate(text: string): PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Returns a language tag (BCP 47) in its usual spelling: `PT-br` becomes `pt-BR`; null when it is none. */
export function toLanguageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns a language tag in its usual spelling. Throws `invalid_data` for a text that is none. */
export function toLanguage(text: string, field: string): string {
  const tag = toLanguageTag(text);
  if (tag === null) throw invalidData({ field, rule: 'no_language' });
  return tag;
}

/** Converts `fromdate` and `todate`. Throws when the first is after the second. */
export function toDateRange(query: { fromdate?: string; todate?: string }): {
  from: PlainDate | undefined;
  to: PlainDate | undefined;
} {
  const from = query.fromdate === undefined ? undefined : toDate(query.fromdate);
  const to = query.todate === undefined ? undefined : toDate(query.todate);
  if (from && to && isBefore(to, from))
    throw invalidParameter({ field: 'fromdate', rule: 'after', member: 'todate' });
  return { from, to };
}

/** The first and last dates that can be written as yyyy-MM-dd. */
export const FIRST_DATE = Temporal.PlainDate.from('0001-01-01');
export const LAST_DATE = Temporal.PlainDate.from('9999-12-31');

/** Maximum nights of a window: ten years of one room. */
const MAX_WINDOW_NIGHTS = 3_660;

/**
 * Returns the nights that a query asks for. Without dates: from today for the property's horizon; if one date
 * is missing, it lies that far from the other.
 */
export function toWindow(
  query: { fromdate?: string; todate?: string },
  { property, today }: Pick<Call, 'property' | 'today'>,
): NightRange {
  const { from, to } = toDateRange(query);
  const { horizonDays } = property.settings;
  const first = from ?? latest(FIRST_DATE, to?.subtract({ days: horizonDays - 1 }) ?? today);
  const until = earliest(LAST_DATE, to?.add({ days: 1 }) ?? first.add({ days: horizonDays }));
  if (countNights(first, until) > MAX_WINDOW_NIGHTS) {
    const facts = { nights: MAX_WINDOW_NIGHTS, member: 'fromdate' };
    throw invalidParameter({ field: 'todate', rule: 'more_nights', ...facts });
  }
  return { from: first, until };
}

/**
 * Converts an amount to minor units. Throws when it is negative, too large or has more decimals than the
 * currency.
 */
export function toPrice(price: number, currency: string, field = 'price'): number {
  if (price < 0) throw invalidData({ field, rule: 'negative' });
  return toAmount(price, currency, field);
}

/** Like toPrice, but the amount may be negative. */
export function toAmount(amount: number, currency: string, field = 'amount'): number {
  const minor = toMinor(amount, currency);
  // 1e-30 has more decimals than any currency, too many to be written out.
  if (minor === null || (minor === 0 && amount !== 0))
    throw invalidData({ field, rule: 'no_amount', currency });
  return minor;
}

/**
 * Throws unless a stay has at least one and at most MAX_STAY_NIGHTS nights and lies within MAX_YEARS_AWAY of
 * today.
 */
export function requireStay(
  checkin: PlainDate,
  checkout: PlainDate,
  today: PlainDate,
  refusal: (error: FieldError) => Problem = invalidData,
): void {
  const [first, last] = [today.subtract({ years: MAX_YEARS_AWAY }), today.add({ years: MAX_YEARS_AWAY })];
  if (isBefore(checkin, first) || isBefore(last, checkin)) {
    throw refusal({ field: 'checkin', rule: 'years_away', years: MAX_YEARS_AWAY });
  }
  const nights = countNights(checkin, checkout);
  if (nights < 1) throw refusal({ field: 'checkout', rule: 'not_after', member: 'checkin' });
  if (nights > MAX_STAY_NIGHTS)
    throw refusal({ field: 'checkout', rule: 'more_nights', nights: MAX_STAY_NIGHTS, member: 'checkin' });
}

/** Trims a text. Throws when it is blank or, trimmed, longer than `maxLength` characters. */
export function toName(text: string, field: string, maxLength = Number.POSITIVE_INFINITY): string {
  const name = text.trim();
  if (name === '') throw invalidData({ field, rule: 'blank' });
  if ([...name].length > maxLength) throw invalidData({ field, rule: 'too_long', limit: maxLength });
  return name;
}

/** Parses a moment with its UTC offset, of the years 1 to 9999; null when it is not one. */
export function parseMoment(text: string): Temporal.Instant | null {
  try {
    const instant = Temporal.Instant.from(text);
    return /^(?!0000)\d{4}-/.test(instant.toString()) ? instant : null;
  } catch {
    return null;
  }
}

/** Returns the day of an entry, today if none is given. Throws for one on which no entry may be dated. */
export function toOpenDay(
  { property, today }: Pick<Call, 'property' | 'today'>,
  given: string | undefined,
): PlainDate {
  if (given === undefined) return today;
  const day = toDate(given);
  requireOpenDay(day, { settings: property.settings, today });
  return day;
}
