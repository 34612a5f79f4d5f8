// Background work that processes share: what waits is found, claimed by one of them, and run.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { startLoop } from '../db/loop.ts';
import type { JobLog } from './context.ts';

/** A claimed piece of work that is under way. */
export type LeasedTask = {
  /** Called when the property's log has new entries; absent = the task does not read the log. */
  notify?(): void;
  /** resolves when the work has ended; rejects with the error that ended it */
  done: Promise<unknown>;
};

/** Where to look for work: in these properties, or in all (null); at most `limit` pieces. */
export type Scope = { hotelIds: readonly number[] | null; limit: number };

/** One kind of background work. `Candidate` is what was found, `Claimed` what a process then has of it. */
export type LeasedWork<Candidate extends { hotelId: number }, Claimed> = {
  /** completes "could not …" in the log */
  name: string;
  /** pieces of work under way in this process at the same time */
  limit: number;
  /** pieces claimed at once, so that processes which start together share them; absent = `limit` */
  batch?: number;
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
  /** Finds work that nobody does: a plain read without locks. */
  find(scope: Scope): Promise<Candidate[]>;
  /** Names a piece of work, so that this process never does it twice at the same time. */
  keyOf(candidate: Candidate): string;
  /** Claims a candidate by compare-and-set, in one statement of its property; null = another was faster. */
  claim(candidate: Candidate): Promise<Claimed | null>;
  /** Starts the work. It ends early when `signal` is aborted: the process stops, or the claim is lost. */
  start(claimed: Claimed, signal: AbortSignal): LeasedTask;
  /** Gives up the claim of work that has failed; absent = the work becomes due again by itself. */
  release?(claimed: Claimed): Promise<void>;
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
  { db, log }: { db: Database; log: JobLog },
  work: LeasedWork<Candidate, Claimed>,
): LeasedWorker {
  const stopping = new AbortController();
  const claims = createClaims(work, {
    signal: stopping.signal,
    onError: (error) => stopping.signal.aborted || log.warn({ err: error }, `could not ${work.name}`),
  });
  return {
    async runOnce() {
      const ended = await Promise.all(await claims.take(null));
      return { claimed: ended.length, failed: ended.filter((isDone) => !isDone).length };
    },
    start() {
      const search = startSearch(db, work, claims);
      return {
        async stop() {
          stopping.abort();
          const ended = search.done.then(() => claims.done());
          await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
        },
      };
    },
  };
}

type Claims = {
  /** Claims what waits in these properties (null = all) and starts it; returns whether each task succeeds. */
  take(hotelIds: readonly number[] | null): Promise<Promise<boolean>[]>;
  /** tasks of this process in a property */
  running(hotelId: number): ReadonlyMap<string, RunningTask>;
  notifyAll(): void;
  /** Called when a task has ended; `wasFull`: there was more work than room. */
  onEnd: (hotelId: number, wasFull: boolean) => void;
  done(): Promise<unknown>;
  readonly signal: AbortSignal;
  onError(error: unknown): void;
};

type RunningTask = LeasedTask & { abort(): void };

const NONE: ReadonlyMap<string, RunningTask> = new Map();

function createClaims<Candidate extends { hotelId: number }, Claimed>(
  work: LeasedWork<Candidate, Claimed>,
  { signal, onError }: Pick<Claims, 'signal' | 'onError'>,
): Claims {
  const tasks = createTasks(work, { signal, onError });
  let isFull = false;
  const begin = (candidate: Candidate, claimed: Claimed): Promise<boolean> => {
    const end = tasks.start(candidate, claimed);
    // After an error the work waits for the next sweep, so that it is not repeated without a pause.
    void end.then((isDone) => {
      if (isDone) claims.onEnd(candidate.hotelId, isFull);
    });
    return end;
  };
  const claims: Claims = {
    signal,
    onError,
    onEnd: () => {},
    running: tasks.running,
    notifyAll: tasks.notifyAll,
    done: tasks.done,
    async take(hotelIds) {
      await tasks.releaseFailed();
      const limit = Math.min(work.batch ?? work.limit, work.limit - tasks.count());
      const found = limit > 0 ? await work.find({ hotelIds, limit }) : [];
      isFull = found.length >= limit && work.batch === undefined;
      const waiting = found.filter((one) => {
        const task = tasks.running(one.hotelId).get(work.keyOf(one));
        task?.abort(); // it has lost its claim, for example because the settings were changed
        return !task;
      });
      const begun: Promise<boolean>[] = [];
      const claimNext = async () => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
          const claimed = await work.claim(next);
          if (claimed !== null) begun.push(begin(next, claimed));
        }
      };
      await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, claimNext));
      return begun;
    },
  };
  return claims;
}

