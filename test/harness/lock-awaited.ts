// Waits for a race to be where a test wants it: one transaction holds what another one waits for.
import type { Queryable } from '../../src/db/database.ts';
import { waitUntil } from './eventually.ts';

/** Waits until a statement in this database waits for what another transaction has locked. */
export async function untilLockIsAwaited(db: Queryable): Promise<void> {
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitUntil(async () => (await db.query(waits)).length > 0);
}
