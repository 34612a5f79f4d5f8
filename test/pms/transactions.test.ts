// Transactions: all or nothing, whatever breaks in the middle (a statement, the
// connection, the server), and the pool works on after it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Database, type Transaction } from '../../src/db/database.ts';
import { startEmbeddedServer } from '../../src/db/embedded/server.ts';
import { isTemporary, isUnreachable } from '../../src/db/errors.ts';
import { migrate } from '../../src/db/migrate.ts';
import { inSavepoint } from '../../src/db/nested-transaction.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { createReservation } from '../../src/pms/reservations/create.ts';
import { Problem } from '../../src/problems.ts';
import { connectForTest } from '../harness/connect.ts';
import { useDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { checkLeftovers } from './check-open-transactions.ts';
import { expectConsistent } from './invariants.ts';
import { startProxy } from './proxy.ts';
import { createPropertyFixture, date, outcomeOf, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
checkLeftovers(database);

const TODAY = date('2027-03-01');
const STAY = { checkin: date('2027-04-01'), checkout: date('2027-04-04') };

/** A separate pool for one test, to the file's database or through a proxy to it. */
function pool(url = database.url, poolSize = 1): Database & { errors: Error[] } {
  const errors: Error[] = [];
  const db = connectForTest(url, { poolSize, onError: (error) => errors.push(error) });
  onTestFinished(() => db.close());
  return { ...db, errors };
}

/** Returns all rows of a property, as text. */
async function allRows(hotelId: number): Promise<string> {
  const tables = [
    'log_heads',
    'events',
    'nights',
    'reservations',
    'reservation_nights',
    'ledger_entries',
    'tasks',
    'messages',
    'idempotency_keys',
  ];
  const parts = await Promise.all(
    tables.map((table) =>
      database.db.query(`select t.* from ${table} as t where hotel_id = $1 order by t::text`, [hotelId]),
    ),
  );
  return JSON.stringify(parts);
}

const pidOf = async (db: Pick<Database, 'query'>) =>
  (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid;

async function kill(pid: number): Promise<void> {
  await database.db.query('select pg_terminate_backend($1, 5000)', [pid]);
}

function book(db: Database, environment: PropertyFixture, then?: (pid: number) => Promise<unknown>) {
  return inPropertyTransaction(
    db,
    { hotelId: environment.hotelId, now: environment.now, actor: INNWIRE },
    async (tx) => {
      const reservation = await createReservation(tx, {
        roomId: environment.room,
        guestName: 'Ada',
        guestEmail: null,
        guestPhone: null,
        ...STAY,
        priceMinor: 30_000,
        currency: 'EUR',
        today: TODAY,
      });
      if (then) await then(await pidOf(tx));
      return reservation;
    },
  );
}

describe('an error in the middle of a change', () => {
  test('leaves nothing of it: no night, no booking, no income, no task, no number of the log', async () => {
    const environment = await createPropertyFixture(database.db);
    const before = await allRows(environment.hotelId);
    const error = await book(environment.db, environment, () =>
      Promise.reject(new Error('the roof came down')),
    ).catch((e) => e);
    expect(error.message).toBe('the roof came down');
    expect(await allRows(environment.hotelId)).toBe(before);
    await book(environment.db, environment);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('of the database itself is thrown as it was, not as the failure of a later statement', async () => {
    const db = pool();
    const failing = db.transaction(async (tx) => {
      await Promise.all([tx.query('select 1'), tx.query('select 1 / 0'), tx.query('select 2')]);
      return { value: null };
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  test('of the statement that is sent with the commit rolls the change back', async () => {
    const db = pool();
    const environment = await createPropertyFixture(database.db);
    const before = await allRows(environment.hotelId);
    const failing = db.transaction(async (tx) => {
      await tx.query(
        `insert into tasks (hotel_id, room_id, name, status, due, created_at, updated_at)
        values ($1, $2, 'x', 'pending', '2027-04-01', now(), now())`,
        [environment.hotelId, environment.room],
      );
      return { value: null, last: tx.query('select 1 / 0') };
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await allRows(environment.hotelId)).toBe(before);
  });

  test('that was caught cannot be committed', async () => {
    const db = pool();
    const failing = db.transaction(async (tx) => {
      await tx.query('select 1 / 0').catch(() => {});
      return { value: 'done' };
    });
    await expect(failing).rejects.toThrow();
  });
});

describe('statements that are sent together', () => {
  test('after one that fails are not run, and nothing of them is in the next transaction of that connection', async () => {
    const db = pool();
    const environment = await createPropertyFixture(database.db);
    const insert = `insert into tasks (hotel_id, room_id, name, status, due, created_at, updated_at)
      values ($1, $2, $3, 'pending', '2027-04-01', now(), now())`;
    const failing = db.transaction(async (tx) => {
      await Promise.all([
        tx.query('select 1 / 0'),
        tx.query(insert, [environment.hotelId, environment.room, 'first']),
        tx.query(insert, [environment.hotelId, environment.room, 'second']),
      ]);
      return { value: null };
    });
    const next = db.transaction(async (tx) => {
      await tx.query(insert, [environment.hotelId, environment.room, 'third']);
      return { value: null };
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await next;
    expect(await names(environment)).toEqual(['third']);
  });

  test('a branch that continues after its transaction has failed writes nothing, not even in the next one', async () => {
    const db = pool();
    const environment = await createPropertyFixture(database.db);
    const insert = `insert into tasks (hotel_id, room_id, name, status, due, created_at, updated_at)
      values ($1, $2, $3, 'pending', '2027-04-01', now(), now())`;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const failing = db.transaction(async (tx) => {
      late = over.then(() => tx.query(insert, [environment.hotelId, environment.room, 'late']));
      late.catch(() => {});
      await tx.query('select 1 / 0');
      return { value: null };
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await db.transaction(async (tx) => {
      await tx.query(insert, [environment.hotelId, environment.room, 'own']);
      end();
      await late.catch(() => {});
      return { value: null };
    });
    await expect(late).rejects.toThrow();
    expect(await names(environment)).toEqual(['own']);
  });

  async function names(environment: PropertyFixture): Promise<string[]> {
    const rows = await database.db.query<{ name: string }>(
      'select name from tasks where hotel_id = $1 order by task_id',
      [environment.hotelId],
    );
    return rows.map(({ name }) => name);
  }
});

describe('a connection that is cut in the middle', () => {
  test('between two statements: an error that is known as "unreachable", nothing half done, and the next call works', async () => {
    const db = pool();
    const environment = await createPropertyFixture(database.db);
    const before = await allRows(environment.hotelId);
    const error = await book(db, environment, (pid) => kill(pid)).catch((e) => e);
    expect(error).toBeInstanceOf(Error);
    expect(isUnreachable(error), error.message).toBe(true);
    expect(await allRows(environment.hotelId)).toBe(before);
    await book(db, environment);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('while a statement runs', async () => {
    const db = pool();
    const environment = await createPropertyFixture(database.db);
    const before = await allRows(environment.hotelId);
    const error = await inPropertyTransaction(
      db,
      { hotelId: environment.hotelId, now: environment.now, actor: INNWIRE },
      async (tx) => {
        tx.record('property.changed', 'property/1', {});
        const pid = await pidOf(tx);
        await Promise.all([tx.query('select pg_sleep(30)'), kill(pid)]);
      },
    ).catch((e) => e);
    expect(isUnreachable(error), error.message).toBe(true);
    expect(await allRows(environment.hotelId)).toBe(before);
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('while it is idle in the pool: the error is reported, and the next call gets another connection', async () => {
    const db = pool();
    const pid = await pidOf(db);
    await kill(pid);
    await eventually(() => expect(db.errors).toHaveLength(1));
    expect(isUnreachable(db.errors[0])).toBe(true);
    expect(await pidOf(db)).not.toBe(pid);
  });

  test('again and again under load: every booking is stored completely or not at all, as the response to its client said', async () => {
    const db = pool(database.url, 8);
    const environment = await createPropertyFixture(database.db, [{ units: 9_999 }]);
    let stopped = false;
    const killer = (async () => {
      while (!stopped) {
        const rows = await database.db.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
             and pid <> pg_backend_pid() limit 1`,
        );
        for (const { pid } of rows) await kill(pid);
        await sleep(5);
      }
    })();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const pushed: (number | 'unreachable')[] = [];
        for (let i = 0; i < 40; i += 1) {
          pushed.push(
            await book(db, environment).then(
              ({ reservationId }) => reservationId,
              (error) => {
                if (!isUnreachable(error)) throw error;
                return 'unreachable' as const;
              },
            ),
          );
        }
        return pushed;
      }),
    );
    stopped = true;
    await killer;
    const stored = await database.db.query<{ reservation_id: number }>(
      'select reservation_id from reservations where hotel_id = $1',
      [environment.hotelId],
    );
    const ids = new Set(stored.map((row) => row.reservation_id));
    const pushed = outcomes.flat();
    expect(pushed).toContain('unreachable');
    expect(pushed.filter((one) => one !== 'unreachable' && !ids.has(one))).toEqual([]);
    await expectConsistent(database.db, environment.hotelId, TODAY);
  });
});

describe('a database that cannot be reached', () => {
  test('is known as such, for a connection refused, one cut, and a name that does not exist', async () => {
    const proxy = await startProxy(database.url);
    const db = pool(proxy.url, 4);
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    await proxy.cut();
    for (let i = 0; i < 3; i += 1) {
      const error = await db.query('select 1').catch((e) => e);
      expect(isUnreachable(error), error.message).toBe(true);
    }
    const nowhere = pool('postgresql://postgres@no-such-host.invalid:5432/x');
    const error = await nowhere.query('select 1').catch((e) => e);
    expect(isUnreachable(error), error.message).toBe(true);
    await proxy.open();
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    await db.transaction(async (tx) => ({ value: await tx.query('select 1') }));
  });

  test('is known as such when the server ends a new connection with the very answer that it is ready', async () => {
    const proxy = await startProxy(database.url);
    const db = pool(`${proxy.url}?application_name=ends_at_once`, 1);
    const held = proxy.hold();
    const asked = db.query('select 1').catch((error) => error);
    await eventually(() => expect(held.bytes()).toBeGreaterThan(0));
    const answered = held.bytes();
    await database.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ends_at_once'`,
    );
    await eventually(() => expect(held.bytes()).toBeGreaterThan(answered));
    held.release();
    const error = await asked;
    expect(isUnreachable(error), error.message).toBe(true);
  });

  test('and restarts is found again, with all statements that were prepared before', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'innwire-restart-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const start = () => startEmbeddedServer({ dataDir, durable: true, log: () => {} });
    const first = await start();
    await migrate(first.url);
    const proxy = await startProxy(first.url);
    const db = pool(proxy.url, 3);
    const environment = await createPropertyFixture(db, [{ units: 5 }]);
    await book(db, environment);
    const waiting = db.query('select pg_sleep(30)').catch((error) => error);
    await first.stop();
    const interrupted = await waiting;
    expect(isUnreachable(interrupted), interrupted.message).toBe(true);
    const down = await book(db, environment).catch((error) => error);
    expect(isUnreachable(down), down.message).toBe(true);
    const second = await start();
    onTestFinished(() => second.stop());
    proxy.leadTo(second.url);
    await book(db, environment);
    expect(await outcomeOf(book(db, environment))).toMatchObject({ status: 'confirmed' });
    await expectConsistent(db, environment.hotelId, TODAY);
  });

  test('and stops answering is abandoned after a while, and reached again on new connections', async () => {
    const proxy = await startProxy(database.url);
    const db = pool(`${proxy.url}?query_timeout=400`, 2);
    const environment = await createPropertyFixture(database.db);
    const before = await allRows(environment.hotelId);
    const error = await book(db, environment, async () => proxy.freeze()).catch((e) => e);
    expect(isUnreachable(error), error.message).toBe(true);
    proxy.leadTo(database.url);
    await eventually(async () => expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]));
    // The server has not noticed yet, and holds the row lock of the night until it does.
    await database.db.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(await allRows(environment.hotelId)).toBe(before);
    await book(db, environment);
  });

  test('is known as unreachable also when the server shuts down, starts up, or has too many connections', () => {
    for (const code of ['57P01', '57P02', '57P03', '53300', '08006', '08003', 'ECONNREFUSED', 'ECONNRESET']) {
      expect(isUnreachable(Object.assign(new Error('x'), { code })), code).toBe(true);
    }
    for (const code of ['23505', '40P01', '55P03', '57014', '22012']) {
      expect(isUnreachable(Object.assign(new Error('x'), { code })), code).toBe(false);
    }
    expect(isUnreachable(new Problem('unknown_room', { roomIds: [1] }))).toBe(false);
  });
});

describe('a statement that fails', () => {
  /** A failure of this code, as PostgreSQL reports it. */
  const failing = (code: string) =>
    `do $$ begin raise exception 'failed here' using errcode = '${code}'; end $$`;

  /** Runs two statements that are sent together, of which the first one fails. The caller learns of the second one first. */
  async function runTogether(tx: Transaction, code: string) {
    const deep = async () => await (async () => await tx.query(failing(code)))();
    await Promise.all([deep(), tx.query('select 1')]);
    return { value: null };
  }

  test('gives its reason to those that were sent with it', async () => {
    const failed = database.db.transaction((tx) => runTogether(tx, '22012'));
    await expect(failed).rejects.toMatchObject({ code: '22012', message: 'failed here' });
  });

  test('because of a deadlock is tried again with all that were sent with it', async () => {
    let attempts = 0;
    const done = database.db.transaction(async (tx) => {
      attempts += 1;
      if (attempts < 3) await runTogether(tx, '40P01');
      return { value: await tx.query<{ one: number }>('select 1 as one') };
    });
    expect(await done).toEqual([{ one: 1 }]);
    expect(attempts).toBe(3);
  });

  test('because of a deadlock again and again may succeed a little later', async () => {
    let attempts = 0;
    const failed = database.db.transaction((tx) => {
      attempts += 1;
      return runTogether(tx, '40P01');
    });
    const error = await failed.catch((e) => e);
    expect(error.code).toBe('40P01');
    expect(isTemporary(error)).toBe(true);
    expect(attempts).toBe(5);
  });

  test('is the reason of a commit that fails, whoever has ignored it', async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.query(failing('22012')).catch(() => {});
      return { value: null };
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
  });

  test('in a part of a transaction that was rolled back is not the reason of a later one', async () => {
    const failed = database.db.transaction(async (tx) => {
      await inSavepoint(tx, (part) => part.query(failing('22012'))).catch(() => {});
      await runTogether(tx, '23505');
      return { value: null };
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
  });
});

describe('waiting', () => {
  /** A separate pool with the limits of the product. */
  function poolOfProduct(): Database {
    const db = connectDatabase(database.url, { poolSize: 1 });
    onTestFinished(() => db.close());
    return db;
  }

  test('for a lock, a statement, or an idle transaction ends by itself', async () => {
    const settings = await poolOfProduct().query<{ name: string; ms: number }>(
      `select name, setting::int as ms from pg_settings
       where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(settings).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 60_000 },
      { name: 'lock_timeout', ms: 15_000 },
      { name: 'statement_timeout', ms: 60_000 },
    ]);
  });

  test('too long for a locked night is an error of its own, and leaves nothing', async () => {
    const environment = await createPropertyFixture(database.db);
    await environment.set([{ roomId: environment.room, date: STAY.checkin, priceMinor: 1 }]);
    const before = await allRows(environment.hotelId);
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holder = database.db.transaction(async (tx) => {
      await tx.query('select 1 from nights where hotel_id = $1 for update', [environment.hotelId]);
      hold();
      await done;
      return { value: null };
    });
    await held;
    const error = await inPropertyTransaction(
      database.db,
      { hotelId: environment.hotelId, now: environment.now, actor: INNWIRE },
      async (tx) => {
        await tx.query("set local lock_timeout = '200ms'");
        await createReservation(tx, {
          roomId: environment.room,
          guestName: 'Ada',
          guestEmail: null,
          guestPhone: null,
          ...STAY,
          priceMinor: 1,
          currency: 'EUR',
          today: TODAY,
        });
      },
    ).catch((e) => e);
    expect(error.code).toBe('55P03');
    release();
    await holder;
    expect(await allRows(environment.hotelId)).toBe(before);
    await book(database.db, environment);
  });

  test('for a free connection ends after some seconds, known as unreachable', async () => {
    const db = poolOfProduct();
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    const holder = db.transaction(async (tx) => {
      await tx.query('select 1');
      await done;
      return { value: null };
    });
    const error = await db.query('select 1').catch((e) => e);
    expect(isUnreachable(error), error.message).toBe(true);
    release();
    await holder;
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('a transaction that was aborted by a deadlock is retried, and its client does not notice', async () => {
  const environment = await createPropertyFixture(database.db, [{ units: 5 }, { units: 5 }]);
  const [a, b] = environment.rooms as [number, number];
  const night = date('2027-04-01');
  await environment.set([
    { roomId: a, date: night, priceMinor: 1 },
    { roomId: b, date: night, priceMinor: 1 },
  ]);
  let runs = 0;
  const { promise: both, resolve: meet } = Promise.withResolvers<void>();
  let arrived = 0;
  const cross = (first: number, second: number) =>
    database.db.transaction(async (tx) => {
      runs += 1;
      const lock = (room: number) =>
        tx.query('select 1 from nights where hotel_id = $1 and room_id = $2 for update', [
          environment.hotelId,
          room,
        ]);
      await lock(first);
      arrived += 1;
      if (arrived === 2) meet();
      await both;
      await lock(second);
      return { value: first };
    });
  expect(await Promise.all([cross(a, b), cross(b, a)])).toEqual([a, b]);
  expect(runs).toBe(3);
});
