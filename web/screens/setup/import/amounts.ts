// Amounts of a list as spreadsheets and other programs write them. What is not plainly one number in the currency of the property is none. Pure.
import { decimalsOf, isCurrency, MAX_AMOUNT } from '../../../../src/model/money.ts';

/** Which of `.` and `,` certainly separates decimals, and which groups of thousands, in a column. */
export type Separators = { decimals: ReadonlySet<string>; groups: ReadonlySet<string> };

type WrittenAmount = { whole: string; separator: string; decimals: string; group: string };

const NONE: Separators = { decimals: new Set(), groups: new Set() };

/** Signs of currencies, and the codes that each can mean; of `$` and `kr` there are many. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  R$: 'BRL',
  US$: 'USD',
  $: 'USD CAD AUD NZD SGD HKD MXN ARS CLP COP BBD BSD BZD FJD JMD TTD TWD XCD UYU',
  kr: 'SEK NOK DKK ISK',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  Fr: 'CHF',
  '₹': 'INR',
  '₺': 'TRY',
  '₪': 'ILS',
  '฿': 'THB',
  Euro: 'EUR',
};

/** Returns what separates decimals and thousands in the amounts of a column, as far as an amount shows it: 1.234,50 shows both, 12.5 the first. */
export function separatorsOf(texts: readonly string[]): Separators {
  const decimals = new Set<string>();
  const groups = new Set<string>();
  for (const text of texts) {
    const written = parse(withoutCurrency(text, null) ?? '');
    if (!written || isEither(written)) continue;
    if (written.separator !== '') decimals.add(written.separator);
    if (written.group !== '') groups.add(written.group);
  }
  return { decimals, groups };
}

/**
 * Reads an amount of at least 0 in a currency, in its major unit: 1.234,50 · 1,234.50 · € 120 · 95,5 · 120,-. Null = it is not plainly one number
 * (`(50)`, `100,00 (2 x 50,00)`), is in another currency, has more decimals than the currency, or can be read in two ways (`10.001` in a
 * currency of three decimals). `currency`: null = any. `separators`: those of its column.
 */
export function readPrice(
  text: string,
  currency: string | null = null,
  separators: Separators = NONE,
): number | null {
  const written = parse(withoutCurrency(text, currency) ?? '');
  if (!written) return null;
  const most = currency === null ? 2 : decimalsOf(currency);
  const { whole, decimals } = isEither(written) ? decided(written, most, separators) : written;
  if (whole === null || decimals.replace(/0+$/, '').length > most) return null;
  const value = Number(`${whole}.${decimals || '0'}`);
  return value <= MAX_AMOUNT ? value : null;
}

/** One separator with three digits after it, and one to three before: 1.234. */
function isEither({ whole, separator, decimals, group }: WrittenAmount): boolean {
  return group === '' && separator !== '' && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}

/** Reads the amount of `isEither` by its column, else as thousands where the currency has no three decimals. `whole`: null = undecided. */
function decided(
  { whole, separator, decimals }: WrittenAmount,
  most: number,
  separators: Separators,
): { whole: string | null; decimals: string } {
  const [asDecimals, asGroup] = [separators.decimals.has(separator), separators.groups.has(separator)];
  if (asDecimals && asGroup) return { whole: null, decimals };
  if (asDecimals) return { whole, decimals };
  return asGroup || most < 3 ? { whole: whole + decimals, decimals: '' } : { whole: null, decimals };
}

function parse(text: string): WrittenAmount | null {
  // 120,- and 120.– have no cents.
  const plain = text.replace(/[.,]\s?[-–—]$/, '');
  const simple = /^(\d*)(?:([.,])(\d+))?$/.exec(plain);
  if (simple && plain !== '') {
    const [, whole = '', separator = '', decimals = ''] = simple;
    return { whole: whole || '0', separator, decimals, group: '' };
  }
  const grouped = /^(\d{1,3}(?:([.,' ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(plain);
  if (!grouped) return null;
  const [, digits = '', group = '', separator = '', decimals = ''] = grouped;
  if (group === separator) return null;
  return { whole: digits.replaceAll(group, ''), separator, decimals, group };
}

/** Returns an amount without the sign or code of its currency; null = it has one of another currency than the given. */
function withoutCurrency(text: string, currency: string | null): string | null {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/['’‘´`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const found = /^(\p{L}*\.?\p{Sc}|\p{L}+\.?)? ?([^\p{L}\p{Sc}]*?) ?(\p{L}*\p{Sc}|\p{L}+\.?)?$/u.exec(plain);
  if (!found) return null;
  const [, before, amount = '', after] = found;
  const signs = [before, after].filter((sign) => sign !== undefined && sign !== '') as string[];
  return signs.every((sign) => isSignOf(sign.replace(/\.$/, ''), currency)) ? amount : null;
}

function isSignOf(sign: string, currency: string | null): boolean {
  const code = sign.toUpperCase();
  const listed = Object.entries(SIGNS).find(([one]) => one.toLowerCase() === sign.toLowerCase())?.[1];
  const codes = listed?.split(' ') ?? (isCurrency(code) ? [code] : []);
  return currency === null ? codes.length > 0 : codes.includes(currency);
}
