// The program that runs the tests: what fails is run again alone, named if it passes then, and red if it does not.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, '../../scripts/run-tests.ts');
const PASSES = `test('passes', () => {});`;
const FAILS = `test('fails', () => expect(1).toBe(2));`;
/** Defines hasRun(), which is false in the first run. */
const HAS_RUN = `
  const hasRun = () => {
    const { existsSync, writeFileSync } = process.getBuiltinModule('node:fs');
    const mark = import.meta.filename + '.mark';
    const result = existsSync(mark);
    writeFileSync(mark, '');
    return result;
  };`;
const FAILS_AT_FIRST = `${HAS_RUN}
  test('fails at first', () => expect(hasRun()).toBe(true));`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'innwire-run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/**
 * Runs test files with these texts; returns the exit code, the output and the list of unstable tests. `args`: further ones for vitest;
 * `listed`: the list of unstable tests before.
 */
function runTests(files: Record<string, string>, { args = [] as string[], listed = '' } = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.js`), text);
  const list = path.join(folder, 'unstable');
  writeFileSync(list, listed);
  const env = { ...process.env, UNSTABLE_TESTS: list, NO_COLOR: '1' };
  const ended = spawnSync(process.execPath, [PROGRAM, `--root=${folder}`, '--globals', ...args], { env });
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

describe('what was unstable in earlier runs, by the list,', () => {
  const listed =
    'Unstable, failed at first and passed alone:\n  a.test.ts > one\n  a.test.ts > two\n  b.test.ts\n';

  test('counts: with two files, one more may be unstable', () => {
    const { code, unstable } = runTests({ shaky: FAILS_AT_FIRST }, { listed });
    expect([code, unstable]).toEqual([0, expect.stringContaining('shaky.test.js > fails at first\n')]);
  });

  test('and two more may not', () => {
    const { code, output } = runTests({ shaky: FAILS_AT_FIRST, other: FAILS_AT_FIRST }, { listed });
    expect(code).toBe(1);
    expect(output).not.toContain('Again, alone');
    expect(output).toContain('2 files failed, and 2 were unstable before');
  });
});

describe('the second run', () => {
  test.each([
    { args: ['-t', 'first'] },
    { args: ['--testNamePattern', 'fails at first'] },
    { args: ['--testNamePattern=fails at first'] },
    { args: ['shaky', '-t', 'fails at first', '--retry', '0'] },
  ])('has the options of the first, and not its files: $args', ({ args }) => {
    const { code, output, unstable } = runTests(
      { shaky: `${FAILS_AT_FIRST}\n${FAILS}`, wrong: FAILS },
      { args },
    );
    expect(output.match(/Again, alone: .+/g)).toEqual(['Again, alone: shaky.test.js']);
    expect([code, unstable]).toEqual([0, expect.stringContaining('shaky.test.js > fails at first\n')]);
  });

  const RED = [1, ''];

  test('must run the test that failed', () => {
    const skips = `${HAS_RUN}\n${PASSES}\ntest.skipIf(hasRun())('fails', () => expect(1).toBe(2));`;
    const { code, output, unstable } = runTests({ skips });
    expect(output).toContain('Failed again, or not run again: skips.test.js');
    expect([code, unstable]).toEqual(RED);
  });

  test('must run a test of its name', () => {
    const renamed = `${HAS_RUN}\nconst second = hasRun();\ntest('run ' + second, () => expect(second).toBe(true));`;
    const { code, unstable } = runTests({ renamed });
    expect([code, unstable]).toEqual(RED);
  });

  test('of a file that could not be loaded at first must run a test', () => {
    const loaded = `${HAS_RUN}\nif (!hasRun()) throw new Error('not yet');`;
    const { code, unstable } = runTests({
      loads: `${loaded}\n${PASSES}`,
      empty: `${loaded}\ntest.skip('skipped', () => {});`,
    });
    const named = 'Unstable, failed at first and passed alone:\n  loads.test.js\n';
    expect([code, unstable]).toEqual([1, named]);
  });

  test('of a file whose hook failed at first must run a test', () => {
    const hook = `${HAS_RUN}\nbeforeAll(() => expect(hasRun()).toBe(true));\n${PASSES}`;
    const { code, unstable } = runTests({ hook });
    expect([code, unstable]).toEqual([0, expect.stringContaining('\n  hook.test.js\n')]);
  });
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
