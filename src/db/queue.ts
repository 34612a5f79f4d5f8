// The job queue: jobs are enqueued in the transaction of the change that needs them.
import type { Queryable } from './database.ts';

/** The kinds of jobs and their payloads. The worker has one handler for each. */
export type Jobs = {
  'deliver-reply': { hotelId: number; messageId: number };
};

export type JobOptions = {
  /** a later job with the same key replaces one that is still queued */
  key?: string;
  /** jobs of one named queue run one after another */
  queue?: string;
  maxAttempts?: number;
};

/** Enqueues a job. It runs if and only if the transaction commits. */
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
