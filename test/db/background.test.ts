// Work without a caller: it waits where requests are refused, and never does again what may have been done.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { forBackground } from '../../src/db/background.ts';
import type { Database } from '../../src/db/database.ts';
import { isUnreachable } from '../../src/db/errors.ts';
import { KeyBusyError } from '../../src/db/keyed-semaphore.ts';
import { openBusyDatabase } from '../harness/busy-database.ts';
import { useDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';

const database = useDatabase();
const SHORT_MS = 50;
const PROPERTY = { hotelId: 1001 };

beforeEach(async () => {
  await database.db.query('create table if not exists done (id int)');
  await database.db.query('truncate done');
});

const insert = `insert into done values (1)`;

/** Inserts a row in a transaction; returns how often its work was run. */
async function insertIn(db: Database, of?: { hotelId: number }): Promise<number> {
  let runs = 0;
  await db.transaction(async (tx) => {
    runs += 1;
    return { value: await tx.query(insert) };
  }, of);
  return runs;
}

async function countDone(): Promise<number> {
  return (await database.db.query('select 1 from done')).length;
}

/** Locks the table; returns the function that releases it. */
async function lock(): Promise<() => Promise<void>> {
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = database.db.transaction(async (tx) => {
    await tx.query('lock table done');
    locked.resolve();
    await free.promise;
    return { value: undefined };
  });
  await locked.promise;
  const release = () => {
    free.resolve();
    return locking;
  };
  onTestFinished(release);
  return release;
}

describe('where a request is refused, background work waits, and says so once', () => {
  test('for a connection, with statements and transactions', async () => {
    const busy = openBusyDatabase(database.url, { limits: { connectionMs: SHORT_MS } });
    const free = await busy.occupy();
    const working = [
      busy.background.query(insert),
      busy.background.query(insert),
      insertIn(busy.background),
      insertIn(busy.background.forProperty(1001)),
    ];
    await busy.waitsFor('connection');
    for (let i = 0; i < 3; i += 1) {
      const error = await busy.requests.query('select 1').catch((e) => e);
      expect(isUnreachable(error), error.message).toBe(true);
    }
    await free();
    await Promise.all(working);
    expect(await countDone()).toBe(4);
    expect(busy.lines).toEqual([
      { limit: 'connection', what: 'waits' },
      { limit: 'connection', what: 'goes on' },
    ]);
  });

  test('for the share of a property', async () => {
    const busy = openBusyDatabase(database.url, { poolSize: 4, limits: { shareMs: SHORT_MS } });
    const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const occupying = busy.requests.transaction(async () => {
      taken.resolve();
      await free.promise;
      return { value: undefined };
    }, PROPERTY);
    await taken.promise;
    const working = insertIn(busy.background, PROPERTY);
    await busy.waitsFor('share');
    await expect(insertIn(busy.requests, PROPERTY)).rejects.toThrow(KeyBusyError);
    expect(await insertIn(busy.background, { hotelId: 1002 })).toBe(1);
    free.resolve();
    await occupying;
    expect(await working).toBe(1);
    expect(await countDone()).toBe(2);
    expect(busy.lines).toEqual([
      { limit: 'share', ...PROPERTY, what: 'waits' },
      { limit: 'share', ...PROPERTY, what: 'goes on' },
    ]);
  });

  test('for a lock, with statements and transactions, whose effect is there once', async () => {
    const busy = openBusyDatabase(database.url, { poolSize: 4, limits: { lockMs: SHORT_MS } });
    const release = await lock();
    const working = [insertIn(busy.background), insertIn(busy.background, PROPERTY)];
    const statement = busy.background.query(insert);
    await busy.waitsFor('lock');
    const refused = await insertIn(busy.requests).catch((error) => error.code);
    expect(refused).toBe('55P03');
    await release();
    expect(Math.min(...(await Promise.all(working)))).toBeGreaterThan(1);
    await statement;
    expect(await countDone()).toBe(3);
    const ends = busy.lines.filter(({ what }) => what === 'goes on');
    expect(ends).toHaveLength(busy.lines.length / 2);
  });
});

describe('a connection that breaks', () => {
  test('before the commit was sent: the transaction is run again', async () => {
    const busy = openBusyDatabase(database.url, { limits: {} });
    let runs = 0;
    await busy.background.transaction(async (tx) => {
      runs += 1;
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (runs === 1) await database.db.query('select pg_terminate_backend($1)', [own!.pid]);
      return { value: await tx.query(insert) };
    });
    expect([runs, await countDone()]).toEqual([2, 1]);
    expect(busy.lines.map(({ what }) => what)).toEqual(['waits', 'goes on']);
  });

  test('during the commit: its effect is unknown, and the transaction is not run again', async () => {
    const busy = openBusyDatabase(database.url, { limits: {} });
    let runs = 0;
    const working = busy.background
      .transaction(async (tx) => {
        runs += 1;
        return { value: undefined, last: tx.query('select pg_sleep(250)') };
      })
      .catch((e) => e);
    await eventually(async () => {
      const ended = await database.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query = 'select pg_sleep(250)' and state = 'active'`,
      );
      expect(ended).toHaveLength(1);
    });
    const error = await working;
    expect([runs, isUnreachable(error)]).toEqual([1, true]);
    expect(busy.lines).toEqual([]);
  });

  test('during a single statement: the statement is not run again', async () => {
    const busy = openBusyDatabase(database.url, { limits: {} });
    const error = await busy.background
      .query('select pg_terminate_backend(pg_backend_pid())')
      .catch((e) => e);
    expect(isUnreachable(error), error.message).toBe(true);
    expect(busy.lines).toEqual([]);
  });
});

test('the waiting ends when the process stops: from then on the limits are those of requests', async () => {
  const stopping = new AbortController();
  const busy = openBusyDatabase(database.url, {
    limits: { connectionMs: SHORT_MS },
    signal: stopping.signal,
  });
  const free = await busy.occupy();
  const working = busy.background.query('select 1').catch((error) => error);
  await busy.waitsFor('connection');
  stopping.abort();
  expect(isUnreachable(await working)).toBe(true);
  expect(isUnreachable(await busy.background.query('select 1').catch((error) => error))).toBe(true);
  await free();
  expect(await busy.background.query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(busy.lines).toEqual([{ limit: 'connection', what: 'waits' }]);
});

test('a transaction does not wait for a second connection, which others like it might hold', async () => {
  const busy = openBusyDatabase(database.url, { limits: { connectionMs: SHORT_MS } });
  let inner: unknown;
  await busy.background.transaction(async (tx) => {
    await tx.query('select 1');
    inner = await busy.background.query('select 1').catch((error) => error);
    return { value: undefined };
  });
  expect(isUnreachable(inner)).toBe(true);
});

test('what is not a limit is thrown at once', async () => {
  const { db } = database;
  const warnings: object[] = [];
  const background = forBackground(db, {
    log: { info: () => {}, warn: (details) => void warnings.push(details) },
  });
  await expect(background.query('select 1 / 0')).rejects.toThrow(/division by zero/);
  await expect(background.transaction(() => Promise.reject(new Error('of the work')))).rejects.toThrow(
    'of the work',
  );
  expect(warnings).toEqual([]);
});
