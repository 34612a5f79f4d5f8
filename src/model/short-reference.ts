// Shortens identifiers from channels so that they fit into a database index.
import { createHash } from 'node:crypto';

/**
 * Bytes of UTF-8. A PostgreSQL index entry has 2,704 at most, and one entry holds up to three identifiers.
 */
const MAX_BYTES = 600;
/** Leading characters kept, for people. */
const KEPT = 100;

/**
 * Returns the reference unchanged, or, where it is longer than any that channels give out, its beginning and
 * a SHA-256 of the whole: deterministic, and different for different references.
 */
export function shortReference(reference: string): string {
  if (Buffer.byteLength(reference) <= MAX_BYTES) return reference;
  const hash = createHash('sha256').update(reference).digest('hex');
  return `${reference.slice(0, KEPT).toWellFormed()}-sha256-${hash}`;
}
