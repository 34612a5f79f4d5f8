// The usage log of this process: kept in memory for a moment, stored in batches, so that it costs a request nothing.
import type { Database } from '../db/database.ts';
import { isUnstorable } from '../db/errors.ts';
import { type ApiCall, storeActivity } from '../pms/activity.ts';
import { touchTokens } from '../pms/tokens.ts';

/** How long an entry waits at most. */
const FLUSH_EVERY_MS = 1_000;
/** Stored at once when so many wait. */
const BATCH = 500;
/** Kept while the database is away; beyond it the oldest are dropped: it is a log, not a ledger. */
const MAX_WAITING = 20_000;

export type UsageLog = {
  add(entry: ApiCall, tokenId: number): void;
  /** Stores what waits; reading the log does so first. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export function createUsageLog(db: Database, onError: (error: unknown) => void): UsageLog {
  let waiting: ApiCall[] = [];
  const tokens = new Set<number>();
  let storing: Promise<void> = Promise.resolve();

  const store = async () => {
    const batch = waiting;
    const used = [...tokens];
    waiting = [];
    tokens.clear();
    try {
      await storeActivity(db, batch);
      if (used.length > 0) await touchTokens(db, used, batch.at(-1)!.createdAt);
    } catch (error) {
      onError(error);
      // An entry that the database can never hold would keep back all that come after it.
      const kept = isUnstorable(error) ? await storeOneByOne(batch) : batch;
      waiting = [...kept, ...waiting].slice(-MAX_WAITING);
    }
  };
  /** Gives back those that may be stored later; one that cannot be stored at all is dropped. */
  const storeOneByOne = async (batch: readonly ApiCall[]) => {
    const kept: ApiCall[] = [];
    for (const entry of batch) {
      await storeActivity(db, [entry]).catch((error) => {
        if (!isUnstorable(error)) kept.push(entry);
      });
    }
    return kept;
  };
  const flush = () => {
    if (waiting.length > 0) storing = storing.then(store);
    return storing;
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    add(entry, tokenId) {
      waiting.push(entry);
      tokens.add(tokenId);
      if (waiting.length === BATCH) void flush();
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
