// Money: amounts in minor units (cents), their currency's number of decimals, and fair splitting.

/**
 * Currencies whose minor unit is not a hundredth (ISO 4217, list one). Intl is not asked: its data follow usage
 * (CLDR gives Iraqi dinars no decimals, ISO 4217 gives them three) and change with the runtime.
 */
const DECIMALS: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};

const USUAL_DECIMALS = 2;

/** The most that one amount may be, in major units: far above any stay in any currency, and exact in minor units. */
export const MAX_AMOUNT = 1e10;

const KNOWN_CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(DECIMALS)]);

/** Whether `code` is an ISO 4217 currency code (upper case). */
export function isCurrency(code: string): boolean {
  return KNOWN_CURRENCIES.has(code);
}

/** How many decimals an amount in this currency has (EUR 2, JPY 0, KWD 3). */
export function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? USUAL_DECIMALS;
}

/** An amount in major units as decimal text, as another system computed it: more decimals than the currency has are rounded. */
export function roundToMinor(amount: string, currency: string): number | null {
  const value = Number(amount);
  if (amount.trim() === '' || !Number.isFinite(value) || Math.abs(value) > MAX_AMOUNT) return null;
  // Shifted as text: 1.005 * 100 is 100.49999.
  return Math.max(0, Math.round(Number(`${value}e${decimalsOf(currency)}`)));
}

/**
 * An amount in major units (120.5) as minor units (12050). Null when it has more decimals than the currency, is not
 * finite, or is beyond MAX_AMOUNT. Read from the decimal text, so 19.99 is exact.
 */
export function toMinor(amount: number, currency: string): number | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > MAX_AMOUNT) return null;
  const text = String(amount);
  if (text.includes('e')) return null; // below 0.000001: more decimals than any currency has
  const [whole = '0', fraction = ''] = text.split('.');
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals) return null;
  const minor = Number(whole.replace('-', '') + fraction.padEnd(decimals, '0'));
  return amount < 0 ? -minor : minor;
}

/** Minor units (12050) as an amount in major units (120.5). */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

/**
 * Splits a total over parts in proportion to their weights; the parts add up to the total exactly. Equal weights, or
 * weights that are all zero, give parts that differ by at most one minor unit, the larger ones first.
 */
export function splitByWeight(totalMinor: number, weights: readonly number[]): number[] {
  const shares = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  // The sum of a year's weights and the product of a total and a weight can pass 2^53, hence BigInt.
  const whole = shares.reduce((sum, share) => sum + BigInt(share), 0n);
  const parts = shares.map((share) => Number((BigInt(totalMinor) * BigInt(share)) / whole));
  let rest = totalMinor - parts.reduce((a, b) => a + b, 0);
  for (let i = 0; rest > 0 && i < parts.length; i += 1, rest -= 1) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}
