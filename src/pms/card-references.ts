// Card numbers in identifiers that others chose: references of orders, conversations and events, idempotency keys.
import type { Queryable } from '../db/database.ts';
import { hasCardNumber } from '../model/card-numbers.ts';
import { referenceWithoutCards } from '../model/card-references.ts';
import { readSigningKey } from './installation.ts';

/**
 * Gives what replaces the card numbers in references of these values; the installation's key is read only where one is there.
 * References without a card number stay as they are.
 */
export async function referenceMask(
  db: Queryable,
  references: readonly (string | null | undefined)[],
): Promise<(reference: string) => string> {
  if (!references.some((reference) => reference && hasCardNumber(reference))) return (reference) => reference;
  const key = await readSigningKey(db);
  return (reference) => referenceWithoutCards(reference, key);
}

/** The reference as it is stored. */
export async function storedReference(db: Queryable, reference: string): Promise<string> {
  return (await referenceMask(db, [reference]))(reference);
}
