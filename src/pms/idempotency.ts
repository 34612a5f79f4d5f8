// Idempotency keys: the response of a write is stored in the write's own transaction and
// returned to repeated requests for 24 hours.
import { createHash } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import { Problem } from '../problems.ts';
import { storedReference } from './card-references.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/** Hours that a key keeps its response. */
const RETENTION_HOURS = 24;

/** The response of a write: its body, and the headers that belong to it. */
type StoredResponse = { answer: unknown; headers: Record<string, string> };

/**
 * Claims a key for this transaction. Returns null when the key is new: the caller then stores the
 * response with `storeResponse` before the transaction ends. Otherwise returns the stored response. A
 * concurrent request with the same key waits until the first one ends. Throws
 * `idempotency_key_reused` when the key was used for another request.
 */
export async function claimKey(
  tx: PropertyTransaction,
  given: string,
  request: unknown,
): Promise<StoredResponse | null> {
  const key = await storedReference(tx, given);
  const hash = createHash('sha256').update(canonical(request)).digest();
  const [claimed] = await tx.query(
    `insert into idempotency_keys as known (hotel_id, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict (hotel_id, key) do update set request_hash = $3, answer = null, created_at = $4
     where known.created_at < $5
     returning 1`,
    [tx.hotelId, key, hash, tx.now, tx.now.subtract({ hours: RETENTION_HOURS })],
  );
  if (claimed) return null;
  const [known] = await tx.query<{
    request_hash: Buffer;
    answer: { json: string; headers?: Record<string, string> };
  }>(`select request_hash, answer from idempotency_keys where hotel_id = $1 and key = $2`, [tx.hotelId, key]);
  if (!known?.request_hash.equals(hash)) {
    throw new Problem('idempotency_key_reused');
  }
  return { answer: JSON.parse(known.answer.json), headers: known.answer.headers ?? {} };
}

/** Returns whether a key has a stored response. */
export async function hasStoredResponse(db: Queryable, hotelId: number, key: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from idempotency_keys where hotel_id = $1 and key = $2 and answer is not null`,
    [hotelId, key],
  );
  return rows.length > 0;
}

/**
 * Stores the response of a claimed key. The body is stored as text, because jsonb
 * would return its members in another order.
 */
export async function storeResponse(
  tx: PropertyTransaction,
  given: string,
  { answer, headers }: StoredResponse,
): Promise<void> {
  const key = await storedReference(tx, given);
  await tx.query(`update idempotency_keys set answer = $3 where hotel_id = $1 and key = $2`, [
    tx.hotelId,
    key,
    JSON.stringify({ json: JSON.stringify(answer), headers }),
  ]);
}

/** Deletes keys older than RETENTION_HOURS. */
export async function pruneKeys(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from idempotency_keys where created_at < $1`, [
    now.subtract({ hours: RETENTION_HOURS }),
  ]);
}

/** Returns JSON with sorted members, so that the order of members does not make another request. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
