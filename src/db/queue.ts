// Work for later: jobs put into the queue in the transaction of the change that needs them.
import type { Queryable } from './database.ts';

/** Each kind of job and what it is given. The worker has one function for each. */
export type Jobs = {
  'deliver-reply': { hotelId: number; messageId: number };
};

export type JobOptions = {
  /** a later job with the same key replaces one that still waits */
  key?: string;
  /** jobs of one queue run one after another */
  queue?: string;
  maxAttempts?: number;
};

/** The job runs if and only if the transaction commits. */
export async function enqueue<Kind extends keyof Jobs>(
  db: Queryable,
  kind: Kind,
  payload: Jobs[Kind],
  options: JobOptions = {},
): Promise<void> {
  await db.query(
    `select graphile_worker.add_job($1::text, payload => $2::json, job_key => $3::text, queue_name => $4::text,
       max_attempts => $5::int)`,
    [
      kind,
      JSON.stringify(payload),
      options.key ?? null,
      options.queue ?? null,
      options.maxAttempts ?? DEFAULT_ATTEMPTS,
    ],
  );
}

/** graphile-worker waits exp(attempt) seconds between attempts: twelve of them last about two days. */
const DEFAULT_ATTEMPTS = 12;
