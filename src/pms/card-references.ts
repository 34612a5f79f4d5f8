// Identifiers that others chose – references of orders, conversations and events, idempotency keys – as they are stored.
import type { Queryable } from '../db/database.ts';
import { hasCardNumber } from '../model/card-numbers.ts';
import { referenceWithoutCards } from '../model/card-references.ts';
import { shortReference } from '../model/short-reference.ts';
import { readSigningKey } from './installation.ts';

/**
 * Gives what is stored of these references: without card numbers, and not longer than an index can hold. The installation's
 * key is read only where a card number is there. All other references stay as they are.
 */
export async function createReferenceMask(
  db: Queryable,
  references: readonly (string | null | undefined)[],
): Promise<(reference: string) => string> {
  if (!references.some((reference) => reference && hasCardNumber(reference))) return shortReference;
  const key = await readSigningKey(db);
  return (reference) => shortReference(referenceWithoutCards(reference, key));
}

/** The reference as it is stored. */
export async function storedReference(db: Queryable, reference: string): Promise<string> {
  return (await createReferenceMask(db, [reference]))(reference);
}
