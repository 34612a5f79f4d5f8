// How the tests run: one PostgreSQL for all, a database of its own for each file. `--mode quick` chooses the
// tests of `npm run test:quick`, `--mode core` those of `npm test`.
import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './test/harness/limits.ts';

/** Pure rules, the operations on the calendar against their model, one adapter, and the structure of the code. */
const QUICK = [
  'test/{architecture,limits,vocabulary,sample-people}.test.ts',
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
  'test/jobs/channels/',
  'test/channels/conformance/',
  'test/pms/',
  'test/mcp/conformance.test.ts',
  'test/api/conformance.test.ts',
  'test/api/generated.test.ts',
  'test/sandbox/',
  'test/scripts/new-adapter.test.ts',
  'test/linear-patterns.test.ts',
  'test/process/channels.test.ts',
  'test/process/refusals.test.ts',
  'test/docs/run.test.ts',
];

/**
 * Files that run one after the other in a worker and share its modules, as those in a browser do: loading most of `src` anew takes 1.5 to 2 s
 * of processor time for each file. They keep no state in modules. The other files have a worker of their own: those of web/desk are about what modules keep.
 */
const SHARED =
  /^test\/(?!web\/desk\/)(api|channels|cli|db|docs|http|inbound|jobs|mcp|model|outgoing|pms|problems|sandbox|simulator|web)\//;

/** Files that start programs as processes, and kill them: two at a time, since programs and tests would wait for each other. */
const SYSTEM = /^test\/(process|scripts|db\/embedded)\/|^test\/docs\/run\.test\.ts$/;

/** Files with a browser, which takes more than a core for itself. */
const BROWSER = /^test\/browser\//;

/** One file of each of these, by which `npm test` shows that the program starts and that the desk opens. */
const SMOKE = ['test/process/first-start.test.ts', 'test/browser/visitor.test.ts'];

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

export default defineConfig(({ mode }) => {
  const files = globSync(mode === 'quick' ? QUICK : 'test/**/*.test.ts', { cwd: import.meta.dirname });
  const isChosen = (file: string) => mode !== 'core' || SMOKE.includes(file);
  const system = files.filter((file) => SYSTEM.test(file) && isChosen(file));
  const browser = files.filter((file) => BROWSER.test(file) && isChosen(file));
  const others = files.filter((file) => !SYSTEM.test(file) && !BROWSER.test(file));
  const shared = others.filter((file) => SHARED.test(file));
  const own = others.filter((file) => !SHARED.test(file));
  return {
    test: {
      globalSetup: ['test/harness/postgres.ts', 'test/harness/browser-notice.ts'],
      // Two for each core of a small machine: the files of jobs/channels wait for most of their time.
      maxWorkers: 4,
      sequence: { sequencer: SlowFirst },
      testTimeout: TEST_LIMIT_MS,
      hookTimeout: TEST_LIMIT_MS,
      expect: { poll: { timeout: WAIT_LIMIT_MS } },
      restoreMocks: true,
      projects: [
        { extends: true, test: { name: 'own', include: own } },
        { extends: true, test: { name: 'shared', include: shared, isolate: false } },
        { extends: true, test: { name: 'system', include: system, ...after(1, { maxWorkers: 2 }) } },
        {
          extends: true,
          test: {
            name: 'browser',
            include: browser,
            isolate: false,
            globalSetup: ['test/harness/built-desk.ts'],
            ...after(2, { maxWorkers: 1 }),
          },
        },
      ],
    },
  };
});

/** Settings of a project whose files run in the group of this number, when those of the groups before it have ended. */
function after(groupOrder: number, { maxWorkers }: { maxWorkers: number }) {
  return { maxWorkers, sequence: { groupOrder } };
}
