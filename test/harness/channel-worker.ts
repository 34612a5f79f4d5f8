// Runs the channel scheduler as a separate process would: with its own database connections, and a kill that
// releases nothing.
import { randomUUID } from 'node:crypto';
import { forBackground } from '../../src/db/background.ts';
import { connectDatabase, type Database, type Queryable } from '../../src/db/database.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { startScheduler } from '../../src/jobs/channels/scheduler.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { type Outgoing, openOutgoing } from '../../src/outgoing/http.ts';
import { withPracticeChannel } from '../../src/practice/server.ts';
import { CALENDAR_DOMAIN } from './api.ts';
import { TEST_SECRET } from './database.ts';
import { GENEROUS_LIMITS } from './postgres.ts';

export type ChannelWorker = {
  /** finishes running work and releases its connections */
  stop(): Promise<void>;
  /** like kill -9: aborts running requests and transactions, and nothing further is done */
  kill(): Promise<void>;
};

type WorkerOptions = {
  /** a database connection that outlives the worker */
  db: Database;
  now(): Temporal.Instant;
  log: JobContext['log'];
  /** for alerts by e-mail */
  mail?: Pick<JobContext, 'mailer' | 'alertEmail'> | undefined;
};

/** Starts a channel scheduler with its own database connections and process id. */
export async function startChannelWorker({
  db: observer,
  now,
  log,
  mail,
}: WorkerOptions): Promise<ChannelWorker> {
  const processId = randomUUID();
  await observer.query(`insert into worker_processes (process_id) values ($1)`, [processId]);
  const url = `${observer.url}?application_name=${processId}`;
  const liveness = { over: false };
  const pool = connectDatabase(url, {
    poolSize: POOL_SIZE,
    secrets: createSecrets(TEST_SECRET),
    limits: GENEROUS_LIMITS,
  });
  const db = forBackground(pool, { log });
  const listener = await db.notifications.connect(url);
  const outgoing = withPracticeChannel(openOutgoing({ version: 'test', allowPrivateNetwork: true }), {
    db,
    now,
    report: (error) => log.warn({ err: error }, 'the practice channel sold nothing'),
  });
  const scheduler = startScheduler(
    {
      db: killableDatabase(db, liveness),
      outgoing: killableOutgoing(outgoing, liveness),
      ...(mail ?? { mailer: null }),
      icalPollSeconds: 600,
      calendarDomain: CALENDAR_DOMAIN,
      now,
      log,
    },
    processId,
  );
  const unregister = () => observer.query(`delete from worker_processes where process_id = $1`, [processId]);
  return {
    async stop() {
      await scheduler.stop();
      await unregister();
      await Promise.all([listener.close(), outgoing.close(), db.close()]);
    },
    async kill() {
      liveness.over = true;
      void scheduler.stop(); // stops its timers; calls in progress never resolve
      void db.close().catch(() => {}); // waiting queries get no connection any more
      await outgoing.close();
      await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [processId],
      );
      await unregister();
      void listener.close();
    },
  };
}

const POOL_SIZE = 6;

type Liveness = { over: boolean };

const NEVER = new Promise<never>(() => {});

/** Runs `work`; after the kill its promise neither resolves nor rejects. */
async function unlessKilled<T>(liveness: Liveness, work: () => Promise<T>): Promise<T> {
  if (liveness.over) return NEVER;
  try {
    const value = await work();
    return liveness.over ? NEVER : value;
  } catch (error) {
    if (liveness.over) return NEVER;
    throw error;
  }
}

function killableDatabase(db: Database, liveness: Liveness): Database {
  const killable = (target: Queryable): Queryable => ({
    query: (text, values, reading) => unlessKilled(liveness, () => target.query(text, values, reading)),
  });
  return {
    ...db,
    ...killable(db),
    transaction: (work) =>
      unlessKilled(liveness, () => db.transaction((tx) => work({ ...killable(tx), transaction: true }))),
  };
}

function killableOutgoing(outgoing: Outgoing, liveness: Liveness): Outgoing {
  return { ...outgoing, send: (request) => unlessKilled(liveness, () => outgoing.send(request)) };
}
