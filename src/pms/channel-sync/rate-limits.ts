// How many requests a channel accepts: token buckets in the database, which all processes share.

import { ASYNCHRONOUS_COMMIT } from '../../db/asynchronous-commit.ts';
import type { Queryable } from '../../db/database.ts';

/** A limit, and what counts against it: requests with the same key count together. */
export type RateBucket = {
  bucket: string;
  perMinute: number;
  /** most requests at once after a pause */
  burst: number;
};

/** Shortest wait for a request that is not allowed yet. */
const MIN_WAIT_SECONDS = 0.01;

/**
 * Takes a request from each bucket, also where there is none: its turn then comes after those that were taken
 * before. Returns the seconds until then; 0 = it may be sent now.
 */
export async function takeRequest(
  db: Queryable,
  buckets: readonly RateBucket[],
  now: Temporal.Instant,
): Promise<number> {
  if (buckets.length === 0) return 0;
  const [row] = await db.query<{ seconds: number }>(
    `with wanted as (${WANTED}), taken as (${takenOf('wanted', '$2')})
     select ${SECONDS} as seconds from ${ASYNCHRONOUS_COMMIT}`,
    [JSON.stringify(buckets), now],
  );
  return waitOf(row!.seconds);
}

/** Gives back what was taken for a request that is not sent. */
export async function returnRequest(db: Queryable, buckets: readonly RateBucket[]): Promise<void> {
  await db.query(
    `with returned as (${returnedTo('$1')}) select count(*) from returned, ${ASYNCHRONOUS_COMMIT}`,
    [buckets.map(({ bucket }) => bucket)],
  );
}

/** Returns the wait that a statement with `SECONDS` has returned. */
export function waitOf(seconds: number): number {
  return seconds > 0 ? Math.max(MIN_WAIT_SECONDS, seconds) : 0;
}

/** The buckets ($1, as JSON) as rows. */
export const WANTED = `select bucket, burst, "perMinute" from jsonb_to_recordset($1::jsonb) as wanted(bucket text, burst real, "perMinute" real)`;

/** A query that takes a request from each bucket in `wanted`, in the order of their keys; `now`: a parameter. */
export function takenOf(wanted: string, now: string): string {
  return `
    insert into rate_buckets as known (bucket, tokens, refilled_at)
    select bucket, burst - 1, ${now}::timestamptz from ${wanted} order by bucket
    on conflict (bucket) do update set
      tokens = least(excluded.tokens + 1, known.tokens + greatest(0, extract(epoch from ${now}::timestamptz - known.refilled_at))
        * (select "perMinute" from wanted where wanted.bucket = known.bucket) / 60) - 1,
      refilled_at = greatest(known.refilled_at, ${now}::timestamptz)
    returning bucket, tokens`;
}

/** A statement that gives a request back to each bucket; `keys`: a parameter. It locks them in the order in which `takenOf` does. */
export function returnedTo(keys: string): string {
  return `
    update rate_buckets as known set tokens = known.tokens + 1
    from (select bucket from rate_buckets where bucket = any(${keys}) order by bucket for update) as locked
    where known.bucket = locked.bucket
    returning known.bucket`;
}

/** The longest wait of the buckets in `taken`, in seconds; 0 = each had a request left. */
export const SECONDS = `(select coalesce(max(greatest(0, -tokens) * 60 / "perMinute"), 0)::float8 from taken join wanted using (bucket))`;

/** Removes buckets that are full again, such as those of credentials that are no longer used. */
export async function pruneRateBuckets(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from rate_buckets where refilled_at < $1`, [now.subtract({ hours: 48 })]);
}
