// A database for one test file: a copy of the migrated template, dropped when the file is done.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { databaseUrl, onServer, TEMPLATE } from './postgres.ts';

/** Call at the top of a test file (or describe); use the answer within its tests. */
export function useDatabase(options: { poolSize?: number } = {}): {
  readonly db: Database;
  readonly url: string;
} {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = inject('postgresUrl');
  const url = databaseUrl(server, name);
  let db: Database;
  beforeAll(async () => {
    await onServer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`);
    db = connectDatabase(url, {
      poolSize: options.poolSize ?? 16,
      secrets: createSecrets(TEST_SECRET),
    });
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

/** What encrypts credentials in the tests' databases. */
export const TEST_SECRET = 'the-key-for-credentials-of-the-tests';

/** An empty one for processes that a test starts; gone when the test is over. `how`: what `create database` is told besides. */
export async function newDatabase(how = ''): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${how}`);
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}
