// Card numbers in identifiers. References must stay stable and distinct, so the replacement of a number is
// derived from it, with a key (HMAC): without one, all possible card numbers could be tried.
import { createHmac } from 'node:crypto';
import { replaceCardNumbers } from './card-numbers.ts';

/**
 * Replaces each card number by `card-` and 16 hexadecimal digits that depend on the number and the key alone.
 */
export function referenceWithoutCards(reference: string, key: Buffer): string {
  return replaceCardNumbers(
    reference,
    (digits) =>
      `card-${createHmac('sha256', key).update(`card number ${digits}`).digest('hex').slice(0, HASH_LENGTH)}`,
  );
}

/** 64 bits: among a million references the chance of a collision is one in 37 million. */
const HASH_LENGTH = 16;
