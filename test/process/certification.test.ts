// The certification run from the command line, against the simulator: every case passes, and no files remain.
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CaseResult } from '../../certification/report.ts';
import { CHECKOUT, launch, newPath, useProcesses, waitFor } from '../harness/process.ts';

useProcesses();

const CERTIFY = join(CHECKOUT, 'certification/main.ts');

test("passes every case of Channex's certification tests against the simulator, with the task ids of each", async () => {
  const tmp = newPath('tmp');
  mkdirSync(tmp);
  chmodSync(tmp, 0o755);
  const file = join(newPath('results'), '..', 'results.json');
  const run = launch([CERTIFY, 'channex', '--simulator', '--idle', '2', '--json', file, '--remove'], {
    program: [process.execPath],
    env: { TMPDIR: tmp },
  });
  const { code } = await run.ended;
  expect(run.stdout).not.toContain('FAILED');
  expect(run.stderr).toBe('');
  expect(code).toBe(0);
  const results: CaseResult[] = JSON.parse(readFileSync(file, 'utf8'));
  expect(results.map(({ number, outcome }) => [number, outcome])).toEqual([
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((number) => [number, 'passed']),
    [14, 'answer'],
  ]);
  const tasks = (number: number) => results.find((one) => one.number === number)!.tasks;
  expect(tasks(1).map(({ kind }) => kind)).toEqual(['availability', 'restrictions']);
  for (const number of [2, 3, 4, 5, 7, 8]) expect(tasks(number)).toMatchObject([{ kind: 'restrictions' }]);
  expect(run.stdout).toMatch(/The property \S+ is removed at Channex\./);
  expect(readdirSync(tmp)).toEqual([]);
});

test('refuses the production server and a missing key, and says what to do', async () => {
  const start = (env: Record<string, string | undefined>) =>
    launch([CERTIFY, 'channex'], { program: [process.execPath], env }).end();
  const withoutKey = await start({ CHANNEX_API_KEY: undefined });
  expect([withoutKey.code, withoutKey.stderr]).toEqual([
    1,
    'CHANNEX_API_KEY is not set: make a key in the user profile at staging.channex.io, or try --simulator.\n',
  ]);
  const onProduction = await start({ CHANNEX_API_KEY: 'x', CHANNEX_URL: 'https://app.channex.io' });
  expect(onProduction.code).toBe(1);
  expect(onProduction.stderr).toContain('the production server: certification is done on staging');
});

test('ends at Ctrl-C with nothing left behind', async () => {
  const tmp = newPath('tmp');
  mkdirSync(tmp);
  chmodSync(tmp, 0o755);
  const run = launch([CERTIFY, 'channex', '--simulator'], {
    program: [process.execPath],
    env: { TMPDIR: tmp },
  });
  await waitFor(run, /1 {2}Full Data Update/);
  run.signal('SIGINT', 'group');
  const { code, stderr } = await run.end();
  expect([code, stderr]).toEqual([1, 'Interrupted: the cases above are all that was performed.\n']);
  expect(readdirSync(tmp)).toEqual([]);
});
