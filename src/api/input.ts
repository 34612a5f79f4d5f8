// Converting input whose shape has been checked: dates, ranges, amounts, names. REST and MCP refuse the same values alike.
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
import { invalidData, invalidParameter } from '../problems.ts';
import type { Call } from './operation.ts';

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

/** A moment with its offset from UTC, of the years 1 to 9999; or null. */
export function parseMoment(text: string): Temporal.Instant | null {
  try {
    const instant = Temporal.Instant.from(text);
    return /^(?!0000)\d{4}-/.test(instant.toString()) ? instant : null;
  } catch {
    return null;
  }
}
