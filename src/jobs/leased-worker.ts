// Background work that processes share: what waits is found, claimed by one of them, and run.
import type { Database } from '../db/database.ts';
import { startLoop } from '../db/loop.ts';
import { type Timers, waitAtMost } from '../model/timers.ts';
import type { Leasable, Leases } from '../pms/leases.ts';
import type { JobLog } from './context.ts';

/** A claimed piece of work that is under way. */
export type LeasedTask = {
  /** Called when the property's log has new entries; absent = the task does not read the log. */
  notify?(): void;
  /** resolves when the work has ended; rejects with the error that ended it */
  done: Promise<unknown>;
};

/**
 * Where to look for work: in these properties, or in all (null); at most `limit` pieces. `busy`: how many pieces of
 * the queue are under way in this process, by property.
 */
export type Scope = {
  hotelIds: readonly number[] | null;
  limit: number;
  busy: ReadonlyMap<number, number>;
};

/** Work of one kind that waits. Queues have limits of their own, so that what fails does not keep out the rest. */
type WorkQueue<Candidate> = {
  /** pieces of work of this queue under way in this process at the same time */
  limit: number;
  /**
   * pieces claimed in one search, so that processes which start together share them: more wait for the next
   * sweep; absent = up to `limit`, and when the limit is reached the next end of a task leads to a search
   */
  batch?: number;
  /** Finds work that nobody does: a plain read without locks. */
  find(scope: Scope): Promise<Candidate[]>;
};

/** One kind of background work. `Candidate` is what was found, `Claimed` what a process then has of it. */
export type LeasedWork<Candidate extends { hotelId: number }, Claimed> = WorkParts<Candidate, Claimed> &
  (Candidate extends Leasable ? { leases: Leases } : { leases?: never });

type WorkParts<Candidate extends { hotelId: number }, Claimed> = {
  /** completes "could not …" in the log */
  name: string;
  /** how often all properties are searched */
  sweepMs: number;
  /** when to search after notifications; absent = new work is found by sweeps alone */
  onNotification?: {
    /** shortest pause between two searches */
    intervalMs: number;
    /** whether work that nobody does may wait in the property, of which `running` pieces are under way here */
    mayWait(hotelId: number, running: number): boolean;
  };
  /** Called when notifications may have been lost; absent = all tasks are notified. */
  onLostNotifications?(): void;
  queues: readonly WorkQueue<Candidate>[];
  /**
   * Names a piece of work within its property, so that this process never does it twice at the same time; of leased
   * work the key of its lease.
   */
  keyOf(candidate: Candidate): string;
  /** Claims a candidate by compare-and-set, in one statement of its property; null = another was faster. */
  claim(candidate: Candidate): Promise<Claimed | null>;
  /** Starts the work. It ends early when `signal` is aborted: the process stops, or the claim is lost. */
  start(claimed: Claimed, signal: AbortSignal): LeasedTask;
  /**
   * The leases of this process. Each sweep releases those without a task: of tasks that have failed, and of claims whose
   * answers were lost after their commit. Absent = claims are due times, and the work becomes due again by itself.
   */
  leases?: Leases;
};

/** Pieces of work that were claimed, and how many of them ended with an error. */
type ClaimCounts = { claimed: number; failed: number };

export type LeasedWorker = {
  /** Claims what waits, up to the limit, and resolves when it is done. */
  runOnce(): Promise<ClaimCounts>;
  /** Searches and works until it is stopped. */
  start(): RunningWorker;
};

export type RunningWorker = {
  /** Aborts all work and waits for it, but not for long: what does not end expires with this process. */
  stop(): Promise<void>;
};

/** Claims at the same time: each waits for its commit, and they must not take all database connections. */
const CLAIMS_AT_ONCE = 4;
const STOP_WITHIN_MS = 2_000;

