// A database whose limits are met at once, and what occupies it.
import { expect, onTestFinished } from 'vitest';
import { forBackground } from '../../src/db/background.ts';
import type { Database, DatabaseLimits } from '../../src/db/database.ts';
import { connectForTest } from './connect.ts';
import { eventually } from './eventually.ts';

/** A line of the log of work that waits for the database. */
type WaitLine = { limit: string; hotelId?: number; what: 'waits' | 'goes on' };

export type BusyDatabase = {
  /** as requests have it: with the limits */
  requests: Database;
  /** the same pool, for work without a caller */
  background: Database;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** what was logged about waiting */
  lines: WaitLine[];
  /** resolves when work waits for this */
  waitsFor(limit: string): Promise<void>;
  /** Takes a connection and keeps it until the returned function is called, which resolves when it is free again. */
  occupy(): Promise<() => Promise<void>>;
};

const WAITING = /^background work (waits|goes on)/;

/** Opens a pool to a test's database, closed after the test; other limits are generous. `signal`: see forBackground. */
export function openBusyDatabase(
  url: string,
  {
    poolSize = 1,
    limits,
    signal,
  }: { poolSize?: number; limits: Partial<DatabaseLimits>; signal?: AbortSignal },
): BusyDatabase {
  const lines: WaitLine[] = [];
  const keep = ({ limit, hotelId }: Partial<WaitLine>, message: string) => {
    const what = WAITING.exec(message)?.[1] as WaitLine['what'] | undefined;
    if (what) lines.push({ limit: limit!, ...(hotelId !== undefined && { hotelId }), what });
  };
  const log = { info: keep, warn: keep };
  const requests = connectForTest(url, { poolSize, limits });
  const occupied: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(occupied.map((free) => free()));
    await requests.close();
  });
  // Its own log: what a test occupies is not the work that the test is about.
  const occupier = forBackground(requests, { log: { info() {}, warn() {} } });
  return {
    requests,
    background: forBackground(requests, { log, ...(signal && { signal }) }),
    log,
    lines,
    async waitsFor(limit) {
      await eventually(() => expect(lines).toContainEqual(expect.objectContaining({ limit, what: 'waits' })));
    },
    async occupy() {
      const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended = occupier.transaction(async (tx) => {
        await tx.query('select 1');
        taken.resolve();
        await free.promise;
        return { value: undefined };
      });
      await taken.promise;
      const release = () => {
        free.resolve();
        return ended;
      };
      occupied.push(release);
      return release;
    },
  };
}
