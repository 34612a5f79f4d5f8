// Checks after each test that no connection of the file's database is left idle in a transaction.
import { afterEach, expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';

/** Registers the check; to be called at the top of a test file. */
export function checkLeftovers(database: { readonly db: Database }): void {
  afterEach(async () => {
    const left = () =>
      database.db.query(
        `select state, query, wait_event from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
    // Connections that a test abandoned may take a moment to close.
    await expect.poll(left, { message: 'connections left in a transaction' }).toEqual([]);
  });
}
