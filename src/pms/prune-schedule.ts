// When old logs and records are removed next: once a day, in the night of UTC, by one process.
import type { Queryable } from '../db/database.ts';
import { WHOLE_INSTALLATION } from './operator-actions.ts';

export type DuePruning = { hotelId: typeof WHOLE_INSTALLATION; dueAt: Temporal.Instant };

/** Not at a full hour, when other programs of the machine start their work. */
const TIME_OF_DAY = { hours: 3, minutes: 17 };
/** Time until a run that was begun is due again, unless it succeeds: it failed, or its process has died. */
const RETRY_HOURS = 1;

/** Sets the first run in a new database. */
export async function planFirstPruning(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query('update installation set prune_due_at = $1 where prune_due_at is null', [nextRun(now)]);
}

/** Returns the due time if it has come. */
export async function findDuePruning(db: Queryable, now: Temporal.Instant): Promise<DuePruning[]> {
  const rows = await db.query<{ prune_due_at: Temporal.Instant }>(
    'select prune_due_at from installation where prune_due_at <= $1',
    [now],
  );
  return rows.map((row) => ({ hotelId: WHOLE_INSTALLATION, dueAt: row.prune_due_at }));
}

/** Sets the time of the retry; returns false if another process has done so since the due time was read. */
export async function claimPruning(
  db: Queryable,
  { dueAt }: DuePruning,
  now: Temporal.Instant,
): Promise<boolean> {
  const claimed = await db.query(
    `update installation set prune_due_at = $2 where date_trunc('milliseconds', prune_due_at) = $1 returning 1`,
    [dueAt, now.add({ hours: RETRY_HOURS })],
  );
  return claimed.length > 0;
}

/** Sets the next run after one that succeeded. */
export async function planNextPruning(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query('update installation set prune_due_at = $1', [nextRun(now)]);
}

function nextRun(now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO('UTC').startOfDay().add(TIME_OF_DAY);
  const next =
    Temporal.ZonedDateTime.compare(today, now.toZonedDateTimeISO('UTC')) > 0 ? today : today.add({ days: 1 });
  return next.toInstant();
}
