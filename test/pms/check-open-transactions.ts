// After each test: no connection of the file's database may sit in a transaction that nobody ends.
import { afterEach, expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';

/** Call at the top of a test file. */
export function checkLeftovers(database: { readonly db: Database }): void {
  afterEach(async () => {
    const left = () =>
      database.db.query(
        `select state, query, wait_event from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
    // What a test gave up may still be on its way out.
    await expect.poll(left, { message: 'connections left in a transaction', timeout: 10_000 }).toEqual([]);
  });
}
