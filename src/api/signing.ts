// Signatures on what is given out and comes back: cursors, sessions, confirmations.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `purpose` keeps what is signed for one use from being taken for another. */
export function sign(key: Buffer, purpose: string, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH);
}

/** Compares texts, not what they decode to: one signature has one spelling. */
export function isSigned(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 192 bits, in characters of six. */
const SIGNATURE_LENGTH = 32;