/** Creates the worker of one kind of work. It logs the errors of its statements and tasks, and goes on. */
export function createLeasedWorker<Candidate extends { hotelId: number }, Claimed>(
  { db, log, timers }: { db: Database; log: JobLog; timers?: Timers },
  work: LeasedWork<Candidate, Claimed>,
): LeasedWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const onError = (error: unknown) => signal.aborted || log.warn({ err: error }, `could not ${work.name}`);
  const tasks = createTasks<Candidate, Claimed>(work, { signal, onError });
  const take = createTake<Candidate, Claimed>(work, tasks, { signal, onError });
  return {
    async runOnce() {
      const ended = await Promise.all(await take(null));
      return { claimed: ended.length, failed: ended.filter((isDone) => !isDone).length };
    },
    start() {
      const search = startSearch(db, work, { take, tasks, signal, timers, onError });
      return {
        async stop() {
          stopping.abort();
          const ended = search.done.then(() => tasks.done());
          await waitAtMost(STOP_WITHIN_MS, ended);
        },
      };
    },
  };
}

type TaskControl = { signal: AbortSignal; onError(error: unknown): void };

/** Called when a task has succeeded; `wasFull`: its queue had more work than room. */
type OnEnd = (hotelId: number, wasFull: boolean) => void;

/** Claims what waits in these properties (null = all) and starts it; returns whether each task succeeds. */
type Take = (hotelIds: readonly number[] | null, onEnd?: OnEnd) => Promise<Promise<boolean>[]>;

function createTake<Candidate extends { hotelId: number }, Claimed>(
  work: WorkParts<Candidate, Claimed>,
  tasks: Tasks<Candidate, Claimed>,
  { signal, onError }: TaskControl,
): Take {
  const full = new Set<WorkQueue<Candidate>>();
  /** Releases the leases of this process without a task. No claim is under way: there is one search at a time. */
  const releaseOrphans = async ({ list, release }: Leases) => {
    const leases = await list();
    await forEach(
      leases.filter(({ hotelId, key }) => !tasks.running(hotelId).has(key)),
      release,
    );
  };
  const findIn = async (queue: WorkQueue<Candidate>, hotelIds: readonly number[] | null) => {
    const limit = Math.min(queue.batch ?? queue.limit, queue.limit - tasks.count(queue));
    const found = limit > 0 ? await queue.find({ hotelIds, limit, busy: tasks.countByProperty(queue) }) : [];
    if (found.length >= limit && queue.batch === undefined) full.add(queue);
    else full.delete(queue);
    return found.filter((one) => {
      const task = tasks.running(one.hotelId).get(work.keyOf(one));
      task?.abort(); // it has lost its claim, for example because the settings were changed
      return !task;
    });
  };
  return async (hotelIds, onEnd) => {
    if (work.leases && hotelIds === null) await releaseOrphans(work.leases).catch(onError);
    const begun: Promise<boolean>[] = [];
    const claim = async (queue: WorkQueue<Candidate>, candidate: Candidate) => {
      if (signal.aborted) return;
      const claimed = await work.claim(candidate);
      if (claimed === null || signal.aborted) return;
      const end = tasks.start(queue, candidate, claimed);
      begun.push(end);
      // After an error the work waits for the next sweep, so that it is not repeated without a pause.
      void end.then((isDone) => isDone && onEnd?.(candidate.hotelId, full.has(queue)));
    };
    await forEach(
      work.queues,
      async (queue) => forEach(await findIn(queue, hotelIds), (one) => claim(queue, one), CLAIMS_AT_ONCE),
      1,
    );
    return begun;
  };
}

/** Calls `run` with each item, `atOnce` at the same time. Waits for all of them, then throws the first error. */
async function forEach<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<unknown>,
  atOnce = CLAIMS_AT_ONCE,
): Promise<void> {
  const waiting = [...items];
  const errors: unknown[] = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await run(next);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  if (errors.length > 0) throw errors[0];
}

type RunningTask = LeasedTask & { abort(): void };

/** The tasks of this process that are under way. */
type Tasks<Candidate, Claimed> = {
  /** those of a queue */
  count(queue: WorkQueue<Candidate>): number;
  countByProperty(queue: WorkQueue<Candidate>): ReadonlyMap<number, number>;
  /** those in a property, by key */
  running(hotelId: number): ReadonlyMap<string, RunningTask>;
  notifyAll(): void;
  /** Starts a task; resolves when it has ended: to true if it succeeded. Never rejects. */
  start(queue: WorkQueue<Candidate>, candidate: Candidate, claimed: Claimed): Promise<boolean>;
  done(): Promise<unknown>;
};

