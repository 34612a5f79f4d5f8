// The heartbeat of this worker process. Its leases are valid while it has one: see pms/leases.
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';

/** How often a process records its heartbeat and removes expired processes. */
const HEARTBEAT_MS = 5_000;
/** Six heartbeats missed: no pause of a live process is so long. */
const EXPIRED_AFTER_SECONDS = 30;

type Heartbeat = {
  /** owner of the leases that this process takes */
  readonly processId: string;
  /** Removes this process, which releases all its leases. */
  stop(): Promise<void>;
};

/**
 * Registers this process and starts its heartbeat. `alone` says that no other process can be running (the
 * database is this process's own): the leases of all earlier ones are then released at once.
 */
export async function startHeartbeat(
  db: Database,
  options: { alone: boolean; onError: (error: unknown) => void },
): Promise<Heartbeat> {
  const processId = randomUUID();
  await removeExpired(db, options.alone ? 0 : EXPIRED_AFTER_SECONDS);
  const beat = async () => {
    await db.query(
      `insert into worker_processes (process_id) values ($1) on conflict (process_id) do update set seen_at = now()`,
      [processId],
    );
    await removeExpired(db, EXPIRED_AFTER_SECONDS);
  };
  await beat();
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    // One that waits for the database is not followed by more.
    beating ??= beat()
      .catch(options.onError)
      .finally(() => {
        beating = null;
      });
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    processId,
    async stop() {
      clearInterval(timer);
      await beating;
      await db
        .query(`delete from worker_processes where process_id = $1`, [processId])
        .catch(options.onError);
    },
  };
}

/** Removes processes without a heartbeat for so many seconds. */
async function removeExpired(db: Database, seconds: number): Promise<void> {
  await db.query(`delete from worker_processes where seen_at <= now() - make_interval(secs => $1)`, [
    seconds,
  ]);
}
