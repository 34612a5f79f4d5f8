// Database of one test file: a copy of the migrated template, dropped after the tests.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { Database, DatabaseLimits } from '../../src/db/database.ts';
import type { FreeSpace } from '../../src/db/free-space.ts';
import { connectForTest } from './connect.ts';
import { databaseUrl, onServer, STARTED_TEMPLATE, TEMPLATE } from './postgres.ts';

/**
 * Creates a database for a test file or a `describe`; call at its top, use the result within its tests. `limits`: for tests
 * about them; the others are generous. `sample`: with the sample property, which takes seconds to be written.
 */
export function useDatabase(
  options: {
    poolSize?: number;
    limits?: Partial<DatabaseLimits>;
    sample?: boolean;
    /** how much is free on its disk; absent = not known */
    freeSpace?: FreeSpace | undefined;
  } = {},
): {
  readonly db: Database;
  readonly url: string;
} {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = inject('postgresUrl');
  const url = databaseUrl(server, name);
  let db: Database;
  beforeAll(async () => {
    await onServer(
      server,
      `create database ${name} template ${options.sample ? STARTED_TEMPLATE : TEMPLATE} strategy file_copy`,
    );
    const { poolSize = 16, limits, freeSpace } = options;
    db = connectForTest(url, { poolSize, limits, freeSpace });
  });
  afterAll(async () => {
    await db.close();
    await onServer(server, `drop database ${name} with (force)`);
  });
  return {
    get db() {
      return db;
    },
    url,
  };
}

/**
 * Creates an empty database for processes that a test starts, dropped after the test; returns its URL. `how`:
 * further options of `create database`.
 */
export async function newDatabase(how = ''): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${how}`);
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}

/** The same, for processes that are not to spend their start on migrations and the sample property. */
export function newStartedDatabase(): Promise<string> {
  return newDatabase(`template ${STARTED_TEMPLATE}`);
}
