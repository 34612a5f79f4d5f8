// When old logs and records are removed next: once a day, in the night of UTC, by one process.
import type { Queryable } from '../db/database.ts';
import { WHOLE_INSTALLATION } from './operator-actions.ts';

export type DuePruning = { hotelId: typeof WHOLE_INSTALLATION; dueAt: Temporal.Instant };

/** Not at a full hour, when other programs of the machine start their work. */
const TIME_OF_DAY = { hours: 3, minutes: 17 };
/** Pause after an error. */
const RETRY_HOURS = 1;

/** Returns the due time if it has come. The first call in a new database only plans the first run. */
export async function findDuePruning(db: Queryable, now: Temporal.Instant): Promise<DuePruning[]> {
  await db.query('update installation set prune_due_at = $1 where prune_due_at is null', [nextRun(now)]);
  const rows = await db.query<{ prune_due_at: Temporal.Instant }>(
    'select prune_due_at from installation where prune_due_at <= $1',
    [now],
  );
  return rows.map((row) => ({ hotelId: WHOLE_INSTALLATION, dueAt: row.prune_due_at }));
}

/** Sets the next run; returns false if another process has done so since the due time was read. */
export async function claimPruning(
  db: Queryable,
  { dueAt }: DuePruning,
  now: Temporal.Instant,
): Promise<boolean> {
  const claimed = await db.query(
    `update installation set prune_due_at = $2 where date_trunc('milliseconds', prune_due_at) = $1 returning 1`,
    [dueAt, nextRun(now)],
  );
  return claimed.length > 0;
}

/** Sets the next attempt after an error. */
export async function postponePruning(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query('update installation set prune_due_at = $1', [now.add({ hours: RETRY_HOURS })]);
}

function nextRun(now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO('UTC').startOfDay().add(TIME_OF_DAY);
  const next =
    Temporal.ZonedDateTime.compare(today, now.toZonedDateTimeISO('UTC')) > 0 ? today : today.add({ days: 1 });
  return next.toInstant();
}
