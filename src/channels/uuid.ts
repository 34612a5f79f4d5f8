// UUIDs for protocols that want one: made of a text, so that the same request has the same one whenever it is sent.
import { createHash } from 'node:crypto';

/** A UUID in the form of version 4: adapters have no chance of their own, so its bits are a hash of `seed`. */
export function uuidOf(seed: string): string {
  const hex = createHash('sha256').update(seed).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
