// Values that belong to the whole installation, shared by all of its processes.
import type { Queryable } from '../db/database.ts';

/**
 * Returns the key with which this installation signs values that it hands out and later accepts again (such
 * as cursors).
 */
export async function readSigningKey(db: Queryable): Promise<Buffer> {
  const [row] = await db.query<{ signing_key: Buffer }>('select signing_key from installation');
  return row!.signing_key;
}
