// Identifiers of channels, short enough to be found again by an index.
import { createHash } from 'node:crypto';

/** Bytes of UTF-8. An entry of PostgreSQL's index has 2,704 at most, and one entry holds up to three identifiers. */
const MAX_BYTES = 600;
/** Characters of it that are kept, for people. */
const KEPT = 100;

/**
 * The reference, or, where it is longer than any that a channel gives out, its beginning and a hash of the whole: the same each
 * time, and another one for every other reference.
 */
export function shortReference(reference: string): string {
  if (Buffer.byteLength(reference) <= MAX_BYTES) return reference;
  const hash = createHash('sha256').update(reference).digest('hex');
  return `${reference.slice(0, KEPT).toWellFormed()}-sha256-${hash}`;
}
