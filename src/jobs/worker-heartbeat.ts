// Which worker processes are alive: the jobs that a dead one had begun are given to the living at once.
// (The queue by itself waits four hours before it believes that a worker is dead.)
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';

/** How often a process says that it is alive, and looks for those that do not. */
const HEARTBEAT_MS = 10_000;
/** Three beats missed and more: no pause of a living process is so long. */
const EXPIRED_AFTER_SECONDS = 45;

export type Heartbeat = {
  /** by this the connections that the process speaks for are its own */
  readonly processId: string;
  /** A job runner of this process has come up, which locks jobs in this name. */
  add(lockedBy: string): void;
  stop(): Promise<void>;
};

/**
 * Registers this process. `alone` says that no other process can be alive (the database is this process's own), so that
 * whatever was left locked is free at once.
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
      // A job that did not end in time is given to the others at once: with this process nobody would miss it.
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

/** Unlocks the jobs of processes not seen for so long. */
async function releaseJobsOfExpiredWorkers(db: Database, deadAfterSeconds: number): Promise<void> {
  await db.query(
    `with dead as (
       delete from worker_processes where seen_at <= now() - make_interval(secs => $1) returning worker_ids
     )
     select graphile_worker.force_unlock_workers(worker_ids) from dead where cardinality(worker_ids) > 0`,
    [deadAfterSeconds],
  );
}
