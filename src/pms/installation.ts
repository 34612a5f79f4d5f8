// Values that belong to the whole installation, shared by all of its processes.
import type { Queryable } from '../db/database.ts';

/**
 * Returns the secret key of this installation. It authenticates confirmations of MCP calls and derives the
 * stored form of references that contain card numbers.
 */
export async function readSigningKey(db: Queryable): Promise<Buffer> {
  const [row] = await db.query<{ signing_key: Buffer }>('select signing_key from installation');
  return row!.signing_key;
}
