// Numbers, money, days and times in the language of the screen. Formatters are expensive to make, so they are kept.

import { computed } from '@preact/signals';
import { decimalsOf } from '../src/model/money.ts';
import { dateOfDayNumber } from './days.ts';
import { language } from './language.ts';

const DAY_STYLES = {
  /** Thu 11 */
  tiny: { weekday: 'short', day: 'numeric' },
  /** Thu 11 June */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Thursday 11 June */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Thu */
  weekday: { weekday: 'short' },
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

/** Formats the first and the last of some days, without weekdays: 9–29 Jun. */
export function formatDayRange(first: number, last: number): string {
  const [from, to] = [first, last].map((day) => new Date(`${dateOfDayNumber(day)}T00:00:00Z`)) as [
    Date,
    Date,
  ];
  return formatters.value.range.formatRange(from, to);
}

/** Formats an amount: without decimals when they are zero. */
export function formatMoney(amount: number, currency: string): string {
  const { money } = formatters.value;
  const whole = Number.isInteger(amount);
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
  return formatter.format(amount);
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
  const plain = text.replaceAll(/[\s'’]/g, '');
  const most = decimalsOf(currency);
  const decimals = most > 0 ? new RegExp(`^(.*)[.,](\\d{1,${most}})$`).exec(plain) : null;
  const whole = (decimals?.[1] ?? plain).replaceAll(/[.,](?=\d{3}(?:[.,]|$))/g, '');
  if (!/^-?\d+$/.test(whole)) return null;
  return Number(`${whole}.${decimals?.[2] ?? '0'}`);
}

/** Formats a whole number with its groups: 48 211. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale.value).format(value);
}

/** Formats how long ago something was: 3 s, 12 min, 2 h, 5 days. */
export function formatAge(ms: number): string {
  const [value, unit] =
    ms < 60_000
      ? [ms / 1_000, 'second']
      : ms < 3_600_000
        ? [ms / 60_000, 'minute']
        : ms < 86_400_000
          ? [ms / 3_600_000, 'hour']
          : [ms / 86_400_000, 'day'];
  const format = { style: 'unit', unit: unit as string, unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(locale.value, format).format(Math.floor(value as number));
}

/** Formats a day in two lines of a table's head: `Thu` and `11`. */
export function formatDayParts(day: number): { weekday: string; day: string } {
  const parts = formatters.value.dates.tiny.formatToParts(new Date(`${dateOfDayNumber(day)}T00:00:00Z`));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), day: part('day') };
}
