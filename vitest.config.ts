// How the tests run: one PostgreSQL for all, a database of its own for each file.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/harness/postgres.ts'],
    // Two files at once: the machine that counts has two cores, and a race needs some of them for itself.
    maxWorkers: 2,
    testTimeout: 30_000,
    // What is polled for comes at once on a quiet machine; on a busy one it may take this long.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
