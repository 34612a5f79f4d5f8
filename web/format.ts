// Numbers, money, days and times in the language of the screen. Formatters are expensive to make, so they are kept.

import { computed } from '@preact/signals';
import { decimalsOf } from '../src/model/money.ts';
import { dateOfDayNumber, dayOfMoment } from './days.ts';
import { language, messages } from './language.ts';

const DAY_STYLES = {
  /** Thu 11 */
  tiny: { weekday: 'short', day: 'numeric' },
  /** Thu 11 June */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Thursday 11 June */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Thursday 11 June 2026, for paper */
  dated: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** Thursday */
  weekday: { weekday: 'long' },
  /** June 2026 */
  month: { month: 'long', year: 'numeric' },
} as const;

/** The browser's own variant of the language if it has one (en-GB, pt-BR), because it decides how dates are written. */
const locale = computed(
  () => navigator.languages.find((one) => one.split('-')[0] === language.value) ?? LOCALES[language.value],
);
const LOCALES = { en: 'en-GB', de: 'de-DE', pt: 'pt-PT', es: 'es-ES' };

const formatters = computed(() => {
  const dates = Object.fromEntries(
    Object.entries(DAY_STYLES).map(([name, style]) => [
      name,
      new Intl.DateTimeFormat(locale.value, { ...style, timeZone: 'UTC' }),
    ]),
  ) as Record<keyof typeof DAY_STYLES, Intl.DateTimeFormat>;
  return {
    dates,
    range: new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    money: new Map<string, Intl.NumberFormat>(),
    /** by their number of decimals */
    plain: new Map<number, Intl.NumberFormat>(),
    times: new Map<string, Intl.DateTimeFormat>(),
  };
});

/** Formats a day number; all styles but the month have the weekday. */
export function formatDay(day: number, style: keyof typeof DAY_STYLES = 'short'): string {
  return formatters.value.dates[style].format(new Date(`${dateOfDayNumber(day)}T00:00:00Z`));
}

/** Formats the days from arrival to departure; the month of the first only where it is another one. */
export function formatDays(from: number, until: number): string {
  const month = (day: number) => dateOfDayNumber(day).slice(0, 7);
  return `${formatDay(from, month(from) === month(until) ? 'tiny' : 'short')} – ${formatDay(until)}`;
}

/** Formats a moment (ISO 8601) as hours and minutes at a place. */
export function formatTime(moment: string, timeZone: string): string {
  const { times } = formatters.value;
  const formatter =
    times.get(timeZone) ??
    new Intl.DateTimeFormat(locale.value, { hour: '2-digit', minute: '2-digit', timeZone });
  times.set(timeZone, formatter);
  return formatter.format(Date.parse(moment));
}

/** Formats a moment (ISO 8601) with its day at a place: Thu 11 Jun, 14:30. */
export function formatMoment(moment: string, timeZone: string): string {
  return `${formatDay(dayOfMoment(moment, timeZone))}, ${formatTime(moment, timeZone)}`;
}

/** Formats a moment (ISO 8601) with its day and year at a place: Thu 11 Jun 2026, 14:30. */
export function formatDatedMoment(moment: string, timeZone: string): string {
  const day = dayOfMoment(moment, timeZone);
  return `${formatDay(day)} ${dateOfDayNumber(day).slice(0, 4)}, ${formatTime(moment, timeZone)}`;
}

/** Formats the first and the last of some days, without weekdays: 9–29 Jun. */
export function formatDayRange(first: number, last: number): string {
  const [from, to] = [first, last].map((day) => new Date(`${dateOfDayNumber(day)}T00:00:00Z`)) as [
    Date,
    Date,
  ];
  return formatters.value.range.formatRange(from, to);
}

/** Formats an amount: without decimals when they are zero, unless `exact`, as in a column where others have some. */
export function formatMoney(amount: number, currency: string, { exact = false } = {}): string {
  const { money } = formatters.value;
  const whole = !exact && Number.isInteger(amount);
  const key = `${currency}${whole}`;
  const formatter =
    money.get(key) ??
    new Intl.NumberFormat(locale.value, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...(whole && { maximumFractionDigits: 0 }),
    });
  money.set(key, formatter);
  return formatter.format(amount).replace('-', MINUS);
}

/** A hyphen is shorter than a plus, and is cut from its number at the end of a line. */
const MINUS = '−';

/** Returns an amount as a person would write it in a field: `86`, `86.50`, in German `86,50`. */
export function amountText(amount: number, currency: string): string {
  return plainNumber(amount, Number.isInteger(amount) ? 0 : decimalsOf(currency));
}