const NONE: ReadonlyMap<string, RunningTask> = new Map();

function createTasks<Candidate extends { hotelId: number }, Claimed>(
  work: WorkParts<Candidate, Claimed>,
  { signal, onError }: TaskControl,
): Tasks<Candidate, Claimed> {
  const tasks = new Map<number, Map<string, RunningTask>>();
  const ends = new Map<Promise<boolean>, { queue: WorkQueue<Candidate>; hotelId: number }>();
  const inQueue = (wanted: WorkQueue<Candidate>) =>
    [...ends.values()].filter(({ queue }) => queue === wanted);
  const run = async (candidate: Candidate, claimed: Claimed): Promise<boolean> => {
    const { hotelId } = candidate;
    const key = work.keyOf(candidate);
    const lost = new AbortController();
    const ofProperty = tasks.get(hotelId) ?? new Map<string, RunningTask>();
    try {
      const task = work.start(claimed, AbortSignal.any([signal, lost.signal]));
      tasks.set(hotelId, ofProperty.set(key, { ...task, abort: () => lost.abort() }));
      await task.done;
      return true;
    } catch (error) {
      onError(error);
      return false;
    } finally {
      ofProperty.delete(key);
      if (ofProperty.size === 0) tasks.delete(hotelId);
    }
  };
  return {
    count: (queue) => inQueue(queue).length,
    countByProperty(queue) {
      const byProperty = Map.groupBy(inQueue(queue), ({ hotelId }) => hotelId);
      return new Map([...byProperty].map(([hotelId, pieces]) => [hotelId, pieces.length]));
    },
    running: (hotelId) => tasks.get(hotelId) ?? NONE,
    notifyAll() {
      for (const ofProperty of tasks.values()) for (const task of ofProperty.values()) task.notify?.();
    },
    start(queue, candidate, claimed) {
      const end = run(candidate, claimed);
      ends.set(end, { queue, hotelId: candidate.hotelId });
      void end.then(() => ends.delete(end));
      return end;
    },
    done: () => Promise.all(ends.keys()),
  };
}

/** Searches for work after notifications, after the end of tasks, and regularly. */
function startSearch(
  db: Database,
  {
    sweepMs,
    onNotification,
    onLostNotifications,
  }: Pick<WorkParts<never, never>, 'sweepMs' | 'onNotification' | 'onLostNotifications'>,
  {
    take,
    tasks,
    signal,
    timers,
    onError,
  }: TaskControl & {
    take: Take;
    tasks: Pick<Tasks<never, never>, 'running' | 'notifyAll'>;
    timers: Timers | undefined;
  },
): { done: Promise<void> } {
  const notified = new Set<number>();
  let isSweepDue = false;
  const onEnd: OnEnd = (hotelId, wasFull) => {
    isSweepDue ||= wasFull;
    if (wasFull) loop.notify();
    searchIn(hotelId); // a notification may have come while the task ended
  };
  const search = async (isSweep: boolean) => {
    const hotelIds = isSweep || isSweepDue ? null : [...notified];
    isSweepDue = false;
    notified.clear();
    if (hotelIds === null || hotelIds.length > 0) await take(hotelIds, onEnd);
  };
  const loop = startLoop(search, {
    sweepMs,
    intervalMs: onNotification?.intervalMs,
    signal,
    timers,
    onError,
  });
  const searchIn = (hotelId: number) => {
    if (!onNotification?.mayWait(hotelId, tasks.running(hotelId).size)) return;
    notified.add(hotelId);
    loop.notify();
  };
  const unsubscribe = db.notifications.subscribe('all', (hotelId) => {
    if (hotelId === 'all') {
      (onLostNotifications ?? tasks.notifyAll)();
      return;
    }
    for (const task of tasks.running(hotelId).values()) task.notify?.();
    searchIn(hotelId);
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
  return { done: loop.done };
}
