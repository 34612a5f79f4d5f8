// What belongs to the installation as a whole, whatever processes it consists of.
import type { Queryable } from '../db/database.ts';

/** The key with which this installation signs what it gives out and takes back. */
export async function readSigningKey(db: Queryable): Promise<Buffer> {
  const [row] = await db.query<{ signing_key: Buffer }>('select signing_key from installation');
  return row!.signing_key;
}
