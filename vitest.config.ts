// How the tests run: one PostgreSQL for all, a database of its own for each file. `--mode quick` chooses the
// tests of `npm run test:quick`.
import { defineConfig } from 'vitest/config';

/** Pure rules, the operations on the calendar against their model, one adapter, and the structure of the code. */
const QUICK = [
  'test/{architecture,vocabulary,sample-people}.test.ts',
  'test/{cli,model,problems}/**/*.test.ts',
  'test/db/{schema,secrets}.test.ts',
  'test/pms/{model,transactions,audit-trail,ended-stays}.test.ts',
  'test/channels/*.test.ts',
  'test/channels/channex/*.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'quick' ? QUICK : ['test/**/*.test.ts'],
    globalSetup: ['test/harness/postgres.ts'],
    // Two for each core of a small machine: the files of jobs/channels wait for most of their time, those of
    // process/stop compute.
    maxWorkers: 4,
    testTimeout: 30_000,
    // What is polled for comes at once on a quiet machine; on a busy one it may take this long.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    restoreMocks: true,
  },
}));
