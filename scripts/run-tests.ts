// Runs the tests, and those that fail once more: `node scripts/run-tests.ts [option …] [file …]`, as for vitest.
//
// Each file with a failed test is run again, alone. If each test that failed passes then, the last lines name it as unstable, and if all do, the run counts as
// passed: each is a fault of the test or of the program that is still to be found. More than three such files, or an error outside of tests, fail the run.
// With UNSTABLE_TESTS set, the names are also appended to that file, and the files that it names already count towards the three.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileResults, TestResults } from './test-results-reporter.ts';

type Run = { code: number; results: TestResults | null };

const MAX_UNSTABLE = 3;
const VITEST = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const REPORTER = path.resolve(import.meta.dirname, 'test-results-reporter.ts');
/** Between a file and the name of a test in the list of unstable tests. */
const SEPARATOR = ' > ';

const args = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'innwire-test-results-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// A signal of the terminal reaches vitest too, which stops in order; this program ends when it has.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

process.exitCode = await main();

async function main(): Promise<number> {
  const { code, results } = await run(args);
  const failed = results?.files.filter(({ ok }) => !ok) ?? [];
  if (code === 0 || results?.otherErrors !== 0 || failed.length === 0) return code;
  const before = filesInList();
  if (failed.length > MAX_UNSTABLE - before) {
    const earlier = before > 0 ? `, and ${before} were unstable before` : '';
    console.log(
      `\n${failed.length} files failed${earlier}: none is run again, as up to ${MAX_UNSTABLE} would be.`,
    );
    return code;
  }
  const unstable = await findUnstable(failed);
  if (unstable.length > 0) report(unstable);
  return unstable.length === failed.length ? 0 : code;
}

/** Runs each file again, alone, with the same options; returns those that pass then. */
async function findUnstable(failed: readonly FileResults[]): Promise<FileResults[]> {
  const options = await withoutFiles(args);
  const unstable: FileResults[] = [];
  for (const one of failed) {
    console.log(`\nAgain, alone: ${one.file}`);
    if (hasPassed(one, await run([...options, one.file]))) unstable.push(one);
    else console.log(`\nFailed again, or not run again: ${one.file}`);
  }
  return unstable;
}

/** Whether the tests that failed passed in a second run; for a file without a failed test, whether any did. */
function hasPassed({ file, failed }: FileResults, { code, results }: Run): boolean {
  const passed = results?.files.find((one) => one.file === file)?.passed ?? [];
  return code === 0 && passed.length > 0 && failed.every((name) => passed.includes(name));
}

/** Returns arguments for vitest without the files among them, as vitest itself tells these from the values of options. */
async function withoutFiles(vitestArgs: readonly string[]): Promise<string[]> {
  const { parseCLI } = await import('vitest/node');
  const options = [...vitestArgs];
  for (const file of parseCLI(['vitest', 'run', ...vitestArgs]).filter)
    options.splice(options.lastIndexOf(file), 1);
  return options;
}

/** Runs vitest. Returns its exit code, and the results if it came to its end. */
async function run(vitestArgs: readonly string[]): Promise<Run> {
  const file = path.join(folder, 'results.json');
  rmSync(file, { force: true });
  const child = spawn(
    process.execPath,
    [VITEST, 'run', '--reporter=default', `--reporter=${REPORTER}`, ...vitestArgs],
    { stdio: 'inherit', env: { ...process.env, TEST_RESULTS: file } },
  );
  const [code] = await once(child, 'exit');
  const results = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestResults) : null;
  return { code: code ?? 1, results };
}

function report(files: readonly FileResults[]): void {
  const names = files.flatMap(({ file, failed }) =>
    failed.length > 0 ? failed.map((test) => `${file}${SEPARATOR}${test}`) : [file],
  );
  const text = `Unstable, failed at first and passed alone:\n${names.map((name) => `  ${name}\n`).join('')}`;
  console.log(`\n${text}`);
  const list = process.env['UNSTABLE_TESTS'];
  if (list) appendFileSync(list, text);
}

/** Number of files that the list of unstable tests names already. */
function filesInList(): number {
  const list = process.env['UNSTABLE_TESTS'];
  const text = list && existsSync(list) ? readFileSync(list, 'utf8') : '';
  const names = text.split('\n').filter((line) => line.startsWith('  '));
  return new Set(names.map((name) => name.split(SEPARATOR)[0])).size;
}
