// The usage log of this process: buffered for a moment and stored in batches, so that it adds no time to
// requests.
import type { Database } from '../db/database.ts';
import { isUnstorable } from '../db/errors.ts';
import { type ApiCall, storeActivity } from '../pms/activity.ts';
import { touchTokens } from '../pms/tokens.ts';
import { touchSessions } from '../pms/user-sessions.ts';

/** Maximum time that an entry is buffered. */
const FLUSH_EVERY_MS = 1_000;
/** Number of buffered entries at which they are stored at once. */
const BATCH = 500;
/**
 * Maximum buffered entries while the database is unavailable. When it is exceeded, the oldest are dropped,
 * which is acceptable for a usage log.
 */
const MAX_WAITING = 20_000;

/** The buffer of the usage log. */
export type UsageLog = {
  /** adds a call; the token or the session was used at its time */
  add(entry: ApiCall, caller: { tokenId: number | null; sessionId?: number }): void;
  /** Stores the buffered entries. Call it before reading the log. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Creates the buffer. Entries are stored in the background; `onError` gets the errors of the database, after
 * which entries that can be stored are tried again.
 */
export function createUsageLog(db: Database, onError: (error: unknown) => void): UsageLog {
  let waiting: ApiCall[] = [];
  const tokens = new Set<number>();
  const sessions = new Set<number>();
  let storing: Promise<void> = Promise.resolve();

  const store = async () => {
    const batch = waiting;
    const used = { tokens: [...tokens], sessions: [...sessions] };
    waiting = [];
    tokens.clear();
    sessions.clear();
    try {
      await storeActivity(db, batch).catch(async (error) => {
        // An entry that the database can never store would block all later ones.
        const kept = isUnstorable(error) ? await storeOneByOne(db, batch) : batch;
        waiting = [...kept, ...waiting].slice(-MAX_WAITING);
        throw error;
      });
      const { createdAt } = batch.at(-1)!;
      if (used.tokens.length > 0) await touchTokens(db, used.tokens, createdAt);
      if (used.sessions.length > 0) await touchSessions(db, used.sessions, createdAt);
    } catch (error) {
      onError(error);
      // With the next entries: those that are stored are not stored again for the times of use.
      for (const token of used.tokens) tokens.add(token);
      for (const session of used.sessions) sessions.add(session);
    }
  };
  const flush = () => {
    if (waiting.length > 0) storing = storing.then(store);
    return storing;
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();

  return {
    add(entry, { tokenId, sessionId }) {
      waiting.push(entry);
      if (tokenId !== null) tokens.add(tokenId);
      if (sessionId !== undefined) sessions.add(sessionId);
      if (waiting.length === BATCH) void flush();
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/**
 * Stores entries one by one. Returns those that can be stored later; an entry that can never be stored is
 * dropped.
 */
async function storeOneByOne(db: Database, batch: readonly ApiCall[]): Promise<ApiCall[]> {
  const kept: ApiCall[] = [];
  for (const entry of batch) {
    await storeActivity(db, [entry]).catch((error) => {
      if (!isUnstorable(error)) kept.push(entry);
    });
  }
  return kept;
}
