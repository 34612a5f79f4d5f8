// The channels' engine as a process of its own would run it: its own connections to the database, and a death that gives nothing back.
import { randomUUID } from 'node:crypto';
import { connectDatabase, type Database, type Queryable } from '../../src/db/database.ts';
import { createSecrets } from '../../src/db/secrets.ts';
import { type Scheduler, startScheduler } from '../../src/jobs/channels/scheduler.ts';
import type { JobContext } from '../../src/jobs/context.ts';
import { type Outgoing, openOutgoing } from '../../src/outgoing/http.ts';
import { CALENDAR_DOMAIN } from './api.ts';
import { TEST_SECRET } from './database.ts';

export type ChannelWorker = {
  /** ends what is under way, and gives its connections back */
  stop(): Promise<void>;
  /** as kill -9 would: requests under way break off, transactions too, and nothing that it meant to do is done */
  kill(): Promise<void>;
};

type Place = {
  /** of the database, and of the process that sees to what the dead leave */
  db: Database;
  now(): Temporal.Instant;
  log: JobContext['log'];
  /** for alerts by e-mail */
  mail?: Pick<JobContext, 'mailer' | 'alertEmail'> | undefined;
};

export async function startChannelWorker({ db: survivor, now, log, mail }: Place): Promise<ChannelWorker> {
  const processId = randomUUID();
  await survivor.query(`insert into worker_processes (process_id, worker_ids) values ($1, '{}')`, [
    processId,
  ]);
  const url = `${survivor.url}?application_name=${processId}`;
  const life = { over: false };
  const db = connectDatabase(url, { poolSize: POOL_SIZE, secrets: createSecrets(TEST_SECRET) });
  const line = await db.notifications.connect(url);
  const outgoing = openOutgoing({ version: 'test', allowPrivateNetwork: true });
  const engine: Scheduler = await startScheduler(
    {
      db: mortalDatabase(db, life),
      outgoing: mortalOutgoing(outgoing, life),
      ...(mail ?? { mailer: null }),
      icalPollSeconds: 600,
      calendarDomain: CALENDAR_DOMAIN,
      now,
      log,
    },
    processId,
  );
  const bury = () => survivor.query(`delete from worker_processes where process_id = $1`, [processId]);
  return {
    async stop() {
      await engine.stop();
      await bury();
      await Promise.all([line.close(), outgoing.close(), db.close()]);
    },
    async kill() {
      life.over = true;
      void engine.stop(); // its clocks end with it; what it awaits never comes
      void db.close().catch(() => {}); // no new connection for those that wait for one
      await outgoing.close();
      await survivor.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [processId],
      );
      await bury();
      void line.close();
    },
  };
}

const POOL_SIZE = 6;

type Life = { over: boolean };

const NEVER = new Promise<never>(() => {});

/** To the dead nothing happens any more: neither an answer nor an error. */
async function untilDeath<T>(life: Life, work: () => Promise<T>): Promise<T> {
  if (life.over) return NEVER;
  try {
    const value = await work();
    return life.over ? NEVER : value;
  } catch (error) {
    if (life.over) return NEVER;
    throw error;
  }
}

function mortalDatabase(db: Database, life: Life): Database {
  const mortal = (target: Queryable): Queryable => ({
    query: (text, values, reading) => untilDeath(life, () => target.query(text, values, reading)),
  });
  return {
    ...db,
    ...mortal(db),
    transaction: (work) =>
      untilDeath(life, () => db.transaction((tx) => work({ ...mortal(tx), transaction: true }))),
  };
}

function mortalOutgoing(outgoing: Outgoing, life: Life): Outgoing {
  return { ...outgoing, send: (request) => untilDeath(life, () => outgoing.send(request)) };
}
