// Revisions of orders at channels that name no versions.
import { createHash } from 'node:crypto';

/** Returns a hash of a content, in `length` hexadecimal digits: the same for equal contents, which cannot be derived from it. */
export function digestOf(content: unknown, length = 16): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, length);
}
