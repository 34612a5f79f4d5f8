// The refresh of the sample property on a busy database: it waits, while the requests that need it are answered in time.
import pg from 'pg';
import { expect, test } from 'vitest';
import { isUnreachable } from '../../src/db/errors.ts';
import { SANDBOX_ID } from '../../src/model/property.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { createSandboxRefresher } from '../../src/sandbox/regenerate.ts';
import { openBusyDatabase } from '../harness/busy-database.ts';
import { useDatabase } from '../harness/database.ts';
import { hour } from './snapshot-helpers.ts';

const database = useDatabase();
const HOUR = hour('2026-11-21T10:00:00Z');

test('waits for a connection and then writes the data of the hour; a request meanwhile gets the error of the limit', async () => {
  const busy = openBusyDatabase(database.url, { limits: { connectionMs: 50 } });
  const sandbox = createSandboxRefresher(busy.requests, () => HOUR, { log: busy.log });
  const free = await busy.occupy();
  const refreshing = sandbox.refresh();
  await busy.waitsFor('connection');
  const refused = await sandbox.refreshForRequest().catch((error) => error);
  expect(isUnreachable(refused), refused.message).toBe(true);
  await free();
  await refreshing;
  expect(String((await getProperty(database.db, SANDBOX_ID)).sandboxAt)).toBe(String(HOUR));
  await sandbox.refreshForRequest();
  expect(busy.lines).toEqual([
    { limit: 'connection', what: 'waits' },
    { limit: 'connection', what: 'goes on' },
  ]);
});

test('of several processes at once waits for the lock that they share', async () => {
  const busy = openBusyDatabase(database.url, { poolSize: 4, limits: { lockMs: 50 } });
  // Held outside a transaction: a server ends one that is idle for a minute, and the three compute the sample for as long as that on a busy machine.
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  const next = HOUR.add({ hours: 1 });
  const refreshing = Promise.all(
    [1, 2, 3].map(() => createSandboxRefresher(busy.requests, () => next, { log: busy.log }).refresh()),
  );
  await busy.waitsFor('lock');
  await holder.end();
  await refreshing;
  expect(String((await getProperty(database.db, SANDBOX_ID)).sandboxAt)).toBe(String(next));
});

/** The key of the lock ("casa" in ASCII). */
const LOCK = 0x63617361;
