// Runs the tests, and those that fail once more: `node scripts/run-tests.ts [--option=value …] [file …]`, as for vitest.
//
// Each file with a failed test is run again, alone. Those that pass then are named as unstable in the last lines, and if all do, the run counts as passed: each
// is a fault of the test or of the program that is still to be found. More than three such files, or an error outside of tests, fail the run.
// With UNSTABLE_TESTS set, the names are also appended to that file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FailedTests } from './failed-tests-reporter.ts';

const MAX_UNSTABLE = 3;
const VITEST = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const REPORTER = path.resolve(import.meta.dirname, 'failed-tests-reporter.ts');

const args = process.argv.slice(2);
const options = args.filter((one) => one.startsWith('-'));
const folder = mkdtempSync(path.join(tmpdir(), 'innwire-failed-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// A signal of the terminal reaches vitest too, which stops in order; this program ends when it has.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

process.exitCode = await main();

async function main(): Promise<number> {
  const { code, failed } = await run(args);
  if (code === 0 || !failed || failed.otherErrors > 0 || failed.files.length === 0) return code;
  if (failed.files.length > MAX_UNSTABLE) {
    console.log(
      `\n${failed.files.length} files failed: none is run again, as up to ${MAX_UNSTABLE} would be.`,
    );
    return code;
  }
  const unstable: FailedTests['files'] = [];
  for (const one of failed.files) {
    console.log(`\nAgain, alone: ${one.file}`);
    const again = await run([...options, one.file]);
    if (again.code === 0) unstable.push(one);
  }
  if (unstable.length > 0) report(unstable);
  return unstable.length === failed.files.length ? 0 : code;
}

/** Runs vitest. Returns its exit code, and what failed if it came to its end. */
async function run(vitestArgs: readonly string[]): Promise<{ code: number; failed: FailedTests | null }> {
  const file = path.join(folder, 'failed.json');
  rmSync(file, { force: true });
  const child = spawn(
    process.execPath,
    [VITEST, 'run', '--reporter=default', `--reporter=${REPORTER}`, ...vitestArgs],
    { stdio: 'inherit', env: { ...process.env, FAILED_TESTS: file } },
  );
  const [code] = await once(child, 'exit');
  const failed = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FailedTests) : null;
  return { code: code ?? 1, failed };
}

function report(files: FailedTests['files']): void {
  const names = files.flatMap(({ file, tests }) =>
    tests.length > 0 ? tests.map((test) => `${file} > ${test}`) : [file],
  );
  const text = `Unstable, failed at first and passed alone:\n${names.map((name) => `  ${name}\n`).join('')}`;
  console.log(`\n${text}`);
  const list = process.env['UNSTABLE_TESTS'];
  if (list) appendFileSync(list, text);
}
