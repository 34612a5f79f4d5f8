// Changes of stored data that SQL cannot make, because they need this program's own rules. Each runs once in a database's life.
import type pg from 'pg';
import { hideStoredCards } from './hide-stored-cards.ts';

export type DataMigration = {
  /** never changed once released */
  name: string;
  /**
   * Does the next part, within the transaction that is open, and returns where the one after it begins; null when nothing is left.
   * `progress` is what the part before returned; null at the beginning. A part takes seconds at most.
   */
  next(client: pg.Client, progress: unknown): Promise<unknown>;
};

/** In the order in which they are applied. */
const DATA_MIGRATIONS: readonly DataMigration[] = [hideStoredCards];

/**
 * Applies what is missing. The caller holds the lock for migrations. How far one has come is stored with each part, so that one that was
 * interrupted goes on where it stopped.
 */
export async function runDataMigrations(
  client: pg.Client,
  migrations: readonly DataMigration[] = DATA_MIGRATIONS,
): Promise<void> {
  for (const migration of migrations) {
    while (await runNextPart(client, migration)) {
      // The next part.
    }
  }
}

/** False when there is nothing left to do. */
async function runNextPart(client: pg.Client, { name, next }: DataMigration): Promise<boolean> {
  const { rows } = await client.query<{ progress: unknown; finished: boolean }>(
    'select progress, finished_at is not null as finished from data_migrations where name = $1',
    [name],
  );
  if (rows[0]?.finished) return false;
  await client.query('begin');
  const progress = await next(client, rows[0]?.progress ?? null);
  await client.query(
    `insert into data_migrations (name, progress, finished_at) values ($1, $2::jsonb, case when $2::jsonb is null then now() end)
     on conflict (name) do update set progress = excluded.progress, finished_at = excluded.finished_at`,
    [name, progress === null ? null : JSON.stringify(progress)],
  );
  await client.query('commit');
  return progress !== null;
}