/** The tasks of this process that are under way, and the claims of failed ones that are not given up yet. */
type Tasks<Candidate, Claimed> = Pick<Claims, 'running' | 'notifyAll' | 'done'> & {
  count(): number;
  /** Starts a task; resolves when it has ended: to true if it succeeded. Never rejects. */
  start(candidate: Candidate, claimed: Claimed): Promise<boolean>;
  /** Gives up the claims of failed tasks. If one fails, it throws; the rest waits for the next call. */
  releaseFailed(): Promise<void>;
};

function createTasks<Candidate extends { hotelId: number }, Claimed>(
  work: LeasedWork<Candidate, Claimed>,
  { signal, onError }: Pick<Claims, 'signal' | 'onError'>,
): Tasks<Candidate, Claimed> {
  const tasks = new Map<number, Map<string, RunningTask>>();
  const ends = new Set<Promise<boolean>>();
  const unreleased = new Map<string, Claimed>();
  const run = async (candidate: Candidate, claimed: Claimed): Promise<boolean> => {
    const { hotelId } = candidate;
    const key = work.keyOf(candidate);
    const lost = new AbortController();
    const task = work.start(claimed, AbortSignal.any([signal, lost.signal]));
    const ofProperty = tasks.get(hotelId) ?? new Map<string, RunningTask>();
    tasks.set(hotelId, ofProperty.set(key, { ...task, abort: () => lost.abort() }));
    try {
      await task.done;
      return true;
    } catch (error) {
      onError(error);
      if (work.release) unreleased.set(key, claimed);
      return false;
    } finally {
      ofProperty.delete(key);
      if (ofProperty.size === 0) tasks.delete(hotelId);
    }
  };
  return {
    count: () => ends.size,
    running: (hotelId) => tasks.get(hotelId) ?? NONE,
    notifyAll() {
      for (const ofProperty of tasks.values()) for (const task of ofProperty.values()) task.notify?.();
    },
    done: () => Promise.all(ends),
    start(candidate, claimed) {
      const end = run(candidate, claimed);
      ends.add(end);
      void end.then(() => ends.delete(end));
      return end;
    },
    async releaseFailed() {
      for (const [key, claimed] of unreleased) {
        await work.release!(claimed);
        unreleased.delete(key);
      }
    },
  };
}

/** Searches for work after notifications, after the end of tasks, and regularly. */
function startSearch(
  db: Database,
  {
    sweepMs,
    onNotification,
    onLostNotifications,
  }: Pick<LeasedWork<never, never>, 'sweepMs' | 'onNotification' | 'onLostNotifications'>,
  claims: Claims,
): { done: Promise<void> } {
  const { signal, onError } = claims;
  const notified = new Set<number>();
  let isSweepDue = false;
  const search = async (isSweep: boolean) => {
    const hotelIds = isSweep || isSweepDue ? null : [...notified];
    isSweepDue = false;
    notified.clear();
    if (hotelIds === null || hotelIds.length > 0) await claims.take(hotelIds);
  };
  const loop = startLoop(search, { sweepMs, intervalMs: onNotification?.intervalMs, signal, onError });
  const searchIn = (hotelId: number) => {
    if (!onNotification?.mayWait(hotelId, claims.running(hotelId).size)) return;
    notified.add(hotelId);
    loop.notify();
  };
  claims.onEnd = (hotelId, wasFull) => {
    isSweepDue ||= wasFull;
    if (wasFull) loop.notify();
    searchIn(hotelId); // a notification may have come while the task ended
  };
  const unsubscribe = db.notifications.subscribe('all', (hotelId) => {
    if (hotelId === 'all') {
      (onLostNotifications ?? claims.notifyAll)();
      return;
    }
    for (const task of claims.running(hotelId).values()) task.notify?.();
    searchIn(hotelId);
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
  return { done: loop.done };
}
