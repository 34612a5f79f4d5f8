// Heartbeats of worker processes. Releases the jobs of expired workers so that a live worker can take them.
// (graphile-worker by itself waits four hours before it takes a worker for dead.)
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';

/** How often a process records its heartbeat and looks for expired workers. */
const HEARTBEAT_MS = 10_000;
/** More than three heartbeats missed: no pause of a live process is so long. */
const EXPIRED_AFTER_SECONDS = 45;

export type Heartbeat = {
  /** owner of the connections that this process claims */
  readonly processId: string;
  /** Registers a job runner of this process by the name under which it locks jobs. */
  add(lockedBy: string): void;
  stop(): Promise<void>;
};

/**
 * Registers this process and starts its heartbeat. `alone` says that no other process can be running (the
 * database is this process's own): all locked jobs are then released at once.
 */
export async function startHeartbeat(
  db: Database,
  options: { alone: boolean; onError: (error: unknown) => void },
): Promise<Heartbeat> {
  const processId = randomUUID();
  const workerIds = new Set<string>();
  await releaseJobsOfExpiredWorkers(db, options.alone ? 0 : EXPIRED_AFTER_SECONDS);
  const beat = async () => {
    await db.query(
      `insert into worker_processes (process_id, worker_ids) values ($1, $2)
       on conflict (process_id) do update set worker_ids = $2, seen_at = now()`,
      [processId, [...workerIds]],
    );
    await releaseJobsOfExpiredWorkers(db, EXPIRED_AFTER_SECONDS);
  };
  await beat();
  let beating = Promise.resolve();
  const tick = () => {
    beating = beating.then(beat).catch(options.onError);
  };
  const timer = setInterval(tick, HEARTBEAT_MS);
  timer.unref();
  return {
    processId,
    add(lockedBy) {
      workerIds.add(lockedBy);
      tick();
    },
    async stop() {
      clearInterval(timer);
      await beating;
      // Released now: once the row of this process is gone, nothing would expire them.
      await db
        .query(
          `with gone as (delete from worker_processes where process_id = $1)
           select graphile_worker.force_unlock_workers($2::text[])`,
          [processId, [...workerIds]],
        )
        .catch(options.onError);
    },
  };
}

/** Unlocks the jobs of processes without a heartbeat for so many seconds. */
async function releaseJobsOfExpiredWorkers(db: Database, expiredAfterSeconds: number): Promise<void> {
  await db.query(
    `with expired as (
       delete from worker_processes where seen_at <= now() - make_interval(secs => $1) returning worker_ids
     )
     select graphile_worker.force_unlock_workers(worker_ids) from expired where cardinality(worker_ids) > 0`,
    [expiredAfterSeconds],
  );
}
