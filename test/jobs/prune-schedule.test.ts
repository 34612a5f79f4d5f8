// When old records are removed: once a day, and an hour after a run that did not succeed.
import { expect, test } from 'vitest';
import { createPruning } from '../../src/jobs/prune.ts';
import {
  claimPruning,
  findDuePruning,
  planFirstPruning,
  planNextPruning,
} from '../../src/pms/prune-schedule.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();
const at = (time: string) => Temporal.Instant.from(`2027-03-${time}Z`);

test('the first run is in the next night; a claimed one is due again an hour later until it succeeds', async () => {
  const { db } = database;
  expect(await findDuePruning(db, at('09T10:00'))).toEqual([]);
  await planFirstPruning(db, at('01T10:00'));
  await planFirstPruning(db, at('05T10:00')); // a second process changes nothing
  expect(await findDuePruning(db, at('02T03:16'))).toEqual([]);
  const [due] = await findDuePruning(db, at('02T03:17'));
  expect(await claimPruning(db, due!, at('02T03:17'))).toBe(true);
  expect(await claimPruning(db, due!, at('02T03:17'))).toBe(false);
  expect(await findDuePruning(db, at('02T04:16'))).toEqual([]);
  expect(await findDuePruning(db, at('02T04:17'))).toHaveLength(1);
  await planNextPruning(db, at('02T04:20'));
  expect(await findDuePruning(db, at('03T03:16'))).toEqual([]);
  expect(await findDuePruning(db, at('03T03:17'))).toHaveLength(1);
});

test('a run that succeeds is followed by the next one a day later', async () => {
  const { db } = database;
  await db.query('update installation set prune_due_at = $1', [at('05T03:17')]);
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (details: object) => warnings.push(details) };
  const unused = {
    outgoing: undefined as never,
    mailer: null,
    icalPollSeconds: 600,
    calendarDomain: 'example.com',
  };
  const pruning = createPruning({ db, now: () => at('05T03:18'), log, eventsKeepDays: null, ...unused });
  expect(await pruning.runOnce()).toEqual({ claimed: 1, failed: 0 });
  expect(warnings).toEqual([]);
  expect(await findDuePruning(db, at('05T05:00'))).toEqual([]);
  expect(await findDuePruning(db, at('06T03:17'))).toHaveLength(1);
});
