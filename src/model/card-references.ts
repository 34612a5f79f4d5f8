// Card numbers in identifiers. A reference must still be the same each time and differ from every other one, so what stands in place
// of the number is made from it – with a key, because without one all card numbers could be tried.
import { createHmac } from 'node:crypto';
import { replaceCardNumbers } from './card-numbers.ts';

/** The reference with `card-` and 16 hexadecimal digits, the same for the same number and key, in place of each card number. */
export function referenceWithoutCards(reference: string, key: Buffer): string {
  return replaceCardNumbers(
    reference,
    (digits) =>
      `card-${createHmac('sha256', key).update(`card number ${digits}`).digest('hex').slice(0, HASH_LENGTH)}`,
  );
}

/** 64 bits: two of a million references are alike with a chance of one in 37 million. */
const HASH_LENGTH = 16;