function plainNumber(amount: number, digits: number): string {
  const { plain } = formatters.value;
  const formatter =
    plain.get(digits) ??
    new Intl.NumberFormat(locale.value, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
  plain.set(digits, formatter);
  return formatter.format(amount);
}

/**
 * Formats a price for a narrow column, without the sign of its currency: 118, 59.50, 45.125, 1250, 18500, 112.5k, 12.5M. From 1,000 on without
 * decimals, from 100,000 on to the hundred, from 10 million on to the hundred thousand.
 */
export function formatShortPrice(price: number, currency: string): string {
  if (price >= 10_000_000) return `${oneDecimal(price / 1_000_000)}M`;
  if (price >= 100_000) return `${oneDecimal(price / 1_000)}k`;
  return plainNumber(price, price >= 1_000 || Number.isInteger(price) ? 0 : decimalsOf(currency));
}

/** Returns a number with one decimal, without it where it is zero. */
function oneDecimal(value: number): string {
  const tenths = Math.round(value * 10);
  return plainNumber(tenths / 10, tenths % 10 === 0 ? 0 : 1);
}

/** Returns the sign of a currency, as it stands before a field: €. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat(locale.value, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/**
 * Reads an amount of a currency as people type it: `86`, `86.50`, `86,5`, `1.262,40`, `1 262.40`. What follows the last comma or point is
 * decimals, unless it has more digits than the currency's decimals: three are a group of thousands. Returns null if it is no amount.
 */
export function parseAmount(text: string, currency: string): number | null {
  const plain = text
    .trim()
    .replace(MINUS, '-')
    .replace(/^-\s+/, '-')
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const most = decimalsOf(currency);
  const decimals = most > 0 ? new RegExp(`^(.*)[.,](\\d{1,${most}})$`).exec(plain) : null;
  const whole = (decimals?.[1] ?? plain).replaceAll(/[.,](?=\d{3}(?:[.,]|$))/g, '');
  if (!/^-?\d+$/.test(whole)) return null;
  return Number(`${whole}.${decimals?.[2] ?? '0'}`);
}

/** Reads a time of the day as people type it: `18`, `18:30`, `1830`, `18.30`, `18h30`, `6 pm`, `6:30pm`. Returns HH:mm, or null if it is none. */
export function parseTime(text: string): string | null {
  const found = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*(?:h|uhr)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, hours, minutes = '00', half] = found;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return null;
  const ofDay = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  if (ofDay > 23 || Number(minutes) > 59) return null;
  return `${String(ofDay).padStart(2, '0')}:${minutes}`;
}

/** Formats a number with its groups: 48 211. `decimals`: how many at least. */
export function formatNumber(value: number, decimals = 0): string {
  return new Intl.NumberFormat(locale.value, { minimumFractionDigits: decimals })
    .format(value)
    .replace('-', MINUS);
}

/** Formats percents, 76.4, with a number of decimals: 76.4%, in German 76,4 %. */
export function formatPercent(percent: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(locale.value, { style: 'percent', ...digits })
    .format(percent / 100)
    .replace('-', MINUS);
}

/** Formats how many rooms are left; less than none with a true minus: −1. */
export function formatCount(count: number): string {
  return count < 0 ? `${MINUS}${-count}` : String(count);
}

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

/** Formats a duration in its largest unit, rounded down: 3 s, 12 min, 2 h, 5 days. */
export function formatDuration(ms: number): string {
  if (ms >= DAY_MS) {
    const days = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(locale.value, days).format(Math.floor(ms / DAY_MS));
  }
  // The same symbols in all languages; Intl writes “hrs” and “Std.”.
  const [unitMs, symbol] =
    ms < MINUTE_MS ? [SECOND_MS, 's'] : ms < HOUR_MS ? [MINUTE_MS, 'min'] : [HOUR_MS, 'h'];
  return `${Math.floor(ms / Number(unitMs))}\u00a0${symbol}`;
}

/** Formats how old something is: `now` in the first minute, then 12 min, 2 h, 5 days. */
export function formatAge(ms: number): string {
  return ms < MINUTE_MS ? relative(0, 'second') : formatDuration(ms);
}

/** Formats when something was: `now` in the first minute, then 12 min ago, 2 h ago, yesterday, 5 days ago. */
export function formatAgo(ms: number): string {
  if (ms < MINUTE_MS) return relative(0, 'second');
  return ms < DAY_MS ? messages().ago(formatDuration(ms)) : relative(-Math.floor(ms / DAY_MS), 'day');
}

function relative(value: number, unit: 'second' | 'day'): string {
  return new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto' }).format(value, unit);
}

/** Letters of a weekday that a column of the calendar has place for. */
const LONGEST_WEEKDAY = 4;

/** Formats a day in two lines of a table's head: `Thu` and `11`. */
export function formatDayParts(day: number): { weekday: string; day: string } {
  const parts = formatters.value.dates.tiny.formatToParts(new Date(`${dateOfDayNumber(day)}T00:00:00Z`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  // Short names are whole ones in some languages: segunda, sábado.
  const weekday = part('weekday');
  return { weekday: weekday.length > LONGEST_WEEKDAY ? weekday.slice(0, 3) : weekday, day: part('day') };
}
