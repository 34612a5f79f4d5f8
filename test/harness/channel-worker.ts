// Runs the channel scheduler as a separate process would: with its own database connections, and a kill that
// releases nothing.
import { randomUUID } from 'node:crypto';
import { forBackground } from '../../src/db/background.ts';
import type { Database, Queryable } from '../../src/db/database.ts';
import { startScheduler } from '../../src/jobs/channels/scheduler.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { type Outgoing, openOutgoing } from '../../src/outgoing/http.ts';
import { withPracticeChannel } from '../../src/practice/server.ts';
import { CALENDAR_DOMAIN } from './api.ts';
import { connectForTest } from './connect.ts';
import type { VirtualClock } from './virtual-clock.ts';
import type { WorkCounter } from './work-under-way.ts';

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
  /** by which it waits; absent = by that of the machine */
  clock?: VirtualClock;
  log: JobContext['log'];
  /** for alerts by e-mail */
  mail?: Pick<JobContext, 'mailer' | 'alertEmail'> | undefined;
};

/** Starts a channel scheduler with its own database connections and process id. */
export async function startChannelWorker({
  db: observer,
  now,
  clock,
  log,
  mail,
}: WorkerOptions): Promise<ChannelWorker> {
  const processId = randomUUID();
  await observer.query(`insert into worker_processes (process_id) values ($1)`, [processId]);
  const url = `${observer.url}?application_name=${processId}`;
  const liveness = { over: false };
  const pool = connectForTest(url, { poolSize: POOL_SIZE });
  const db = forBackground(pool, { log });
  const disconnect = clock
    ? exchangeNotifications(observer, db)
    : (await db.notifications.connect(url)).close;
  const counter = clock?.newCounter();
  const outgoing = withPracticeChannel(
    openOutgoing({ version: 'test', allowPrivateNetwork: true, timers: clock?.timers }),
    {
      db,
      now,
      report: (error) => log.warn({ err: error }, 'the practice channel sold nothing'),
    },
  );
  const scheduler = startScheduler(
    {
      db: killableDatabase(counter ? countedDatabase(db, counter) : db, liveness),
      outgoing: killableOutgoing(counter ? countedOutgoing(outgoing, counter) : outgoing, liveness),
      ...(mail ?? { mailer: null }),
      icalPollSeconds: 600,
      calendarDomain: CALENDAR_DOMAIN,
      now,
      ...(clock && { timers: clock.timers }),
      log,
    },
    processId,
  );
  const unregister = () => observer.query(`delete from worker_processes where process_id = $1`, [processId]);
  return {
    async stop() {
      await scheduler.stop();
      await unregister();
      await Promise.all([disconnect(), outgoing.close(), db.close()]);
    },
    async kill() {
      liveness.over = true;
      counter?.abandon();
      void scheduler.stop(); // stops its timers; calls in progress never resolve
      void db.close().catch(() => {}); // waiting queries get no connection any more
      await outgoing.close();
      await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [processId],
      );
      await unregister();
      void disconnect();
    },
  };
}

const POOL_SIZE = 6;

/** Passes notifications on between two parts of this process as NOTIFY does between processes, but at once. */
function exchangeNotifications(one: Database, other: Database): () => Promise<void> {
  let isPassing = false;
  const pass = (to: Database) => (hotelId: number | 'all') => {
    if (isPassing || hotelId === 'all') return;
    isPassing = true;
    to.notifications.notify(hotelId);
    isPassing = false;
  };
  const ends = [
    one.notifications.subscribe('all', pass(other)),
    other.notifications.subscribe('all', pass(one)),
  ];
  return async () => {
    for (const end of ends) end();
  };
}

/** The clock stands still while a statement or a request is under way. */
export function countedDatabase(db: Database, counter: WorkCounter): Database {
  const { during } = counter;
  return {
    ...db,
    forProperty: (hotelId) => countedDatabase(db.forProperty(hotelId), counter),
    query: (...statement) => during(db.query(...statement), false),
    transaction: (work, of) => during(db.transaction(work, of)),
  };
}

function countedOutgoing(outgoing: Outgoing, { during }: WorkCounter): Outgoing {
  return { ...outgoing, send: (request) => during(outgoing.send(request)) };
}

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
    forProperty: (hotelId) => killableDatabase(db.forProperty(hotelId), liveness),
    transaction: (work) =>
      unlessKilled(liveness, () => db.transaction((tx) => work({ ...killable(tx), transaction: true }))),
  };
}

function killableOutgoing(outgoing: Outgoing, liveness: Liveness): Outgoing {
  return { ...outgoing, send: (request) => unlessKilled(liveness, () => outgoing.send(request)) };
}
