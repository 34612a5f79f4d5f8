// Reporter of vitest that writes what failed as JSON to the file in FAILED_TESTS: read by run-tests.ts.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export type FailedTests = {
  /** files with failed tests, and the names of these; a file that could not be loaded or whose hook failed may have none */
  files: { file: string; tests: string[] }[];
  /** number of errors outside of tests, such as rejections that nobody handles */
  otherErrors: number;
};

export default class FailedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], otherErrors: readonly unknown[]): void {
    const failed: FailedTests = {
      files: modules
        .filter((module) => !module.ok())
        .map((module) => ({
          file: module.relativeModuleId,
          tests: [...module.children.allTests('failed')].map(({ fullName }) => fullName),
        })),
      otherErrors: otherErrors.length,
    };
    writeFileSync(process.env['FAILED_TESTS']!, JSON.stringify(failed));
  }
}
