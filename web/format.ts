// Numbers, money, days and times in the language of the screen. Formatters are expensive to make, so they are kept.
import { computed } from '@preact/signals';
import { dateOfDayNumber } from './days.ts';
import { language } from './language.ts';

const DAY_STYLES = {
  /** Thu 11 */
  tiny: { weekday: 'short', day: 'numeric' },
  /** Thu 11 June */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Thursday 11 June */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
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
  return { dates, money: new Map<string, Intl.NumberFormat>() };
});

/** Formats a day number, always with the weekday. */
export function formatDay(day: number, style: keyof typeof DAY_STYLES = 'short'): string {
  return formatters.value.dates[style].format(new Date(`${dateOfDayNumber(day)}T00:00:00Z`));
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
