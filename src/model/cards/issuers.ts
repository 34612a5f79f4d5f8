// The structure of payment card numbers: issuers' prefixes, the lengths that belong to them, and the check
// digit. Source: ISO/IEC 7812 and the public lists of issuer identification numbers (2026).

export const MIN_DIGITS = 13;
export const MAX_DIGITS = 19;

/**
 * Ranges of the first four digits, both ends included, and the lengths of the numbers with these prefixes.
 */
const ISSUERS: readonly (readonly [from: number, to: number, lengths: readonly number[]])[] = [
  [4000, 4999, [13, 16, 19]], // Visa
  [2221, 2720, [16]], // Mastercard
  [5100, 5599, [16]], // Mastercard
  [3400, 3499, [15]], // American Express
  [3700, 3799, [15]], // American Express
  [3000, 3059, [14, 15, 16, 17, 18, 19]], // Diners Club
  [3095, 3095, [14, 15, 16, 17, 18, 19]], // Diners Club
  [3600, 3699, [14, 15, 16, 17, 18, 19]], // Diners Club
  [3800, 3999, [14, 15, 16, 17, 18, 19]], // Diners Club
  [3528, 3589, [16, 17, 18, 19]], // JCB
  [1800, 1800, [15]], // JCB
  [2131, 2131, [15]], // JCB
  [5000, 5099, [16, 17, 18, 19]], // Maestro, Dankort, Elo, RuPay, Verve
  [5600, 6999, [16, 17, 18, 19]], // Maestro, Discover, UnionPay, Elo, RuPay, InterPayment
  [2200, 2205, [16, 17, 18, 19]], // Mir, Borica
  [8100, 8299, [16]], // RuPay, UnionPay
  [8600, 8600, [16]], // Uzcard
  [9792, 9792, [16]], // Troy
  [9860, 9860, [16]], // Humo
  // Short Maestro numbers, only with the prefixes that Maestro really issues: telephone numbers have the same
  // lengths.
  ...[5018, 5020, 5038, 5612, 5893, 6304, 6390, 6759, 6761, 6762, 6763].map(
    (prefix) => [prefix, prefix, [13, 14, 15]] as const,
  ),
];

/** By the first four digits: bit n is set if numbers of MIN_DIGITS + n digits have this prefix. */
const LENGTHS = new Uint8Array(10_000);
for (const [from, to, lengths] of ISSUERS) {
  for (const length of lengths) {
    for (let firstFour = from; firstFour <= to; firstFour += 1)
      LENGTHS[firstFour]! |= 1 << (length - MIN_DIGITS);
  }
}

/** Whether card numbers of this length may begin with these four digits. */
export function isIssued(firstFour: number, length: number): boolean {
  return (LENGTHS[firstFour]! & (1 << (length - MIN_DIGITS))) !== 0;
}

/**
 * Adds a digit to a Luhn sum, modulo 10. A valid number, with every second digit from the end doubled, has
 * the sum 0.
 */
export function addToLuhn(sum: number, digit: number, doubled: boolean): number {
  return (sum + (doubled ? digit * 2 - (digit > 4 ? 9 : 0) : digit)) % 10;
}
