// How the tests run: one PostgreSQL for all, a database of its own for each file. `--mode quick` chooses the
// tests of `npm run test:quick`, `--mode slow` the files of `npm run test:slow`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Pure rules, the operations on the calendar against their model, one adapter, and the structure of the code. */
const QUICK = [
  'test/{architecture,vocabulary,sample-people}.test.ts',
  'test/{cli,model,problems,web}/**/*.test.ts',
  'test/db/{schema,secrets}.test.ts',
  'test/pms/{model,transactions,sync-log,ended-stays}.test.ts',
  'test/channels/*.test.ts',
  'test/channels/channex/*.test.ts',
];

/**
 * Folders and files whose tests take longest: begun last, one of them would run alone at the end. In a new clone
 * vitest knows no durations, and would begin with the largest files.
 */
const SLOW = [
  'test/process/',
  'test/jobs/channels/',
  'test/db/embedded/',
  'test/channels/conformance/',
  'test/pms/',
  'test/docs/run.test.ts',
  'test/mcp/conformance.test.ts',
  'test/api/conformance.test.ts',
  'test/api/generated.test.ts',
  'test/sandbox/',
  'test/scripts/new-adapter.test.ts',
  'test/linear-patterns.test.ts',
  'test/browser/',
];

/**
 * Files that run one after the other in a worker and share its modules: loading most of `src` anew takes 1.5 to 2 s
 * of processor time for each file. They keep no state in modules. The other files have a worker of their own: those of
 * jobs/channels and process wait for clocks and programs, and shared workers made them late without a shorter run; those
 * of web/desk are about what modules keep.
 */
const SHARED =
  /^test\/(?!db\/embedded\/|jobs\/channels\/|web\/desk\/)(api|channels|cli|db|docs|http|inbound|jobs|mcp|model|outgoing|pms|problems|sandbox|simulator|web)\//;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((part) => moduleId.includes(`/${part}`));
    const sorted = await super.sort(files);
    const isShared = ({ project }: TestSpecification) => project.name === 'shared';
    // A worker goes on with the next file only while that may share it: those that share are not mixed with others.
    const order = (file: TestSpecification) => Number(isShared(file)) * 2 + Number(!isSlow(file));
    return sorted.toSorted((one, other) => order(one) - order(other));
  }
}

/** Tests that take 8 s to two minutes, most of programs that are killed: `npm test` leaves them to `npm run test:slow`, so that it stays short. */
const SLOW_TAG = { name: 'slow', description: 'left out of npm test, part of npm run test:slow' };

export default defineConfig(({ mode }) => {
  const all = globSync(mode === 'quick' ? QUICK : 'test/**/*.test.ts', { cwd: import.meta.dirname });
  const files = mode === 'slow' ? all.filter(hasSlowTest) : all;
  const browser = files.filter((file) => file.startsWith('test/browser/'));
  const own = files.filter((file) => !SHARED.test(file) && !browser.includes(file));
  const shared = files.filter((file) => SHARED.test(file));
  return {
    test: {
      globalSetup: ['test/harness/postgres.ts', 'test/harness/browser-notice.ts'],
      // Two for each core of a small machine: the files of jobs/channels wait for most of their time, those of
      // process/stop compute.
      maxWorkers: 4,
      sequence: { sequencer: SlowFirst },
      testTimeout: 30_000,
      // What is polled for comes at once on a quiet machine; on a busy one it may take this long.
      expect: { poll: { timeout: 20_000 } },
      hookTimeout: 60_000,
      restoreMocks: true,
      tags: [SLOW_TAG],
      projects: [
        { extends: true, test: { name: 'own', include: own } },
        // A check by axe takes seconds, and four times as long beside three other files.
        { extends: true, test: { name: 'browser', include: browser, testTimeout: 90_000 } },
        { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      ],
    },
  };
});

function hasSlowTest(file: string): boolean {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8').includes("tags: ['slow']");
}
