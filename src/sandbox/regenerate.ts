// Keeps the sample property in the database up to date: each hour its data is generated again, around the
// present, and written in one transaction.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BackgroundOptions, forBackground } from '../db/background.ts';
import type { Database, Transaction } from '../db/database.ts';
import { deleteOtherRows, packRows, upsertRows } from '../db/replace-rows.ts';
import { SANDBOX_ID } from '../model/property.ts';
import { type SampleSnapshot, snapshotWithPauses } from './snapshot.ts';
import { tablesOf } from './tables.ts';

/**
 * Creates a refresher of the sample property. Its work has no caller: it waits where a request would be refused
 * (`forBackground`).
 */
export function createSandboxRefresher(
  db: Database,
  now: () => Temporal.Instant,
  background: Pick<BackgroundOptions, 'log' | 'signal'>,
) {
  const requests = new Set<(error: unknown) => void>();
  const waitingDb = forBackground(db, {
    ...background,
    onLimit: (error) => {
      for (const refuse of requests) refuse(error);
    },
  });
  let freshUntil = Temporal.Instant.fromEpochMilliseconds(0);
  let working: Promise<void> | null = null;
  const isFresh = () => Temporal.Instant.compare(now(), freshUntil) < 0;
  const refresh = async () => {
    if (isFresh()) return;
    working ??= (async () => {
      const hour = now().round({ smallestUnit: 'hour', roundingMode: 'floor' });
      await regenerateSandbox(waitingDb, hour, background);
      freshUntil = hour.add({ hours: 1 });
    })().finally(() => {
      working = null;
    });
    await working;
  };
  return {
    /** Writes the data of this hour. Does nothing if that was done; concurrent calls share one generation. */
    refresh,
    /** The same for a request: throws when the work meets a limit of the database, while the work itself goes on. */
    async refreshForRequest(): Promise<void> {
      if (isFresh()) return;
      const limit = Promise.withResolvers<never>();
      requests.add(limit.reject);
      try {
        await Promise.race([refresh(), limit.promise]);
      } finally {
        requests.delete(limit.reject);
      }
    },
  };
}

type RegenerationOptions = {
  /** gives the work up */
  signal?: AbortSignal;
  /** returns the data; absent = it is invented here */
  generate?: (hour: Temporal.Instant, signal?: AbortSignal) => Promise<SampleSnapshot>;
};

/**
 * Writes the sample property's data of this hour, unless that was done: generating it takes seconds, for which a
 * second start would wait. Concurrent processes wait for each other, and all but the first write nothing. A program
 * with another sample writes its own.
 */
export async function regenerateSandbox(
  db: Database,
  hour: Temporal.Instant,
  { signal, generate = snapshotWithPauses }: RegenerationOptions = {},
): Promise<void> {
  const fingerprint = `${fingerprintOfSample()} ${hour}`;
  if ((await readWritten(db))?.fingerprint === fingerprint) return;
  const snapshot = await generate(hour, signal);
  const tables: ReturnType<typeof packRows>[] = [];
  for (const rows of tablesOf(snapshot, hour)) {
    tables.push(packRows(rows));
    // Requests are answered in between.
    await setImmediate(undefined, signal && { signal });
  }
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock($1)`, [LOCK]);
    const written = await readWritten(tx);
    if (written?.fingerprint === fingerprint) return { value: undefined };
    // Sent together; PostgreSQL executes them in this order: rows that refer to others are
    // deleted before these and inserted after them.
    await Promise.all([
      tx.query(`select set_config('innwire.regenerating', 'on', true)`),
      ...tables.toReversed().map((table) => deleteOtherRows(tx, SANDBOX_ID, table)),
      // In a new database `reservations` is analysed: without statistics PostgreSQL checks the reservation of
      // each night and message by reading all reservations (measured: 0.2 s of the first write).
      ...tables.flatMap((table) => [
        upsertRows(tx, SANDBOX_ID, table),
        ...(!written && table.name === 'reservations' ? [tx.query('analyze reservations')] : []),
      ]),
      tx.query(`update connections set settings = $2 where hotel_id = $1`, [
        SANDBOX_ID,
        JSON.stringify({ fingerprint }),
      ]),
    ]);
    return { value: undefined };
  });
}

/** Key of the advisory lock that all processes use ("casa" in ASCII). */
const LOCK = 0x63617361;

let sample: string | undefined;

/** Returns the same text for the same sample: that of the files that invent it. */
function fingerprintOfSample(): string {
  sample ??= [import.meta.dirname, path.join(import.meta.dirname, '../../sample-people')]
    .flatMap((cwd) =>
      globSync('**/*.{ts,json}', { cwd })
        .toSorted()
        .map((file) => path.join(cwd, file)),
    )
    .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
    .digest('base64url');
  return sample;
}

/**
 * Returns the fingerprint of the data that was written last; undefined if the property does not exist. It is
 * stored in the settings of the sample's connections, which are never used.
 */
async function readWritten(db: Database | Transaction): Promise<{ fingerprint: string | null } | undefined> {
  const [row] = await db.query<{ fingerprint: string | null }>(
    `select (select max(settings ->> 'fingerprint') from connections where hotel_id = $1) as fingerprint
     from properties where hotel_id = $1`,
    [SANDBOX_ID],
  );
  return row;
}
