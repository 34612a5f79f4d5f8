// The program that runs the tests: what fails is run again alone, named if it passes then, and red if it does not.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, '../../scripts/run-tests.ts');
const PASSES = `test('passes', () => {});`;
const FAILS = `test('fails', () => expect(1).toBe(2));`;
/** Fails if it has not run before. */
const FAILS_AT_FIRST = `
  const mark = import.meta.filename + '.mark';
  test('fails at first', () => {
    const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const hasRun = existsSync(mark);
    writeFileSync(mark, '');
    expect(hasRun).toBe(true);
  });`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'innwire-run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Runs test files with these texts; returns the exit code, the output and the list of unstable tests. */
function runTests(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.js`), text);
  const list = path.join(folder, 'unstable');
  writeFileSync(list, '');
  const env = { ...process.env, UNSTABLE_TESTS: list, NO_COLOR: '1' };
  const ended = spawnSync(process.execPath, [PROGRAM, `--root=${folder}`, '--globals'], { env });
  return { code: ended.status, output: String(ended.stdout), unstable: readFileSync(list, 'utf8') };
}

test('a file that fails once is run again alone, and named in the last lines', () => {
  const { code, output, unstable } = runTests({ steady: PASSES, shaky: FAILS_AT_FIRST });
  const named = 'Unstable, failed at first and passed alone:\n  shaky.test.js > fails at first\n';
  expect(output.trimEnd().endsWith(named.trimEnd()), output).toBe(true);
  expect(output.match(/Again, alone: .+/g)).toEqual(['Again, alone: shaky.test.js']);
  expect([code, unstable]).toEqual([0, named]);
});

test('a file that fails twice is red, and those that do not are named', () => {
  const { code, output, unstable } = runTests({ steady: PASSES, shaky: FAILS_AT_FIRST, wrong: FAILS });
  expect([code, unstable]).toEqual([1, expect.stringContaining('shaky.test.js > fails at first\n')]);
  expect(output).toContain('Again, alone: wrong.test.js');
});

test('four files that fail are red at once', () => {
  const names = ['one', 'two', 'three', 'four'];
  const { code, output } = runTests(Object.fromEntries(names.map((name) => [name, FAILS_AT_FIRST])));
  expect(code).toBe(1);
  expect(output).not.toContain('Again, alone');
  expect(output).toContain('4 files failed');
});

test('an error outside of tests is red, also beside a test that would pass alone', () => {
  const rejects = `${FAILS_AT_FIRST}\nvoid Promise.reject(new Error('nobody handles this'));`;
  expect(runTests({ rejects }).code).toBe(1);
});

test('without a failure nothing is run again', () => {
  const { code, output } = runTests({ steady: PASSES });
  expect(code).toBe(0);
  expect(output).not.toMatch(/Again|Unstable/);
});
