// When old records are removed: once a day, and an hour after a run that did not succeed.
import { expect, test } from 'vitest';
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
