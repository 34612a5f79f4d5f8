// Money: amounts in minor units (cents), the decimals of currencies, and splitting a total.

/**
 * Decimals of currencies whose minor unit is not a hundredth (ISO 4217, list one). Intl is not used: its data
 * follow usage (CLDR gives Iraqi dinars no decimals, ISO 4217 gives them three) and change with the runtime.
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

/** Maximum amount in major units: far above any stay in any currency, and exact in minor units. */
export const MAX_AMOUNT = 1e10;

const KNOWN_CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(DECIMALS)]);

/** Whether `code` is an ISO 4217 currency code (upper case). */
export function isCurrency(code: string): boolean {
  return KNOWN_CURRENCIES.has(code);
}

/** Returns how many decimals an amount in this currency has (EUR 2, JPY 0, KWD 3). */
export function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? USUAL_DECIMALS;
}

/**
 * Converts an amount in major units, as decimal text from another system, to minor units. Rounds surplus
 * decimals; negative amounts become 0. Returns null for what is no finite number or beyond MAX_AMOUNT.
 */
export function roundToMinor(amount: string, currency: string): number | null {
  const value = Number(amount);
  if (amount.trim() === '' || !Number.isFinite(value) || Math.abs(value) > MAX_AMOUNT) return null;
  // Shifted by the exponent in text: 1.005 * 100 is 100.49999.
  return Math.max(0, Math.round(Number(`${value}e${decimalsOf(currency)}`)));
}

/**
 * Converts an amount in major units (120.5) to minor units (12050). Returns null if it has more decimals than
 * the currency, is not finite, or is beyond MAX_AMOUNT. Converts the decimal text, so 19.99 is exact.
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

/** Converts minor units (12050) to an amount in major units (120.5). */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}

/**
 * Splits a total (minor units) in proportion to the weights; the parts add up to the total exactly. Equal
 * weights, or weights that are all zero, give parts that differ by at most one minor unit, the larger ones
 * first.
 */
export function splitByWeight(totalMinor: number, weights: readonly number[]): number[] {
  const shares = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
  // BigInt: the sum of a year's weights, and the product of a total and a weight, can exceed 2^53.
  const whole = shares.reduce((sum, share) => sum + BigInt(share), 0n);
  const parts = shares.map((share) => Number((BigInt(totalMinor) * BigInt(share)) / whole));
  let rest = totalMinor - parts.reduce((a, b) => a + b, 0);
  for (let i = 0; rest > 0 && i < parts.length; i += 1, rest -= 1) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}
