// Dates as spreadsheets and other programs write them: 2026-12-31, 31.12.2026, 12/31/2026, 31 Dec 2026, 20261231, 46387. Which of two numbers is
// the month is found in all dates of a file together, or asked. Pure.
import { dateOfDayNumber, dayOfDate, dayOfMoment } from '../../../days.ts';
import { readWordDate } from './month-names.ts';

/** What stands first: day, month or year. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The dates that a text can mean, as `yyyy-MM-dd`, by order; empty = it is none. The same for all orders where only one is possible. */
type Readings = Partial<Record<DateOrder, string>>;

/** A year of two digits is one of these nearest to today, if one reading of it is. */
const NEAR_YEARS = 4;

/**
 * Returns the dates that a text can mean. `today`: as `yyyy-MM-dd`; with it, also a year of two digits may stand first between separators,
 * and readings of such years that are far away are left out where one is near.
 */
function readingsOf(text: string, today?: string): Readings {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^\p{L}{2,14}(?:-feira)?[.,]*\s+(?=\d)/u, '')
    // 13 01 2027, 2027年1月13日
    .replace(/^(\d{1,4})[年 ,–—_]\s?(\d{1,2})[月 ,–—_]\s?(\d{1,4})日?(?!\d)/u, '$1/$2/$3');
  const sure = isoDate(plain) ?? serialDate(plain);
  if (sure !== null) return always(sure);
  const word = readWordDate(text.normalize('NFKC'));
  if (word) return always(dateOf(word.year, word.month, word.day));
  return separatedDates(plain, today) ?? compactDates(plain, today);
}

function always(date: string | null): Readings {
  return date === null ? {} : { dmy: date, mdy: date, ymd: date };
}

/** A date with its year first: 2026-12-31, 2026/12/31 15:00, 20261231. Null = it is not written so. */
function isoDate(text: string): string | null {
  const parts =
    /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})(?!\d)/.exec(text) ??
    /^(20\d{2})(\d{2})(\d{2})(?:T?\d{4,6}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  return parts && dateOf(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** The days that spreadsheets count from the end of 1899, with the time as a fraction: from the year 2000 to 2099. */
function serialDate(text: string): string | null {
  const days = /^(\d{5})(?:[.,]\d+)?$/.exec(text)?.[1];
  if (days === undefined || Number(days) < 36_526 || Number(days) > 73_050) return null;
  return dateOfDayNumber(Number(days) + dayOfDate('1899-12-30'));
}

/** 31.12.2026, 12/31/26. Null = it is not written so. */
function separatedDates(text: string, today?: string): Readings | null {
  const parts = /^(\d{1,2})([-./])\s?(\d{1,2})[-./]\s?(\d{4}|\d{2})(?!\d)(.*)$/su.exec(text);
  if (!parts) return null;
  const [, first = '', separator, second = '', third = '', rest = ''] = parts;
  // A range: which of its ends is meant?
  if (/\d{1,4}[-./]\s?\d{1,2}[-./]\s?\d{2}/.test(rest)) return {};
  const orders: readonly DateOrder[] =
    third.length === 2 && first.length === 2 && today !== undefined ? DATE_ORDERS : ['dmy', 'mdy'];
  const found = inOrders([first, second, third], orders, today);
  // Dots are written between day, month and year only.
  return separator === '.' && found.dmy ? { dmy: found.dmy } : found;
}

/** 31122026, 311226 and in the other orders. */
function compactDates(text: string, today?: string): Readings {
  const parts = /^(\d{2})(\d{2})(20\d{2}|\d{2})$/.exec(text);
  if (!parts) return {};
  const [, first = '', second = '', third = ''] = parts;
  return inOrders([first, second, third], third.length === 2 ? DATE_ORDERS : ['dmy', 'mdy'], today);
}

function inOrders(
  [first, second, third]: [string, string, string],
  orders: readonly DateOrder[],
  today?: string,
): Readings {
  const [one, two, three] = [first, second, third].map(Number) as [number, number, number];
  const year = third.length === 2 ? three + 2_000 : three;
  const ways = {
    dmy: dateOf(year, two, one),
    mdy: dateOf(year, one, two),
    ymd: dateOf(one + 2_000, two, three),
  };
  const found = orders.flatMap((order) => (ways[order] === null ? [] : [[order, ways[order]] as const]));
  const isNear = (date: string) =>
    Math.abs(Number(date.slice(0, 4)) - Number(today?.slice(0, 4))) <= NEAR_YEARS;
  const near = third.length === 2 ? found.filter(([, date]) => isNear(date)) : [];
  return Object.fromEntries(near.length > 0 ? near : found);
}

/** Returns a date as `yyyy-MM-dd`; null = it is none of the calendar. */
function dateOf(year: number, month: number, day: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const number = dayOfDate(date);
  // Date.parse takes 31 June for 1 July.
  return !Number.isNaN(number) && dateOfDayNumber(number) === date ? date : null;
}

/** Returns the orders in which all dates of a file can be read; where there is none, those in which at least one can be read. */
export function possibleOrders(texts: readonly string[], today?: string): DateOrder[] {
  const all = texts.map((text) => readingsOf(text, today));
  const common = DATE_ORDERS.filter((order) => all.every((one) => isEmpty(one) || one[order]));
  return common.length > 0 ? common : DATE_ORDERS.filter((order) => all.some((one) => one[order]));
}

/**
 * Returns the order in which the dates of a file are written. `ask`: each of them can be read in more than one, and the dates differ. `mixed`: some
 * can only be read one way, some only the other.
 */
export function dateOrderOf(texts: readonly string[], today?: string): DateOrder | 'ask' | 'mixed' {
  const all = texts.map((text) => readingsOf(text, today)).filter((one) => !isEmpty(one));
  const orders = DATE_ORDERS.filter((order) => all.every((one) => one[order]));
  const [first] = orders;
  if (!first) return 'mixed';
  return all.every((one) => orders.every((order) => one[order] === one[first])) ? first : 'ask';
}

function isEmpty(readings: Readings): boolean {
  return Object.keys(readings).length === 0;
}

/** Returns a date as `yyyy-MM-dd`; null = the text is no date of the calendar. `order`: null = not known; then only what needs none is read. */
export function readDate(text: string, order: DateOrder | null, today?: string): string | null {
  const readings = readingsOf(text, today);
  if (order !== null) return readings[order] ?? null;
  const [date, ...others] = new Set(Object.values(readings));
  return others.length === 0 ? (date ?? null) : null;
}

/**
 * Returns the date at the property of a moment with its offset from UTC; null = the text is no such moment, or midnight where it was written: that is
 * a date. 2026-12-31T23:00:00-08:00 is in the morning of 1 January in Lisbon.
 */
export function dateOfMoment(text: string, timeZone: string): string | null {
  const parts =
    /^\s*(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)\s*$/i.exec(
      text,
    );
  if (!parts) return null;
  const [, date = '', minute = '', second = ':00', zone = ''] = parts;
  if (minute === '00:00' && second === ':00') return null;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const moment = `${date}T${minute}${second}${offset}`;
  return Number.isNaN(Date.parse(moment)) ? null : dateOfDayNumber(dayOfMoment(moment, timeZone));
}
