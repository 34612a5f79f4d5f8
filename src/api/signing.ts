// Signatures of values that clients send back: cursors, sessions, confirmations.
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the signature of the parts. Its `purpose` prevents a signature made for one use from being valid
 * for another.
 */
export function sign(key: Buffer, purpose: string, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
}

/**
 * Compares two signatures in constant time, as texts rather than as decoded bytes, so that a signature has
 * only one valid spelling.
 */
export function isSigned(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Characters of a signature: 192 bits at six bits each. */
const SIGNATURE_LENGTH = 32;
