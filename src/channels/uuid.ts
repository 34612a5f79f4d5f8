// Derives UUIDs from text, so that a repeated request has the same UUID.
import { createHash } from 'node:crypto';

/**
 * Returns a UUID in the form of version 4, whose bits are a hash of `seed`: adapters have no random numbers.
 */
export function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
