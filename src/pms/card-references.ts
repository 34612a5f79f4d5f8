// The stored form of identifiers chosen by others: references of orders,
// conversations and events, and idempotency keys.
import type { Queryable } from '../db/database.ts';
import { hasCardNumber } from '../model/card-numbers.ts';
import { referenceWithoutCards } from '../model/card-references.ts';
import { shortReference } from '../model/short-reference.ts';
import { readSigningKey } from './installation.ts';

/**
 * Returns a function that gives the stored form of these references: without card numbers, and
 * short enough for an index. The installation's signing key is read only if one of them contains
 * a card number; other references stay as they are.
 */
export async function createReferenceMask(
  db: Queryable,
  references: readonly (string | null | undefined)[],
): Promise<(reference: string) => string> {
  if (!references.some((reference) => reference && hasCardNumber(reference))) return shortReference;
  const key = await readSigningKey(db);
  return (reference) => shortReference(referenceWithoutCards(reference, key));
}

/** Returns the stored form of one reference. */
export async function storedReference(db: Queryable, reference: string): Promise<string> {
  return (await createReferenceMask(db, [reference]))(reference);
}
