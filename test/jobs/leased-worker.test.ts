// Faults of background work: whichever statement of a search fails, before or after its commit, all work is done
// again once the faults are over, by one task each, and no valid task is aborted.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLeasedWorker, type LeasedWork } from '../../src/jobs/leased-worker.ts';
import { isFree, type Leasable } from '../../src/pms/leases.ts';
import { useDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { randomly } from '../harness/random.ts';

const database = useDatabase();
const ROWS = 40;
const SWEEP_MS = 20;

type Piece = Leasable & { key: string };
type Step = 'list' | 'release' | 'find' | 'claim' | 'start' | 'task';
/** Called before and after each statement; throws where the test wants a fault. */
type Fault = (step: Step, moment: 'before' | 'after') => void;

beforeEach(async () => {
  await database.db.query(
    `create table pieces (hotel_id bigint, key text, lease_owner uuid, primary key (hotel_id, key))`,
  );
  await database.db.query(
    `insert into pieces select 1000 + n % 3, n::text from generate_series(1, $1::int) as n`,
    [ROWS],
  );
});

afterEach(() => database.db.query('drop table pieces'));

/** Starts a worker of the table's rows, whose tasks last until their leases are lost. */
async function work(fault: Fault) {
  const { db } = database;
  const processId = crypto.randomUUID();
  await db.query('insert into worker_processes (process_id) values ($1)', [processId]);
  const running = new Map<string, number>();
  const seen = { sweeps: 0, aborted: 0, warnings: [] as string[] };
  const failing = new Set<(error: Error) => void>();
  const statement = async <Row>(step: Step, text: string, values: unknown[]): Promise<Row[]> => {
    fault(step, 'before');
    const rows = await db.query<Row>(text, values);
    fault(step, 'after');
    return rows;
  };
  const kind: LeasedWork<Piece, Piece> = {
    name: 'do the pieces',
    sweepMs: SWEEP_MS,
    queues: [
      {
        limit: ROWS + 1, // a full worker does not search
        async find({ limit }) {
          const rows = await statement<{ hotel_id: number; key: string; lease_owner: string | null }>(
            'find',
            `select * from pieces as piece where ${isFree('piece')} limit $1`,
            [limit],
          );
          return rows.map((row) => ({ hotelId: row.hotel_id, key: row.key, leaseOwner: row.lease_owner }));
        },
      },
    ],
    keyOf: ({ key }) => key,
    async claim(piece) {
      const rows = await statement(
        'claim',
        `update pieces set lease_owner = $4
         where hotel_id = $1 and key = $2 and lease_owner is not distinct from $3 returning 1`,
        [piece.hotelId, piece.key, piece.leaseOwner, processId],
      );
      return rows.length > 0 ? piece : null;
    },
    start({ key }, signal) {
      fault('start', 'before');
      running.set(key, (running.get(key) ?? 0) + 1);
      const ended = Promise.withResolvers<void>();
      failing.add(ended.reject);
      signal.addEventListener('abort', () => {
        seen.aborted += 1;
        ended.resolve();
      });
      return {
        done: ended.promise.finally(() => {
          failing.delete(ended.reject);
          running.set(key, running.get(key)! - 1);
        }),
      };
    },
    leases: {
      async list() {
        seen.sweeps += 1;
        return statement<{ hotelId: number; key: string }>(
          'list',
          `select hotel_id as "hotelId", key from pieces where lease_owner = $1`,
          [processId],
        );
      },
      async release({ hotelId, key }) {
        await statement(
          'release',
          `update pieces set lease_owner = null where hotel_id = $1 and key = $2 and lease_owner = $3`,
          [hotelId, key, processId],
        );
      },
    },
  };
  const log = {
    info: () => {},
    warn: (details: object, text: string) => seen.warnings.push(`${text}: ${(details as any).err.message}`),
  };
  const worker = createLeasedWorker({ db, log }, kind).start();
  onTestFinished(() => worker.stop());
  return {
    seen,
    processId,
    /** Makes tasks under way fail, each with this probability. */
    fail(chance: () => boolean) {
      for (const reject of [...failing]) if (chance()) reject(new Error('a fault of the test'));
    },
    /** Waits until so many more sweeps have been made. */
    async sweeps(count: number) {
      const until = seen.sweeps + count + 1; // the one under way began before
      await eventually(() => expect(seen.sweeps).toBeGreaterThanOrEqual(until));
    },
    /** Checks that each row is leased by this process and worked on by one task. */
    async expectAllRunning() {
      const leased = await db.query<{ key: string }>('select key from pieces where lease_owner = $1', [
        processId,
      ]);
      expect(leased).toHaveLength(ROWS);
      expect([...running.values()].filter((tasks) => tasks !== 1)).toEqual([]);
      expect(running.size).toBe(ROWS);
    },
  };
}

/** A fault that happens at one occurrence of a step. */
function once(step: Step, moment: 'before' | 'after', occurrence = 1): Fault {
  let count = 0;
  return (at, when) => {
    if (at !== step || when !== moment) return;
    count += 1;
    if (count === occurrence) throw new Error('a fault of the test');
  };
}

test('a claim whose answer is lost after its commit is released and claimed again', async () => {
  const worker = await work(once('claim', 'after', 3));
  await worker.sweeps(2);
  await worker.expectAllRunning();
  expect(worker.seen.aborted).toBe(0);
});

test('a claim that fails aborts no other task', async () => {
  const worker = await work(once('claim', 'before', 5));
  await worker.sweeps(3);
  await worker.expectAllRunning();
  expect(worker.seen.aborted).toBe(0);
  expect(worker.seen.warnings).toEqual(['could not do the pieces: a fault of the test']);
});

test('work that throws when it is started is logged and done again', async () => {
  const worker = await work(once('start', 'before', 7));
  await worker.sweeps(3);
  await worker.expectAllRunning();
  expect(worker.seen.warnings).toEqual(['could not do the pieces: a fault of the test']);
});

test('whatever fails and whenever, two sweeps after the last fault all work is under way, and no valid task was aborted', async () => {
  const chances = fc.sample(fc.nat(99), { numRuns: 100_000, seed: randomly().seed });
  let next = 0;
  const isUnlucky = () => {
    next += 1;
    return chances[next % chances.length]! < 20;
  };
  let faulty = true;
  const worker = await work(() => {
    if (faulty && isUnlucky()) throw new Error('a fault of the test');
  });
  for (let i = 0; i < 30; i += 1) {
    await worker.sweeps(1);
    worker.fail(isUnlucky);
  }
  faulty = false;
  await worker.sweeps(2);
  await worker.expectAllRunning();
  expect(worker.seen.aborted).toBe(0);
});

test('a task whose lease was taken away is aborted, and its work is claimed again', async () => {
  const worker = await work(() => {});
  await worker.sweeps(2);
  await database.db.query(`update pieces set lease_owner = null where key = '7'`);
  await worker.sweeps(4);
  expect(worker.seen.aborted).toBe(1);
  await worker.expectAllRunning();
});

test('a full queue keeps out no other, and goes on as soon as one of its tasks has ended', async () => {
  const { db } = database;
  const waiting = { slow: [1, 2, 3], fast: [4, 5, 6] };
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const queue = (kind: 'slow' | 'fast', limit: number) => ({
    limit,
    find: async (scope: { limit: number }) =>
      waiting[kind].slice(0, scope.limit).map((id) => ({ hotelId: 1_000, kind, id })),
  });
  const log = { info: () => {}, warn: () => {} };
  const worker = createLeasedWorker<{ hotelId: number; kind: 'slow' | 'fast'; id: number }, number>(
    { db, log },
    {
      name: 'do both',
      sweepMs: 3_600_000, // only the ends of tasks lead to searches
      queues: [queue('slow', 1), queue('fast', 5)],
      keyOf: ({ id }) => String(id),
      async claim({ kind, id }) {
        waiting[kind] = waiting[kind].filter((one) => one !== id);
        return id;
      },
      start(id) {
        started.push(id);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(id, resolve);
        return { done: promise };
      },
    },
  ).start();
  onTestFinished(async () => {
    for (const end of ends.values()) end();
    await worker.stop();
  });
  await eventually(() => expect(started.toSorted()).toEqual([1, 4, 5, 6]));
  ends.get(1)!();
  await eventually(() => expect(started).toContain(2));
  expect(started).not.toContain(3);
  ends.get(2)!();
  await eventually(() => expect(started).toContain(3));
});

test('work whose claim succeeds after the stop is not started', async () => {
  const { db } = database;
  const claiming = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<void>();
  let starts = 0;
  const log = { info: () => {}, warn: () => {} };
  const worker = createLeasedWorker<{ hotelId: number }, true>(
    { db, log },
    {
      name: 'do it',
      sweepMs: SWEEP_MS,
      queues: [{ limit: 1, find: async () => [{ hotelId: 1_000 }] }],
      keyOf: () => 'it',
      async claim() {
        claiming.resolve();
        await claimed.promise;
        return true;
      },
      start() {
        starts += 1;
        return { done: new Promise(() => {}) };
      },
    },
  ).start();
  await claiming.promise;
  const stopped = worker.stop();
  claimed.resolve();
  await stopped;
  expect(starts).toBe(0);
});
