// Pools of connections in tests, which wait longer than the product's.
import { connectDatabase, type Database, type DatabaseLimits } from '../../src/db/database.ts';
import type { FreeSpace } from '../../src/db/free-space.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { WAIT_LIMIT_MS } from './limits.ts';

/** Limits of databases that tests open, unless they are about them: a busy machine is no fault. */
export const GENEROUS_LIMITS: DatabaseLimits = {
  connectionMs: WAIT_LIMIT_MS,
  shareMs: WAIT_LIMIT_MS,
  lockMs: WAIT_LIMIT_MS,
  statementMs: WAIT_LIMIT_MS,
};

/** Key that encrypts credentials in the tests' databases. */
const TEST_SECRET = 'the-key-for-credentials-of-the-tests';

type Options = {
  poolSize: number;
  /** for tests about them; the others are generous */
  limits?: Partial<DatabaseLimits> | undefined;
  onError?: (error: Error) => void;
  freeSpace?: FreeSpace | undefined;
};

/** Creates a pool like `connectDatabase`, with generous limits and the key of the tests. */
export function connectForTest(url: string, { limits, ...options }: Options): Database {
  return connectDatabase(url, {
    ...options,
    secrets: createSecrets(TEST_SECRET),
    limits: { ...GENEROUS_LIMITS, ...limits },
  });
}
