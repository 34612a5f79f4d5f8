// The long forms of the random tests, in a bounded time: `npm run test:long [-- --minutes N --seed S]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const minutes = positive('--minutes', values.minutes);
const seed =
  values.seed === undefined ? Math.floor(Math.random() * 2 ** 30) : positive('--seed', values.seed);

/**
 * Properties of which most of the 5,000 cases take noticeable time: each adapter and operation has several.
 */
const PROPERTIES = 650;
const WORKERS = 2;
const HISTORIES = 'test/jobs/channels/convergence.test.ts';
/** Duration of a cycle of each test that kills processes, all together. */
const KILL_CYCLE_SECONDS = 33;
/** Duration of a race as often as in npm test, all races together. */
const RACE_SECONDS = 12;
/** What a part may take beyond its share: the wait for agreement, or for a shorter case that also fails. */
const GRACE_MINUTES = 10;

const parts = [
  { name: 'properties', share: 0.5, files: withProperties(), env: properties },
  { name: 'races', share: 0.1, files: withRaces(), env: races },
  { name: 'kills', share: 0.15, files: withKills(), env: kills },
  { name: 'histories', share: 0.25, files: [HISTORIES], env: histories },
];

console.info(`--minutes ${minutes} --seed ${seed}`);
const failed: string[] = [];
for (const { name, share, files, env } of parts) {
  console.info(`\n== ${name}: ${files.length} files`);
  if (!(await run(files, env(minutes * 60 * share), minutes * share + GRACE_MINUTES))) failed.push(name);
}
console.info(
  failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}; repeat with --seed ${seed}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function positive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  console.error(`${option} is "${text}"; give a number above 0, such as ${option} 30.`);
  process.exit(1);
}

function withProperties(): string[] {
  return tests((text) => /\brandomly\(/.test(text));
}

/** Races, and invented records that are not the cases of a property. */
function withRaces(): string[] {
  const others = [...withProperties(), ...withKills(), HISTORIES];
  return tests((text) => /\bSEED\b/.test(text)).filter((file) => !others.includes(file));
}

function withKills(): string[] {
  return tests((text) => /\bINNWIRE_KILL_CYCLES\b/.test(text));
}

function tests(hold: (text: string) => boolean): string[] {
  return globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
    hold(readFileSync(path.join(ROOT, file), 'utf8')),
  );
}

function properties(seconds: number): Record<string, string> {
  const each = Math.max(5, (seconds * WORKERS) / PROPERTIES);
  return { TEST_RUNS: '5000', TEST_SEED: String(seed), TEST_SECONDS: each.toFixed(1) };
}

function races(seconds: number): Record<string, string> {
  return { RACE_RUNS: String(Math.max(1, Math.floor(seconds / RACE_SECONDS))), TEST_SEED: String(seed) };
}

function kills(seconds: number): Record<string, string> {
  return {
    INNWIRE_KILL_CYCLES: String(Math.max(2, Math.floor(seconds / KILL_CYCLE_SECONDS))),
    TEST_SEED: String(seed),
  };
}

function histories(seconds: number): Record<string, string> {
  return { CONVERGENCE_RUNS: '300', TEST_SEED: String(seed), CONVERGENCE_SECONDS: String(seconds) };
}

/** Runs test files; returns whether all passed within the time. Interrupts them after `atMostMinutes`. */
async function run(files: string[], env: Record<string, string>, atMostMinutes: number): Promise<boolean> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  // With 5,000 cases a test may take longer than any in npm test.
  const args = ['run', `--maxWorkers=${WORKERS}`, '--testTimeout=1800000', ...files];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const timer = setTimeout(() => {
    console.error(`Not finished after ${atMostMinutes} minutes: interrupted.`);
    child.kill('SIGINT');
  }, atMostMinutes * 60_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  return code === 0;
}
