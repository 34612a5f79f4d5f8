// The database for work without a caller. The limits of requests – a connection, the share of a property, a lock –
// do not end it: it waits, tries again, and logs that it does.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, retryDelaySeconds } from '../model/retry-policy.ts';
import type { Database } from './database.ts';
import { isLockTimeout } from './errors.ts';
import { KeyBusyError } from './keyed-semaphore.ts';
import { failureWithoutEffect } from './without-effect.ts';

export type BackgroundOptions = {
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** ends the waiting, when the process stops: from then on the limits are those of requests */
  signal?: AbortSignal;
  /** called with the error each time that a limit was met, before the pause */
  onLimit?(error: unknown): void;
};

/** Pauses between attempts. An attempt has already waited for its limit, unless the database refused the connection. */
const PAUSES: RetryPolicy = { seconds: [0.1, 0.2, 0.5, 1, 2], jitter: 0.5 };

/**
 * How often an attempt is made that waits for a lock or loses its connection: two minutes of lock timeouts. PostgreSQL ends
 * innwire's own statements and idle transactions after one minute, so a longer wait is for the session of another program, and
 * the work of one property must not keep a worker from the others for ever. Its next cycle finds it again.
 */
const MAX_ATTEMPTS = 8;

/**
 * Returns a view of `db` for work without a caller. Where nothing was committed – no connection, no share, a lock
 * timeout, a connection that broke before the commit was sent – its statements and transactions are run again after a
 * pause: for connections and shares until there is one, for the rest MAX_ATTEMPTS times, and without limit in a transaction of
 * no property. Throws all other errors, such as that of a connection that broke during a commit or a single statement:
 * their effect is unknown.
 */
export function forBackground(db: Database, options: BackgroundOptions): Database {
  return viewOf(db, createRetry(options));
}

function viewOf(db: Database, retry: ReturnType<typeof createRetry>): Database {
  return {
    ...db,
    query: (...statement) => retry(() => db.query(...statement), { attempts: MAX_ATTEMPTS }),
    transaction: (work, of) =>
      retry(() => db.transaction((tx) => inTransaction.run(true, () => work(tx)), of), {
        hotelId: of?.hotelId,
        attempts: of ? MAX_ATTEMPTS : Number.POSITIVE_INFINITY,
      }),
    forProperty: (hotelId) => viewOf(db.forProperty(hotelId), retry),
  };
}

/**
 * Whether the caller is within a transaction of such a view. There a second connection is not waited for: transactions that
 * each hold one and wait for another would wait for ever.
 */
const inTransaction = new AsyncLocalStorage<true>();

/** `attempts`: see MAX_ATTEMPTS. */
type Retried = { hotelId?: number | undefined; attempts: number };

function createRetry({ log, signal, onLimit }: BackgroundOptions) {
  const begin = createWaitLog(log);
  return async <T>(attempt: () => Promise<T>, { hotelId, attempts }: Retried): Promise<T> => {
    let wait: Wait | null = null;
    let left = attempts;
    for (let failures = 1; ; failures += 1) {
      try {
        const value = await attempt();
        wait?.end({ log: true });
        return value;
      } catch (error) {
        const limit = limitOf(error);
        const isOfPool = limit === 'connection' || limit === 'broken connection';
        if (limit === 'lock' || limit === 'broken connection') left -= 1;
        const isOver = limit === null || left <= 0 || inTransaction.getStore() || signal?.aborted;
        if (!isOver) {
          onLimit?.(error);
          wait ??= begin({ limit, ...(!isOfPool && hotelId !== undefined && { hotelId }) }, error);
          const pauseMs = retryDelaySeconds(PAUSES, failures, Math.random())! * 1_000;
          await sleep(pauseMs, undefined, signal && { signal }).catch(() => {});
        }
        if (isOver || signal?.aborted) {
          wait?.end({ log: limit === null });
          throw error;
        }
      }
    }
  };
}

/** Names what was not to be had, if the work had no effect and may be run again; otherwise null. */
function limitOf(error: unknown) {
  if (error instanceof KeyBusyError) return 'share';
  return isLockTimeout(error) ? 'lock' : failureWithoutEffect(error);
}

type Wait = {
  /** `log`: the work goes on; otherwise it is given up, which its caller logs. */
  end(how: { log: boolean }): void;
};

/** Logs once when work begins to wait for something, however many wait for the same, and once when the last goes on. */
function createWaitLog(log: BackgroundOptions['log']) {
  const waiting = new Map<string, { sinceMs: number; count: number }>();
  return (reason: { limit: string; hotelId?: number }, error: unknown): Wait => {
    const key = JSON.stringify(reason);
    const known = waiting.get(key);
    const own = known ?? { sinceMs: performance.now(), count: 0 };
    own.count += 1;
    if (!known) {
      waiting.set(key, own);
      log.warn({ err: error, ...reason }, 'background work waits for the database and tries again');
    }
    return {
      end(how) {
        own.count -= 1;
        if (own.count > 0) return;
        waiting.delete(key);
        const waitedMs = Math.round(performance.now() - own.sinceMs);
        if (how.log) log.info({ ...reason, waitedMs }, 'background work goes on');
      },
    };
  };
}
