// Data migrations: changes of stored data that need this program's code. Each is applied once per database.
import type pg from 'pg';
import { assignGuestsToBookings, assignGuestsToBookingsLeftOut } from './guests-of-bookings.ts';
import { hideStoredCards } from './hide-stored-cards.ts';
import { readPhonesWithZeros } from './phones-with-zeros.ts';

export type DataMigration = {
  /** key in the table data_migrations; never changed once released */
  name: string;
  /**
   * Applies the next part within the open transaction and returns the position of the following one, or null
   * at the end. `progress` is what the previous part returned, or null at the beginning. A part must take
   * seconds at most.
   */
  next(client: pg.Client, progress: unknown): Promise<unknown>;
};

/** All data migrations, in the order in which they are applied. */
const DATA_MIGRATIONS: readonly DataMigration[] = [
  hideStoredCards,
  assignGuestsToBookings,
  readPhonesWithZeros,
  assignGuestsToBookingsLeftOut,
];

/**
 * Applies the missing data migrations. The caller holds the lock for migrations. The progress is stored with
 * each part, so that an interrupted migration continues where it stopped.
 */
export async function runDataMigrations(
  client: pg.Client,
  migrations: readonly DataMigration[] = DATA_MIGRATIONS,
): Promise<void> {
  for (const migration of migrations) {
    while (await runNextPart(client, migration)) {
      // until no part is left
    }
  }
}

/** Runs the next part in a transaction; returns false if there is none left. */
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
