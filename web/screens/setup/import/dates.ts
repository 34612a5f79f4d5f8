// Dates as spreadsheets and other programs write them: 2026-12-31, 31.12.2026, 12/31/2026, 31/12/26. Which of two numbers is the month
// is found in all dates of a file together, or asked. Pure.
import { dayOfDate } from '../../../days.ts';

/** Whether the day or the month stands first. */
export type DateOrder = 'dmy' | 'mdy';

type WrittenDate = { year: number; first: number; second: number; isIso: boolean };

/** Reads the numbers of a date; null = it is none. What follows it, such as a time, does not matter. */
function numbersOf(text: string): WrittenDate | null {
  const iso = /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/.exec(text);
  if (iso) return { year: Number(iso[1]), first: Number(iso[2]), second: Number(iso[3]), isIso: true };
  const other = /^\s*(?:\p{L}{2,10}[.,]?\s+)?(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?!\d)/u.exec(text);
  if (!other) return null;
  const year = Number(other[3]) + (other[3]!.length === 2 ? 2_000 : 0);
  return { year, first: Number(other[1]), second: Number(other[2]), isIso: false };
}

/** No month has this number: the other number is the month. */
const MONTHS = 12;

/**
 * Returns the order in which the dates of a file are written. `ask`: each of them can be read both ways, and the ways differ. `mixed`: some
 * can only be read one way, some only the other.
 */
export function dateOrderOf(texts: readonly string[]): DateOrder | 'ask' | 'mixed' {
  const written = texts.map(numbersOf).filter((one) => one !== null && !one.isIso) as WrittenDate[];
  const isDayFirst = written.some(({ first }) => first > MONTHS);
  const isMonthFirst = written.some(({ second }) => second > MONTHS);
  if (isDayFirst && isMonthFirst) return 'mixed';
  if (isMonthFirst) return 'mdy';
  if (isDayFirst) return 'dmy';
  // Dots are written between day, month and year only.
  const isClear =
    texts.every((text) => !/^\s*\d{1,2}[-/]/.test(text)) ||
    written.every(({ first, second }) => first === second);
  return isClear ? 'dmy' : 'ask';
}

/** Returns a date as `yyyy-MM-dd`; null = the text is no date of the calendar. */
export function readDate(text: string, order: DateOrder): string | null {
  const numbers = numbersOf(text);
  if (!numbers) return null;
  const { year, first, second, isIso } = numbers;
  const [month, day] = isIso || order === 'mdy' ? [first, second] : [second, first];
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const number = dayOfDate(date);
  // Date.parse takes 31 June for 1 July.
  const isReal = !Number.isNaN(number) && new Date(number * 86_400_000).getUTCDate() === day;
  return isReal ? date : null;
}
