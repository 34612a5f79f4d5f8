// How many requests a channel allows: a token bucket in the database, so that all processes keep to it together.
import type { Queryable } from '../../db/database.ts';

export type Allowance = {
  /** whose requests count together */
  bucket: string;
  perMinute: number;
  /** most requests at once after a pause */
  burst: number;
};

/** Takes one request from the allowance: 0, or the seconds until there is one (then nothing is taken). */
export async function takeAllowance(
  db: Queryable,
  { bucket, perMinute, burst }: Allowance,
  now: Temporal.Instant,
): Promise<number> {
  const rows = await db.query(
    `insert into rate_buckets as known (bucket, tokens, refilled_at)
     values ($1, $3::real - 1, $4::timestamptz)
     on conflict (bucket) do update set tokens = ${REFILLED} - 1, refilled_at = greatest(known.refilled_at, $4::timestamptz)
     where ${REFILLED} >= 1
     returning 1`,
    [bucket, perMinute, burst, now],
  );
  if (rows.length > 0) return 0;
  const [row] = await db.query<{ tokens: number }>(
    `select ${REFILLED} as tokens from rate_buckets as known where bucket = $1`,
    [bucket, perMinute, burst, now],
  );
  return Math.max(SHORTEST_WAIT_SECONDS, ((1 - (row?.tokens ?? 0)) * 60) / perMinute);
}

const REFILLED = `least($3::real, known.tokens + greatest(0, extract(epoch from $4::timestamptz - known.refilled_at)) * $2::real / 60)`;
const SHORTEST_WAIT_SECONDS = 0.01;
